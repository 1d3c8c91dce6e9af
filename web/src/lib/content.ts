/** What the build hands to an island: content already compiled, as JSON in the page. */
import type { Model, Params } from '../core/types';
import type { FigureSpec } from './figure/spec';

/** A known-good or known-bad setting, with a sentence on why it behaves so. */
export interface Preset {
  id: string;
  label: string;
  good: boolean;
  why: string;
  params: Params;
  /** A table as text, for models that take one. */
  table?: string;
}

/** A lab note as the lab page uses it. Formulas are MathML strings by scalar id. */
export interface LabNote {
  figure: FigureSpec;
  /** Further figures, under the results. */
  figures: FigureSpec[];
  /** Scalars shown first and large; the rest follow. */
  primary: string[];
  formulas: Record<string, string>;
  presets: Preset[];
  /** What is on stage before anything is touched: the table, as text, of a model that takes one. */
  table?: string;
}

/** A result as JSON: typed arrays as lists, NaN as null. */
export interface ResultJson {
  model: string;
  rev: number;
  seed: number;
  params: Params;
  rows: number;
  scalars: Record<string, number | null>;
  series: Record<string, (number | null)[]>;
  grids: Record<
    string,
    {
      rows: number;
      columns: number;
      x0: number;
      x1: number;
      y0: number;
      y1: number;
      values: (number | null)[];
    }
  >;
  notes: string[];
}

export interface LabProps {
  model: Model;
  note: LabNote;
  /** The run at the defaults, computed at build time: on stage before the core has arrived. */
  initial: ResultJson;
  /** `page`: the lab is the page. `beside`: it stands beside a text that it drives. */
  place: 'page' | 'beside';
  /** Inputs at which it starts, when they are not the defaults (a question's example). */
  params?: Params;
  table?: string;
  /** Relative address of the model's own lab page, for the share link of a lab that stands beside a text. */
  labHref: string;
}
