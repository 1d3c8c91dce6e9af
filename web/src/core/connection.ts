/** One worker with a core in it, from its start to its end. */
import { AbortError, CoreError, RefusalError } from './errors';
import type { Answer, Answers, Reply, Task, WorkerLike } from './protocol';
import type { Registry, TableHandle } from './types';

/** Above this a worker is replaced after the call: WASM memory never shrinks. */
const LARGE_MEMORY = 256 * 2 ** 20;

interface Pending {
  resolve(value: Answer): void;
  reject(error: Error): void;
}

export class Connection {
  /** What this worker has been told, so that the client knows what to tell a new one. */
  readonly models = new Set<string>();
  readonly tables = new Set<TableHandle>();
  private readonly pending = new Map<number, Pending>();
  private memoryBytes = 0;
  private nextId = 1;
  private isClosed = false;

  private constructor(private readonly worker: WorkerLike) {
    worker.onmessage = (event: MessageEvent<Reply>) => this.receive(event.data);
    worker.onmessageerror = () => this.break();
    worker.onerror = () => this.break();
  }

  /**
   * Starts a core in a worker that may still be loading. Rejects with the core's own CoreError, or with one of kind
   * `trap` when the worker itself failed.
   */
  static async open(
    worker: WorkerLike,
    module: Promise<WebAssembly.Module>,
    registry: Registry,
  ): Promise<Connection> {
    const connection = new Connection(worker);
    try {
      await connection.call({ type: 'init', module: await module, registry });
      return connection;
    } catch (error) {
      connection.close();
      throw error;
    }
  }

  /** Whether the next call should go to another worker. */
  get isSpent(): boolean {
    return this.isClosed || this.memoryBytes > LARGE_MEMORY;
  }

  /** Rejects with a RefusalError, a CoreError, or an AbortError when the connection is closed meanwhile. */
  call<T extends Task>(task: T): Promise<Answers[T['type']]> {
    return new Promise((resolve, reject) => {
      if (this.isClosed) throw stopped();
      const id = this.nextId++;
      this.pending.set(id, { resolve: (value) => resolve(value as Answers[T['type']]), reject });
      this.worker.postMessage({ id, task });
    });
  }

  /** Ends the worker, in the middle of a run if need be. */
  close(reason: Error = new AbortError()): void {
    this.isClosed = true;
    this.worker.terminate();
    for (const { reject } of this.pending.values()) reject(reason);
    this.pending.clear();
  }

  private receive({ id, memoryBytes, outcome }: Reply): void {
    const pending = this.pending.get(id);
    this.pending.delete(id);
    this.memoryBytes = memoryBytes;
    if ('value' in outcome) pending?.resolve(outcome.value);
    else if ('refusal' in outcome) pending?.reject(new RefusalError(outcome.refusal));
    else {
      const { kind, message } = outcome.failure;
      pending?.reject(new CoreError(kind, message));
      if (kind === 'trap') this.close();
    }
  }

  private break(): void {
    this.close(stopped());
  }
}

function stopped(): CoreError {
  return new CoreError('trap', 'The computing core stopped.');
}
