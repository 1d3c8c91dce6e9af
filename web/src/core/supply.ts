/** Where workers come from: the compiled core, a worker for it, or the page itself where workers are refused. */
import { Connection } from './connection';
import { AbortError, CoreError } from './errors';
import { pageWorker } from './host';
import { loadModule } from './load';
import type { WorkerLike } from './protocol';
import type { Model, Registry, Table, TableHandle } from './types';
import type { Comma } from './wasm';

export interface SupplyOptions {
  registry: Registry;
  /** Where the core is, or its bytes where they stand in the page. */
  wasmUrl: string | URL | BufferSource;
  /** May throw, and the worker may fail: then the page computes by itself, within a limit. */
  createWorker: () => WorkerLike;
}

/** How to give a worker a table again. */
export interface StoredTable {
  model: Model;
  source: string | Table;
  comma: Comma;
}

export class Supply {
  private module: Promise<WebAssembly.Module> | null = null;
  private isFresh = false;
  private isRefused = false;

  constructor(private readonly options: SupplyOptions) {}

  /** Workers are refused. Known after the first `open`. */
  get isOnPage(): boolean {
    return this.isRefused;
  }

  /** A new worker with a core in it. */
  async open(): Promise<Connection> {
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
      if (this.isRefused || (error instanceof CoreError && error.kind !== 'trap')) throw error;
      this.isRefused = true;
      return this.open();
    }
  }

  compiled(): Promise<WebAssembly.Module> {
    this.module ??= loadModule(this.options.wasmUrl, this.isFresh).catch((error: unknown) => {
      // Being offline passes; what the browser refused once it refuses again.
      if (error instanceof CoreError && error.kind === 'load') this.module = null;
      throw error;
    });
    return this.module;
  }

  private createWorker(): WorkerLike {
    if (this.isRefused) return pageWorker();
    try {
      return this.options.createWorker();
    } catch {
      this.isRefused = true;
      return pageWorker();
    }
  }
}

/** Tells a worker of a model, and of a table that a run names, unless it knows them. */
export async function tell(
  connection: Connection,
  tables: ReadonlyMap<TableHandle, StoredTable>,
  model: Model,
  handle: TableHandle | undefined,
): Promise<void> {
  if (!connection.models.has(model.id)) {
    await connection.call({ type: 'model', model });
    connection.models.add(model.id);
  }
  if (handle === undefined || connection.tables.has(handle)) return;
  const stored = tables.get(handle);
  // Only a run asked for after its table was released: whoever asked has moved on.
  if (!stored) throw new AbortError();
  await connection.call({
    type: 'table',
    model: model.id,
    handle,
    source: stored.source,
    comma: stored.comma,
  });
  connection.tables.add(handle);
}
