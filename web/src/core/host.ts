/** Answers calls: the same code in a worker and, where workers are refused, on the page. It knows no model. */
import { CoreError } from './errors';
import type { Answer, Call, Outcome, Port, Task, TableSummary, WorkerLike } from './protocol';
import type { Model, Registry, Result, Table, TableHandle } from './types';
import { Core, isRefusal, type ReadTable } from './wasm';

/** A run on the page blocks it: about 0.2 s. */
export const PAGE_WORK_LIMIT = 2e8;

/** A core, the models it was told of and the tables it holds. */
export class Host {
  private readonly models = new Map<string, Model>();
  private readonly tables = new Map<TableHandle, Table>();

  private constructor(
    private readonly core: Core,
    private readonly registry: Registry,
    private readonly workLimit: number,
  ) {}

  static async create(module: WebAssembly.Module, registry: Registry, workLimit: number): Promise<Host> {
    return new Host(await Core.create(module, registry), registry, workLimit);
  }

  get memoryBytes(): number {
    return this.core.memoryBytes;
  }

  answer(task: Exclude<Task, { type: 'init' }>): Outcome {
    if (task.type === 'model') {
      this.models.set(task.model.id, task.model);
      return { value: null };
    }
    if (task.type === 'release') {
      this.tables.delete(task.handle);
      return { value: null };
    }
    const outcome = task.type === 'run' ? this.run(task) : this.read(task);
    return isRefusal(outcome) ? { refusal: outcome } : { value: outcome };
  }

  private run(task: Task & { type: 'run' }) {
    const index = this.registry.models.find(({ id }) => id === task.model)?.index ?? -1;
    const table = task.table === undefined ? undefined : this.tables.get(task.table);
    return this.core.run(index, this.model(task.model), task.params, {
      table,
      seed: task.seed,
      workLimit: this.workLimit,
    });
  }

  private read(task: Task & { type: 'table' }) {
    const { columns } = this.model(task.model);
    const read =
      typeof task.source === 'string'
        ? this.core.readTable(task.source, columns, task.comma)
        : asRead(task.source);
    if (isRefusal(read)) return read;
    this.tables.set(task.handle, read.table);
    return summary(task.handle, read);
  }

  private model(id: string): Model {
    const model = this.models.get(id);
    if (!model) throw new Error(`the worker was not told of ${id}`);
    return model;
  }
}

/** Serves calls that arrive at a port, one after the other. */
export function serve(port: Port, workLimit = Infinity): void {
  let host: Host | undefined;
  const outcomeOf = async (task: Task): Promise<Outcome> => {
    if (task.type !== 'init') return host ? host.answer(task) : failure(new Error('not ready'));
    host = await Host.create(task.module, task.registry, workLimit);
    return { value: null };
  };
  port.onmessage = (event: MessageEvent<Call>) => {
    const { id, task } = event.data;
    void outcomeOf(task)
      .catch(failure)
      .then((outcome) => {
        const transfer = 'value' in outcome ? buffersOf(outcome.value) : [];
        port.postMessage({ id, memoryBytes: host?.memoryBytes ?? 0, outcome }, { transfer });
      });
  };
}

/** The page as its own worker. Calls are put off by a task so that it can paint first. */
export function pageWorker(workLimit = PAGE_WORK_LIMIT): WorkerLike {
  let isOpen = true;
  const worker: WorkerLike = {
    onmessage: null,
    onmessageerror: null,
    onerror: null,
    postMessage: (data) => setTimeout(() => port.onmessage?.(new MessageEvent('message', { data }))),
    terminate: () => {
      isOpen = false;
    },
  };
  const port: Port = {
    onmessage: null,
    postMessage: (data) => {
      if (isOpen) worker.onmessage?.(new MessageEvent('message', { data }));
    },
  };
  serve(port, workLimit);
  return worker;
}

function failure(error: unknown): Outcome {
  const message = error instanceof Error ? error.message : String(error);
  return { failure: { kind: error instanceof CoreError ? error.kind : 'trap', message } };
}

/** The buffers of a result, to be handed over instead of copied. */
function buffersOf(value: Answer): Transferable[] {
  return value && 'series' in value ? resultArrays(value).map((array) => array.buffer) : [];
}

function resultArrays(result: Result): Float64Array[] {
  return [...Object.values(result.series), ...Object.values(result.grids).map((grid) => grid.values)];
}

/** A table that arrives as columns, as if it had been read. */
function asRead(table: Table): ReadTable {
  const columns = Object.keys(table.columns);
  const shape = { separator: ',', comma: 'separator', hasHeader: true, byPosition: false, columns } as const;
  return { table, names: null, shape, bad: [], badTotal: 0 };
}

function summary(handle: TableHandle, { table, names, shape, bad, badTotal }: ReadTable): TableSummary {
  let empty = 0;
  for (const id of shape.columns) for (const cell of table.columns[id] ?? []) if (Number.isNaN(cell)) empty++;
  return { handle, rows: table.rows, missing: Math.max(0, empty - badTotal), names, shape, bad, badTotal };
}
