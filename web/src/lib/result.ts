/** Results as JSON in a page, and back. */
import type { Result } from '../core/types';
import type { ResultJson } from './content';

/** A result with its typed arrays again; null becomes NaN. */
export function resultFromJson(json: ResultJson): Result {
  const floats = (values: (number | null)[]) => Float64Array.from(values, (value) => value ?? NaN);
  return {
    ...json,
    series: Object.fromEntries(Object.entries(json.series).map(([id, values]) => [id, floats(values)])),
    grids: Object.fromEntries(
      Object.entries(json.grids).map(([id, grid]) => [id, { ...grid, values: floats(grid.values) }]),
    ),
  };
}
