/**
 * Finds numerals in a text that nothing vouches for. A numeral is vouched for when it is a binding (then it is not in
 * the text at all), equals a pinned value of a run at the precision written, or stands in a declared constant. Code,
 * citations and link addresses are not looked at; nor are digits that belong to a name (p99, H100) or to a single
 * exponent or index in a formula.
 */
import type { Token } from 'markdown-it';
import { lineOf } from './markdown/env';
import type { Pinned } from './schema/fields';

const NUMERAL = /(?<![\p{L}\d_.])\d+(?:(?:[,\u2009\u202f\u00a0]|\\,|\{,\})\d{3})*(?:\.\d+)?(?:e[+-]?\d+)?/gu;
const SPACES = /[,\u2009\u202f\u00a0{}\\]/g;
const SCANNED_MATH = new Set(['math', 'math_display', 'math_block']);

export interface Vouchers {
  pinned: Pinned[];
  constants: { text: string }[];
  /** Filled with the constants that were met. */
  used: Set<string>;
}

/** Calls `found` for each numeral that nothing vouches for, with the file's line. */
export function findNumerals(
  blocks: Token[],
  vouchers: Vouchers,
  found: (line: number, numeral: string) => void,
): void {
  for (const block of blocks) {
    if (block.type === 'inline') scan(plain(block.children ?? []), lineOf(block), vouchers, found);
    else if (block.type === 'math_block') scan(formula(block.content), lineOf(block), vouchers, found);
  }
}

/** The same for one line of plain text, such as a claim in front matter. */
export function scanLine(
  text: string,
  line: number,
  vouchers: Vouchers,
  found: (line: number, numeral: string) => void,
): void {
  scan(text, line, vouchers, found);
}

function plain(children: Token[]): string {
  return children
    .map((token) => {
      if (token.type === 'text' || token.type === 'text_special') return token.content;
      if (token.type === 'softbreak' || token.type === 'hardbreak') return '\n';
      return SCANNED_MATH.has(token.type) ? formula(token.content) : token.nesting === 0 ? '\uFFFC' : '';
    })
    .join('');
}

/** TeX without its bindings and without single exponents and indices, which are part of a symbol. */
function formula(tex: string): string {
  return ` ${tex.replace(/\{\{[^{}]*\}\}/g, '\uFFFC').replace(/([_^])(\d)(?!\d)/g, '$1\uFFFC')} `;
}

function scan(
  text: string,
  line: number,
  vouchers: Vouchers,
  found: (line: number, numeral: string) => void,
): void {
  let rest = text;
  for (const { text: constant } of vouchers.constants) {
    const next = rest.replace(exactly(constant), (match) => '\uFFFC'.repeat(match.length));
    if (next !== rest) vouchers.used.add(constant);
    rest = next;
  }
  for (const match of rest.matchAll(NUMERAL)) {
    const percent = /^\s?\\?%/.test(rest.slice(match.index + match[0].length));
    if (vouchers.pinned.some((pin) => agrees(match[0], percent, pin))) continue;
    found(line + (rest.slice(0, match.index).match(/\n/g)?.length ?? 0), match[0]);
  }
}

/** The constant where it is not a part of a longer number or word. */
function exactly(constant: string): RegExp {
  const source = constant.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replace(/\s+/g, '\\s+');
  return new RegExp(`(?<![\\p{L}\\d]|\\d[.,])${source}(?![\\p{L}\\d]|[.,]\\d)`, 'gu');
}

function agrees(numeral: string, percent: boolean, pin: Pinned): boolean {
  const value = typeof pin === 'object' ? pin?.value : pin;
  if (value === undefined || value === null) return false;
  const digits = numeral.replace(SPACES, '');
  const decimals = /\.(\d+)/.exec(digits)?.[1]?.length ?? 0;
  // One ulp of slack: 0.125 written as 12.5 % must agree although 0.125 * 100 need not be exact.
  const slack = 0.5 * 10 ** -decimals * (1 + 1e-9);
  return Math.abs(Math.abs(value) * (percent ? 100 : 1) - Number(digits)) <= slack;
}
