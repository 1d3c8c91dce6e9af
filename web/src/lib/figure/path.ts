/** A trajectory in pixels: clipped to the plot, without what pixels cannot show, with its two ends and its way out. */
import type { Plot, Spot } from './labels';
import { toPixel, type Scale } from './scale';

export interface PathTrace {
  /** Polylines inside the plot. */
  runs: Spot[][];
  /** The points themselves, when they are few enough to be told apart. */
  steps: Spot[];
  /** The ends, when they are inside. */
  start: Spot | null;
  end: Spot | null;
  /** Where it leaves the plot for the first time, and in which direction (radians). */
  exit: (Spot & { angle: number }) | null;
}

/** Shorter moves cannot be seen. */
const LEAST_MOVE = 0.75;
/** A path that fills the plot shows no more with more; the first and the last half of these are drawn. */
export const MOST_SEGMENTS = 6000;
const MOST_STEPS = 120;
const STEP_APART = 5;

export function isInside({ left, top, right, bottom }: Plot, { x, y }: Spot): boolean {
  return x >= left - 0.5 && x <= right + 0.5 && y >= top - 0.5 && y <= bottom + 0.5;
}

function isWithin({ left, top, right, bottom }: Plot, { x, y }: Spot): boolean {
  return x >= left && x <= right && y >= top && y <= bottom;
}

const WHOLE = [0, 1] as const;

/** The part of a segment that is inside, as shares of its length (Liang and Barsky); null when none is. */
function inside(a: Spot, b: Spot, plot: Plot): readonly [number, number] | null {
  // Most of a long path.
  if (isWithin(plot, a) && isWithin(plot, b)) return WHOLE;
  let [from, to] = [0, 1];
  for (const [step, room] of [
    [a.x - b.x, a.x - plot.left],
    [b.x - a.x, plot.right - a.x],
    [a.y - b.y, a.y - plot.top],
    [b.y - a.y, plot.bottom - a.y],
  ] as const) {
    if (step === 0 && room < 0) return null;
    if (step < 0) from = Math.max(from, room / step);
    if (step > 0) to = Math.min(to, room / step);
  }
  return from <= to ? [from, to] : null;
}

function between(a: Spot, b: Spot, share: number): Spot {
  // The ends exactly: beside 1e280 a share of nearly 1 would miss them.
  if (share === 0 || share === 1) return share === 0 ? a : b;
  return { x: a.x + (b.x - a.x) * share, y: a.y + (b.y - a.y) * share };
}

/** Not by `Math.hypot`, which is slow and here has nothing to guard: both are inside. */
function isApart(a: Spot, b: Spot, least: number): boolean {
  return (b.x - a.x) ** 2 + (b.y - a.y) ** 2 >= least ** 2;
}

/** Without moves too short to be seen; the last point stays. */
function thinned(run: Spot[]): Spot[] {
  const out: Spot[] = [];
  run.forEach((spot, i) => {
    const last = out.at(-1);
    if (!last || i === run.length - 1 || isApart(last, spot, LEAST_MOVE)) out.push(spot);
  });
  return out;
}

/** Without moves that were drawn before: a run that jumps from side to side for ever is two strokes. */
function withoutRepeats(runs: Spot[][]): Spot[][] {
  const seen = new Set<number>();
  const pixel = ({ x, y }: Spot) => Math.round(x * 2) * 2 ** 13 + Math.round(y * 2);
  return runs.flatMap((run) => {
    const pieces: Spot[][] = [[]];
    let before = -1;
    for (const spot of run) {
      const here = pixel(spot);
      const key = Math.min(before, here) * 2 ** 26 + Math.max(before, here);
      if (before >= 0 && seen.has(key)) pieces.push([]);
      if (before >= 0) seen.add(key);
      pieces.at(-1)?.push(spot);
      before = here;
    }
    return pieces.filter((piece) => piece.length > 1);
  });
}

/** The first and the last `most / 2` segments. */
function capped(runs: Spot[][], most: number): Spot[][] {
  const total = runs.reduce((sum, run) => sum + run.length - 1, 0);
  if (total <= most) return runs;
  const out: Spot[][] = [];
  let at = 0;
  for (const run of runs) {
    const kept = (i: number) => at + i < most / 2 || at + i >= total - most / 2;
    const piece: Spot[] = [];
    for (let i = 0; i < run.length - 1; i++) {
      const [a, b] = [run[i], run[i + 1]];
      if (!a || !b) continue;
      if (kept(i)) {
        if (piece.length === 0) piece.push(a);
        piece.push(b);
      } else if (piece.length > 0) out.push(piece.splice(0));
    }
    if (piece.length > 0) out.push(piece);
    at += run.length - 1;
  }
  return out;
}

/** `points` in the numbers of the axes; null is a gap. */
export function tracePath(points: ([number, number] | null)[], x: Scale, y: Scale, plot: Plot): PathTrace {
  const spots = points.map((point) => point && { x: toPixel(x, point[0]), y: toPixel(y, point[1]) });
  const runs: Spot[][] = [];
  let run: Spot[] = [];
  let exit: PathTrace['exit'] = null;
  const end = () => {
    if (run.length > 1) runs.push(run);
    run = [];
  };
  for (let i = 1; i < spots.length; i++) {
    const [a, b] = [spots[i - 1], spots[i]];
    const part = a && b ? inside(a, b, plot) : null;
    if (!a || !b || !part) {
      end();
      continue;
    }
    const [from, to] = part;
    if (from > 0) end();
    if (run.length === 0) run.push(between(a, b, from));
    run.push(between(a, b, to));
    if (to < 1) {
      exit ??= { ...between(a, b, to), angle: Math.atan2(b.y - a.y, b.x - a.x) };
      end();
    }
  }
  end();
  const known = spots.filter((spot) => spot !== null);
  const visible = (spot: Spot | undefined) => (spot && isInside(plot, spot) ? spot : null);
  return {
    // Capped twice: looking for repeats among 100,000 moves would take longer than drawing.
    runs: capped(withoutRepeats(capped(runs.map(thinned), 2 * MOST_SEGMENTS)), MOST_SEGMENTS),
    steps: stepsOf(known.filter((spot) => isInside(plot, spot))),
    start: visible(known[0]),
    end: visible(known.at(-1)),
    exit,
  };
}

function stepsOf(spots: Spot[]): Spot[] {
  if (spots.length > MOST_STEPS) return [];
  const out: Spot[] = [];
  for (const spot of spots) {
    const last = out.at(-1);
    if (!last || isApart(last, spot, STEP_APART)) out.push(spot);
  }
  return out;
}

/** Corners of the arrow head on the edge where a path leaves. */
export function exitArrow({ x, y, angle }: NonNullable<PathTrace['exit']>): Spot[] {
  const at = (turn: number, length: number) => ({
    x: x + Math.cos(angle + turn) * length,
    y: y + Math.sin(angle + turn) * length,
  });
  return [at(0, 0), at(Math.PI * 0.85, 13), at(-Math.PI * 0.85, 13)];
}
