/** An axis of a drawn figure: its range in numbers, its range in pixels, and the way between them. */
import { fixed } from '../digits';
import type { Axis, Chart, Mark } from './spec';
import { binaryTicks, linearTicks, logTicks, type Tick } from './ticks';

export interface Scale {
  scale: 'linear' | 'log';
  min: number;
  max: number;
  /** Pixels at min and at max; `from` lies below `to` on a vertical axis. */
  from: number;
  to: number;
  ticks: Tick[];
}

/** Pixel of a value; beyond the plot when the value is. */
export function toPixel(scale: Scale, value: number): number {
  const { min, max, from, to } = scale;
  const share =
    scale.scale === 'log'
      ? (Math.log(value) - Math.log(min)) / (Math.log(max) - Math.log(min))
      : (value - min) / (max - min);
  return from + share * (to - from);
}

/** The part of the plane that a contour shows. It fixes both axes: what leaves it is cut, not followed (public case 33). */
export function windowOf(chart: Chart): Extract<Mark, { type: 'contour' }>['window'] | null {
  return chart.marks.find((mark) => mark.type === 'contour')?.window ?? null;
}

interface Extent {
  low: number;
  high: number;
}

function widen(extent: Extent | null, values: Iterable<number | null>): Extent | null {
  let { low, high } = extent ?? { low: Infinity, high: -Infinity };
  for (const value of values) {
    if (value === null) continue;
    if (value < low) low = value;
    if (value > high) high = value;
  }
  return low <= high ? { low, high } : null;
}

function* markValues(mark: Mark, axis: 'x' | 'y'): Generator<number | null> {
  switch (mark.type) {
    case 'line':
      for (const point of mark.points) yield point[axis === 'x' ? 0 : 1];
      break;
    case 'path':
      for (const point of mark.points) yield point && point[axis === 'x' ? 0 : 1];
      break;
    case 'band':
      for (const [x, low, high] of mark.points) yield* axis === 'x' ? [x] : [low, high];
      break;
    case 'histogram':
      yield* axis === 'x' ? mark.edges : mark.counts;
      break;
    case 'point':
      yield mark[axis];
      break;
    case 'strip':
      if (axis === 'x') yield* mark.xs;
      break;
    case 'box':
      if (axis === 'x') yield* [mark.low, mark.q1, mark.median, mark.q3, mark.high];
      break;
    case 'contour':
    case 'rule':
      break;
  }
}

/** A limit is worth making room for unless that would squash the data to less than this share of the axis. */
const LEAST_SHARE = 0.2;

function withRules(extent: Extent | null, marks: Mark[], which: 'x' | 'y', axis: Axis): Extent | null {
  let out = extent;
  for (const mark of marks) {
    if (mark.type !== 'rule' || mark.axis !== which) continue;
    const next = widen(out, [mark.at]);
    if (!extent || !next) {
      out = next;
      continue;
    }
    const size = (e: Extent) =>
      axis.scale === 'log'
        ? Math.log(e.high) - Math.log(e.low)
        : Math.max(e.high, axis.zero ? 0 : -Infinity) - Math.min(e.low, axis.zero ? 0 : Infinity);
    if (size(extent) === 0 || size(extent) / size(next) >= LEAST_SHARE) out = next;
  }
  return out;
}

/** Smaller ranges, and ranges this small beside their own numbers, are drawn as constants. */
const LEAST_SIZE = 1e-280;
const LEAST_SHARE_OF_SIZE = 1e-13;

/** A range that is never empty: constant data stand in the middle of a visible axis (public case 8). */
function opened({ low, high }: Extent, axis: Axis): Extent {
  if (axis.scale === 'log') {
    if (Math.log(high) - Math.log(low) > LEAST_SHARE_OF_SIZE) return { low, high };
    return { low: Math.max(low / 2, Number.MIN_VALUE), high: high * 2 };
  }
  const size = Math.max(Math.abs(low), Math.abs(high));
  if (high - low > size * LEAST_SHARE_OF_SIZE + LEAST_SIZE) return { low, high };
  const room = size < LEAST_SIZE ? 1 : size / 2;
  return { low: low - room, high: high + room };
}

/** Range and ticks of an axis over all marks. Vertical linear axes end on a tick; horizontal ones end with the data. */
export function makeScale(chart: Chart, which: 'x' | 'y', pixels: [number, number], target: number): Scale {
  const axis = chart[which];
  const window = windowOf(chart);
  if (window) {
    const [low, high] = which === 'x' ? [window.x0, window.x1] : [window.y0, window.y1];
    const ticked = linearTicks(low, high, target, false);
    return { scale: 'linear', ...ticked, from: pixels[0], to: pixels[1] };
  }
  let extent: Extent | null = null;
  for (const mark of chart.marks) extent = widen(extent, markValues(mark, which));
  extent = withRules(extent, chart.marks, which, axis);
  if (extent && axis.zero && axis.scale === 'linear') extent = widen(extent, [0]);
  let { low, high } = opened(
    extent ?? { low: axis.scale === 'log' ? 1 : 0, high: axis.scale === 'log' ? 10 : 1 },
    axis,
  );
  const needsAir = chart.marks.some((m) => m.type === 'strip' || m.type === 'box' || m.type === 'rule');
  if (which === 'x' && needsAir && axis.scale === 'linear') {
    const air = (high - low) * 0.03;
    low = axis.zero && low >= 0 ? low : low - air;
    high += air;
  }
  if (which === 'y' && axis.scale === 'log') {
    const air = Math.exp((Math.log(high) - Math.log(low)) * 0.05);
    low = Math.max(low / air, Number.MIN_VALUE);
    high *= air;
  }
  const ticked =
    axis.scale === 'linear'
      ? linearTicks(low, high, target, which === 'y')
      : axis.unit === 'tokens' || axis.label.toLowerCase().includes('tokens')
        ? binaryTicks(low, high, target)
        : logTicks(low, high, target);
  return { scale: axis.scale, ...ticked, from: pixels[0], to: pixels[1] };
}

/** Rules that lie outside the picture, said in words so that a limit is never silently absent. */
export function rulesOutside(chart: Chart): string[] {
  return chart.marks.flatMap((mark) => {
    if (mark.type !== 'rule') return [];
    const { min, max } = makeScale(chart, mark.axis, [0, 1], 5);
    if (mark.at >= min && mark.at <= max) return [];
    const [before, after] = mark.axis === 'y' ? ['below', 'above'] : ['to the left of', 'to the right of'];
    return `The line "${mark.label}" lies ${mark.at < min ? before : after} the picture.`;
  });
}

/** What lies outside a contour's window, said in words: a mark is never silently absent. */
export function outsideWindow(chart: Chart): string[] {
  const window = windowOf(chart);
  if (!window) return [];
  const isOutside = (x: number, y: number) =>
    x < window.x0 || x > window.x1 || y < window.y0 || y > window.y1;
  return chart.marks.flatMap((mark) => {
    if (mark.type === 'point' && isOutside(mark.x, mark.y))
      return [`The point "${mark.label}" lies outside the picture.`];
    if (mark.type !== 'path') return [];
    const at = mark.points.findIndex((point) => point !== null && isOutside(point[0], point[1]));
    if (at < 0) return [];
    return [
      `"${mark.label}" leaves the picture at its point ${fixed(at, 0)}, counted from 0; the axes do not follow it.`,
    ];
  });
}
