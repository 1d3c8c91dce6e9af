/** A worker whose runs end when the test says so. */
import type { Call, Outcome, Task, WorkerLike } from '../../web/src/core/protocol';
import type { Result } from '../../web/src/core/types';

export function resultOf(params: Record<string, number>): Result {
  return {
    model: 'kv_cache',
    rev: 1,
    seed: 1,
    params,
    rows: 0,
    scalars: {},
    series: {},
    grids: {},
    notes: [],
  };
}

export class ScriptedWorker implements WorkerLike {
  onmessage: WorkerLike['onmessage'] = null;
  onmessageerror: WorkerLike['onmessageerror'] = null;
  onerror: WorkerLike['onerror'] = null;
  readonly tasks: Task[] = [];
  isTerminated = false;
  memoryBytes = 0;
  private waiting: Call | undefined;

  postMessage(call: Call): void {
    this.tasks.push(call.task);
    if (call.task.type === 'run') this.waiting = call;
    else if (call.task.type === 'table') this.reply(call, { value: summaryOf(call.task.handle) });
    else this.reply(call, { value: null });
  }

  terminate(): void {
    this.isTerminated = true;
  }

  get runs(): Extract<Task, { type: 'run' }>[] {
    return this.tasks.filter((task) => task.type === 'run');
  }

  /** Ends the present run, with its own parameters as the result unless told otherwise. */
  finish(outcome?: Outcome): void {
    const call = this.waiting;
    this.waiting = undefined;
    if (call?.task.type !== 'run') throw new Error('no run is waiting');
    this.reply(call, outcome ?? { value: resultOf(call.task.params) });
  }

  fail(): void {
    this.onerror?.(new Event('error') as ErrorEvent);
  }

  private reply({ id }: Call, outcome: Outcome): void {
    queueMicrotask(() => {
      const data = { id, memoryBytes: this.memoryBytes, outcome };
      if (!this.isTerminated) this.onmessage?.(new MessageEvent('message', { data }));
    });
  }
}

function summaryOf(handle: number) {
  const shape = {
    separator: ',',
    comma: 'separator',
    hasHeader: true,
    byPosition: false,
    columns: [] as string[],
  } as const;
  return { handle, rows: 1, missing: 0, names: null, shape: { ...shape, columns: [] }, bad: [], badTotal: 0 };
}
