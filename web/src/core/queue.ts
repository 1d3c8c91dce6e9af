/** Calls in order, one at a time; of one key only the newest. */
import type { Connection } from './connection';
import { AbortError, CoreError } from './errors';

/** How long a run that nobody waits for may go on before its worker is ended, in ms. */
const ABORTED_GRACE = 200;
/** A superseded run keeps a dragged control lively when it is let finish; beyond this it only delays the next. */
const SUPERSEDED_GRACE = 1000;

export interface CallOptions {
  signal?: AbortSignal;
  /** A newer call with the same key takes the place of one that waits. */
  key?: string;
}

interface Job {
  key?: string;
  perform(connection: Connection): Promise<void>;
  reject(error: unknown): void;
}

interface Running {
  job: Job;
  connection: Connection;
  since: number;
  timer?: ReturnType<typeof setTimeout>;
}

export class Queue {
  private waiting: Job[] = [];
  private running: Running | null = null;
  private isPumping = false;

  constructor(private readonly connect: () => Promise<Connection>) {}

  /** `perform` must do all its work through the connection, so that closing that ends it. */
  call<T>(perform: (connection: Connection) => Promise<T>, { signal, key }: CallOptions = {}): Promise<T> {
    return new Promise((resolve, reject) => {
      if (signal?.aborted) throw new AbortError();
      const job: Job = { key, reject, perform: async (connection) => resolve(await perform(connection)) };
      if (key !== undefined) this.supersede(key);
      signal?.addEventListener('abort', () => this.abort(job), { once: true });
      this.waiting.push(job);
      void this.pump();
    });
  }

  private supersede(key: string): void {
    for (const job of this.waiting) if (job.key === key) job.reject(new AbortError());
    this.waiting = this.waiting.filter((job) => job.key !== key);
    if (this.running?.job.key === key) this.endWithin(this.running, SUPERSEDED_GRACE);
  }

  private abort(job: Job): void {
    job.reject(new AbortError());
    this.waiting = this.waiting.filter((other) => other !== job);
    if (this.running?.job === job) this.endWithin(this.running, ABORTED_GRACE);
  }

  /** Ends the worker if the run still goes on that long after it began. */
  private endWithin(running: Running, milliseconds: number): void {
    clearTimeout(running.timer);
    const left = running.since + milliseconds - performance.now();
    running.timer = setTimeout(() => running.connection.close(), Math.max(0, left));
  }

  /** A job is taken only once there is a worker for it: until then a newer one may take its place. */
  private async pump(): Promise<void> {
    if (this.isPumping) return;
    this.isPumping = true;
    while (this.waiting.length > 0) {
      try {
        const connection = await this.connect();
        const job = this.waiting.shift();
        if (job) await this.perform(job, connection);
      } catch (error) {
        for (const job of this.waiting.splice(0)) job.reject(error);
      }
    }
    this.isPumping = false;
  }

  private async perform(job: Job, connection: Connection): Promise<void> {
    const running: Running = { job, connection, since: performance.now() };
    this.running = running;
    try {
      await job.perform(connection);
    } catch (error) {
      job.reject(error);
      // What could not even be sent, or ran out of memory, leaves a worker that is better not trusted.
      if (error instanceof CoreError) connection.close();
    } finally {
      clearTimeout(running.timer);
      this.running = null;
      // Gives the memory of a very large run back now, not at the next call.
      if (connection.isSpent) connection.close();
    }
  }
}
