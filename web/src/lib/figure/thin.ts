/** Thinning of long lines to what pixels can show. Extremes and gaps stay (public cases 79 and 80). */
import type { Scale } from './scale';
import { toPixel } from './scale';

type Point = [number, number | null];

/** Per pixel column the first, lowest, highest and last point, in their order; a gap inside a column is kept. */
export function thin(points: Point[], x: Scale): Point[] {
  const width = Math.abs(x.to - x.from);
  if (points.length <= width * 4) return points;
  const out: Point[] = [];
  let start = 0;
  const column = (point: Point) => Math.floor(toPixel(x, point[0]));
  while (start < points.length) {
    const first = points[start];
    if (!first) break;
    let end = start + 1;
    let low = start;
    let high = start;
    let gap = first[1] === null ? start : -1;
    for (let at = points[end]; at && column(at) === column(first); at = points[++end]) {
      const y = at[1];
      if (y === null) gap = end;
      else {
        if (y < (points[low]?.[1] ?? Infinity)) low = end;
        if (y > (points[high]?.[1] ?? -Infinity)) high = end;
      }
    }
    const keep = [...new Set([start, low, high, gap, end - 1])].filter((i) => i >= 0).sort((a, b) => a - b);
    for (const i of keep) {
      const point = points[i];
      if (point) out.push(point);
    }
    start = end;
  }
  return out;
}

/** Positions of dots on a strip, one a pixel: more cannot be told apart. */
export function thinDots(xs: number[], x: Scale): number[] {
  const seen = new Map<number, number>();
  for (const value of xs) {
    const pixel = Math.round(toPixel(x, value) * 2);
    if (!seen.has(pixel)) seen.set(pixel, value);
  }
  return [...seen.values()];
}
