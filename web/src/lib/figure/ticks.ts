/** Where an axis has its ticks and what stands beside them. Pure numbers and text. */
import { fixed } from '../digits';

export interface Tick {
  value: number;
  text: string;
}

export interface TickedRange {
  min: number;
  max: number;
  ticks: Tick[];
}

const THIN = '\u202f';
const SUPERSCRIPT = '⁰¹²³⁴⁵⁶⁷⁸⁹';

function power(exponent: number): string {
  const digits = String(Math.abs(exponent)).replace(/\d/g, (d) => SUPERSCRIPT[Number(d)] ?? d);
  return `10${exponent < 0 ? '⁻' : ''}${digits}`;
}

/** A number on an axis, with `decimals` places, grouped as in texts. Very large and very small ones as powers of ten. */
export function tickText(value: number, decimals = 0): string {
  if (value === 0) return '0';
  const size = Math.abs(value);
  const sign = value < 0 ? '−' : '';
  if (size >= 1e6 || size < 1e-4) {
    const exponent = Math.floor(Math.log10(size) + 1e-12);
    const lead = Number((size / 10 ** exponent).toPrecision(4));
    return lead === 1 ? sign + power(exponent) : `${sign}${lead}${THIN}·${THIN}${power(exponent)}`;
  }
  return fixed(value, decimals);
}

/** 1, 2 or 5 times a power of ten, the smallest with at most `target` steps in the span. */
export function niceStep(span: number, target: number): number {
  const rough = span / Math.max(1, target);
  const base = 10 ** Math.floor(Math.log10(rough));
  const lead = rough / base;
  return base * ([1, 2, 5].find((n) => n >= lead * (1 - 1e-9)) ?? 10);
}

function stepDecimals(step: number): number {
  return Math.max(0, -Math.floor(Math.log10(step) + 1e-9));
}

/** Below this share of the numbers' own size, and below this size, a range has no round numbers that differ in it. */
const LEAST_SPAN = 1e-14;
const LEAST_SIZE = 1e-290;

/** Ticks of a linear axis. `extend` widens the range to whole steps; else ticks lie inside it. */
export function linearTicks(min: number, max: number, target: number, extend: boolean): TickedRange {
  const least = Math.max(Math.abs(min), Math.abs(max)) * LEAST_SPAN + LEAST_SIZE;
  if (!(max - min > least)) return { min, max, ticks: [{ value: min, text: tickText(min, 4) }] };
  const step = niceStep(max - min, target);
  const first = extend ? Math.floor(min / step + 1e-9) : Math.ceil(min / step - 1e-9);
  const last = extend ? Math.ceil(max / step - 1e-9) : Math.floor(max / step + 1e-9);
  // A range between two round numbers: finer ones lie inside it, and one tick alone says no scale.
  if (last <= first) return linearTicks(min, max, target * 2, extend);
  const ticks: Tick[] = [];
  for (let i = first; i <= last; i++) {
    const value = Number((i * step).toPrecision(12));
    ticks.push({ value, text: tickText(value, stepDecimals(step)) });
  }
  return {
    min: extend ? Math.min(min, first * step) : min,
    max: extend ? Math.max(max, last * step) : max,
    ticks,
  };
}

function every<T>(list: T[], target: number): T[] {
  const stride = Math.ceil(list.length / Math.max(2, target));
  return list.filter((_, i) => i % stride === 0);
}

/** Decimal places that show a value on a log axis exactly when it is 1, 2 or 5 times a power of ten. */
function logDecimals(value: number): number {
  return Math.max(0, -Math.floor(Math.log10(value) + 1e-9));
}

/** Ticks of a log axis: decades; 1-2-5 when there are few decades; linear ones within a single decade. */
export function logTicks(min: number, max: number, target: number): TickedRange {
  const low = Math.floor(Math.log10(min) + 1e-9);
  const high = Math.min(308, Math.ceil(Math.log10(max) - 1e-9));
  const inside = (v: number) => v >= min * (1 - 1e-9) && v <= max * (1 + 1e-9);
  const of = (leads: number[]) => {
    const values: number[] = [];
    for (let e = low; e <= high; e++) for (const lead of leads) values.push(Number(`${lead}e${e}`));
    return values.filter(inside);
  };
  let values = of([1]);
  if (values.length < 3) values = of([1, 2, 5]);
  if (values.length < 3) return linearTicks(min, max, target, false);
  return {
    min,
    max,
    ticks: every(values, target).map((value) => ({ value, text: tickText(value, logDecimals(value)) })),
  };
}

/** Ticks of a log axis that counts tokens: powers of two, which is how contexts are sized. */
export function binaryTicks(min: number, max: number, target: number): TickedRange {
  const low = Math.ceil(Math.log2(min) - 1e-9);
  const high = Math.floor(Math.log2(max) + 1e-9);
  const values: number[] = [];
  for (let e = low; e <= high; e++) values.push(2 ** e);
  if (values.length < 2) return logTicks(min, max, target);
  return {
    min,
    max,
    ticks: every(values, target).map((value) => ({
      value,
      text: value < 1 ? tickText(value, 4) : fixed(value, 0),
    })),
  };
}
