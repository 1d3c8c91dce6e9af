import type { BandPoint } from './band';
import type { Level } from './contour';

/**
 * One chart specification, plain data, two drawers.
 *
 * A lab note (content/labs/<model>.md) says which outputs a figure shows: that is a `FigureSpec`, which names outputs.
 * `resolveFigure` (resolve.ts) fills it from a result: that is a `Chart`, which holds only numbers and words. `svg.ts`
 * draws a Chart as a static picture, `chartjs.ts` as a live one.
 */

/**
 * Where a number comes from: a scalar's id (`bytes_total`), a series' id (`hist_edge`), or an input (`in.tokens`).
 */
export type Source = string;

/**
 * What a mark means, which fixes its colour everywhere: the reader's run (accent), theory or a reference (ink, dashed),
 * a limit (warm), the reader's data (blue), what is flagged (vermilion).
 */
export type Role = 'run' | 'theory' | 'limit' | 'data' | 'flagged';

export interface AxisSpec {
  label: string;
  /** Unit shown on the axis: `GiB` divides by 2^30, `MiB` by 2^20, `%` multiplies by 100; any other is only shown. */
  unit?: string;
  scale?: 'linear' | 'log';
  /** Keep zero in view on a linear axis. */
  zero?: boolean;
}

export type MarkSpec =
  | { type: 'line'; x: Source; y: Source; role: Role; label: string }
  /** Iso-levels of a grid, under all else, deeper in tone where it is lower. The axes keep to its window, whatever else is drawn, and must be linear. */
  | { type: 'contour'; grid: Source; role: Role; label: string }
  /** A trajectory in x and y, its start and end marked; where it leaves a contour's window it is cut and marked. */
  | { type: 'path'; x: Source; y: Source; role: Role; label: string }
  /** Where a curve lies over many seeds, 10 to 90 %; drawn once the reader has run them. */
  | { type: 'band'; x: Source; y: Source; role: Role; label: string }
  /** Bars from bin edges: `y[i]` stands between `x[i]` and `x[i + 1]`; the last y is not drawn. */
  | { type: 'histogram'; x: Source; y: Source; role: Role; label: string }
  /** A limit across the plot, named on the line. Give exactly one of x and y. */
  | { type: 'rule'; x?: Source; y?: Source; role: Role; label: string }
  | { type: 'point'; x: Source; y: Source; role: Role; label: string }
  /** Single values as dots on a strip above the plot; `row`, a series, says from which row of the table each came. */
  | { type: 'strip'; x: Source; row?: Source; role: Role; label: string }
  /** A box plot on the strip above the plot. */
  | {
      type: 'box';
      low: Source;
      q1: Source;
      median: Source;
      q3: Source;
      high: Source;
      role: Role;
      label: string;
    };

/** Alternatives, first match wins; the last has no `when`. `{{...}}` are bindings (see lib/sentence.ts). */
export type Sentence = {
  when?: Record<Source, { eq?: number | null; lt?: number; gt?: number }>;
  text: string;
}[];

export interface FigureSpec {
  /** The finding, in words that change with the inputs. */
  title: Sentence;
  /** What the picture shows, for those who do not see it. */
  summary: Sentence;
  x: AxisSpec;
  y: AxisSpec;
  marks: MarkSpec[];
}

/** A filled axis: numbers on it are already in its unit. */
export interface Axis {
  label: string;
  unit: string;
  scale: 'linear' | 'log';
  zero: boolean;
}

export type Mark =
  | { type: 'line'; role: Role; label: string; points: [number, number | null][] }
  | {
      type: 'contour';
      role: Role;
      label: string;
      window: { x0: number; x1: number; y0: number; y1: number };
      levels: Level[];
    }
  | { type: 'path'; role: Role; label: string; points: ([number, number] | null)[] }
  | { type: 'band'; role: Role; label: string; points: BandPoint[] }
  | { type: 'histogram'; role: Role; label: string; edges: number[]; counts: number[] }
  | { type: 'rule'; role: Role; label: string; axis: 'x' | 'y'; at: number }
  | { type: 'point'; role: Role; label: string; x: number; y: number }
  | { type: 'strip'; role: Role; label: string; xs: number[]; rows?: number[] }
  | {
      type: 'box';
      role: Role;
      label: string;
      low: number;
      q1: number;
      median: number;
      q3: number;
      high: number;
    };

export interface Chart {
  title: string;
  summary: string;
  x: Axis;
  y: Axis;
  marks: Mark[];
  /** Said under the picture: what is not drawn and why (zeros on a log axis, thinned points). */
  remarks: string[];
  /** The numbers of the picture as a table, unthinned up to 1,000 rows. */
  table: { caption: string; columns: { label: string; unit: string }[]; rows: (number | null)[][] }[];
}
