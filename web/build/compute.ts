/** Runs models for the build, in the same WebAssembly that the page runs. */
import { readFileSync } from 'node:fs';
import { refusalText } from '../src/core/message';
import type { Model, Params, Refusal, Result, Table } from '../src/core/types';
import { Core, isRefusal } from '../src/core/wasm';
import type { ResultJson } from '../src/lib/content';
import type { Models } from './models';

export interface Input {
  params: Params;
  /** A table as text, as an author pastes it. */
  table?: string;
  seed?: number;
}

/** A run's result, or in words why the core refused it. */
export type Compute = (model: Model, input: Input) => Result | { refused: string };

/** Loads the core from a WASM file. */
export async function loadCompute(wasmFile: string, models: Models): Promise<Compute> {
  const core = await Core.create(readFileSync(wasmFile), models.registry);
  return (model, { params, table: text, seed }) => {
    const refused = (refusal: Refusal) => ({ refused: refusalText(refusal, model, models.registry, params) });
    let table: Table | undefined;
    if (text !== undefined) {
      const read = core.readTable(text, model.columns);
      if (isRefusal(read)) return refused(read);
      const bad = read.bad[0];
      if (bad) return refused({ status: 'cell', ...bad });
      table = read.table;
    }
    const result = core.run(models.indexOf(model), model, params, { table, seed });
    return isRefusal(result) ? refused(result) : result;
  };
}

/** A result as JSON: typed arrays as lists, NaN as null. */
export function resultJson(result: Result): ResultJson {
  const list = (values: Float64Array) => Array.from(values, (value) => (Number.isNaN(value) ? null : value));
  const mapped = <A, B>(items: Record<string, A>, map: (item: A) => B) =>
    Object.fromEntries(Object.entries(items).map(([id, item]) => [id, map(item)]));
  return {
    ...result,
    series: mapped(result.series, list),
    // A grid is looked at, not read: four digits draw the same picture at a third of the page's weight.
    grids: mapped(result.grids, (grid) => ({ ...grid, values: list(grid.values.map(fourDigits)) })),
  };
}

function fourDigits(value: number): number {
  return Number(value.toPrecision(4));
}
