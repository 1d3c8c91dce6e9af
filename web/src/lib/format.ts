/** The one place where numbers become text for readers. Never "NaN", "Infinity", "undefined" or "-0". */
import type { Choice, Kind } from '../core/types';
import { digits, fixed, significant } from './digits';

/** What a number is: a Param, a Scalar or anything with these three. */
export interface Described {
  unit: string;
  kind: Kind;
  choices: Choice[];
}

/** A number's text and its unit's, apart, so that a page can set them differently. */
export interface Formatted {
  text: string;
  unit: string;
}

/** U+202F, narrow and unbreakable: between thousands, and between number and unit. */
export const THIN_SPACE = '\u202f';
/** What stands where there is no number. */
export const DASH = '–';

const NOTHING: Formatted = { text: DASH, unit: '' };

const BINARY = ['B', 'KiB', 'MiB', 'GiB', 'TiB'];
const DECIMAL = ['B', 'kB', 'MB', 'GB', 'TB'];
const FORMAT = /^(?:(int|plain)|(fixed|percent|sig|times|[KMGT]iB|[kMGT]B|B) (\d\d?))$/;

/** Whether a format is one that `formatValue` knows; it falls back to the default for any other. */
export function isFormat(format: string): boolean {
  return FORMAT.test(format);
}

/**
 * A value as readers see it. Without a format: a choice by its label, a bool as yes or no, an int in full, bytes with
 * the binary prefix that fits, and reals to 6 significant digits without trailing zeros.
 *
 * Formats: `int`; `fixed 2`, `percent 1` (of a fraction), `times 1` (×): decimals; `sig 3`: significant digits;
 * `GiB 2` `GB 3` (any prefix): bytes in that unit; `plain`: the shortest exact digits, without thousands.
 */
export function formatValue(value: number | null | undefined, what: Described, format?: string): Formatted {
  if (value === null || value === undefined || !Number.isFinite(value)) return NOTHING;
  if (what.kind === 'bool') return { text: value === 0 ? 'no' : 'yes', unit: '' };
  if (what.kind === 'choice') return { text: what.choices[value]?.label ?? DASH, unit: '' };
  const [, word, verb = '', count = '0'] = FORMAT.exec(format ?? '') ?? [];
  if (word === 'int') return { text: fixed(value, 0), unit: what.unit };
  if (word === 'plain') return { text: String(value === 0 ? 0 : value), unit: what.unit };
  const n = Number(count);
  if (verb === 'fixed') return { text: fixed(value, n), unit: what.unit };
  if (verb === 'percent')
    return Number.isFinite(value * 100) ? { text: fixed(value * 100, n), unit: '%' } : NOTHING;
  if (verb === 'times') return { text: fixed(value, n), unit: '×' };
  if (verb === 'sig') return { text: significant(value, Math.max(n, 1)), unit: what.unit };
  const [bytes, per] = splitBytes(what.unit);
  if (verb) return { text: fixed(value / byteFactor(verb), n), unit: verb + per };
  if (bytes) {
    const power = bytePower(value);
    return { text: digits(value / 1024 ** power, 4), unit: (BINARY[power] ?? 'B') + per };
  }
  return { text: what.kind === 'int' ? fixed(value, 0) : digits(value, 6), unit: what.unit };
}

/** Number and unit in one text; `%` and `×` stand close to their number. */
export function toText({ text, unit }: Formatted): string {
  if (unit === '' || text === DASH) return text;
  return unit === '%' || unit === '×' ? text + unit : text + THIN_SPACE + unit;
}

/** Bytes in both families of units, "2.000 GiB (2.147 GB)"; below 1 KiB just "512 B". */
export function bothByteUnits(bytes: number | null | undefined): string {
  if (bytes === null || bytes === undefined || !Number.isFinite(bytes)) return DASH;
  const power = bytePower(bytes);
  if (power === 0) return `${digits(bytes, 4)}${THIN_SPACE}B`;
  const binary = `${significant(bytes / 1024 ** power, 4)}${THIN_SPACE}${BINARY[power]}`;
  return `${binary} (${significant(bytes / 1000 ** power, 4)}${THIN_SPACE}${DECIMAL[power]})`;
}

/** 0 for B, 1 for KiB ... 4 for TiB: the largest that leaves at least 1 after rounding to 4 digits. */
function bytePower(bytes: number): number {
  let power = 0;
  while (power < BINARY.length - 1 && Number((Math.abs(bytes) / 1024 ** power).toPrecision(4)) >= 1024)
    power++;
  return power;
}

/** "B" is bytes and "B/s" bytes per second: both take prefixes. */
function splitBytes(unit: string): [boolean, string] {
  return unit === 'B' || unit.startsWith('B/') ? [true, unit.slice(1)] : [false, ''];
}

function byteFactor(unit: string): number {
  const binary = BINARY.indexOf(unit);
  return binary >= 0 ? 1024 ** binary : 1000 ** DECIMAL.indexOf(unit);
}
