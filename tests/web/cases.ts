/** Reference cases (tests/cases/*.json) as inputs for the core, read as the CLI reads them. */
import { readdirSync, readFileSync } from 'node:fs';
import { paramById, readValue } from '../../web/src/core/registry';
import { REASON } from '../../web/src/core/reasons';
import type { Model, Params, Refusal, Table } from '../../web/src/core/types';
import { plainNumber } from '../../web/src/lib/url';

type Cell = number | null;

export interface Case {
  name: string;
  model: string;
  params?: Record<string, number | string | boolean>;
  table?: Record<string, Cell[]>;
  seed?: number;
  expect?: Record<string, Cell>;
  expect_series?: Record<string, Cell[]>;
  rtol?: number;
  atol?: number;
  /** A parameter, or a cell; its column by id or by position. */
  refuse?: string | { row: number; column?: string | number };
}

const FOLDER = new URL('../cases/', import.meta.url);

export const cases: Case[] = readdirSync(FOLDER)
  .filter((name) => name.endsWith('.json'))
  .flatMap((name) => JSON.parse(readFileSync(new URL(name, FOLDER), 'utf8')) as Case[]);

/** Params as numbers, or the refusal of the first that cannot be read. */
export function caseParams(model: Model, item: Case): Params | Refusal {
  const params: Params = {};
  for (const [id, value] of Object.entries(item.params ?? {})) {
    const param = paramById(model, id);
    if (!param) return { status: 'argument', reason: REASON.unknownParam, text: id };
    if (typeof value === 'number') {
      params[id] = value;
      continue;
    }
    const read = readValue(param, String(value), plainNumber);
    if ('reason' in read) return { status: 'range', reason: read.reason, param: id };
    params[id] = read.value;
  }
  return params;
}

export function caseTable(item: Case): Table | undefined {
  if (!item.table) return undefined;
  const columns = Object.fromEntries(
    Object.entries(item.table).map(([id, cells]) => [id, Float64Array.from(cells, (cell) => cell ?? NaN)]),
  );
  return { rows: Math.max(...Object.values(columns).map((cells) => cells.length)), columns };
}

/** The table as CSV in exact digits. A first column of names keeps lines of missing cells from being blank. */
export function caseCsv(item: Case): string | undefined {
  const table = caseTable(item);
  if (!table) return undefined;
  const ids = Object.keys(table.columns);
  const lines = Array.from({ length: table.rows }, (_, row) =>
    ids.map((id) => String(table.columns[id]?.[row])).join(';'),
  );
  return [ids.join(';'), ...lines].join('\n');
}
