import { describe, expect, test } from 'vitest';
import { compileParts, lineOf, question } from './fixture';

const answerOf = (answer: string, more: Parameters<typeof compileParts>[0] = {}) => {
  const { question: compiled, problems } = compileParts({ answer, ...more });
  return { html: compiled?.html['Direct answer'] ?? '', problems };
};

describe('dollars', () => {
  test.each([
    'The plan is $200/mo and the bill is $80 - total $400 saved.',
    'echo $PATH and $HOME',
    'echo $PATH:$HOME',
    'from $5-$7 or US$5',
    'a single $ stands',
  ])('%s stays literal', (text) => {
    expect(answerOf(text)).toEqual({ html: `<p>${text}</p>\n`, problems: [] });
  });

  test.each(['$x^2$', 'It costs $80 and $x^2$ more.', '($x^2$)'])('%s has math', (text) => {
    expect(answerOf(text).html).toMatch(/<msup><mi>x<\/mi><mn[^>]*>2<\/mn><\/msup>/);
  });

  test('an escaped dollar is a dollar', () => {
    expect(answerOf('\\$x\\$').html).toBe('<p>$x$</p>\n');
  });

  test('display math, in a block of its own and within lines', () => {
    expect(answerOf('$$\na\n+ b\n$$').html).toMatch(/<div class="math-block"><math display="block"/);
    expect(answerOf('so $$a + b$$ holds').html).toMatch(/<span class="math-block"><math display="block"/);
  });

  test('primes and ampersands arrive as such', () => {
    const { html, problems } = answerOf("$$(y-X\\beta)'(y-X\\beta)$$\n\n$$a<b \\& c$$");
    expect(problems).toEqual([]);
    expect(html).toContain('′');
    expect(html).toContain('&lt;');
    expect(html).not.toMatch(/&#39;|temml-error/);
  });
});

describe('TeX that is wrong', () => {
  test.each([
    ['500 nested', `$${'2^{'.repeat(500)}1${'}'.repeat(500)}$`, 'nests deeper than'],
    ['a looping macro', '$\\def\\a{\\a}\\a$', 'TeX error: Too many expansions'],
    ['a doubling macro', '$\\def\\a{\\a\\a}\\a$', 'TeX error: Too many expansions'],
    ['endless text', `$${'x+'.repeat(5000)}x$`, 'is longer than'],
    ['an unknown command', '$\\foo$', 'TeX error: Unsupported function name: \\foo'],
    ['an open group', '$$\\frac{1}$$', 'TeX error: '],
    ['a link', '$\\href{javascript:alert(1)}{x}$', 'TeX error: '],
  ])('%s is a problem with file and line, at once', (_, tex, text) => {
    const answer = `First.\n\n${tex}`;
    const started = performance.now();
    const { problems } = answerOf(answer);
    expect(performance.now() - started).toBeLessThan(1000);
    expect(problems).toHaveLength(1);
    expect(problems[0]).toContain(`questions/q.md:${lineOf(question({ answer }), tex)}: `);
    expect(problems[0]).toContain(text);
  });
});

describe('links', () => {
  test.each([
    ['[t](term:kv-head)', 'href="../../glossary/#kv-head"'],
    ['[t](lab:kv_cache?tokens=8192&dtype=bf16)', 'href="../../labs/kv_cache/?tokens=8192&amp;dtype=bf16"'],
    ['[t](question:q)', 'href="../../questions/q/"'],
    ['[t](https://example.org/a?b=c)', 'href="https://example.org/a?b=c"'],
  ])('%s', (text, href) => {
    const { html, problems } = answerOf(text);
    expect(problems).toEqual([]);
    expect(html).toContain(href);
  });

  test.each([
    '[x](javascript:alert(1))',
    '[x](JaVaScRiPt:alert(1))',
    '[x](javascript&#58document;alert&#40;1&#41;)',
    '[x](javascript&colon;alert(1))',
    '[x](data:text/html;base64,PHNjcmlwdD4=)',
    '[x](vbscript:x)',
    '[x](file:///etc/passwd)',
    '[x](//example.org)',
    '[x](../other/)',
    '<javascript:alert(1)>',
    '[t](term:nothing)',
    '[t](lab:nothing)',
    '[t](lab:kv_cache?speed=1)',
    '[t](lab:kv_cache?tokens=lots)',
    '[t](question:nothing)',
    '[t](myth:nothing)',
    '![x](https://example.org/x.png)',
  ])('%s is refused', (text) => {
    const { html, problems } = answerOf(`A line.\n${text}`);
    expect(problems).toHaveLength(1);
    expect(problems[0]).toMatch(/^questions\/q\.md:\d+: /);
    expect(html).not.toMatch(/href="(?!#)/);
  });

  test.each(['<bar"onclick="alert(1)"@foo>', '<script>alert(1)</script>', '<img src=x onerror=alert(1)>'])(
    '%s is text',
    (text) => {
      expect(answerOf(text).html).not.toMatch(/<(?!\/?p>)/);
    },
  );
});

describe('citations', () => {
  test('a citation is a number that leads to the list', () => {
    const { html, problems } = answerOf('So it is [@paper-2020].', { sources: '[paper-2020]' });
    expect(problems).toEqual([]);
    expect(html).toContain(
      'is<sup class="cite"><a href="#source-paper-2020" aria-label="Source 1: A &#34;quoted&#34; title">1</a></sup>.',
    );
  });

  test.each([
    ['[@nobody-1999]', '[]', 'source "nobody-1999" is not in content/sources.yaml'],
    ['[@paper-2020]', '[]', 'source "paper-2020" is not in "sources" of this file'],
    ['Nothing.', '[paper-2020]', 'source "paper-2020" is listed but not cited'],
    ['Nothing.', '[nobody-1999]', 'source "nobody-1999" is not in content/sources.yaml'],
  ])('%s with sources %s', (answer, sources, text) => {
    const { problems } = answerOf(answer, { sources });
    expect(problems).toHaveLength(1);
    expect(problems[0]).toContain(text);
  });
});
