/** The runs of a session at its inputs and many seeds; asked for by the reader, gone when an input changes. */
import { batch, signal, type ReadonlySignal } from '@preact/signals-core';
import type { Client, ManyRun } from './client';
import { AbortError } from './errors';
import type { Model, Result } from './types';

export interface Ensemble {
  /** By seed, from the session's own seed on; empty until all have ended. */
  readonly results: ReadonlySignal<Result[]>;
  /** Null when none is going on. */
  readonly progress: ReadonlySignal<{ done: number; total: number } | null>;
  /** Why the last one failed, fit to be shown. */
  readonly failure: ReadonlySignal<string | null>;
  /** Runs `count` seeds; one that is going on is ended first. */
  run(count: number): Promise<void>;
  /** Ends what is going on, and forgets what there is. */
  clear(): void;
}

export class EnsembleStore implements Ensemble {
  readonly results = signal<Result[]>([]);
  readonly progress = signal<{ done: number; total: number } | null>(null);
  readonly failure = signal<string | null>(null);
  private running = new AbortController();

  constructor(
    private readonly client: Client,
    private readonly model: Model,
    /** The session's present inputs. */
    private readonly inputs: () => Promise<ManyRun>,
    /** Puts a failure into words. */
    private readonly words: (error: unknown) => string,
  ) {}

  async run(count: number): Promise<void> {
    this.clear();
    const running = (this.running = new AbortController());
    const { signal } = running;
    const show = (done: number, total: number) => {
      if (!signal.aborted) this.progress.value = { done, total };
    };
    show(0, count);
    try {
      const first = await this.inputs();
      const runs = Array.from({ length: count }, (_, i) => ({ ...first, seed: first.seed + i }));
      const results = await this.client.runMany(this.model, runs, { signal, onProgress: show });
      if (signal.aborted) return;
      batch(() => {
        this.results.value = results;
        this.progress.value = null;
      });
    } catch (error) {
      if (signal.aborted || error instanceof AbortError) return;
      batch(() => {
        this.progress.value = null;
        this.failure.value = this.words(error);
      });
    }
  }

  clear(): void {
    this.running.abort();
    batch(() => {
      this.progress.value = null;
      this.failure.value = null;
      // The same empty list stays, so that nothing is drawn again for it.
      if (this.results.peek().length > 0) this.results.value = [];
    });
  }
}
