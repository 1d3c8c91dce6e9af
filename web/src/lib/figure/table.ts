/** The numbers of a picture as tables, for those who read rather than look. */
import { fixed } from '../digits';
import type { Chart, Mark, MarkSpec, Source } from './spec';

const MAX_TABLE_ROWS = 1000;

/** Rows as the core counts them, and as refusals name them. */
const ROW: Named = { label: 'row, counted from 0', unit: '' };

const POINT: Named = { label: 'point, counted from 0', unit: '' };

type TablePart = Chart['table'][number];

/** What a source is called and in which unit its numbers stand, for the head of a table column. */
export interface Named {
  label: string;
  unit: string;
}

export type Namer = (which: 'x' | 'y', source: Source) => Named;

/** A table of the first rows of `count`; `row` is asked only for those. */
function capped(
  caption: string,
  columns: Named[],
  count: number,
  row: (i: number) => (number | null)[],
): TablePart {
  const shown = Math.min(count, MAX_TABLE_ROWS);
  const note = shown < count ? ` (the first ${fixed(shown, 0)} of ${fixed(count, 0)} rows)` : '';
  return { caption: caption + note, columns, rows: Array.from({ length: shown }, (_, i) => row(i)) };
}

type LineMark = Extract<Mark, { type: 'line' }>;

/** Lines over one x share a table; single values share another; each histogram, strip and box has its own. */
export function tableOf(pairs: [MarkSpec, Mark][], named: Namer): TablePart[] {
  const parts: TablePart[] = [];
  const lines = new Map<Source, { columns: Named[]; marks: LineMark[] }>();
  const singles: [Named, number][] = [];
  for (const [spec, mark] of pairs) {
    if (spec.type === 'line' && mark.type === 'line') {
      const table = lines.get(spec.x) ?? { columns: [named('x', spec.x)], marks: [] };
      table.columns.push({ label: mark.label, unit: named('y', spec.y).unit });
      table.marks.push(mark);
      lines.set(spec.x, table);
    } else if (spec.type === 'contour' && mark.type === 'contour') {
      const { levels } = mark;
      const columns = [named('x', spec.grid)];
      parts.push(
        capped(`${mark.label}: levels drawn`, columns, levels.length, (i) => [levels[i]?.at ?? null]),
      );
    } else if (spec.type === 'path' && mark.type === 'path') {
      const { points } = mark;
      const columns = [POINT, named('x', spec.x), named('y', spec.y)];
      const row = (i: number) => [i, points[i]?.[0] ?? null, points[i]?.[1] ?? null];
      parts.push(capped(mark.label, columns, points.length, row));
    } else if (spec.type === 'band' && mark.type === 'band') {
      const { points } = mark;
      const { unit } = named('y', spec.y);
      const columns = [
        named('x', spec.x),
        { label: '10 % quantile', unit },
        { label: '90 % quantile', unit },
      ];
      parts.push(capped(mark.label, columns, points.length, (i) => [...(points[i] ?? [])]));
    } else if (spec.type === 'histogram' && mark.type === 'histogram') {
      const { unit } = named('x', spec.x);
      const columns = [{ label: 'from', unit }, { label: 'to', unit }, named('y', spec.y)];
      const row = (i: number) => [mark.edges[i] ?? null, mark.edges[i + 1] ?? null, mark.counts[i] ?? null];
      parts.push(capped(mark.label, columns, mark.counts.length, row));
    } else if (spec.type === 'strip' && mark.type === 'strip') {
      const { rows } = mark;
      const columns = rows ? [ROW, named('x', spec.x)] : [named('x', spec.x)];
      const row = (i: number) => [...(rows ? [rows[i] ?? null] : []), mark.xs[i] ?? null];
      parts.push(capped(mark.label, columns, mark.xs.length, row));
    } else if (spec.type === 'box' && mark.type === 'box') {
      const sources = [spec.low, spec.q1, spec.median, spec.q3, spec.high];
      const columns = sources.map((source) => named('x', source));
      parts.push(capped(mark.label, columns, 1, () => [mark.low, mark.q1, mark.median, mark.q3, mark.high]));
    } else if (spec.type === 'rule' && mark.type === 'rule') {
      const { unit } = named(mark.axis, spec.x ?? spec.y ?? '');
      singles.push([{ label: mark.label, unit }, mark.at]);
    } else if (spec.type === 'point' && mark.type === 'point') {
      const [x, y] = [named('x', spec.x), named('y', spec.y)];
      singles.push([{ label: `${mark.label}: ${x.label}`, unit: x.unit }, mark.x]);
      singles.push([{ label: `${mark.label}: ${y.label}`, unit: y.unit }, mark.y]);
    }
  }
  const curves = [...lines.values()].map(({ columns, marks }) => {
    const first = marks[0]?.points ?? [];
    const row = (i: number) => [first[i]?.[0] ?? null, ...marks.map((mark) => mark.points[i]?.[1] ?? null)];
    return capped(marks.map((mark) => mark.label).join(', '), columns, first.length, row);
  });
  const marked = capped(
    'Marked values',
    singles.map(([column]) => column),
    1,
    () => singles.map(([, value]) => value),
  );
  return [...(singles.length > 0 ? [marked] : []), ...parts, ...curves];
}
