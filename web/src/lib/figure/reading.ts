/** What can be read out of a picture point by point, in words, for pointer and keyboard. */
import { fixed } from '../digits';
import type { Scene } from './layout';
import { isInside } from './path';
import { toPixel } from './scale';
import type { Chart } from './spec';
import { tickText } from './ticks';

export interface Reading {
  /** Pixel in the scene. */
  px: number;
  py: number;
  role: Chart['marks'][number]['role'];
  text: string;
  /** The reader's own point: the keyboard starts there. */
  own: boolean;
}

/** Beyond this many points a curve is read at evenly spaced ones; the table has all. */
const MOST = 400;

/** Four significant digits, grouped; enough to read a picture, the table has the rest. */
export function readNumber(value: number): string {
  // Below this a picture shows zero too (see LEAST in resolve.ts).
  if (Math.abs(value) < 1e-290) return '0';
  const digits = 3 - Math.floor(Math.log10(Math.abs(value)));
  const decimals = Math.min(12, Math.max(0, digits));
  const shown = tickText(
    Number(Math.abs(value) < 1 ? value.toPrecision(4) : value.toFixed(decimals)),
    decimals,
  );
  return shown.includes('.') ? shown.replace(/\.?0+$/, '') : shown;
}

function withUnit(value: number, unit: string): string {
  if (unit === '%') return `${readNumber(value)}%`;
  return unit ? `${readNumber(value)}\u202f${unit}` : readNumber(value);
}

/** All readable points from left to right, then by curve; along the way where there is a path. */
export function readings(chart: Chart, scene: Scene): Reading[] {
  const out: Reading[] = [];
  const { x, y } = scene;
  // The unit says which axis is meant; without one its name must.
  const inX = (value: number) =>
    chart.x.unit ? withUnit(value, chart.x.unit) : `${chart.x.label} ${readNumber(value)}`;
  const add = (reading: Reading) => out.push(reading);
  chart.marks.forEach((mark, index) => {
    const row = scene.strip.find((r) => r.marks.includes(index))?.y ?? 0;
    const { role, label } = mark;
    if (mark.type === 'line') {
      const stride = Math.ceil(mark.points.length / MOST);
      mark.points.forEach(([a, b], i) => {
        if (b === null || (i % stride !== 0 && i !== mark.points.length - 1)) return;
        const text = `${inX(a)}: ${label} ${withUnit(b, chart.y.unit)}`;
        add({ px: toPixel(x, a), py: toPixel(y, b), role, text, own: false });
      });
    } else if (mark.type === 'band') {
      const stride = Math.ceil(mark.points.length / MOST);
      mark.points.forEach(([a, low, high], i) => {
        if (low === null || high === null || i % stride !== 0) return;
        const text = `${inX(a)}: ${label}, ${readNumber(low)} to ${withUnit(high, chart.y.unit)}`;
        add({ px: toPixel(x, a), py: (toPixel(y, low) + toPixel(y, high)) / 2, role, text, own: false });
      });
    } else if (mark.type === 'path') {
      const { points } = mark;
      const stride = Math.ceil(points.length / MOST);
      points.forEach((point, i) => {
        if (!point || (i % stride !== 0 && i !== points.length - 1)) return;
        const at = { x: toPixel(x, point[0]), y: toPixel(y, point[1]) };
        if (!isInside(scene.plot, at)) return;
        const inY = `${chart.y.label} ${withUnit(point[1], chart.y.unit)}`;
        const text = `${label}, point ${fixed(i, 0)}: ${chart.x.label} ${withUnit(point[0], chart.x.unit)}, ${inY}`;
        add({ px: at.x, py: at.y, role, text, own: i === 0 });
      });
    } else if (mark.type === 'point') {
      if (!isInside(scene.plot, { x: toPixel(x, mark.x), y: toPixel(y, mark.y) })) return;
      const text = `${label}: ${inX(mark.x)}, ${chart.y.label} ${withUnit(mark.y, chart.y.unit)}`;
      add({ px: toPixel(x, mark.x), py: toPixel(y, mark.y), role, text, own: true });
    } else if (mark.type === 'histogram') {
      mark.counts.forEach((count, i) => {
        const [from = 0, to = 0] = [mark.edges[i], mark.edges[i + 1]];
        const text = `${chart.x.label} ${readNumber(from)} to ${withUnit(to, chart.x.unit)}: ${withUnit(count, chart.y.unit)}`;
        add({ px: (toPixel(x, from) + toPixel(x, to)) / 2, py: toPixel(y, count), role, text, own: false });
      });
    } else if (mark.type === 'strip') {
      mark.xs.slice(0, MOST).forEach((value) => {
        add({
          px: toPixel(x, value),
          py: row,
          role,
          text: `${label}: ${withUnit(value, chart.x.unit)}`,
          own: false,
        });
      });
    } else if (mark.type === 'box') {
      const parts: [string, number][] = [
        ['lower whisker ends', mark.low],
        ['lower quartile', mark.q1],
        ['median', mark.median],
        ['upper quartile', mark.q3],
        ['upper whisker ends', mark.high],
      ];
      for (const [name, value] of parts) {
        add({
          px: toPixel(x, value),
          py: row,
          role,
          text: `${name} ${withUnit(value, chart.x.unit)}`,
          own: false,
        });
      }
    }
  });
  if (chart.marks.some((mark) => mark.type === 'path')) return out;
  // Where curves coincide, the reader's own run is the one that is read first.
  return out.sort(
    (a, b) => a.px - b.px || a.py - b.py || Number(b.role === 'run') - Number(a.role === 'run'),
  );
}
