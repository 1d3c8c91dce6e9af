import { describe, expect, test } from 'vitest';
import { compile, compileParts, lineOf, question } from './fixture';

describe('front matter', () => {
  test('a good question has no problems', () => {
    const { question: compiled, problems } = compileParts({});
    expect(problems).toEqual([]);
    expect(compiled?.followUps).toHaveLength(1);
  });

  test('a wrong word names file, line and the words to choose from', () => {
    const front = 'level: expert';
    const line = lineOf(question({ front }), front);
    expect(compileParts({ front }).problems).toEqual([
      `questions/q.md:${line}: level "expert" is not one of junior, mid, senior, staff. Write one of these.`,
    ]);
  });

  test.each([
    ['level: mid\nmood: good', 'mood: good', 'mood is not a key of this kind of file'],
    ['level: mid\nconstants: [{ text: "2" }]', 'constants', 'constants.0.why is missing. Add it.'],
    ['level: mid\nruns: { Base: { model: kv_cache } }', 'runs:', 'is not a run name'],
  ])('%s', (front, at, text) => {
    const line = lineOf(question({ front }), at);
    const [problem, ...more] = compileParts({ front }).problems;
    expect(problem).toContain(`questions/q.md:${line}: `);
    expect(problem).toContain(text);
    expect(more).toEqual([]);
  });

  test('a missing key, a wrong number and a day that does not exist are all named at once', () => {
    const file = question()
      .replace('title: A question\n', '')
      .replace('difficulty: 3', 'difficulty: 9')
      .replace('2026-11-30', '2026-02-30');
    const { problems } = compile({ 'questions/q.md': file });
    expect(problems).toEqual(
      [
        'questions/q.md:1: title is missing. Add it.',
        `questions/q.md:${lineOf(file, 'difficulty')}: difficulty is not a whole number from 1 to 5. Write one.`,
        `questions/q.md:${lineOf(file, 'checked')}: checked is not a day that exists.`,
      ].map((text) => text.replace('q.md:1:', 'q.md:2:')),
    );
  });

  test('broken YAML is named by line', () => {
    const file = question({ front: 'level: [mid' });
    expect(compile({ 'questions/q.md': file }).problems[0]).toMatch(
      /^questions\/q\.md:\d+: .*Mend the YAML\.$/,
    );
  });

  test('a file without front matter', () => {
    expect(compile({ 'questions/q.md': '## Direct answer\n' }).problems[0]).toContain(
      'q.md:1: the file has no front matter.',
    );
  });

  test("the id is the file's name", () => {
    const file = question().replace('id: q', 'id: other');
    expect(compile({ 'questions/q.md': file }).problems).toEqual([
      'questions/q.md:2: id "other" is not the file\'s name. Write q.',
    ]);
  });

  test('problems of all files come together', () => {
    const { problems } = compile({
      'questions/q.md': question({ front: 'level: expert' }),
      'glossary.yaml': '- id: Bad Id\n  term: x\n  definition: y\n',
      'sources.yaml': 'a:\n  authors: b\n  title: c\n  year: 2020\n  type: tweet\n',
    });
    expect(problems.map((line) => line.split(':')[0])).toEqual([
      'glossary.yaml',
      'questions/q.md',
      'sources.yaml',
    ]);
  });
});

describe('sections', () => {
  test('a section out of order is named', () => {
    const file = question().replace('## Elaboration', '## Elabration');
    const [problem] = compile({ 'questions/q.md': file }).problems;
    expect(problem).toContain(
      `questions/q.md:${lineOf(file, '## Elabration')}: section "Elabration" is not expected here, but "Elaboration".`,
    );
  });

  test('missing and empty sections are named', () => {
    const cut = question().replace('## Common miss\n\nA miss.\n', '');
    expect(compile({ 'questions/q.md': cut }).problems.join()).toContain(
      'sections are missing: Common miss.',
    );
    const empty = question().replace('A miss.\n', '');
    expect(compile({ 'questions/q.md': empty }).problems.join()).toContain('section "Common miss" is empty.');
  });

  test('a heading in a code block is not a section', () => {
    expect(compileParts({ answer: '```\n## not a heading\n```' }).problems).toEqual([]);
  });
});

test('inputs of runs are held to the registry', () => {
  const runs =
    'runs:\n  base:\n    model: kv_cache\n    params:\n      dtype: fp99\n      speed: 3\n      layers: many';
  const file = question({ runs });
  const { problems } = compileParts({ runs });
  expect(problems[0]).toContain(
    `q.md:${lineOf(file, 'dtype: fp99')}: dtype cannot be "fp99". Write one of: fp32, fp16`,
  );
  expect(problems[1]).toContain(`q.md:${lineOf(file, 'speed: 3')}: kv_cache has no input "speed".`);
  expect(problems[2]).toContain(`q.md:${lineOf(file, 'layers: many')}: layers cannot be "many".`);
});

test('a run that the core refuses is named, once, with the reason in words', () => {
  const runs = 'runs:\n  base: { model: kv_cache, params: { heads: 32, kv_heads: 5 } }';
  const { problems } = compileParts({ runs, answer: 'It is {{base.bytes_per_request}}.' });
  expect(problems).toHaveLength(1);
  expect(problems[0]).toContain('the core refuses run "base": ');
  expect(problems[0]).toContain('kv_heads');
});
