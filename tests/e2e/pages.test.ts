/** Every kind of page: under a sub-path, at several widths, in both themes, with and without JavaScript. */
import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { describe, expect, test } from 'vitest';
import { browserAndSite, models, outputs, settled, visibleText, visit } from './support';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

const at = browserAndSite();

const questions = readdirSync('content/questions').map((file) => file.replace(/\.md$/, ''));
const PAGES = [
  '',
  'labs/',
  ...models.map(({ id }) => `labs/${id}/`),
  'questions/',
  ...questions.map((id) => `questions/${id}/`),
  'myths/',
  'glossary/',
  'formulas/',
  '404.html',
];
const NEVER = /\bNaN\b|\bundefined\b|\bInfinity\b|\[object |\{\{|\}\}/;

interface AxeResult {
  violations: { id: string; impact: string; nodes: { target: string[]; failureSummary: string }[] }[];
}

describe.each(PAGES)('page /%s', (path) => {
  test('loads nothing from outside, reports no error, shows no broken number', async () => {
    const { page, errors, outside, close } = await visit(at, path);
    await page.waitForLoadState('networkidle');
    expect(await page.title()).not.toBe('');
    expect(await page.locator('h1').count()).toBe(1);
    expect(await page.locator('html').getAttribute('lang')).toBe('en');
    // Tables of results may be about a value that is "NaN" in words; nowhere else does that word stand.
    const text = (await visibleText(page)).replace(
      /`?NaN`?(?=[^\n]*(missing|float|IEEE|compar|null|NumPy|pandas))/g,
      '',
    );
    if (!path.startsWith('questions/iqr')) expect(text).not.toMatch(NEVER);
    expect(outside).toEqual([]);
    expect(errors).toEqual([]);
    await close();
  });

  test('has a policy, and every address in it is relative and leads somewhere', async () => {
    const { page, close } = await visit(at, path, { javaScriptEnabled: false });
    const policy = await page.locator('meta[http-equiv="Content-Security-Policy"]').getAttribute('content');
    expect(policy).toContain("script-src 'self' 'wasm-unsafe-eval'");
    const html = await page.content();
    const addresses = [...html.matchAll(/\s(?:href|src)="([^"]*)"/g)].map(([, address]) => address ?? '');
    for (const address of addresses) {
      if (/^(https|data):/.test(address)) continue;
      expect(address).not.toMatch(/^\//);
      const answer = await page.request.get(new URL(address, page.url()).href);
      expect(answer.status(), address).toBe(200);
    }
    await close();
  });

  test.each([320, 390, 768, 1280, 1600])('is not wider than %i px', async (width) => {
    const { page, close } = await visit(at, path, { viewport: { width, height: 800 } });
    await page.waitForLoadState('networkidle');
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    await close();
  });

  test.each(['light', 'dark'] as const)(
    'has no accessibility fault that axe can see, %s',
    async (colorScheme) => {
      const { page, close } = await visit(at, path, {
        colorScheme,
        bypassCSP: true,
        reducedMotion: 'reduce',
      });
      await page.waitForLoadState('networkidle');
      await page.evaluate(axe);
      const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
      const { violations } = (await page.evaluate(
        `axe.run({ runOnly: ${JSON.stringify(tags)} })`,
      )) as AxeResult;
      const faults = violations.flatMap(({ id, nodes }) =>
        nodes.map((node) => `${id}: ${node.target.join(' ')}: ${node.failureSummary}`),
      );
      expect(faults).toEqual([]);
      await close();
    },
  );

  test('can be read without JavaScript', async () => {
    const { page, close } = await visit(at, path, { javaScriptEnabled: false });
    const text = await page.locator('main').innerText();
    expect(text.length).toBeGreaterThan(40);
    expect(text).not.toMatch(path.startsWith('questions/iqr') ? /undefined|\{\{/ : NEVER);
    await close();
  });
});

test('a lab without JavaScript shows its picture and its numbers', async () => {
  for (const { id, scalars } of models) {
    const { page, close } = await visit(at, `labs/${id}/`, { javaScriptEnabled: false });
    expect(await page.locator('.lab svg[role="img"]:visible').first().isVisible()).toBe(true);
    expect(Object.keys(await outputs(page)).length).toBe(scalars.length);
    await close();
  }
});

test('a question: the worked example follows the lab beside it, prose and formulas alike', async () => {
  const { page, errors, close } = await visit(at, 'questions/kv-cache/');
  expect(await settled(page)).toBe('ready');
  const live = page.locator('article data.live[data-run="base"][data-output="bytes_per_request"]').first();
  expect(await live.getAttribute('value')).toBe('2147483648');
  const inMath = page.locator('article math [data-run="base"][data-input="tokens"]').first();
  expect(await inMath.textContent()).toContain('4');
  const tokens = page.locator('.lab input[type="text"][name="tokens"]');
  await tokens.fill('8192');
  await tokens.press('Enter');
  await page.waitForFunction(
    () =>
      document
        .querySelector('article data.live[data-run="base"][data-output="bytes_per_request"]')
        ?.getAttribute('value') === '4294967296',
  );
  expect(await live.textContent()).toContain('4.00');
  expect((await inMath.textContent())?.replace(/\D/g, '')).toBe('8192');
  expect(errors).toEqual([]);
  await close();
});

test('a question: while the lab refuses an input, the text keeps the last good numbers and says so', async () => {
  const { page, close } = await visit(at, 'questions/kv-cache/');
  await settled(page);
  const kvHeads = page.locator('.lab input[type="text"][name="kv_heads"]');
  await kvHeads.fill('5');
  await kvHeads.press('Enter');
  expect(await settled(page)).toBe('refused');
  const live = page.locator('article data.live[data-run="base"][data-output="bytes_per_request"]').first();
  expect(await live.getAttribute('value')).toBe('2147483648');
  expect(await visibleText(page)).not.toMatch(NEVER);
  await close();
});

test('a myth shows its answer after an answer and a confidence, not before', async () => {
  const { page, errors, close } = await visit(at, 'myths/');
  const myth = page.locator('article.myth').first();
  await myth.getByLabel('True', { exact: true }).waitFor();
  expect(await myth.getByText('Reality').isVisible()).toBe(false);
  await myth.getByLabel('True', { exact: true }).check();
  await myth.getByRole('button', { name: 'Sure', exact: true }).click();
  expect(await myth.getByText('Reality').isVisible()).toBe(true);
  expect(await myth.locator('.wrong-answer, .right-answer').count()).toBe(1);
  expect(await page.locator('article.myth').count()).toBe(readdirSync('content/myths').length);
  expect(errors).toEqual([]);
  await close();
});

test('the home page answers to its one control', async () => {
  const { page, errors, outside, close } = await visit(at, '');
  const slider = page.locator('input[type="range"]').first();
  const sentence = page.locator('[data-island="home"]');
  const before = await sentence.innerText();
  await slider.focus();
  await page.keyboard.press('ArrowLeft');
  await page.waitForFunction(
    (was) => document.querySelector<HTMLElement>('[data-island="home"]')?.innerText !== was,
    before,
  );
  expect(await sentence.innerText()).not.toMatch(NEVER);
  expect(errors).toEqual([]);
  expect(outside).toEqual([]);
  await close();
});

test('the link of a run opens the same run in another browser', async () => {
  const { page, close } = await visit(at, 'labs/kv_cache/');
  await settled(page);
  const field = page.locator('.lab input[type="text"][name="tokens"]');
  await field.fill('12345');
  await field.press('Enter');
  await settled(page);
  const address = await page.locator('.share__link').inputValue();
  expect(address).toContain('tokens=12345');
  const there = await visit(at, address.slice(at.site.address.length));
  await settled(there.page);
  expect(await outputs(there.page)).toEqual(await outputs(page));
  await there.close();
  await close();
});

test('the chart keeps one instance over many changes, and its canvas and its table say the same', async () => {
  const { page, errors, close } = await visit(at, 'labs/kv_cache/');
  await settled(page);
  const slider = page.locator('.lab input[type="range"]').first();
  await slider.focus();
  for (let i = 0; i < 60; i++) await page.keyboard.press(i % 2 === 0 ? 'ArrowRight' : 'ArrowLeft');
  expect(await settled(page)).toBe('ready');
  expect(await page.locator('.lab canvas').count()).toBe(1);
  expect(await page.locator('.lab canvas').getAttribute('role')).toBe('img');
  expect(((await page.locator('.lab canvas').getAttribute('aria-label')) ?? '').length).toBeGreaterThan(20);
  expect(errors).toEqual([]);
  await close();
});

test('the chart follows the width both ways', async () => {
  const { page, close } = await visit(at, 'labs/kv_cache/', {
    viewport: { width: 900, height: 800 },
  });
  await settled(page);
  const width = () => page.locator('.lab canvas').evaluate((canvas) => canvas.getBoundingClientRect().width);
  const first = await width();
  await page.setViewportSize({ width: 400, height: 800 });
  await page.waitForFunction(
    (was) => (document.querySelector('.lab canvas')?.getBoundingClientRect().width ?? 0) < was,
    first,
  );
  await page.setViewportSize({ width: 900, height: 800 });
  await page.waitForFunction(
    (was) => document.querySelector('.lab canvas')?.getBoundingClientRect().width === was,
    first,
  );
  await close();
});

test('a conflict is told at the dependent control, with both values, and ends when it is resolved', async () => {
  const { page, errors, close } = await visit(at, 'labs/kv_cache/?kv_heads=5');
  expect(await settled(page)).toBe('refused');
  const kvHeads = page.locator('.lab input[type="text"][name="kv_heads"]');
  expect(await kvHeads.getAttribute('aria-invalid')).toBe('true');
  const described = (await kvHeads.getAttribute('aria-describedby'))?.split(' ') ?? [];
  const texts = await Promise.all(described.map((id) => page.locator(`[id="${id}"]`).textContent()));
  expect(texts.join(' ')).toMatch(/kv_heads = 5 .*heads = 32/);
  const heads = page.locator('.lab input[type="text"][name="heads"]');
  await heads.fill('40');
  await heads.press('Enter');
  expect(await settled(page)).toBe('ready');
  expect((await outputs(page)).reduction).toBe('8');
  expect(errors).toEqual([]);
  await close();
});

test('the theme button goes through system, light and dark, and the choice lasts', async () => {
  const { page, close } = await visit(at, 'questions/', { colorScheme: 'light' });
  const ground = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  const light = await ground();
  const button = page.locator('[data-theme-switch]');
  await button.click();
  expect(await ground()).toBe(light);
  await button.click();
  const dark = await ground();
  expect(dark).not.toBe(light);
  await page.reload();
  expect(await ground()).toBe(dark);
  await close();
});

test('focus stays where the mind is: after a way back, a dismissed notice, an answered myth', async () => {
  const { page, close } = await visit(at, 'labs/kv_cache/?tokens=8192&foo=1');
  await settled(page);
  await page.getByRole('button', { name: 'Set Tokens held per request back to' }).click();
  await page.waitForFunction(() => document.activeElement?.getAttribute('name') === 'tokens');
  await page.getByRole('button', { name: 'Dismiss' }).click();
  await page.waitForFunction(() => document.activeElement?.classList.contains('figure__frame'));
  await page.goto(`${at.site.address}myths/`);
  const myth = page.locator('article.myth').first();
  await myth.getByLabel('False', { exact: true }).check();
  await myth.getByRole('button', { name: 'Unsure' }).click();
  await page.waitForFunction(() => /(right|wrong)-answer/.test(document.activeElement?.className ?? ''));
  await close();
});

test('arrows go on beyond the slider, one step at a time, and stop at what the model allows', async () => {
  const { page, close } = await visit(at, 'labs/kv_cache/?layers=500&head_dim=8');
  await settled(page);
  const press = async (name: string, key: string) => {
    const field = page.locator(`.lab input[type="text"][name="${name}"]`);
    await field.press(key);
    await settled(page);
    return Number(await field.inputValue());
  };
  expect(await press('layers', 'ArrowUp')).toBe(510);
  expect(await press('head_dim', 'ArrowDown')).toBe(7);
  await close();
});

test('Escape takes a refused text back, with its message', async () => {
  const { page, close } = await visit(at, 'labs/kv_cache/');
  await settled(page);
  const field = page.locator('.lab input[type="text"][name="layers"]');
  await field.fill('abc');
  await field.press('Enter');
  expect(await settled(page)).toBe('refused');
  await field.press('Escape');
  expect(await settled(page)).toBe('ready');
  expect(await field.inputValue()).toBe('32');
  expect(await field.getAttribute('aria-invalid')).toBeNull();
  await close();
});

test('text that was typed before the core arrived is not lost', async () => {
  const { page, close } = await visit(at, 'labs/');
  await page.route('**/*.wasm', async (route) => {
    await new Promise((done) => setTimeout(done, 1500));
    await route.continue();
  });
  await page.goto(`${at.site.address}labs/kv_cache/?layers=16`);
  for (const [name, text] of Object.entries({ tokens: '8k', requests: '2^3' })) {
    const field = page.locator(`.lab input[type="text"][name="${name}"]`);
    await field.fill(text);
    await field.press('Enter');
  }
  await page.waitForFunction(() => location.search.includes('requests=8'));
  expect(await settled(page)).toBe('ready');
  expect(await page.locator('.share__link').inputValue()).toContain('?layers=16&tokens=8000&requests=8');
  await close();
});

test('a question whose example cannot take the setting of the lab says that, not that the lab is refused', async () => {
  const { page, close } = await visit(at, 'questions/kv-cache/');
  await settled(page);
  for (const name of ['kv_heads', 'heads']) {
    const field = page.locator(`.lab input[type="text"][name="${name}"]`);
    await field.fill('12');
    await field.press('Enter');
    await settled(page);
  }
  const line = page.locator('[data-stale]');
  await line.waitFor();
  expect(await line.innerText()).toMatch(/An example in the text cannot take/);
  await close();
});

test('on coming back, controls show what is computed: on a lab the last state, on a question its own', async () => {
  const { page, close } = await visit(at, 'labs/kv_cache/');
  await settled(page);
  await page.locator('.lab select[name="dtype"]').selectOption({ label: 'int8, 1 byte' });
  await page.locator('.site-name').click();
  await page.goBack();
  expect(await settled(page)).toBe('ready');
  expect((await outputs(page)).bytes_per_token).toBe('262144');
  await page.goto(`${at.site.address}questions/kv-cache/`);
  await settled(page);
  await page.locator('.lab select[name="dtype"]').selectOption({ label: 'int4, half a byte' });
  await settled(page);
  await page.locator('.site-name').click();
  await page.goBack();
  await settled(page);
  expect(
    await page
      .locator('.lab select[name="dtype"]')
      .evaluate((select) => (select as HTMLSelectElement).selectedOptions[0]?.text),
  ).toBe('fp16, 2 bytes');
  expect((await outputs(page)).bytes_per_token).toBe('524288');
  await close();
});

test('on paper a lab says its inputs', async () => {
  const { page, close } = await visit(at, 'labs/iqr/?rule=mad&k=3');
  await settled(page);
  await page.emulateMedia({ media: 'print' });
  const inputs = page.locator('.print-only');
  expect(await inputs.isVisible()).toBe(true);
  expect(await inputs.innerText()).toMatch(/Median and MAD/);
  expect(await page.locator('.lab svg[role="img"]:visible').count()).toBeGreaterThan(0);
  await close();
});
