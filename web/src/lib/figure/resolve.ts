/** Fills a figure's specification with the numbers of a run. Pure: the build, the page and the tests call the same. */
import type { Model, Result } from '../../core/types';
import { fixed } from '../digits';
import { fillText, lookupIn, resolveSentence } from '../sentence';
import { rulesOutside } from './scale';
import type { Axis, AxisSpec, Chart, FigureSpec, Mark, MarkSpec, Source } from './spec';
import { tableOf, type Named } from './table';

/** Larger numbers have no place in a picture: their span would leave the range of doubles. */
const MOST = 1e302;
/** And on a log axis smaller ones are as good as zero. */
const LEAST = 1e-290;

const UNIT_FACTOR: Record<string, number> = { GiB: 2 ** -30, MiB: 2 ** -20, KiB: 2 ** -10, '%': 100 };

type Values = ArrayLike<number | null>;
class Filler {
  readonly remarks: string[] = [];
  private droppedX = 0;
  private droppedY = 0;

  constructor(
    private readonly spec: FigureSpec,
    private readonly model: Model,
    private readonly result: Result,
  ) {}

  private axis(which: 'x' | 'y'): AxisSpec {
    return this.spec[which];
  }

  private raw(source: Source): number | null {
    const value = source.startsWith('in.')
      ? this.result.params[source.slice(3)]
      : this.result.scalars[source];
    return value ?? null;
  }

  /** A number as the axis shows it; null when there is none that can be drawn. */
  private place(which: 'x' | 'y', value: number | null | undefined): number | null {
    if (value === null || value === undefined || !Number.isFinite(value)) return null;
    const scaled = value * (UNIT_FACTOR[this.axis(which).unit ?? ''] ?? 1);
    if (this.axis(which).scale === 'log' && scaled < LEAST) {
      if (which === 'x') this.droppedX++;
      else this.droppedY++;
      return null;
    }
    return Math.abs(scaled) < MOST ? scaled : null;
  }

  single(which: 'x' | 'y', source: Source): number | null {
    return this.place(which, this.raw(source));
  }

  list(which: 'x' | 'y', source: Source): (number | null)[] {
    const values: Values = this.result.series[source] ?? [this.raw(source)];
    return Array.from(values, (value) => this.place(which, value));
  }

  /** Rows of the table, which stand on no axis. */
  rows(source: Source): number[] {
    return Array.from(this.result.series[source] ?? []);
  }

  named(which: 'x' | 'y', source: Source): Named {
    const id = source.replace(/^in\./, '');
    const found =
      this.model.series.find((s) => s.id === id) ??
      this.model.scalars.find((s) => s.id === id) ??
      this.model.params.find((p) => p.id === id);
    const unit = this.axis(which).unit ?? '';
    return { label: found?.label ?? id, unit: unit in UNIT_FACTOR ? unit : (found?.unit ?? unit) };
  }

  /** Said once per axis, after all marks are filled. */
  logRemarks(): void {
    const say = (count: number, which: 'x' | 'y') => {
      if (count === 0) return;
      const subject = count === 1 ? '1 value at or below zero is' : `${fixed(count, 0)} values at or below zero are`;
      this.remarks.push(
        `${subject} not drawn: the axis "${this.axis(which).label}" is logarithmic and has no zero.`,
      );
    };
    say(this.droppedX, 'x');
    say(this.droppedY, 'y');
  }
}

/** A mark, or null when what it shows does not apply to this run. */
function fillMark(spec: MarkSpec, filler: Filler): Mark | null {
  const { role, label } = spec;
  switch (spec.type) {
    case 'line': {
      const ys = filler.list('y', spec.y);
      const points: [number, number | null][] = [];
      filler.list('x', spec.x).forEach((x, i) => {
        if (x !== null) points.push([x, ys[i] ?? null]);
      });
      return points.some(([, y]) => y !== null) ? { type: 'line', role, label, points } : null;
    }
    case 'histogram': {
      const edges = filler.list('x', spec.x);
      if (edges.length < 2 || edges.includes(null)) return null;
      const counts = filler.list('y', spec.y).slice(0, edges.length - 1);
      return {
        type: 'histogram',
        role,
        label,
        edges: edges as number[],
        counts: counts.map((count) => count ?? 0),
      };
    }
    case 'rule': {
      const axis = spec.x !== undefined ? 'x' : 'y';
      const source = spec.x ?? spec.y;
      const at = source === undefined ? null : filler.single(axis, source);
      return at === null ? null : { type: 'rule', role, label, axis, at };
    }
    case 'point': {
      const x = filler.single('x', spec.x);
      const y = filler.single('y', spec.y);
      return x === null || y === null ? null : { type: 'point', role, label, x, y };
    }
    case 'strip': {
      const placed = filler.list('x', spec.x);
      const xs = placed.filter((x) => x !== null);
      const rows =
        spec.row === undefined ? undefined : filler.rows(spec.row).filter((_, i) => placed[i] !== null);
      return xs.length === 0 ? null : { type: 'strip', role, label, xs, rows };
    }
    case 'box': {
      const at = (source: Source) => filler.single('x', source);
      const [low, q1, median, q3, high] = [
        at(spec.low),
        at(spec.q1),
        at(spec.median),
        at(spec.q3),
        at(spec.high),
      ];
      if (q1 === null || median === null || q3 === null) return null;
      // A whisker never reaches into its box, whatever the core says (public case 4).
      return {
        type: 'box',
        role,
        label,
        low: Math.min(low ?? q1, q1),
        q1,
        median,
        q3,
        high: Math.max(high ?? q3, q3),
      };
    }
  }
}

function fillAxis(spec: AxisSpec): Axis {
  return {
    label: spec.label,
    unit: spec.unit ?? '',
    scale: spec.scale ?? 'linear',
    zero: spec.zero ?? false,
  };
}

export function resolveFigure(spec: FigureSpec, model: Model, result: Result): Chart {
  const filler = new Filler(spec, model, result);
  const lookup = lookupIn(model, result);
  const pairs: [MarkSpec, Mark][] = [];
  for (const markSpec of spec.marks) {
    const mark = fillMark(markSpec, filler);
    if (mark) pairs.push([markSpec, { ...mark, label: fillText(mark.label, lookup) }]);
  }
  filler.logRemarks();
  const chart: Chart = {
    title: resolveSentence(spec.title, lookup),
    summary: resolveSentence(spec.summary, lookup),
    x: fillAxis(spec.x),
    y: fillAxis(spec.y),
    marks: pairs.map(([, mark]) => mark),
    remarks: filler.remarks,
    table: tableOf(pairs, (which, source) => filler.named(which, source)),
  };
  chart.remarks.push(...rulesOutside(chart));
  return chart;
}
