/** What the page and a worker say to each other. Plain data; a call and its reply share an id. */
import type { CoreErrorKind } from './errors';
import type { BadCell, Comma, TableShape } from './readtable';
import type { Model, Params, Refusal, Registry, Result, Table, TableHandle } from './types';

/** What a worker can be asked to do. `init` comes first, and a model or table before the run that uses it. */
export type Task =
  | { type: 'init'; module: WebAssembly.Module; registry: Registry }
  | { type: 'model'; model: Model }
  | { type: 'table'; model: string; handle: TableHandle; source: string | Table; comma: Comma }
  | { type: 'release'; handle: TableHandle }
  | { type: 'run'; model: string; params: Params; seed: number; table?: TableHandle };

/** What a table turned out to hold; its cells stay with the worker. */
export interface TableSummary {
  handle: TableHandle;
  rows: number;
  /** Cells without a value in the columns that the table has, bad ones not counted. */
  missing: number;
  names: string[] | null;
  shape: TableShape;
  /** The first 20 cells that could not be read, and how many there are. */
  bad: BadCell[];
  badTotal: number;
}

/** What each task gives. */
export interface Answers {
  init: null;
  model: null;
  table: TableSummary;
  release: null;
  run: Result;
}

export type Answer = Answers[keyof Answers];

export interface Call {
  id: number;
  task: Task;
}

export type Outcome =
  { value: Answer } | { refusal: Refusal } | { failure: { kind: CoreErrorKind; message: string } };

export interface Reply {
  id: number;
  /** WASM memory in use after the call; it never shrinks. */
  memoryBytes: number;
  outcome: Outcome;
}

/** A Worker, or what stands in for one: the page itself where workers are refused, a channel in tests. */
export interface WorkerLike {
  postMessage(message: Call): void;
  terminate(): void;
  onmessage: ((event: MessageEvent) => void) | null;
  onmessageerror: ((event: MessageEvent) => void) | null;
  onerror: ((event: ErrorEvent) => void) | null;
}

/** The worker's own end. */
export interface Port {
  postMessage(message: Reply, options?: { transfer: Transferable[] }): void;
  onmessage: ((event: MessageEvent) => void) | null;
}
