import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Model, Result } from '../../web/src/core/types';
import { spread, textWidth, type Label } from '../../web/src/lib/figure/labels';
import { layoutChart, type Scene } from '../../web/src/lib/figure/layout';
import { paintAbove, paintBelow } from '../../web/src/lib/figure/paint';
import { readings, readNumber } from '../../web/src/lib/figure/reading';
import { resolveFigure } from '../../web/src/lib/figure/resolve';
import { rulesOutside, toPixel } from '../../web/src/lib/figure/scale';
import type { Chart, FigureSpec, Mark, Role } from '../../web/src/lib/figure/spec';
import { drawSvg } from '../../web/src/lib/figure/svg';
import type { Theme } from '../../web/src/lib/figure/theme';
import { thin, thinDots } from '../../web/src/lib/figure/thin';
import { binaryTicks, linearTicks, logTicks, tickText } from '../../web/src/lib/figure/ticks';

const SIZE = { width: 760, height: 430 };
const NARROW = { width: 320, height: 270 };

function axis(label: string, more: Partial<Chart['x']> = {}): Chart['x'] {
  return { label, unit: '', scale: 'linear', zero: false, ...more };
}

function chartOf(marks: Mark[], x = axis('Value'), y = axis('Count', { zero: true })): Chart {
  return { title: 'Finding', summary: 'What it shows', x, y, marks, remarks: [], table: [] };
}

const BASE = { label: '', unit: '', help: '', kind: 'real' as const, may_be_null: true, choices: [] };

/** A model with just what a figure names. */
function modelOf(scalars: string[], series: string[]): Model {
  return {
    id: 'toy',
    title: 'Toy',
    summary: '',
    rev: 1,
    random: false,
    max_rows: 0,
    params: [
      {
        id: 'tokens',
        label: 'Tokens',
        unit: 'tokens',
        help: '',
        kind: 'int',
        scale: 'log',
        default: 8,
        min: 1,
        max: 100,
        slider_min: 1,
        slider_max: 100,
        choices: [],
        group: '',
        advanced: false,
      },
    ],
    columns: [],
    scalars: scalars.map((id) => ({ ...BASE, id, label: id })),
    groups: [{ id: 'g', label: 'g' }],
    series: series.map((id) => ({ id, label: id, unit: 'B', group: 'g', may_be_null: true })),
    grids: [],
    notes: [],
  };
}

function resultOf(scalars: Result['scalars'], series: Record<string, number[]>): Result {
  return {
    model: 'toy',
    rev: 1,
    seed: 1,
    params: { tokens: 8 },
    rows: 0,
    scalars,
    series: Object.fromEntries(Object.entries(series).map(([id, values]) => [id, Float64Array.from(values)])),
    grids: {},
    notes: [],
  };
}

const LINES: FigureSpec = {
  title: [{ text: 'At {{in.tokens | int}}' }],
  summary: [{ text: 'A line' }],
  x: { label: 'Step' },
  y: { label: 'Bytes', unit: 'GiB', scale: 'log' },
  marks: [
    { type: 'line', x: 'xs', y: 'ys', role: 'run', label: 'run' },
    { type: 'rule', y: 'limit', role: 'limit', label: 'limit' },
    { type: 'point', x: 'in.tokens', y: 'here', role: 'run', label: 'here' },
  ],
};

describe('resolveFigure', () => {
  const model = modelOf(['limit', 'here'], ['xs', 'ys']);

  it('puts numbers into the unit of the axis and fills the sentence', () => {
    const chart = resolveFigure(
      LINES,
      model,
      resultOf({ limit: 2 ** 31, here: 2 ** 30 }, { xs: [1, 2], ys: [2 ** 30, 2 ** 32] }),
    );
    expect(chart.title).toContain('At 8');
    expect(chart.marks).toEqual([
      {
        type: 'line',
        role: 'run',
        label: 'run',
        points: [
          [1, 1],
          [2, 4],
        ],
      },
      { type: 'rule', role: 'limit', label: 'limit', axis: 'y', at: 2 },
      { type: 'point', role: 'run', label: 'here', x: 8, y: 1 },
    ]);
    expect(chart.table.at(-1)?.columns).toEqual([
      { label: 'xs', unit: 'B' },
      { label: 'run', unit: 'GiB' },
    ]);
  });

  it('on a log axis drops what has no place there and says so; NaN is a gap (public case 79)', () => {
    const ys = [2000, 400, 10, 1, 0, 0.001, NaN].map((v) => v * 2 ** 30);
    const chart = resolveFigure(
      LINES,
      model,
      resultOf({ limit: null, here: null }, { xs: [0, 1, 2, 3, 4, 5, 6], ys }),
    );
    const line = chart.marks[0];
    expect(line?.type === 'line' && line.points.map(([, y]) => y)).toEqual([
      2000,
      400,
      10,
      1,
      null,
      0.001,
      null,
    ]);
    expect(chart.remarks).toEqual([
      '1 value at or below zero is not drawn: the axis "Bytes" is logarithmic and has no zero.',
    ]);
  });

  it('leaves out marks that do not apply', () => {
    const chart = resolveFigure(LINES, model, resultOf({ limit: null, here: Infinity }, { xs: [], ys: [] }));
    expect(chart.marks).toEqual([]);
    expect(drawSvg(chart, SIZE)).toContain('Nothing to draw');
  });

  it('caps the table and says so', () => {
    const xs = Array.from({ length: 5000 }, (_, i) => i);
    const chart = resolveFigure(
      LINES,
      model,
      resultOf({ limit: null, here: null }, { xs, ys: xs.map(() => 2 ** 30) }),
    );
    expect(chart.table[0]?.rows).toHaveLength(1000);
    expect(chart.table[0]?.caption).toContain('first 1\u202f000 of 5\u202f000');
  });

  it('never lets NaN out, whatever a run gives', () => {
    const number = fc.oneof(fc.double(), fc.constantFrom(NaN, Infinity, -Infinity, 0, -0, 1e308, 5e-324));
    const values = fc.array(number, { maxLength: 30 });
    fc.assert(
      fc.property(values, values, fc.option(number), fc.option(number), (xs, ys, limit, here) => {
        const chart = resolveFigure(LINES, model, resultOf({ limit, here }, { xs, ys }));
        const svg = drawSvg(chart, SIZE);
        expect(svg).not.toMatch(/NaN|Infinity|undefined/);
        expect(JSON.stringify(chart)).toBe(JSON.stringify(JSON.parse(JSON.stringify(chart))));
        for (const { rows } of chart.table)
          for (const cell of rows.flat()) expect(cell === null || Number.isFinite(cell)).toBe(true);
        for (const { text } of readings(chart, layoutChart(chart, NARROW)))
          expect(text).not.toMatch(/NaN|Infinity/);
      }),
    );
  });
});

describe('ticks', () => {
  it('are round, few and written as print does', () => {
    expect(linearTicks(0, 7.3, 5, true).ticks.map((t) => t.text)).toEqual(['0', '2', '4', '6', '8']);
    expect(linearTicks(0, 0.3, 3, false).ticks.map((t) => t.text)).toEqual(['0', '0.1', '0.2', '0.3']);
    expect(logTicks(0.02, 100, 6).ticks.map((t) => t.value)).toEqual([0.1, 1, 10, 100]);
    expect(logTicks(2, 60, 6).ticks.map((t) => t.value)).toEqual([2, 5, 10, 20, 50]);
    expect(binaryTicks(64, 131072, 6).ticks.map((t) => t.text)).toEqual([
      '64',
      '256',
      '1\u202f024',
      '4\u202f096',
      '16\u202f384',
      '65\u202f536',
    ]);
    expect(tickText(1e9)).toBe('10⁹');
    expect(tickText(-2.5e-7)).toBe('−2.5\u202f·\u202f10⁻⁷');
  });

  it('lie inside the range, in order, never the same text twice', () => {
    const range = fc
      .tuple(
        fc.double({ min: 1e-9, max: 1e9, noNaN: true }),
        fc.double({ min: 1.001, max: 1e6, noNaN: true }),
      )
      .map(([low, factor]) => [low, low * factor] as const);
    fc.assert(
      fc.property(range, fc.integer({ min: 2, max: 9 }), ([low, high], target) => {
        for (const { ticks, min, max } of [
          linearTicks(low, high, target, false),
          logTicks(low, high, target),
        ]) {
          expect(min).toBeLessThanOrEqual(low);
          expect(max).toBeGreaterThanOrEqual(high);
          expect(ticks.length).toBeGreaterThan(0);
          expect(ticks.length).toBeLessThan(24);
          ticks.forEach((tick, i) => expect(tick.value).toBeGreaterThan(ticks[i - 1]?.value ?? -Infinity));
        }
      }),
    );
  });
});

function boxOf(label: Label) {
  const width = textWidth(label.text);
  const left =
    label.anchor === 'start' ? label.x : label.anchor === 'end' ? label.x - width : label.x - width / 2;
  return { left, right: left + width, top: label.y - 7, bottom: label.y + 7 };
}

function collisions(scene: Scene): [string, string][] {
  return scene.labels.flatMap((a, i) =>
    scene.labels.slice(i + 1).flatMap((b): [string, string][] => {
      const [p, q] = [boxOf(a), boxOf(b)];
      const apart = p.right <= q.left || q.right <= p.left || p.bottom <= q.top || q.bottom <= p.top;
      return apart ? [] : [[a.text, b.text]];
    }),
  );
}

describe('layout', () => {
  it('spreads labels that want the same place, in order and inside', () => {
    fc.assert(
      fc.property(
        fc.array(fc.double({ min: 0, max: 400, noNaN: true }), { minLength: 1, maxLength: 12 }),
        (wanted) => {
          const out = spread(wanted, 17, 0, 400);
          const sorted = [...out].sort((a, b) => a - b);
          sorted.forEach((y, i) => expect(y - (sorted[i - 1] ?? -17)).toBeGreaterThanOrEqual(17 - 1e-9));
          expect(sorted[0]).toBeGreaterThanOrEqual(0);
          expect(sorted.at(-1)).toBeLessThanOrEqual(400);
        },
      ),
    );
  });

  it.each([SIZE, NARROW])('keeps labels of coinciding lines, a limit and a point apart at %o', (size) => {
    const points = Array.from({ length: 40 }, (_, i): [number, number] => [2 ** (6 + i / 3), 2 ** (i / 3)]);
    const chart = chartOf(
      [
        { type: 'line', role: 'theory', label: 'same model, full MHA', points },
        { type: 'line', role: 'run', label: 'this setting', points },
        { type: 'rule', role: 'limit', label: 'memory left for the cache', axis: 'y', at: 7000 },
        { type: 'point', role: 'run', label: 'your requests', x: 4096, y: 64 },
      ],
      axis('Tokens', { scale: 'log' }),
      axis('Cache', { scale: 'log' }),
    );
    expect(collisions(layoutChart(chart, size))).toEqual([]);
  });

  it('shows an axis for constant data (public case 8)', () => {
    const chart = chartOf([
      { type: 'box', role: 'data', label: 'box', low: 5, q1: 5, median: 5, q3: 5, high: 5 },
    ]);
    const { x } = layoutChart(chart, SIZE);
    expect(x.min).toBeLessThan(5);
    expect(x.max).toBeGreaterThan(5);
    expect(x.ticks.length).toBeGreaterThan(1);
  });

  it('does not squash the data for a far limit, and says where the limit is', () => {
    const chart = chartOf([
      {
        type: 'line',
        role: 'run',
        label: 'run',
        points: [
          [0, 1],
          [1, 2],
        ],
      },
      { type: 'rule', role: 'limit', label: 'the limit', axis: 'y', at: 1e6 },
    ]);
    const scene = layoutChart(chart, SIZE);
    expect(scene.y.max).toBeLessThan(10);
    expect(rulesOutside(chart)).toEqual(['The line "the limit" lies above the picture.']);
  });
});

describe('thinning', () => {
  it('keeps extremes and gaps of 200,000 points, quickly (public case 80)', () => {
    const points = Array.from({ length: 200_000 }, (_, i): [number, number | null] => [i, Math.sin(i / 900)]);
    points[123_456] = [123_456, 99];
    points[77_777] = [77_777, null];
    const chart = chartOf([{ type: 'line', role: 'run', label: 'run', points }]);
    const start = performance.now();
    const scene = layoutChart(chart, SIZE);
    const out = thin(points, scene.x);
    expect(drawSvg(chart, SIZE).length).toBeLessThan(100_000);
    expect(performance.now() - start).toBeLessThan(1000);
    expect(out.length).toBeLessThan(SIZE.width * 5);
    expect(out).toContainEqual([123_456, 99]);
    expect(out.some(([, y]) => y === null)).toBe(true);
    expect([out[0], out.at(-1)]).toEqual([points[0], points.at(-1)]);
  });

  it('keeps the ends of a strip', () => {
    const xs = Array.from({ length: 100_000 }, (_, i) => i % 5000).concat(-50, 90_000);
    const { x } = layoutChart(chartOf([{ type: 'strip', role: 'flagged', label: 'flagged', xs }]), SIZE);
    const out = thinDots(xs, x);
    expect(out).toContain(-50);
    expect(out).toContain(90_000);
    expect(out.length).toBeLessThan(2 * SIZE.width);
  });
});

const ROLES: Role[] = ['run', 'theory', 'limit', 'data', 'flagged'];
const colours = Object.fromEntries(ROLES.map((role) => [role, role])) as Record<Role, string>;
const THEME: Theme = {
  ground: 'ground',
  ink: 'ink',
  muted: 'muted',
  grid: 'grid',
  font: 'sans',
  mark: colours,
  text: colours,
  fill: 'fill',
};

interface Stroke {
  colour: string;
  from: [number, number];
  to: [number, number];
}

/** A canvas that notes straight strokes, rectangles and texts. */
function recorder() {
  const strokes: Stroke[] = [];
  const rects: number[][] = [];
  const texts: string[] = [];
  let path: [number, number][] = [];
  const pen = {
    strokeStyle: '',
    save() {},
    restore() {},
    setLineDash() {},
    arc() {},
    fill() {},
    strokeText() {},
    beginPath: () => (path = []),
    moveTo: (x: number, y: number) => path.push([x, y]),
    lineTo: (x: number, y: number) => path.push([x, y]),
    stroke() {
      const [from, to] = path;
      if (from && to) strokes.push({ colour: pen.strokeStyle, from, to });
    },
    fillRect: (...rect: number[]) => rects.push(rect),
    strokeRect: (...rect: number[]) => rects.push(rect),
    fillText: (text: string) => texts.push(text),
  };
  return { strokes, rects, texts, pen: pen as unknown as CanvasRenderingContext2D };
}

describe('the two drawers', () => {
  // Public case 4: the smallest inlier lies above Q1; the lower whisker has no length.
  const q = { low: 0.6, q1: 0.6, median: 0.8, q3: 0.85, high: 1 };
  const chart = chartOf([
    { type: 'histogram', role: 'data', label: 'values', edges: [0, 0.5, 1], counts: [1, 3] },
    { type: 'box', role: 'data', label: 'quartiles', ...q },
    { type: 'rule', role: 'limit', label: 'lower fence', axis: 'x', at: 0.225 },
    { type: 'strip', role: 'flagged', label: 'flagged', xs: [0] },
  ]);
  const scene = layoutChart(chart, SIZE);
  const svg = drawSvg(chart, SIZE);
  const canvas = recorder();
  paintBelow(canvas.pen, chart, scene, THEME);
  paintAbove(canvas.pen, chart, scene, THEME);

  it('end whiskers where the numbers say, in both', () => {
    const at = (value: number) => Math.round(toPixel(scene.x, value) * 10) / 10;
    const row = scene.strip[0]?.y ?? 0;
    const whiskers = canvas.strokes.filter(
      (s) => s.colour === 'data' && s.from[1] === row && s.to[1] === row,
    );
    expect(whiskers.map((s) => [s.from[0], s.to[0]])).toEqual([
      [toPixel(scene.x, 0.6), toPixel(scene.x, 0.6)],
      [toPixel(scene.x, 0.85), toPixel(scene.x, 1)],
    ]);
    expect(svg).toContain(`class="fig-whisker" x1="${at(0.85)}" y1="${row}" x2="${at(1)}" y2="${row}"`);
    expect(svg).toContain(`class="fig-whisker" x1="${at(0.6)}" y1="${row}" x2="${at(0.6)}" y2="${row}"`);
  });

  it('write the same words', () => {
    for (const text of canvas.texts) expect(svg).toContain(`>${text}</text>`);
    expect(canvas.texts).toContain('lower fence');
  });

  it('draw the same bars', () => {
    const bars = [...svg.matchAll(/<rect x="([\d.]+)" y="([\d.]+)" width="([\d.]+)" height="([\d.]+)"\/>/g)];
    expect(bars.map((m) => m.slice(1).map(Number))).toEqual(
      canvas.rects.slice(0, 2).map((rect) => rect.map((v) => Math.round(v * 10) / 10)),
    );
  });

  it('the SVG is the same every time, named, escaped and free of colours', () => {
    const odd = { ...chart, title: 'a < b & "c"' };
    expect(drawSvg(odd, SIZE, 'x')).toBe(drawSvg(odd, SIZE, 'x'));
    expect(drawSvg(odd, SIZE, 'x')).toContain('<title id="x-t">a &lt; b &amp; &quot;c&quot;</title>');
    expect(svg).toMatch(/role="img" aria-labelledby="figure-t figure-d"/);
    expect(svg).not.toMatch(/#[0-9a-f]{3,6}|rgb|style=/);
  });
});

describe('reading', () => {
  it('says every kind of mark in words, from left to right', () => {
    const chart = chartOf(
      [
        {
          type: 'line',
          role: 'run',
          label: 'this run',
          points: [
            [1, 1.23456],
            [2, null],
            [3, 2],
          ],
        },
        { type: 'point', role: 'run', label: 'you', x: 2, y: 1.5 },
      ],
      axis('Step'),
      axis('Loss', { unit: 'nats' }),
    );
    expect(readings(chart, layoutChart(chart, SIZE)).map((r) => r.text)).toEqual([
      'Step 1: this run 1.235\u202fnats',
      'you: Step 2, Loss 1.5\u202fnats',
      'Step 3: this run 2\u202fnats',
    ]);
  });

  it('shows four digits and no dust', () => {
    expect([0.1 + 0.2, 12345.678, 1e-7, 0].map(readNumber)).toEqual(['0.3', '12\u202f346', '10⁻⁷', '0']);
  });
});
