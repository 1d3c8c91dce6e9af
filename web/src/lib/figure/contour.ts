/** Iso-levels of a grid by marching squares: closed rings around what lies at or below a level. Pure. */
import type { GridValues } from '../../core/types';

export type Ring = [number, number][];

export interface Level {
  at: number;
  rings: Ring[];
}

const LEVELS = 9;
/** Between even shares of the window (1) and even rings of a bowl (2). */
const CROWDING = 1.6;
/** A ring around a node or two says where the nodes are, not where the surface is: a narrow valley would be a string of them. */
const LEAST_CORNERS = 10;

/**
 * Levels by the share of the window that lies below them: a surface that spans many decades (Rosenbrock) has some in its
 * valley too, which equal steps in height would leave empty.
 */
export function spreadLevels(values: Float64Array, count = LEVELS): number[] {
  const sorted = values.filter(Number.isFinite).sort();
  const levels: number[] = [];
  for (let k = 1; k <= count; k++) {
    const at = sorted[Math.floor((k / (count + 1)) ** CROWDING * (sorted.length - 1))] ?? NaN;
    if (at > (levels.at(-1) ?? sorted[0] ?? NaN)) levels.push(at);
  }
  return levels;
}

/** Sides of a cell: between its corners a (row, column), b (next column), c (next row and column), d (next row). */
const [TOP, RIGHT, BOTTOM, LEFT] = [0, 1, 2, 3] as const;

/** From side to side, by which corners are inside (a 1, b 2, c 4, d 8), the inside always on the same hand. */
const CROSSINGS: [number, number][][] = [
  [],
  [[LEFT, TOP]],
  [[TOP, RIGHT]],
  [[LEFT, RIGHT]],
  [[RIGHT, BOTTOM]],
  [
    [LEFT, TOP],
    [RIGHT, BOTTOM],
  ],
  [[TOP, BOTTOM]],
  [[LEFT, BOTTOM]],
  [[BOTTOM, LEFT]],
  [[BOTTOM, TOP]],
  [
    [TOP, RIGHT],
    [BOTTOM, LEFT],
  ],
  [[BOTTOM, RIGHT]],
  [[RIGHT, LEFT]],
  [[RIGHT, TOP]],
  [[TOP, LEFT]],
  [],
];

/** The two saddles when the middle of the cell is inside too: the inner corners are joined, the outer ones cut off. */
const JOINED: Record<number, [number, number][]> = {
  5: [
    [RIGHT, TOP],
    [LEFT, BOTTOM],
  ],
  10: [
    [TOP, LEFT],
    [BOTTOM, RIGHT],
  ],
};

/**
 * Heights as roots above the lowest: around a minimum a surface is a parabola, whose root is straight, and so a level's
 * place between two nodes is found well even where the valley is hardly wider than a cell.
 */
function rooted(lowest: number): (height: number) => number {
  return (height) => Math.sqrt(Math.max(0, height / 2 - lowest / 2));
}

/** The grid with a border that lies above every level, so that each ring closes. What is no number is above too. */
function bordered({ rows, columns, values }: GridValues, root: (height: number) => number): Float64Array {
  const wide = columns + 2;
  const out = new Float64Array((rows + 2) * wide).fill(Infinity);
  for (let row = 0; row < rows; row++)
    for (let column = 0; column < columns; column++) {
      const value = values[row * columns + column] ?? NaN;
      if (Number.isFinite(value)) out[(row + 1) * wide + column + 1] = root(value);
    }
  return out;
}

/**
 * The rings of each level, in the coordinates of the grid. Where a level runs out of the window its ring closes half a
 * cell outside: whoever draws clips to the window, and so draws no line along its edge.
 */
export function contourLevels(grid: GridValues, levels = spreadLevels(grid.values)): Level[] {
  const lowest = grid.values.reduce(
    (low, value) => (value < low && Number.isFinite(value) ? value : low),
    Infinity,
  );
  const root = rooted(Number.isFinite(lowest) ? lowest : 0);
  const z = bordered(grid, root);
  return levels.map((at) => ({ at, rings: ringsOf(z, grid, root(at)) }));
}

function ringsOf(z: Float64Array, grid: GridValues, at: number): Ring[] {
  const wide = grid.columns + 2;
  const next = new Map<number, number>();
  for (let row = 0; row <= grid.rows; row++)
    for (let column = 0; column <= grid.columns; column++) {
      const a = row * wide + column;
      const corners = [z[a], z[a + 1], z[a + wide + 1], z[a + wide]] as [number, number, number, number];
      const inside = corners.reduce((bits, value, i) => bits | (value <= at ? 1 << i : 0), 0);
      const middle = corners.reduce((sum, value) => sum + value / 4, 0);
      const crossings = (middle <= at ? JOINED[inside] : undefined) ?? CROSSINGS[inside] ?? [];
      // A side by the number of its first corner, doubled, plus one when it goes to the next row.
      const sides = [2 * a, 2 * (a + 1) + 1, 2 * (a + wide), 2 * a + 1];
      for (const [from, to] of crossings) next.set(sides[from] ?? 0, sides[to] ?? 0);
    }
  const rings: Ring[] = [];
  for (const [first] of next) {
    const ring: Ring = [];
    for (let side: number | undefined = first; side !== undefined && next.has(side);) {
      ring.push(crossingAt(side, z, grid, at));
      const following: number | undefined = next.get(side);
      next.delete(side);
      side = following;
    }
    if (ring.length >= Math.min(LEAST_CORNERS, grid.rows, grid.columns)) rings.push(ring);
  }
  return rings;
}

/** Where a level crosses a side, in a straight line between its two corners; in the middle beside what has no number. */
function crossingAt(side: number, z: Float64Array, grid: GridValues, at: number): [number, number] {
  const { rows, columns, x0, x1, y0, y1 } = grid;
  const wide = columns + 2;
  const corner = Math.floor(side / 2);
  const isDown = side % 2 === 1;
  const [from, to] = [z[corner] ?? NaN, z[corner + (isDown ? wide : 1)] ?? NaN];
  const share = (at - from) / (to - from);
  const t = Number.isFinite(from) && Number.isFinite(to) && Number.isFinite(share) ? share : 0.5;
  const column = (corner % wide) - 1 + (isDown ? 0 : t);
  const row = Math.floor(corner / wide) - 1 + (isDown ? t : 0);
  return [x0 + (column / (columns - 1)) * (x1 - x0), y0 + (row / (rows - 1)) * (y1 - y0)];
}
