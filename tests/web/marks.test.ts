/** Contours, paths and bands: the numbers behind them, and that both drawers draw the same. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { GridValues, Model, Result } from '../../web/src/core/types';
import { bandOf, bandOutlines, quantile } from '../../web/src/lib/figure/band';
import { contourLevels, spreadLevels } from '../../web/src/lib/figure/contour';
import { layoutChart } from '../../web/src/lib/figure/layout';
import { paintAbove, paintBelow } from '../../web/src/lib/figure/paint';
import { isInside, MOST_SEGMENTS, tracePath } from '../../web/src/lib/figure/path';
import { readings } from '../../web/src/lib/figure/reading';
import { resolveFigure } from '../../web/src/lib/figure/resolve';
import { toPixel, type Scale } from '../../web/src/lib/figure/scale';
import type { FigureSpec, Role } from '../../web/src/lib/figure/spec';
import { drawSvg } from '../../web/src/lib/figure/svg';
import type { Theme } from '../../web/src/lib/figure/theme';

const SIZE = { width: 760, height: 430 };

function gridOf(
  height: (x: number, y: number) => number,
  [x0, x1, y0, y1] = [-2, 2, -1, 3],
  side = 41,
): GridValues {
  const values = Float64Array.from({ length: side * side }, (_, i) =>
    height(x0 + ((x1 - x0) * (i % side)) / (side - 1), y0 + ((y1 - y0) * Math.floor(i / side)) / (side - 1)),
  );
  return { rows: side, columns: side, x0, x1, y0, y1, values };
}

const rosenbrock = (x: number, y: number) => (1 - x) ** 2 + 100 * (y - x * x) ** 2;

describe('contour', () => {
  it('closes a ring around a bowl, where the level is', () => {
    const grid = gridOf((x, y) => x * x + y * y, [-2, 2, -2, 2], 81);
    const [level] = contourLevels(grid, [1]);
    expect(level?.rings).toHaveLength(1);
    for (const [x, y] of level?.rings[0] ?? []) expect(Math.hypot(x, y)).toBeCloseTo(1, 2);
  });

  it('finds all four minima of Himmelblau, each around its own place (public case 34)', () => {
    const grid = gridOf((x, y) => (x * x + y - 11) ** 2 + (x + y * y - 7) ** 2, [-5, 5, -5, 5], 81);
    const [lowest] = contourLevels(grid);
    expect(lowest?.rings).toHaveLength(4);
    const middles = lowest?.rings.map((ring) =>
      [0, 1].map((i) => ring.reduce((s, p) => s + (p[i as 0 | 1] ?? 0), 0) / ring.length),
    );
    for (const minimum of [
      [3, 2],
      [-2.805, 3.131],
      [-3.779, -3.283],
      [3.584, -1.848],
    ])
      expect(
        Math.min(
          ...(middles ?? []).map((m) =>
            Math.hypot((m[0] ?? 0) - (minimum[0] ?? 0), (m[1] ?? 0) - (minimum[1] ?? 0)),
          ),
        ),
      ).toBeLessThan(0.3);
  });

  it('has levels in the valley of Rosenbrock, which spans decades', () => {
    const levels = spreadLevels(gridOf(rosenbrock).values);
    expect(levels.length).toBeGreaterThan(6);
    expect(levels.length).toBeLessThanOrEqual(10);
    expect((levels.at(-1) ?? 0) / (levels[0] ?? 1)).toBeGreaterThan(100);
  });

  it('lies between the nodes that it parts, whatever the grid holds', () => {
    const number = fc.oneof(fc.double(), fc.constantFrom(NaN, Infinity, -Infinity, 0, 1e308, -1e308));
    fc.assert(
      fc.property(fc.array(number, { minLength: 12, maxLength: 12 }), (values) => {
        const grid = { rows: 3, columns: 4, x0: 0, x1: 3, y0: 0, y1: 2, values: Float64Array.from(values) };
        for (const { rings } of contourLevels(grid))
          for (const [x, y] of rings.flat()) {
            expect(x >= -0.5 && x <= 3.5 && y >= -0.5 && y <= 2.5).toBe(true);
            expect(Number.isInteger(x) || Number.isInteger(y)).toBe(true);
          }
      }),
    );
  });

  it('draws nothing on a plain, and parts the two ways of a saddle', () => {
    expect(contourLevels(gridOf(() => 5))).toEqual([]);
    const saddle = gridOf((x, y) => x * x - y * y, [-2, 2, -2, 2], 40);
    expect(contourLevels(saddle, [-1])[0]?.rings).toHaveLength(2);
    expect(contourLevels(saddle, [1])[0]?.rings).toHaveLength(1);
  });
});

const scale = (min: number, max: number, from: number, to: number): Scale => ({
  scale: 'linear',
  min,
  max,
  from,
  to,
  ticks: [],
});
const PLOT = { left: 0, right: 400, top: 0, bottom: 400 };
const X = scale(-2, 2, 0, 400);
const Y = scale(-2, 2, 400, 0);
type Points = ([number, number] | null)[];

describe('path', () => {
  it('is cut at the edge, with the way out (public case 33)', () => {
    const { runs, start, end, exit } = tracePath(
      [
        [0, 0],
        [1, 0],
        [3, 0],
        [-1e30, 1e280],
      ],
      X,
      Y,
      PLOT,
    );
    expect(runs[0]).toEqual([
      { x: 200, y: 200 },
      { x: 300, y: 200 },
      { x: 400, y: 200 },
    ]);
    expect(start).toEqual({ x: 200, y: 200 });
    expect(end).toBeNull();
    expect(exit).toMatchObject({ x: 400, y: 200, angle: 0 });
  });

  it('comes back where it does', () => {
    const { runs, end } = tracePath(
      [
        [0, 0],
        [4, 0],
        [4, 1],
        [0, 1],
      ],
      X,
      Y,
      PLOT,
    );
    expect(runs.map((run) => run.at(-1))).toEqual([
      { x: 400, y: 200 },
      { x: 200, y: 100 },
    ]);
    expect(runs[1]?.[0]).toEqual({ x: 400, y: 100 });
    expect(end).toEqual({ x: 200, y: 100 });
  });

  it('crosses the window between two points outside', () => {
    const { runs } = tracePath(
      [
        [-10, 0],
        [10, 0],
      ],
      X,
      Y,
      PLOT,
    );
    expect(runs).toEqual([
      [
        { x: 0, y: 200 },
        { x: 400, y: 200 },
      ],
    ]);
  });

  it('has a gap where a point is missing', () => {
    expect(tracePath([[0, 0], [1, 0], null, [1, 1], [0, 1]], X, Y, PLOT).runs).toHaveLength(2);
  });

  it('draws a jump that repeats once, and short moves as one', () => {
    const jumps: Points = Array.from({ length: 100_000 }, (_, i) => [i % 2, 0]);
    expect(tracePath(jumps, X, Y, PLOT).runs).toHaveLength(1);
    const crawl: Points = Array.from({ length: 100_001 }, (_, i) => [i / 100_000, 0]);
    const { runs } = tracePath(crawl, X, Y, PLOT);
    expect(runs.flat().length).toBeLessThan(150);
    expect(runs.at(-1)?.at(-1)).toEqual({ x: 300, y: 200 });
  });

  it('stays inside, is bounded and quick, whatever it does', () => {
    let state = 1;
    const next = () => (state = (state * 48271) % 2147483647) / 2147483647;
    const noise: Points = Array.from({ length: 100_001 }, () => [next() * 8 - 4, next() * 8 - 4]);
    const begin = performance.now();
    const { runs } = tracePath(noise, X, Y, PLOT);
    expect(performance.now() - begin).toBeLessThan(1500);
    expect(runs.reduce((sum, run) => sum + run.length - 1, 0)).toBeLessThanOrEqual(MOST_SEGMENTS);
    for (const spot of runs.flat()) expect(isInside(PLOT, spot)).toBe(true);
  });
});

describe('band', () => {
  it('reaches from the 10 % to the 90 % quantile', () => {
    expect(quantile([1, 2, 3, 4, 5], 0.1)).toBeCloseTo(1.4);
    const curves = Array.from({ length: 11 }, (_, i) => [i, 10 * i]);
    expect(bandOf([1, 2], curves)).toEqual([
      [1, 1, 9],
      [2, 10, 90],
    ]);
  });

  it('has a gap where one of the runs has nothing', () => {
    expect(
      bandOf(
        [1, 2, null],
        [
          [1, null, 1],
          [2, 2, 2],
        ],
      ),
    ).toEqual([
      [1, 1.1, 1.9],
      [2, null, null],
    ]);
    expect(
      bandOutlines(
        [
          [0, 0, 1],
          [1, 0, 1],
          [1.5, null, null],
          [1.6, 0, 1],
          [2, 0, 1],
        ],
        X,
        Y,
      ),
    ).toHaveLength(2);
  });

  it('keeps the widest of each pixel column', () => {
    const points = Array.from({ length: 50_000 }, (_, i): [number, number, number] => [
      i / 25_000,
      0,
      i === 777 ? 2 : 1,
    ]);
    const [outline = []] = bandOutlines(points, X, Y);
    expect(outline.length).toBeLessThan(2 * 900);
    expect(Math.min(...outline.map(({ y }) => y))).toBe(0);
  });
});

const quiet = { help: '', kind: 'real' as const, may_be_null: true, choices: [] };
const MODEL: Model = {
  id: 'toy',
  title: 'Toy',
  summary: '',
  rev: 1,
  random: true,
  max_rows: 0,
  params: [],
  columns: [],
  scalars: [{ ...quiet, id: 'best', label: 'best', unit: '' }],
  groups: [
    { id: 'a', label: 'a' },
    { id: 'b', label: 'b' },
  ],
  series: ['xs', 'ys', 'us', 'vs'].map((id) => ({
    id,
    label: id,
    unit: '',
    group: id < 'v' ? 'a' : 'b',
    may_be_null: true,
  })),
  grids: [{ id: 'z', label: 'height', unit: '' }],
  notes: [],
};

function resultOf(series: Record<string, number[]>, grid?: GridValues, seed = 1): Result {
  return {
    model: 'toy',
    rev: 1,
    seed,
    params: {},
    rows: 0,
    scalars: { best: 9 },
    series: Object.fromEntries(Object.entries(series).map(([id, values]) => [id, Float64Array.from(values)])),
    grids: grid ? { z: grid } : {},
    notes: [],
  };
}

const MAP: FigureSpec = {
  title: [{ text: 'Finding' }],
  summary: [{ text: 'Map' }],
  x: { label: 'x' },
  y: { label: 'y' },
  marks: [
    { type: 'contour', grid: 'z', role: 'theory', label: 'height' },
    { type: 'path', x: 'xs', y: 'ys', role: 'run', label: 'this run' },
    { type: 'point', x: 'best', y: 'best', role: 'limit', label: 'far' },
  ],
};

const CURVES: FigureSpec = {
  ...MAP,
  y: { label: 'y', scale: 'log' },
  marks: [
    { type: 'line', x: 'xs', y: 'ys', role: 'run', label: 'first' },
    { type: 'line', x: 'us', y: 'vs', role: 'data', label: 'second' },
    { type: 'band', x: 'xs', y: 'ys', role: 'run', label: 'first' },
  ],
};

const ROLES: Role[] = ['run', 'theory', 'limit', 'data', 'flagged'];
const colours = Object.fromEntries(ROLES.map((role) => [role, role])) as Record<Role, string>;
const THEME: Theme = {
  ground: 'g',
  ink: 'i',
  muted: 'm',
  grid: 'g',
  font: 'f',
  mark: colours,
  text: colours,
  fill: 'f',
};

/** A canvas that notes every corner and the texts. */
function recorder() {
  const corners: [number, number][] = [];
  const texts: string[] = [];
  const note = (x: number, y: number) => corners.push([x, y]);
  const pen = new Proxy(
    { moveTo: note, lineTo: note, fillText: (text: string) => texts.push(text) } as Record<string, unknown>,
    { get: (own, key: string) => own[key] ?? (() => undefined) },
  );
  return { corners, texts, pen: pen as unknown as CanvasRenderingContext2D };
}

describe('a map', () => {
  const run = resultOf({ xs: [-1.2, -0.98, 5, 1e30], ys: [1, 1.08, 2, NaN] }, gridOf(rosenbrock));
  const chart = resolveFigure(MAP, MODEL, run);
  const scene = layoutChart(chart, SIZE);

  it('keeps the axes at the window and says what leaves it (public case 33)', () => {
    expect([scene.x.min, scene.x.max, scene.y.min, scene.y.max]).toEqual([-2, 2, -1, 3]);
    expect(chart.remarks).toEqual([
      '"this run" leaves the picture at its point 2, counted from 0; the axes do not follow it.',
      'The point "far" lies outside the picture.',
    ]);
    expect(scene.labels.map(({ text }) => text).sort()).toEqual(['height', 'start', 'this run leaves']);
  });

  it('is drawn alike by both', () => {
    const svg = drawSvg(chart, SIZE);
    const { pen, corners, texts } = recorder();
    paintBelow(pen, chart, scene, THEME);
    paintAbove(pen, chart, scene, THEME);
    const drawn = new Set([...svg.matchAll(/[ML ](-?[\d.]+) (-?[\d.]+)/g)].map((m) => `${m[1]} ${m[2]}`));
    const round = (v: number) => Math.round(v * 10) / 10 + 0;
    const first = chart.marks[0];
    const ring = first?.type === 'contour' ? (first.levels[4]?.rings[0] ?? []) : [];
    expect(ring.length).toBeGreaterThan(20);
    for (const [x, y] of ring) {
      const at = [toPixel(scene.x, x), toPixel(scene.y, y)] as const;
      expect(drawn).toContain(`${round(at[0])} ${round(at[1])}`);
      expect(corners).toContainEqual(at);
    }
    for (const text of texts) expect(svg).toContain(`>${text}</text>`);
    expect(svg).toContain('fig-exit');
    expect(svg).not.toMatch(/NaN|Infinity|undefined|#[0-9a-f]{3,6}|style=/);
  });

  it('is read along the way, and told in numbers', () => {
    expect(readings(chart, scene).map(({ text }) => text)).toEqual([
      'this run, point 0: x −1.2, y 1',
      'this run, point 1: x −0.98, y 1.08',
    ]);
    expect(chart.table.map(({ caption }) => caption)).toEqual([
      'Marked values',
      'height: levels drawn',
      'this run',
    ]);
    expect(chart.table.at(-1)?.rows[2]).toEqual([2, 5, 2]);
  });

  it('needs linear axes', () => {
    const log = resolveFigure({ ...MAP, x: { label: 'x', scale: 'log' } }, MODEL, run);
    expect(log.marks.map(({ type }) => type)).not.toContain('contour');
  });
});

describe('curves of different groups', () => {
  const shown = resultOf({ xs: [1, 2, 3], ys: [3, 2, 1], us: [10, 20], vs: [4, 0] });

  it('have each their own x and table', () => {
    const chart = resolveFigure(CURVES, MODEL, shown);
    expect(chart.marks.map((mark) => mark.type === 'line' && mark.points)).toEqual([
      [
        [1, 3],
        [2, 2],
        [3, 1],
      ],
      [
        [10, 4],
        [20, null],
      ],
    ]);
    expect(chart.table.map(({ rows }) => rows.length)).toEqual([3, 2]);
    expect(layoutChart(chart, SIZE).x.max).toBe(20);
  });

  it('get a band once there is an ensemble; a run that stopped early is left out and said', () => {
    const seeds = [1, 2, 3].map((k) => resultOf({ xs: [1, 2, 3], ys: [3 * k, 2 * k, k] }, undefined, k));
    const short = resultOf({ xs: [1, 2], ys: [1, 1] }, undefined, 4);
    const chart = resolveFigure(CURVES, MODEL, shown, [...seeds, short]);
    const band = chart.marks.find((mark) => mark.type === 'band');
    expect(band?.label).toBe('first: 3 seeds');
    expect(band?.points[2]).toEqual([3, expect.closeTo(1.2), expect.closeTo(2.8)]);
    expect(chart.remarks.join(' ')).toMatch(
      /from the 10 % to the 90 % quantile of 4 runs.*1 of the 4 runs are not/,
    );
    expect(drawSvg(chart, SIZE)).toContain('fig-band');
  });
});
