/**
 * The binder of a page: numbers in the text follow the lab beside it. A run takes the lab's inputs with its own on top,
 * and is computed again unless those are what the lab itself has just computed.
 */
import { effect } from '@preact/signals-core';
import type { Client } from '../../core/client';
import { AbortError } from '../../core/errors';
import { whenOpen, type Session } from '../../core/session';
import type { Params, Result, TableHandle } from '../../core/types';
import type { LiveData, LiveRun } from '../../lib/live';
import { patch, numbersOf } from './numbers';
import { Stale } from './stale';

/** Follows a lab for as long as the page lives. */
export async function follow(
  { model, runs }: LiveData,
  connect: () => Promise<{ client: Client }>,
): Promise<void> {
  const { client } = await connect();
  const session = await whenOpen(model);
  const stale = new Stale();
  for (const run of runs) new Follower(run, session, client, stale).start();
  watchRefusal(session, stale);
}

/** While the lab's inputs are refused, the text shows the last ones that were not. */
function watchRefusal(session: Session, stale: Stale): void {
  effect(() => stale.set('', session.refusal.value !== null));
}

class Follower {
  private readonly elements: Element[];
  private shown: Result | null = null;

  constructor(
    private readonly run: LiveRun,
    private readonly session: Session,
    private readonly client: Client,
    private readonly stale: Stale,
  ) {
    this.elements = numbersOf(run.name);
  }

  start(): void {
    effect(() => {
      const result = this.session.result.value;
      // The first result is the one that the build has already written into the text.
      if (!result || this.shown === null) this.shown = result;
      else void this.update(result, this.session.resultTable);
    });
  }

  private async update(lab: Result, table: TableHandle | undefined): Promise<void> {
    try {
      const result = await this.compute(lab, table);
      // A newer move has been made meanwhile; its own update is on the way.
      if (this.session.result.peek() !== lab) return;
      this.shown = result;
      patch(this.elements, this.session.model, result);
      this.stale.set(this.run.name, false);
    } catch (error) {
      // Refused: the lab's inputs are fine, but not together with this run's own. Or the core failed.
      if (!(error instanceof AbortError)) this.stale.set(this.run.name, true);
    }
  }

  private async compute(lab: Result, table: TableHandle | undefined): Promise<Result> {
    const params: Params = { ...lab.params, ...this.run.own };
    if (Object.entries(params).every(([id, value]) => lab.params[id] === value)) return lab;
    const { seed } = lab;
    return this.client.run(this.session.model, params, { seed, table, key: `text ${this.run.name}` });
  }
}
