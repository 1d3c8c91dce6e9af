/** The state of a lab as a query string, by parameter id. Only what differs from the default is written. */
import { REASON } from '../core/reasons';
import { checkValue, rangeText, readValue, valueText, type NumberParser } from '../core/registry';
import type { Model, Param, Params } from '../core/types';
import type { Comma } from '../core/readtable';

/** Names that are never parameters: they belong to the page, the embed or the table. */
export const RESERVED = [
  'seed',
  'theme',
  'view',
  'controls',
  'lock',
  'predict',
  'data',
  'comma',
  'model',
  'hidden',
];

/** Longer tables do not travel in an address. */
export const MAX_TABLE_CHARACTERS = 1500;

export const DEFAULT_SEED = 1;

const COMMAS: readonly Comma[] = ['decimal', 'thousands', 'separator'];

/** Something in an address that was not used, and why, in words for the reader. */
export interface Ignored {
  name: string;
  value: string;
  why: string;
}

export interface Decoded {
  /** Only what the address gave, checked; spread it over the defaults. */
  params: Params;
  seed: number;
  tableText?: string;
  comma: Comma;
  ignored: Ignored[];
}

/**
 * The query string without its `?`; empty at the defaults. Values that `decode` would not take are left out, and so is
 * a table longer than MAX_TABLE_CHARACTERS. Pass the table only when it is not the one the page opens with.
 */
export function encode(
  model: Model,
  params: Params,
  seed: number,
  tableText?: string | null,
  comma: Comma = 'auto',
): string {
  const parts: string[] = [];
  for (const param of model.params) {
    const value = params[param.id] ?? param.default;
    if (value === param.default || checkValue(param, value) !== REASON.none) continue;
    parts.push(`${param.id}=${escape(valueText(param, value))}`);
  }
  if (seed !== DEFAULT_SEED && isSeed(seed)) parts.push(`seed=${seed}`);
  if (tableText !== undefined && tableText !== null && model.columns.length > 0 && tableTravels(tableText)) {
    parts.push(`data=${escape(compactTable(tableText))}`);
    if (comma !== 'auto') parts.push(`comma=${comma}`);
  }
  return parts.join('&');
}

/**
 * Reads a query string (with or without `?`). Never throws and never gives a value the model does not allow: what
 * cannot be used is listed. Of a name given twice the first counts.
 */
export function decode(model: Model, search: string, parse: NumberParser): Decoded {
  const decoded: Decoded = { params: {}, seed: DEFAULT_SEED, comma: 'auto', ignored: [] };
  const seen = new Set<string>();
  for (const [name, value] of new URLSearchParams(search)) {
    const why = seen.has(name)
      ? 'given twice; the first one counts'
      : take(model, name, value, parse, decoded);
    if (why) decoded.ignored.push({ name, value, why });
    seen.add(name);
  }
  return decoded;
}

/**
 * Reads what `encode` writes, before the core is there: plain decimal numbers as in JSON and nothing else. An address
 * with anything more is decoded again with the core's own parser.
 */
export const plainNumber: NumberParser = (text) => {
  if (!/^-?(0|[1-9]\d*)(\.\d+)?(e[+-]?\d+)?$/i.test(text)) return { reason: REASON.notANumber };
  const value = Number(text);
  return Number.isFinite(value) ? { value } : { reason: REASON.notFinite };
};

/** Line ends as `\n`, no spaces at line ends, no blank lines at the end. A tab at a line's end is an empty cell: it stays. */
export function compactTable(text: string): string {
  return text.replace(/\r\n?/g, '\n').replace(/ +$/gm, '').replace(/\n+$/, '');
}

/** Whether a table is short enough to travel in an address. */
export function tableTravels(text: string): boolean {
  return compactTable(text).length <= MAX_TABLE_CHARACTERS;
}

/** Takes one pair into `into`; returns why not, or nothing. */
function take(
  model: Model,
  name: string,
  value: string,
  parse: NumberParser,
  into: Decoded,
): string | undefined {
  if (name === 'seed') {
    const seed = parse(value);
    if ('reason' in seed || !isSeed(seed.value))
      return `not a whole number from 0 to ${Number.MAX_SAFE_INTEGER}`;
    into.seed = seed.value;
    return undefined;
  }
  if (name === 'data') {
    if (model.columns.length === 0) return 'this lab takes no table';
    into.tableText = value;
    return undefined;
  }
  if (name === 'comma') {
    const comma = COMMAS.find((known) => known === value);
    if (!comma) return `not allowed; allowed: ${COMMAS.join(', ')}`;
    into.comma = comma;
    return undefined;
  }
  if (RESERVED.includes(name)) return undefined;
  const param = model.params.find((candidate) => candidate.id === name);
  if (!param) return 'this lab has no such input';
  const read = readValue(param, value, parse);
  if ('reason' in read) return `not allowed; allowed: ${allowed(param)}`;
  into.params[param.id] = read.value;
  return undefined;
}

function allowed(param: Param): string {
  if (param.kind === 'bool') return 'true, false';
  if (param.kind === 'choice') return param.choices.map((choice) => choice.id).join(', ');
  return (param.kind === 'int' ? 'a whole number, ' : 'a number, ') + rangeText(param);
}

function isSeed(value: number): boolean {
  return Number.isSafeInteger(value) && value >= 0;
}

/** Like encodeURIComponent, shorter for tables, and safe for half a surrogate pair (which would throw). */
function escape(text: string): string {
  return encodeURIComponent(text.replace(/\p{Surrogate}/gu, '\uFFFD'))
    .replace(/%20/g, '+')
    .replace(/%2C/g, ',');
}
