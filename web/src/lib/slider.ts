/**
 * Where a value stands on a slider, and back. A slider's own scale is whole positions 0..positions(param), so that a log
 * control moves evenly and the browser's arrow, page, home and end keys work on it unchanged. Values between the ends are
 * the ones a reader would type: round ones, powers of two for counts on a log scale, and always the default.
 */
import type { Param } from '../core/types';

const FINEST = 1000;
/** Below this a power of two is no rounder than its neighbours. */
const LEAST_POWER = 16;
const MOST_DIGITS = 15;

export type SliderParam = Pick<
  Param,
  'kind' | 'scale' | 'default' | 'min' | 'max' | 'slider_min' | 'slider_max'
>;

/** A log slider cannot start at zero; one that says so is drawn linear rather than wrong. */
function isLog(param: SliderParam): boolean {
  return param.scale === 'log' && param.slider_min > 0;
}

/** Step of a linear slider: 1, 2 or 5 times a power of ten, at most FINEST of them, whole for integers. */
function linearStep(param: SliderParam): number {
  const rough = (param.slider_max - param.slider_min) / FINEST;
  if (!(rough > 0)) return 1;
  const exponent = Math.floor(Math.log10(rough) + 1e-9);
  const lead = [1, 2, 5, 10].find((n) => n * 10 ** exponent >= rough * (1 - 1e-9)) ?? 10;
  const step = Number(`${lead}e${exponent}`);
  return param.kind === 'int' ? Math.max(1, step) : step;
}

/** Number of steps between the ends. */
export function positions(param: SliderParam): number {
  if (isLog(param)) return FINEST;
  return Math.max(1, Math.ceil((param.slider_max - param.slider_min) / linearStep(param) - 1e-9));
}

/** Position of a value, clamped to the ends: a typed value may lie beyond the slider. */
export function toPosition(param: SliderParam, value: number): number {
  const { slider_min: low, slider_max: high } = param;
  const inside = Math.min(high, Math.max(low, value));
  if (high === low) return 0;
  if (inside === high) return positions(param);
  if (isLog(param)) return Math.round((Math.log(inside / low) / Math.log(high / low)) * FINEST);
  return Math.round((inside - low) / linearStep(param));
}

/** Value at a position: the ends exactly, between them the roundest one that stands there. */
export function fromPosition(param: SliderParam, position: number): number {
  const { slider_min: low, slider_max: high } = param;
  if (position <= 0) return low;
  if (position >= positions(param)) return high;
  if (toPosition(param, param.default) === position) return param.default;
  const raw = isLog(param) ? low * (high / low) ** (position / FINEST) : low + position * linearStep(param);
  const value = isLog(param) ? roundest(param, raw, position) : Number(raw.toPrecision(12));
  return Math.min(high, Math.max(low, value));
}

/** The value with the fewest digits among those of this position, so that positions and values keep one order. */
function roundest(param: SliderParam, raw: number, position: number): number {
  const isInt = param.kind === 'int';
  const stands = (value: number) => toPosition(param, value) === position;
  const power = 2 ** Math.round(Math.log2(raw));
  if (isInt && power >= LEAST_POWER && stands(power)) return power;
  for (let digits = 1; digits <= MOST_DIGITS; digits++) {
    const value = Number(raw.toPrecision(digits));
    if (stands(value) && (!isInt || Number.isInteger(value))) return value;
  }
  return isInt ? Math.round(raw) : raw;
}

/**
 * The value one step up or down. On the slider that is its next position; beyond it, where a typed value may lie, the
 * value moves by about a tenth of itself, up to what the model allows.
 */
export function nextValue(param: SliderParam, value: number, direction: 1 | -1): number {
  const { slider_min: low, slider_max: high } = param;
  const isBeyond = direction > 0 ? value >= high || value < low : value <= low || value > high;
  if (!isBeyond) return fromPosition(param, stepTo(param, value, toPosition(param, value) + direction));
  const size = 10 ** Math.floor(Math.log10(Math.abs(value) || 1) - 1);
  const moved = value + direction * (param.kind === 'int' ? Math.max(1, size) : size);
  return Math.min(param.max, Math.max(param.min, Number(moved.toPrecision(12))));
}

/** Position after a key press that asked for `position`: goes on until the value changes, so that no key is dead. */
export function stepTo(param: SliderParam, value: number, position: number): number {
  const step = Math.sign(position - toPosition(param, value));
  const last = positions(param);
  let at = position;
  while (step !== 0 && at > 0 && at < last && fromPosition(param, at) === value) at += step;
  return at;
}
