/** Bands over many runs: where most of them lie at each point, and the outline in pixels. Pure. */
import type { Spot } from './labels';
import { toPixel, type Scale } from './scale';

/** A point of a band: x, low, high; a gap where there is no low and high. */
export type BandPoint = [number, number | null, number | null];

/** The band leaves a tenth of the runs out on either side: an extreme would grow with the number of runs. */
export const BAND_LOW = 0.1;
export const BAND_HIGH = 0.9;

/** Linear between neighbours (Hyndman and Fan's type 7). `sorted` is not empty. */
export function quantile(sorted: number[], share: number): number {
  const at = (sorted.length - 1) * share;
  const low = sorted[Math.floor(at)] ?? NaN;
  const high = sorted[Math.ceil(at)] ?? NaN;
  return low + (high - low) * (at - Math.floor(at));
}

/** Band over curves of the same length. A point that any of the curves lacks is a gap: the rest would flatter. */
export function bandOf(xs: (number | null)[], curves: (number | null)[][]): BandPoint[] {
  return xs.flatMap((x, i): BandPoint[] => {
    if (x === null) return [];
    const values = curves.map((curve) => curve[i] ?? null).filter((value) => value !== null);
    if (values.length < curves.length || values.length === 0) return [[x, null, null]];
    values.sort((a, b) => a - b);
    return [[x, quantile(values, BAND_LOW), quantile(values, BAND_HIGH)]];
  });
}

/** Closed outlines in pixels, one for each stretch without a gap; per pixel column the widest of its points. */
export function bandOutlines(points: BandPoint[], x: Scale, y: Scale): Spot[][] {
  const stretches: { x: number; low: number; high: number }[][] = [[]];
  for (const [at, low, high] of points) {
    if (low === null || high === null) {
      stretches.push([]);
      continue;
    }
    const spot = { x: toPixel(x, at), low: toPixel(y, low), high: toPixel(y, high) };
    const stretch = stretches.at(-1) ?? [];
    const last = stretch.at(-1);
    if (last && stretch.length > 1 && Math.abs(spot.x - last.x) < 0.5) {
      last.low = Math.max(last.low, spot.low);
      last.high = Math.min(last.high, spot.high);
    } else stretch.push(spot);
  }
  return stretches
    .filter((stretch) => stretch.length > 1)
    .map((stretch) => [
      ...stretch.map((s) => ({ x: s.x, y: s.high })),
      ...[...stretch].reverse().map((s) => ({ x: s.x, y: s.low })),
    ]);
}
