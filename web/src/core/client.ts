/** The page's way to the core: calls wait in one queue for one worker, which is replaced when it has to be. */
import { Connection } from './connection';
import { AbortError, CoreError } from './errors';
import { pageWorker } from './host';
import { loadModule } from './load';
import type { Answers, Task, TableSummary, WorkerLike } from './protocol';
import { Queue, type CallOptions } from './queue';
import type { NumberParser } from './registry';
import type { Model, Params, Registry, Result, Table, TableHandle } from './types';
import { Core, type Comma } from './wasm';

export type { TableSummary } from './protocol';
export type { BadCell, Comma, ReadTable, TableShape } from './wasm';

export interface RunOptions extends CallOptions {
  table?: TableHandle;
  /** 1 when absent. */
  seed?: number;
}

export interface ClientOptions {
  registry: Registry;
  /** Where the core is, or its bytes where they stand in the page. */
  wasmUrl: string | URL | BufferSource;
  /** May throw, and the worker may fail: then the page computes by itself, within a limit. */
  createWorker: () => WorkerLike;
}

/** How to give a worker a table again. */
interface StoredTable {
  model: Model;
  source: string | Table;
  comma: Comma;
}

/**
 * Every call rejects with a RefusalError (the input), an AbortError (superseded or cancelled) or a CoreError (no
 * core). Nothing is loaded before the first call or `warm`.
 */
export class Client {
  private readonly queue = new Queue(() => this.connect());
  private readonly tables = new Map<TableHandle, StoredTable>();
  private nextHandle: TableHandle = 1;
  private module: Promise<WebAssembly.Module> | null = null;
  private connection: Promise<Connection> | null = null;
  private parsing: Promise<Core> | null = null;
  private spent: Connection | null = null;
  private isOnPage = false;
  private isFresh = false;

  constructor(private readonly options: ClientOptions) {}

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
      await this.tell(connection, model, task);
      const answer = await connection.call(task);
      if (task.type === 'table') connection.tables.add(task.handle);
      return answer;
    }, options);
  }

  /** Tells a worker of a model and a table that it does not know yet. */
  private async tell(connection: Connection, model: Model, task: Task): Promise<void> {
    if (!connection.models.has(model.id)) {
      await connection.call({ type: 'model', model });
      connection.models.add(model.id);
    }
    if (task.type !== 'run' || task.table === undefined || connection.tables.has(task.table)) return;
    const stored = this.tables.get(task.table);
    // Only a run asked for after its table was released: whoever asked has moved on.
    if (!stored) throw new AbortError();
    const { source, comma } = stored;
    await connection.call({ type: 'table', model: model.id, handle: task.table, source, comma });
    connection.tables.add(task.table);
  }

  /** The present worker, or a new one in place of one that is spent. */
  private async connect(): Promise<Connection> {
    this.connection ??= this.open();
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

  private async open(): Promise<Connection> {
    const module = this.compiled();
    try {
      return await Connection.open(this.createWorker(), module, this.options.registry);
    } catch (error) {
      if (error instanceof CoreError && error.kind === 'hash' && !this.isFresh) {
        // A cache gave the core of another build; ask around the caches, once.
        this.isFresh = true;
        this.module = null;
        return this.open();
      }
      if (this.isOnPage || (error instanceof CoreError && error.kind !== 'trap')) throw error;
      this.isOnPage = true;
      return this.open();
    }
  }

  private createWorker(): WorkerLike {
    if (this.isOnPage) return pageWorker();
    try {
      return this.options.createWorker();
    } catch {
      this.isOnPage = true;
      return pageWorker();
    }
  }

  private compiled(): Promise<WebAssembly.Module> {
    this.module ??= loadModule(this.options.wasmUrl, this.isFresh).catch((error: unknown) => {
      // Being offline passes; what the browser refused once it refuses again.
      if (error instanceof CoreError && error.kind === 'load') this.module = null;
      throw error;
    });
    return this.module;
  }

  private async parsingCore(): Promise<Core> {
    await this.connect();
    this.parsing ??= this.compiled()
      .then((module) => Core.create(module, this.options.registry))
      .catch((error: unknown) => {
        this.parsing = null;
        throw error;
      });
    return this.parsing;
  }
}
