/** The numeral check of one item: which texts it covers, and what is said about what is left. */
import type { Token } from 'markdown-it';
import { findNumerals, scanLine, type Vouchers } from '../numerals';
import type { Constant, Run } from '../schema/fields';
import type { Yaml } from '../source';
import type { Problems } from '../problems';

export interface NumeralCheck {
  blocks(tokens: Token[]): void;
  line(text: string, line: number): void;
  /** Reports constants that stand nowhere in the item's text, checked part or not. */
  finish(whole: string): void;
}

export function numeralCheck(
  front: Yaml,
  runs: Record<string, Run>,
  constants: Constant[],
  problems: Problems,
): NumeralCheck {
  const vouchers: Vouchers = {
    pinned: Object.values(runs).flatMap((run) => Object.values(run.expect)),
    constants,
    used: new Set(),
  };
  const found = (line: number, numeral: string) =>
    problems.add(
      front.file,
      line,
      `the numeral ${numeral} is neither bound, pinned nor declared. Bind it ({{run.output}}), pin it under "expect", or add it to "constants" with a reason.`,
    );
  return {
    blocks: (tokens) => findNumerals(tokens, vouchers, found),
    line: (text, line) => scanLine(text, line, vouchers, found),
    finish: (whole) =>
      constants.forEach(({ text }, index) => {
        if (!vouchers.used.has(text) && !whole.includes(text))
          problems.add(
            front.file,
            front.lineOf(['constants', index]),
            `constant "${text}" is not in the text. Remove it.`,
          );
      }),
  };
}
