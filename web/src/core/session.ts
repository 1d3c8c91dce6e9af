/** The sessions of a page: for each model one store of what goes in, what came out, and what is wrong. */
import type { ReadonlySignal, Signal } from '@preact/signals-core';
import type { Client, Comma } from './client';
import type { Ensemble } from './ensemble';
import { Store } from './store';
import type { TableInfo } from './tableslot';
import type { Model, Params, Refusal, Registry, Result, TableHandle } from './types';

export type { TableInfo } from './tableslot';

export interface SessionOptions {
  model: Model;
  registry: Registry;
  client: Client;
  /** The result at exactly the opening inputs below: nothing runs until they change. */
  initial?: Result;
  /** Opening inputs, to which `reset` returns; absent ones are the defaults, seed 1, no table. */
  params?: Params;
  seed?: number;
  table?: string | null;
  /** Name in `sessions`; the model's id when absent. */
  key?: string;
}

export interface Shown {
  refusal: Refusal;
  text: string;
}

export interface Session {
  readonly model: Model;
  /** All parameters by id. May hold a value the core refuses (then `refusal` says so), never one that is not finite. */
  readonly params: Signal<Params>;
  readonly seed: Signal<number>;
  readonly tableText: ReadonlySignal<string | null>;
  /** The reader's answer to what a comma in the table means; `auto` when it was not asked. */
  readonly comma: ReadonlySignal<Comma>;
  /** Null without a table, and until the text has been read. */
  readonly tableInfo: ReadonlySignal<TableInfo | null>;
  /** The last good result. It stays while a newer run is refused or fails; its own `params` say what it belongs to. */
  readonly result: ReadonlySignal<Result | null>;
  /** The table from which that result was computed. */
  readonly resultTable: TableHandle | undefined;
  /** What is wrong with the present inputs. */
  readonly refusal: ReadonlySignal<Shown | null>;
  /** Why nothing can be computed at all, fit to be shown. */
  readonly failure: ReadonlySignal<string | null>;
  readonly busy: ReadonlySignal<boolean>;
  /** The reader stopped the run of the present inputs: the result is that of earlier ones. */
  readonly stopped: ReadonlySignal<boolean>;
  /** Runs at these inputs and other seeds. */
  readonly ensemble: Ensemble;
  /** Unknown ids are ignored. */
  set(id: string, value: number): void;
  setMany(values: Params): void;
  /** Sets a parameter from what was typed; text that is no number becomes the refusal and changes nothing else. */
  setText(id: string, text: string): Promise<void>;
  /** `comma` answers the question in `tableInfo`. */
  setTable(text: string | null, comma?: Comma): void;
  reset(): void;
  /** Stops the present run; the last good result stays, and `stopped` says so. */
  cancel(): void;
  /** Runs the present inputs, after `cancel`. */
  again(): void;
  close(): void;
}

/** The sessions open on this page, by key. */
export const sessions = new Map<string, Session>();

const waiting = new Map<string, ((session: Session) => void)[]>();

/** The session of this key, as soon as it is open: whoever follows a lab may wake before the lab's core has arrived. */
export function whenOpen(key: string): Promise<Session> {
  const session = sessions.get(key);
  if (session) return Promise.resolve(session);
  return new Promise((resolve) => waiting.set(key, [...(waiting.get(key) ?? []), resolve]));
}

/** Opens a session, or gives the one that is open under this key. */
export function openSession(options: SessionOptions): Session {
  const key = options.key ?? options.model.id;
  const session = sessions.get(key) ?? new Store(options, key, () => sessions.delete(key));
  sessions.set(key, session);
  const resolvers = waiting.get(key) ?? [];
  waiting.delete(key);
  for (const resolve of resolvers) resolve(session);
  return session;
}
