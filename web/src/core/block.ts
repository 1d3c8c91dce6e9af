/** Copies a result out of the block that a run filled (wk.h: scalars | lengths | notes | series | grids | scratch). */
import type { Arena } from './arena';
import type { GridValues, Layout, Model, Result } from './types';

/** Where a run's plan and block stand. */
export interface RunPlace {
  arena: Arena;
  layout: Layout;
  plan: number;
  block: number;
}

/** Doubles before a grid's values: rows, columns, x0, x1, y0, y1. */
const GRID_HEAD = 6;

/** Everything a run gives, copied: the memory may grow and be written over by the next call. */
export function readBlock(
  place: RunPlace,
  model: Model,
): Pick<Result, 'scalars' | 'series' | 'grids' | 'notes'> {
  const scalars = doubles(place, 0, model.scalars.length);
  return {
    scalars: Object.fromEntries(model.scalars.map(({ id }, i) => [id, finiteOrNull(scalars[i])])),
    series: readSeries(place, model),
    grids: Object.fromEntries(model.grids.map(({ id }, i) => [id, readGrid(place, i)])),
    notes: readNotes(place, model),
  };
}

/** Only the true lengths: a plan's capacities are upper bounds. */
function readSeries(place: RunPlace, model: Model): Record<string, Float64Array> {
  const lengths = doubles(place, planned(place, 'lengths_at'), model.groups.length);
  const lengthOf = new Map(model.groups.map(({ id }, i) => [id, lengths[i] ?? 0]));
  return Object.fromEntries(
    model.series.map(({ id, group }, i) => [
      id,
      doubles(place, planned(place, 'series_at', i), lengthOf.get(group) ?? 0).slice(),
    ]),
  );
}

function readGrid(place: RunPlace, index: number): GridValues {
  const at = planned(place, 'grid_at', index);
  const [rows = 0, columns = 0, x0 = 0, x1 = 0, y0 = 0, y1 = 0] = doubles(place, at, GRID_HEAD);
  return { rows, columns, x0, x1, y0, y1, values: doubles(place, at + GRID_HEAD, rows * columns).slice() };
}

/** Notes are the bits of one double; division, because bit 31 would be a sign in JavaScript's own bit operators. */
function readNotes(place: RunPlace, model: Model): string[] {
  const bits = doubles(place, planned(place, 'notes_at'), 1)[0] ?? 0;
  return model.notes.filter((_, i) => Math.floor(bits / 2 ** i) % 2 === 1).map(({ id }) => id);
}

/** A 32-bit field of the plan, or an element of one of its arrays. */
function planned({ arena, layout, plan }: RunPlace, field: string, index = 0): number {
  return arena.u32(plan + (layout[field] ?? 0) + 4 * index);
}

/** A view into the block; offsets and counts are in doubles. */
function doubles({ arena, block }: RunPlace, at: number, count: number): Float64Array {
  return arena.doubles(block + 8 * at, count);
}

function finiteOrNull(value: number | undefined): number | null {
  return value !== undefined && Number.isFinite(value) ? value : null;
}
