import { describe, expect, test } from 'vitest';
import { compileParts, lineOf, question } from './fixture';

const RUNS =
  'runs:\n  base: { model: kv_cache, follows: true, params: { tokens: 4096 }, expect: { bytes_per_request: 2147483648 } }';
const answerOf = (answer: string, runs = RUNS) => {
  const { question: compiled, problems } = compileParts({ answer, runs });
  return { html: compiled?.html['Direct answer'] ?? '', problems };
};

describe('bindings', () => {
  test('an output in prose carries where it comes from, its number and its unit', () => {
    const { html, problems } = answerOf('It takes {{base.bytes_per_request | GiB 2}}.');
    expect(problems).toEqual([]);
    expect(html).toContain(
      '<data class="live" data-run="base" data-model="kv_cache" data-output="bytes_per_request" data-format="GiB 2" value="2147483648">2.00\u202fGiB</data>',
    );
  });

  test('an input, and a choice by its label', () => {
    const { html } = answerOf('{{base.in.layers}} layers in {{base.in.dtype}}');
    expect(html).toContain('data-input="layers" value="32">32');
    expect(html).toMatch(/data-input="dtype" value="1">fp16/);
  });

  test('a run that does not follow the lab is not live', () => {
    expect(answerOf('{{base.in.layers}}', RUNS.replace('follows: true, ', '')).html).toContain(
      '<data data-run="base"',
    );
  });

  test('a number in math is an mn with the same attributes, bare of its unit', () => {
    const { html, problems } = answerOf(
      '$M = 2 \\cdot {{base.in.tokens | int}}$ and\n\n$$x^{{{base.in.layers}}}$$',
    );
    expect(problems).toEqual([]);
    expect(html).toContain(
      '<mn class="live" data-run="base" data-model="kv_cache" data-input="tokens" data-format="int" data-value="4096">4\u202f096</mn>',
    );
    expect(html).toMatch(/<msup><mi>x<\/mi><mn [^>]*data-input="layers"[^>]*>32<\/mn><\/msup>/);
  });

  test('double braces of TeX are left alone', () => {
    expect(answerOf('$\\frac{{a}}{b}$').problems).toEqual([]);
  });

  test('in code nothing is bound', () => {
    expect(answerOf('`{{base.tokens}}`').html).toContain('<code>{{base.tokens}}</code>');
  });

  test.each([
    ['{{other.bytes_total}}', 'names no run of this file (base)'],
    ['{{base.speed}}', 'names nothing that kv_cache gives'],
    ['{{base.in.speed}}', 'names nothing that kv_cache takes'],
    ['{{base}}', 'is not a binding'],
    ['{{base.bytes_total | furlongs 2}}', 'has an unknown format'],
    ['$x = {{base.speed}}$', 'names nothing that kv_cache gives'],
  ])('%s is a problem with file and line', (binding, text) => {
    const answer = `One line.\nAnother line with ${binding}.`;
    const line = lineOf(question({ answer, runs: RUNS }), binding);
    const { problems } = answerOf(answer);
    expect(problems).toHaveLength(1);
    expect(problems[0]).toContain(`questions/q.md:${line}: `);
    expect(problems[0]).toContain(text);
  });
});

describe('pinned values', () => {
  test('a pin that the core contradicts names file, line, what is pinned and what is computed', () => {
    const runs =
      'runs:\n  base:\n    model: kv_cache\n    expect:\n      bytes_per_token: 1\n      bytes_per_request: 2147483648';
    const line = lineOf(question({ runs }), 'bytes_per_token: 1');
    expect(compileParts({ runs }).problems).toEqual([
      `questions/q.md:${line}: bytes_per_token is pinned at 1, but the core computes 524288. Correct the text or the pin.`,
    ]);
  });

  test.each([
    ['{ value: 524300, rtol: 1e-3 }', 0],
    ['{ value: 524300, rtol: 1e-6 }', 1],
    ['null', 1],
  ])('bytes_per_token: %s gives %d problems', (pin, count) => {
    const runs = `runs:\n  base: { model: kv_cache, expect: { bytes_per_token: ${pin} } }`;
    expect(compileParts({ runs }).problems).toHaveLength(count);
  });

  test('a pin on an output that is not there', () => {
    const runs = 'runs:\n  base: { model: kv_cache, expect: { speed: 1 } }';
    expect(compileParts({ runs }).problems[0]).toContain('kv_cache has no output "speed"');
  });
});
