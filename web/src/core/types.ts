/**
 * The shapes that flow between the core and the page. Plain data only: everything here can be posted to a worker,
 * written as JSON, and read without Preact or a DOM.
 */

/** One named value of a CHOICE. Its position is its number. */
export interface Choice {
  id: string;
  label: string;
}

export type Kind = 'real' | 'int' | 'bool' | 'choice';

/** A parameter as `workings describe` prints it. Values travel as numbers: bool 0 or 1, choice its position. */
export interface Param {
  id: string;
  label: string;
  unit: string;
  help: string;
  kind: Kind;
  scale: 'linear' | 'log';
  default: number;
  min: number;
  max: number;
  slider_min: number;
  slider_max: number;
  choices: Choice[];
  group: string;
  advanced: boolean;
}

export interface Column {
  id: string;
  label: string;
  unit: string;
  min: number;
  max: number;
  may_be_missing: boolean;
}

export interface Scalar {
  id: string;
  label: string;
  unit: string;
  help: string;
  kind: Kind;
  may_be_null: boolean;
  choices: Choice[];
}

export interface Group {
  id: string;
  label: string;
}

/** `group` is the id of its group; the first series of a group is the x of the others. */
export interface Series {
  id: string;
  label: string;
  unit: string;
  group: string;
  may_be_null: boolean;
}

export interface Grid {
  id: string;
  label: string;
  unit: string;
}

export interface Note {
  id: string;
  text: string;
}

/** One model as `build/registry/<model>.json` holds it. */
export interface Model {
  id: string;
  title: string;
  summary: string;
  rev: number;
  random: boolean;
  max_rows: number;
  params: Param[];
  columns: Column[];
  scalars: Scalar[];
  groups: Group[];
  series: Series[];
  grids: Grid[];
  notes: Note[];
}

/** Byte offsets of a C struct's fields, printed by the core itself so that nothing is typed twice. */
export type Layout = Record<string, number>;

/** `build/registry/index.json`: what is common to all models. */
export interface Registry {
  /** Structure hash that the WASM must report too. */
  hash: number;
  models: { id: string; title: string; summary: string; rev: number; index: number }[];
  /** Reason number -> its id and its text with {fields}. */
  reasons: { reason: number; id: string; text: string }[];
  abi: {
    plan: Layout;
    error: Layout;
    shape: Layout;
    bad_cell: Layout;
    span: Layout;
    limits: Record<string, number>;
    status: Record<string, number>;
    comma: Record<string, number>;
  };
}

/** Values by parameter id, as numbers. Absent ids take their default. */
export type Params = Record<string, number>;

/** A table held by the worker; pages pass the handle around, never the cells. */
export type TableHandle = number;

/** Columns by id. NaN is a missing cell. */
export interface Table {
  rows: number;
  columns: Record<string, Float64Array>;
}

export interface GridValues {
  rows: number;
  columns: number;
  x0: number;
  x1: number;
  y0: number;
  y1: number;
  values: Float64Array;
}

/** What a run gives. NaN in typed arrays and null in scalars mean "does not apply". */
export interface Result {
  model: string;
  rev: number;
  seed: number;
  params: Params;
  /** Rows of the table that was used; 0 without one. */
  rows: number;
  scalars: Record<string, number | null>;
  series: Record<string, Float64Array>;
  grids: Record<string, GridValues>;
  notes: string[];
}

/** What the core refused, by ids; `refusalText` (message.ts) puts it into words. */
export interface Refusal {
  status: string;
  reason: number;
  /** Parameter ids; in a conflict `param` depends on `other`. */
  param?: string;
  other?: string;
  /** 0-based data row and column id. */
  row?: number;
  column?: string;
  /** The raw text that could not be read, when there was one. */
  text?: string;
}
