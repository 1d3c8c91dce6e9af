/**
 * Labels that stand at what they name and do not cover one another. Widths are estimated, not measured, so that Node and
 * every browser place them alike.
 */
import { isInside, type PathTrace } from './path';
import { toPixel, type Scale } from './scale';
import type { Chart, Mark, Role } from './spec';

export interface Label {
  text: string;
  /** Anchor point: x by `anchor`, y the middle of the line. */
  x: number;
  y: number;
  anchor: 'start' | 'middle' | 'end';
  role: Role;
  /** Where a moved label belongs, when a hair line must say so. */
  leader?: { x: number; y: number };
}

export interface Plot {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** A row of the strip: the marks that share it, and its middle. */
export interface StripRow {
  marks: number[];
  y: number;
}

/** What labels are placed on. */
export interface Bones {
  width: number;
  plot: Plot;
  x: Scale;
  y: Scale;
  strip: StripRow[];
  /** By mark; null for all but paths. */
  paths: (PathTrace | null)[];
}

export const FONT = 13;
/** Height of a line of labels, and of a row of the strip without its label. */
export const LINE = 17;
export const STRIP_ROW = 34;

/** Width of a text in the interface face, a little on the large side: the same in Node and in every browser. */
export function textWidth(text: string, size = FONT): number {
  let em = 0;
  for (const char of text) {
    if ("iljI.,:;|'!()[]\u202f\u2009 ".includes(char)) em += 0.31;
    else if ('mwMW%@—'.includes(char)) em += 0.9;
    else if (char >= 'A' && char <= 'Z') em += 0.68;
    else em += 0.6;
  }
  return em * size;
}

/** Two labels in one line need this between them, or they read as one. */
const WORD_GAP = 10;

interface Box {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

function boxOf(label: Label): Box {
  const width = textWidth(label.text);
  const left =
    label.anchor === 'start' ? label.x : label.anchor === 'end' ? label.x - width : label.x - width / 2;
  return { left, right: left + width, top: label.y - LINE / 2, bottom: label.y + LINE / 2 };
}

function overlap(a: Box, b: Box): number {
  const wide = Math.min(a.right, b.right) - Math.max(a.left, b.left) + WORD_GAP;
  const high = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
  return wide > 0 && high > 0 ? wide * high : 0;
}

/** A band is named where its middle ends. */
function middleOf({ points }: Extract<Mark, { type: 'band' }>, y: Scale): [number, number | null][] {
  return points.map(([x, low, high]) => {
    if (low === null || high === null) return [x, null];
    return [x, y.scale === 'log' ? Math.sqrt(low) * Math.sqrt(high) : low / 2 + high / 2];
  });
}

function lastPoint(points: [number, number | null][]): [number, number] | null {
  for (let i = points.length - 1; i >= 0; i--) {
    const point = points[i];
    if (point && point[1] !== null) return [point[0], point[1]];
  }
  return null;
}

/** Spreads labels along a vertical so that none covers another; order is kept, each moves as little as it can. */
export function spread(wanted: number[], gap: number, low: number, high: number): number[] {
  const order = wanted.map((_, i) => i).sort((a, b) => (wanted[a] ?? 0) - (wanted[b] ?? 0));
  const out = [...wanted];
  let floor = low;
  for (const i of order) {
    out[i] = Math.max(floor, Math.min(high, wanted[i] ?? 0));
    floor = (out[i] ?? 0) + gap;
  }
  let ceiling = high;
  for (const i of [...order].reverse()) {
    out[i] = Math.min(ceiling, out[i] ?? 0);
    ceiling = (out[i] ?? 0) - gap;
  }
  return out;
}

export interface Spot {
  x: number;
  y: number;
}

/** Puts labels one by one at the first place that is free and inside; the least covered one when none is. */
class Placer {
  readonly labels: Label[] = [];

  /** `ink`: points that lines pass through, which a label should leave free. */
  constructor(
    private readonly frame: Box,
    private readonly ink: Spot[],
  ) {}

  /** Covered area of a candidate, counting what sticks out of the frame and what it hides. */
  private cost(label: Label): number {
    const box = boxOf(label);
    const out = Math.max(0, this.frame.left - box.left) + Math.max(0, box.right - this.frame.right);
    const over = Math.max(0, this.frame.top - box.top) + Math.max(0, box.bottom - this.frame.bottom);
    const hidden = this.ink.filter(
      ({ x, y }) => x > box.left - 2 && x < box.right + 2 && y > box.top && y < box.bottom,
    ).length;
    const start = (out + over) * LINE * 4 + hidden * LINE;
    return this.labels.reduce((sum, placed) => sum + overlap(box, boxOf(placed)), start);
  }

  add(label: Label): void {
    this.labels.push(label);
  }

  addBest(candidates: Label[]): void {
    let best: Label | undefined;
    let least = Infinity;
    for (const candidate of candidates) {
      const cost = this.cost(candidate);
      if (cost < least) {
        best = candidate;
        least = cost;
      }
      if (cost === 0) break;
    }
    if (best) this.labels.push(best);
  }
}

/** A line in pixels, at most INK_POINTS of them. */
interface Trace {
  label: string;
  role: Role;
  spots: Spot[];
  end: Spot;
}

const INK_POINTS = 160;

function traceOf(mark: Extract<Mark, { type: 'line' | 'band' }>, x: Scale, y: Scale): Trace | null {
  const points = mark.type === 'line' ? mark.points : middleOf(mark, y);
  const stride = Math.max(1, Math.ceil(points.length / INK_POINTS));
  const spots: Spot[] = [];
  points.forEach(([a, b], i) => {
    if (b !== null && i % stride === 0) spots.push({ x: toPixel(x, a), y: toPixel(y, b) });
  });
  const end = lastPoint(points);
  if (!end) return null;
  return { label: mark.label, role: mark.role, spots, end: { x: toPixel(x, end[0]), y: toPixel(y, end[1]) } };
}

/** Points between the spots too, so that a label cannot slip onto a line between two of them. */
function inkAlong(spots: Spot[]): Spot[] {
  return spots.flatMap((spot, i) => {
    const next = spots[i + 1];
    if (!next) return [spot];
    const steps = Math.min(12, Math.max(1, Math.ceil(Math.hypot(next.x - spot.x, next.y - spot.y) / 10)));
    return Array.from({ length: steps }, (_, k) => ({
      x: spot.x + ((next.x - spot.x) * k) / steps,
      y: spot.y + ((next.y - spot.y) * k) / steps,
    }));
  });
}

/** Of a path that covers the plot anyway only a part is asked: no label finds a free place there. */
function inkOfPaths(runs: Spot[][]): Spot[] {
  const out: Spot[] = [];
  for (const run of runs) {
    if (out.length > 12 * INK_POINTS) break;
    out.push(...inkAlong(run.slice(0, INK_POINTS)));
  }
  return out;
}

function inkOf(traces: Trace[]): Spot[] {
  return traces.flatMap(({ spots }) => inkAlong(spots));
}

/** Labels of lines: at their right end in the margin when the figure is wide enough, else inside, beside the line. */
function placeLineLabels(placer: Placer, traces: Trace[], plot: Plot, inMargin: boolean): void {
  if (inMargin) {
    const ys = spread(
      traces.map(({ end }) => end.y),
      LINE,
      plot.top,
      plot.bottom,
    );
    traces.forEach(({ label, role, end }, i) => {
      const y = ys[i] ?? end.y;
      const leader = Math.abs(y - end.y) > LINE / 2 || end.x < plot.right - 4 ? end : undefined;
      placer.add({ text: label, x: plot.right + 10, y, anchor: 'start', role, leader });
    });
    return;
  }
  for (const { label, role, spots, end } of traces) {
    const along = [1, 0.88, 0.76, 0.62, 0.5, 0.36, 0.22].map((share) =>
      share === 1 ? end : (spots[Math.floor(share * (spots.length - 1))] ?? end),
    );
    const base = { text: label, role };
    placer.addBest(
      along.flatMap(({ x, y }): Label[] => [
        { ...base, x: x - 8, y: y - 10, anchor: 'end' },
        { ...base, x: x + 8, y: y + 12, anchor: 'start' },
        { ...base, x: x + 8, y: y - 10, anchor: 'start' },
        { ...base, x: x - 8, y: y + 12, anchor: 'end' },
      ]),
    );
  }
}

function placeRule(placer: Placer, mark: Extract<Mark, { type: 'rule' }>, at: number, plot: Plot): void {
  const base = { text: mark.label, role: mark.role };
  if (mark.axis === 'y') {
    const width = textWidth(mark.label);
    const xs = [plot.left + 6, (plot.left + plot.right - width) / 2, plot.right - width - 6];
    const candidates: Label[] = xs.flatMap((x): Label[] => [
      { ...base, x, y: at - 10, anchor: 'start' },
      { ...base, x, y: at + 11, anchor: 'start' },
    ]);
    placer.addBest(candidates);
    return;
  }
  const rows = [0, 1, 2, 3].map((i) => plot.top + 10 + i * LINE);
  placer.addBest(
    rows.flatMap((y): Label[] => [
      { ...base, x: at + 6, y, anchor: 'start' },
      { ...base, x: at - 6, y, anchor: 'end' },
    ]),
  );
}

function placePoint(placer: Placer, base: { text: string; role: Role }, { x, y }: Spot): void {
  placer.addBest([
    { ...base, x: x - 10, y: y - 11, anchor: 'end' },
    { ...base, x: x + 10, y: y + 12, anchor: 'start' },
    { ...base, x: x + 10, y: y - 11, anchor: 'start' },
    { ...base, x: x - 10, y: y + 12, anchor: 'end' },
    { ...base, x, y: y - 20, anchor: 'middle' },
    { ...base, x, y: y + 22, anchor: 'middle' },
  ]);
}

/** A path is named where it ends, or where it leaves; its start says that it is one. */
function placePath(placer: Placer, { label, role }: Mark, { start, end, exit }: PathTrace): void {
  const last = exit ?? end;
  if (last) placePoint(placer, { text: exit ? `${label} leaves` : label, role }, last);
  if (start) placePoint(placer, { text: 'start', role }, start);
}

/** The name of what fills the plot stands in the first free corner. */
function placeContour(placer: Placer, { label, role }: Mark, plot: Plot): void {
  const base = { text: label, role };
  const [top, bottom] = [plot.top + LINE * 0.75, plot.bottom - LINE * 0.75];
  placer.addBest([
    { ...base, x: plot.left + 8, y: top, anchor: 'start' },
    { ...base, x: plot.right - 8, y: top, anchor: 'end' },
    { ...base, x: plot.right - 8, y: bottom, anchor: 'end' },
    { ...base, x: plot.left + 8, y: bottom, anchor: 'start' },
  ]);
}

/** Labels of the strip stand in a line above their row, one after the other. */
function placeStrip(placer: Placer, chart: Chart, rows: StripRow[], plot: Plot): void {
  for (const row of rows) {
    let x = plot.left;
    for (const index of row.marks) {
      const mark = chart.marks[index];
      if (!mark) continue;
      const text = mark.type === 'strip' ? `● ${mark.label}` : mark.label;
      placer.add({ text, x, y: row.y - STRIP_ROW / 2 - LINE / 2, anchor: 'start', role: mark.role });
      x += textWidth(text) + 18;
    }
  }
}

/** Marks that are named at their end: lines, and bands that lie around no line of their own. */
export function isNamedAtEnd(mark: Mark, marks: Mark[]): mark is Extract<Mark, { type: 'line' | 'band' }> {
  if (mark.type === 'band') return !marks.some(({ type, role }) => type === 'line' && role === mark.role);
  return mark.type === 'line';
}

/** All labels of a chart. `inMargin`: there is room for the names of lines to the right of the plot. */
export function placeLabels(chart: Chart, bones: Bones, inMargin: boolean): Label[] {
  const { width, plot, x, y, strip, paths } = bones;
  const traces = chart.marks.flatMap((mark) =>
    isNamedAtEnd(mark, chart.marks) ? (traceOf(mark, x, y) ?? []) : [],
  );
  const walked = paths.flatMap((path) => path?.runs ?? []);
  const right = inMargin ? plot.right : width - 2;
  const placer = new Placer({ left: plot.left + 2, right, top: 0, bottom: plot.bottom }, [
    ...inkOf(traces),
    ...inkOfPaths(walked),
  ]);
  placeStrip(placer, chart, strip, plot);
  for (const mark of chart.marks) {
    if (mark.type !== 'rule') continue;
    const at = toPixel(mark.axis === 'x' ? x : y, mark.at);
    const [from, to] = mark.axis === 'x' ? [plot.left, plot.right] : [plot.top, plot.bottom];
    if (at >= from - 1 && at <= to + 1) placeRule(placer, mark, at, plot);
  }
  placeLineLabels(placer, traces, plot, inMargin);
  chart.marks.forEach((mark, i) => {
    const path = paths[i];
    if (path) placePath(placer, mark, path);
    if (mark.type !== 'point') return;
    const at = { x: toPixel(x, mark.x), y: toPixel(y, mark.y) };
    if (isInside(plot, at)) placePoint(placer, { text: mark.label, role: mark.role }, at);
  });
  for (const mark of chart.marks) if (mark.type === 'contour') placeContour(placer, mark, plot);
  return placer.labels;
}
