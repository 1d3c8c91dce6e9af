/** The page's way to the core: calls wait in one queue for one worker, which is replaced when it has to be. */
import type { Connection } from './connection';
import { CoreError } from './errors';
import { runMany, type ManyOptions, type ManyRun } from './many';
import type { Answers, Task, TableSummary } from './protocol';
import { Queue, type CallOptions } from './queue';
import type { NumberParser } from './registry';
import { Supply, tell, type StoredTable, type SupplyOptions } from './supply';
import type { Model, Params, Result, Table, TableHandle } from './types';
import { Core, type Comma } from './wasm';

export type { ManyOptions, ManyRun } from './many';
export type { TableSummary } from './protocol';
export type { BadCell, Comma, ReadTable, TableShape } from './wasm';

export interface RunOptions extends CallOptions {
  table?: TableHandle;
  /** 1 when absent. */
  seed?: number;
}

export interface ClientOptions extends SupplyOptions {
  /** How many runs go on at once in `runMany`; by the machine's cores when absent. */
  poolSize?: number;
}

const MOST_WORKERS = 4;

/** One core is left to the page. */
function coresToSpare(): number {
  const cores = globalThis.navigator?.hardwareConcurrency ?? 2;
  return Math.max(1, Math.min(MOST_WORKERS, cores - 1));
}

/**
 * Every call rejects with a RefusalError (the input), an AbortError (superseded or cancelled) or a CoreError (no
 * core). Nothing is loaded before the first call or `warm`.
 */
export class Client {
  private readonly queue = new Queue(() => this.connect());
  private readonly tables = new Map<TableHandle, StoredTable>();
  private nextHandle: TableHandle = 1;
  private connection: Promise<Connection> | null = null;
  private parsing: Promise<Core> | null = null;
  private spent: Connection | null = null;
  private readonly supply: Supply;

  constructor(private readonly options: ClientOptions) {
    this.supply = new Supply(options);
  }

  /** Loads the core and starts the worker ahead of the first call. A failure shows at that call. */
  warm(): void {
    this.connect().catch(() => undefined);
  }

  /**
   * Runs a model; absent parameters take their defaults. Of waiting runs with the same key only the newest is run; one
   * that has begun may finish unless it takes long. `signal` drops a waiting run and stops a long one.
   */
  run(model: Model, params: Params, { table, seed = 1, ...options }: RunOptions = {}): Promise<Result> {
    return this.call(model, { type: 'run', model: model.id, params, seed, table }, options);
  }

  /**
   * Runs a model many times over workers of its own, so that single runs go on meanwhile; where workers are refused,
   * one after the other on the page. Results come in the order of `runs`. An abort ends the runs that go on.
   */
  async runMany(model: Model, runs: ManyRun[], options: ManyOptions = {}): Promise<Result[]> {
    // Whether workers are refused is known once there was one.
    await this.connect();
    const size = this.supply.isOnPage ? 1 : (this.options.poolSize ?? coresToSpare());
    return runMany({ supply: this.supply, tables: this.tables, size }, model, runs, options);
  }

  /** Gives a table to the worker, as text or as columns; runs then name it by the summary's handle. */
  async addTable(model: Model, source: string | Table, comma: Comma = 'auto'): Promise<TableSummary> {
    const handle = this.nextHandle++;
    const summary = await this.call(model, { type: 'table', model: model.id, handle, source, comma });
    this.tables.set(handle, { model, source, comma });
    return summary;
  }

  /** Forgets a table. Runs that were asked for before still find it. */
  releaseTable(handle: TableHandle): void {
    this.queue
      .call(async (connection) => {
        this.tables.delete(handle);
        if (connection.tables.delete(handle)) await connection.call({ type: 'release', handle });
      })
      .catch(() => undefined);
  }

  /** Reads numbers as people type them: a small core on the page itself, so that a field need not wait for a run. */
  async parser(): Promise<NumberParser> {
    const core = await this.parsingCore();
    return (text) => core.parseNumber(text);
  }

  private call<T extends Task>(model: Model, task: T, options?: CallOptions): Promise<Answers[T['type']]> {
    return this.queue.call(async (connection) => {
      await tell(connection, this.tables, model, task.type === 'run' ? task.table : undefined);
      const answer = await connection.call(task);
      if (task.type === 'table') connection.tables.add(task.handle);
      return answer;
    }, options);
  }

  /** The present worker, or a new one in place of one that is spent. */
  private async connect(): Promise<Connection> {
    this.connection ??= this.supply.open();
    const connection = await this.connection.catch((error: unknown) => {
      // What passes is tried again at the next call; no other core or browser will come.
      const isLasting = error instanceof CoreError && !['load', 'memory', 'trap'].includes(error.kind);
      if (!isLasting) this.connection = null;
      throw error;
    });
    if (!connection.isSpent) return connection;
    connection.close();
    // Whoever saw it spent first has begun the next one; that one must not be dropped.
    if (this.spent !== connection) this.connection = null;
    this.spent = connection;
    return this.connect();
  }

  private async parsingCore(): Promise<Core> {
    await this.connect();
    this.parsing ??= this.supply
      .compiled()
      .then((module) => Core.create(module, this.options.registry))
      .catch((error: unknown) => {
        this.parsing = null;
        throw error;
      });
    return this.parsing;
  }
}
