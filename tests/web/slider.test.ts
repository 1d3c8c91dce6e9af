import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fromPosition, positions, stepTo, toPosition, type SliderParam } from '../../web/src/lib/slider';

const rate: SliderParam = {
  kind: 'real',
  scale: 'log',
  default: 0.05,
  min: 1e-6,
  max: 10,
  slider_min: 1e-5,
  slider_max: 1,
};
const tokens: SliderParam = {
  kind: 'int',
  scale: 'log',
  default: 4096,
  min: 1,
  max: 1e8,
  slider_min: 1,
  slider_max: 1_048_576,
};
const gpu: SliderParam = {
  kind: 'real',
  scale: 'linear',
  default: 80,
  min: 0.1,
  max: 10_000,
  slider_min: 8,
  slider_max: 640,
};
const layers: SliderParam = {
  kind: 'int',
  scale: 'linear',
  default: 32,
  min: 1,
  max: 1000,
  slider_min: 1,
  slider_max: 128,
};

/** Where repeated presses of one arrow key lead. */
function press(
  param: SliderParam,
  from: number,
  direction: 1 | -1,
  stop: (value: number) => boolean,
): number[] {
  const seen = [from];
  let value = from;
  for (let i = 0; i <= positions(param) && !stop(value); i++) {
    value = fromPosition(param, stepTo(param, value, toPosition(param, value) + direction));
    seen.push(value);
  }
  return seen;
}

describe('slider', () => {
  it.each([rate, tokens, gpu, layers])('has its ends and its default exactly', (param) => {
    expect(fromPosition(param, 0)).toBe(param.slider_min);
    expect(fromPosition(param, positions(param))).toBe(param.slider_max);
    expect(fromPosition(param, toPosition(param, param.default))).toBe(param.default);
  });

  it('reaches 1e-5 and 0.3 by arrow keys alone, without float dust (public case 41)', () => {
    const up = press(rate, rate.default, 1, (value) => value >= 0.3);
    expect(up.at(-1)).toBe(0.3);
    const down = press(rate, rate.default, -1, (value) => value <= 1e-5);
    expect(down.at(-1)).toBe(1e-5);
    for (const value of [...up, ...down]) expect(Number(value.toPrecision(3))).toBe(value);
  });

  it('no arrow key is dead', () => {
    for (const param of [rate, tokens, gpu, layers]) {
      const up = press(param, param.slider_min, 1, (value) => value >= param.slider_max);
      expect(up.at(-1)).toBe(param.slider_max);
      expect(new Set(up).size).toBe(up.length);
    }
  });

  it('offers powers of two for counts on a log scale', () => {
    for (let power = 64; power <= tokens.slider_max; power *= 2) {
      expect(fromPosition(tokens, toPosition(tokens, power))).toBe(power);
    }
  });

  it('has one position for each value of a short integer range', () => {
    expect(positions(layers)).toBe(127);
    expect(fromPosition(layers, 1)).toBe(2);
  });

  it('clamps the thumb, not the value, beyond its ends', () => {
    expect(toPosition(layers, 900)).toBe(positions(layers));
    expect(toPosition(rate, 1e-6)).toBe(0);
  });

  it('never leaves its range, and is monotonic', () => {
    const param = fc
      .record({
        kind: fc.constantFrom('real' as const, 'int' as const),
        scale: fc.constantFrom('linear' as const, 'log' as const),
        low: fc.integer({ min: 0, max: 1000 }),
        span: fc.integer({ min: 1, max: 1_000_000 }),
        at: fc.double({ min: 0, max: 1, noNaN: true }),
      })
      .map(({ kind, scale, low, span, at }): SliderParam => {
        const preset = Math.round(low + at * span);
        return {
          kind,
          scale,
          default: preset,
          min: low,
          max: low + span,
          slider_min: low,
          slider_max: low + span,
        };
      });
    fc.assert(
      fc.property(param, fc.nat(2000), (p, raw) => {
        const position = Math.min(raw, positions(p) - 1);
        const [value, next] = [fromPosition(p, position), fromPosition(p, position + 1)];
        expect(value).toBeGreaterThanOrEqual(p.slider_min);
        expect(next).toBeLessThanOrEqual(p.slider_max);
        expect(next).toBeGreaterThanOrEqual(value);
        if (p.kind === 'int') expect(Number.isInteger(value)).toBe(true);
      }),
    );
  });
});
