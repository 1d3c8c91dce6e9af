import { describe, expect, test } from 'vitest';
import { compile, compileParts, lineOf, question } from './fixture';

const RUNS = `runs:
  base: { model: kv_cache, params: { kv_heads: 8, utilization: 0.9 }, expect: { bytes_per_token: 131072, reduction: 4 } }
constants:
  - { text: "2 \\\\cdot", why: the 2 of the formula }
  - { text: 10⁹ bytes in 1 GB, why: a definition }
`;
const worked = (text: string) =>
  compileParts({ worked: `${text}\n\nIn $2 \\cdot x$ there are 10⁹ bytes in 1 GB.`, runs: RUNS });

describe('numerals of a worked example', () => {
  test.each([
    'Bound: {{base.bytes_per_token | int}} and $x = {{base.in.layers}}$.',
    'Pinned: 131,072 bytes, or 131072, which is 4 times less.',
    'Code: `8192` and names such as p99, H100, x_1 and `Llama-3-8B`.',
    'Words: two, three. Exponents and indices of symbols: $x^2 + a_1$.',
    'A [lab](lab:kv_cache?tokens=8192) link.',
    '1. A list\n2. of steps',
  ])('%s', (text) => {
    expect(worked(text).problems).toEqual([]);
  });

  test.each([
    ['It takes 17 GiB.', '17'],
    ['It takes 131,073 bytes.', '131,073'],
    ['A fraction of 0.35 remains.', '0.35'],
    ['So $x = 17$.', '17'],
    ['$$x = 10^{17}$$', '10'],
    ['Called Llama-3.', '3'],
    ['**17** in bold', '17'],
    ['| a |\n|---|\n| 17 |', '17'],
  ])('%s is a problem with its line', (text, numeral) => {
    const file = question({ worked: text, runs: RUNS });
    const found = worked(text).problems.find((problem) =>
      problem.includes(`the numeral ${numeral} is neither bound`),
    );
    expect(found).toContain(`questions/q.md:`);
    if (!text.includes('\n')) expect(found).toContain(`:${lineOf(file, text)}: `);
  });

  test('the line is that of the numeral, not of its paragraph', () => {
    const text = 'One line\nand 17 on the next.';
    const file = question({ worked: `${text}`, runs: RUNS });
    expect(worked(text).problems.join('\n')).toContain(`q.md:${lineOf(file, 'and 17')}: the numeral 17`);
  });

  test('a constant covers itself and not a longer number', () => {
    const runs = 'constants:\n  - { text: "2", why: a reason }';
    expect(compileParts({ worked: 'It has 2 parts.', runs }).problems).toEqual([]);
    expect(compileParts({ worked: 'It has 2 parts and 2.5 or 12 or 20 more.', runs }).problems).toHaveLength(
      3,
    );
  });

  test('a constant that stands nowhere is to be removed', () => {
    const runs = 'constants:\n  - { text: "42", why: a reason }';
    expect(compileParts({ runs }).problems).toEqual([
      `questions/q.md:${lineOf(question({ runs }), '- { text')}: constant "42" is not in the text. Remove it.`,
    ]);
  });

  test('other sections may state numbers', () => {
    expect(compileParts({ answer: 'It takes 17 GiB.' }).problems).toEqual([]);
  });
});

test('all of a myth is checked, and its claim', () => {
  const file = `---
id: m
claim: It takes 17 GiB.
verdict: false
topic: [memory]
checked: 2026-11-30
rev: 1
lab: { model: kv_cache, params: { kv_heads: 8 } }
---

## Reality

It takes 18 GiB.

## Why it is tempting

It sounds right.

## See it

Look.
`;
  const { myth, problems } = compile({ 'myths/m.md': file });
  expect(problems.map((line) => line.replace(/ is neither.*/, ''))).toEqual([
    'myths/m.md:3: the numeral 17',
    `myths/m.md:${lineOf(file, 'It takes 18')}: the numeral 18`,
  ]);
  expect(myth?.lab?.href).toBe('../labs/kv_cache/?kv_heads=8');
});
