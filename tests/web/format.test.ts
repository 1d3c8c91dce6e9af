import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bothByteUnits, formatValue, isFormat, toText, type Described } from '../../web/src/lib/format';
import type { Sentence } from '../../web/src/lib/figure/spec';
import { bindingText, fillText, resolveSentence, splitBindings } from '../../web/src/lib/sentence';

const REAL: Described = { unit: '', kind: 'real', choices: [] };
const BYTES: Described = { unit: 'B', kind: 'int', choices: [] };
/** Narrow no-break spaces as blanks, to be readable here. */
const text = (value: number | null, what: Described = REAL, format?: string) =>
  toText(formatValue(value, what, format)).replaceAll('\u202f', ' ');

describe('formatValue', () => {
  it.each([
    [0.1 + 0.2, '0.3'],
    [1 / 3, '0.333333'],
    [2 / 3, '0.666667'],
    [12345.678, '12 345.7'],
    [1234567.89, '1 234 568'],
    [0.999999999, '1'],
    [-0.5, '−0.5'],
    [-0, '0'],
    [1e-7, '1×10⁻⁷'],
    [1.23456789e-7, '1.23457×10⁻⁷'],
    [6.02214076e23, '6.02214×10²³'],
    [-1.5e300, '−1.5×10³⁰⁰'],
    [5e-324, '4.94066×10⁻³²⁴'],
    [123456789, '123 456 789'],
    [1e21, '1×10²¹'],
    [0.00012345678, '0.000123457'],
  ])('%d is %s', (value, expected) => {
    expect(text(value)).toBe(expected);
  });

  it('shows a dash where there is no number', () => {
    for (const value of [null, NaN, Infinity, -Infinity]) expect(text(value)).toBe('–');
    expect(bothByteUnits(null)).toBe('–');
  });

  it('puts the unit after a narrow no-break space', () => {
    expect(toText(formatValue(1200, { ...REAL, unit: 'tokens' }))).toBe('1\u202f200\u202ftokens');
  });

  it('shows bytes with the binary prefix that fits', () => {
    expect(text(0, BYTES)).toBe('0 B');
    expect(text(512, BYTES)).toBe('512 B');
    expect(text(1023, BYTES)).toBe('1 023 B');
    expect(text(2 ** 31, BYTES)).toBe('2 GiB');
    expect(text(1234567, BYTES)).toBe('1.177 MiB');
    expect(text(2 ** 20 - 1, BYTES)).toBe('1 MiB');
    expect(text(2 ** 60, BYTES)).toBe('1 048 576 TiB');
    expect(text(3.35e12, { ...BYTES, unit: 'B/s' })).toBe('3.047 TiB/s');
    expect(text(0.2, BYTES)).toBe('0.2 B');
  });

  it('says bytes in both families of units', () => {
    expect(bothByteUnits(2 ** 31).replaceAll('\u202f', ' ')).toBe('2.000 GiB (2.147 GB)');
    expect(bothByteUnits(2 ** 40 * 1.5).replaceAll('\u202f', ' ')).toBe('1.500 TiB (1.649 TB)');
    expect(bothByteUnits(100).replaceAll('\u202f', ' ')).toBe('100 B');
  });

  it.each([
    [2 ** 31, BYTES, 'GiB 2', '2.00 GiB'],
    [2 ** 31, BYTES, 'GB 3', '2.147 GB'],
    [2 ** 21, BYTES, 'MiB 1', '2.0 MiB'],
    [2048, BYTES, 'KiB 0', '2 KiB'],
    [1500, { ...BYTES, unit: 'B/s' }, 'kB 1', '1.5 kB/s'],
    [12.5, REAL, 'int', '13'],
    [1.005, REAL, 'fixed 2', '1.00'],
    [-0.001, REAL, 'fixed 2', '0.00'],
    [0.12345, REAL, 'percent 1', '12.3%'],
    [1234.5678, REAL, 'sig 3', '1 235'],
    [2, REAL, 'sig 3', '2.00'],
    [0, REAL, 'sig 3', '0.00'],
    [9.996, REAL, 'sig 3', '10.0'],
    [12345.5, REAL, 'plain', '12345.5'],
    [2.54, REAL, 'times 1', '2.5×'],
    [0.5, REAL, 'no such format', '0.5'],
  ])('%d as %j in %s is %s', (value, what, format, expected) => {
    expect(text(value, what as Described, format)).toBe(expected);
  });

  it('names choices and bools', () => {
    const choice: Described = { unit: '', kind: 'choice', choices: [{ id: 'bf16', label: 'BF16' }] };
    expect(text(0, choice)).toBe('BF16');
    expect(text(7, choice)).toBe('–');
    expect(text(1, { ...REAL, kind: 'bool' })).toBe('yes');
    expect(text(0, { ...REAL, kind: 'bool' })).toBe('no');
  });

  const formats = [
    'int',
    'plain',
    'fixed 2',
    'percent 1',
    'sig 3',
    'sig 0',
    'times 1',
    'GiB 2',
    'kB 3',
    'fixed 99',
    undefined,
  ];
  it('never shows NaN, Infinity, undefined or a negative zero', () => {
    const value = fc.oneof(fc.double(), fc.constantFrom(null, NaN, Infinity, -Infinity, -0, 5e-324, 1.7e308));
    const what = fc.constantFrom(REAL, BYTES, { ...REAL, kind: 'int' as const }, { ...BYTES, unit: 'B/s' });
    fc.assert(
      fc.property(value, what, fc.constantFrom(...formats), (v, w, format) => {
        const shown = text(v, w, format);
        expect(shown).not.toMatch(/NaN|Infinity|undefined|null/);
        expect(shown).not.toMatch(/^[-−][0.]+([^\d.]|$)/);
        expect(shown).not.toBe('');
        expect(bothByteUnits(v)).not.toMatch(/NaN|Infinity|undefined/);
      }),
      { numRuns: 2000 },
    );
  });

  it('shows 6 right digits of any real', () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true, min: 1e-4, max: 1e5 }), (v) => {
        const read = Number(text(v).replaceAll(' ', '').replace('×10⁻⁴', 'e-4'));
        expect(Math.abs(read - v)).toBeLessThanOrEqual(5.0001e-6 * v);
      }),
    );
  });

  it('knows its formats', () => {
    for (const format of formats) if (format) expect(isFormat(format)).toBe(true);
    for (const format of ['', 'GiB', 'fixed', 'percent 1 2', 'hex', 'int 2'])
      expect(isFormat(format)).toBe(false);
  });
});

describe('sentences', () => {
  const lookup = (source: string) =>
    ({
      bytes: { ...BYTES, value: 2 ** 31 },
      n_outliers: { ...REAL, kind: 'int' as const, value: 1 },
      none: { ...REAL, value: null },
      'in.tokens': { ...REAL, kind: 'int' as const, unit: 'tokens', value: 8192 },
    })[source];

  it('fills bindings', () => {
    expect(fillText('{{bytes | GiB 2}} for {{in.tokens}}', lookup)).toBe(
      '2.00\u202fGiB for 8\u202f192\u202ftokens',
    );
    expect(fillText('{{none}} and {{nothing}}', lookup)).toBe('– and –');
  });

  it('counts', () => {
    const format = 'count "value" "values"';
    expect(bindingText({ source: 'n_outliers', format }, lookup)).toBe('1 value');
    expect(bindingText({ source: 'bytes', format }, lookup)).toBe('2\u202f147\u202f483\u202f648 values');
    expect(bindingText({ source: 'none', format }, lookup)).toBe('– values');
  });

  it('cuts a text at its bindings', () => {
    expect(splitBindings('a {{ b|int }}{{c}} d')).toEqual([
      'a ',
      { source: 'b', format: 'int' },
      { source: 'c', format: undefined },
      ' d',
    ]);
  });

  it('takes the first alternative that holds', () => {
    const sentence: Sentence = [
      { when: { n_outliers: { gt: 1 } }, text: 'many' },
      { when: { none: { lt: 5 } }, text: 'less' },
      { when: { none: { eq: null }, n_outliers: { eq: 1 } }, text: 'one: {{n_outliers}}' },
      { text: 'else' },
    ];
    expect(resolveSentence(sentence, lookup)).toBe('one: 1');
    expect(resolveSentence(sentence.slice(3), lookup)).toBe('else');
    expect(resolveSentence([], lookup)).toBe('');
  });
});
