/** The built site in every engine that readers have: it opens, computes and answers, to the last digit of the native core. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { serve } from '../../web/build/serve.mjs';
import { BASE, models, native, type Site } from '../e2e/support';
import { startChromium } from './chromium';
import type { Engine, Kind } from './engine';
import { startFirefox } from './firefox';
import { recordedSite } from './recorder';
import { startWebKit } from './webkit';

const KINDS: Kind[] = [
  { name: 'Chromium', start: startChromium },
  { name: 'Firefox', start: startFirefox },
  { name: 'WebKit', start: startWebKit },
];

const NEVER = /\bNaN\b|\bundefined\b|\bInfinity\b|\[object |\{\{|\}\}/;
const TABLE = 'value\n10\n12\n11\n13\n9\n500\nNone\n14\n';
const PATIENCE_MS = 20_000;

type Numbers = Record<string, string | null>;

let site: Site;
beforeAll(async () => {
  site = await serve(recordedSite(), { base: BASE });
});
afterAll(() => site.close());

/** Waits until an expression is true. */
async function until(engine: Engine, expression: string): Promise<void> {
  const start = Date.now();
  while (!(await engine.evaluate<boolean>(`Boolean(${expression})`))) {
    if (Date.now() - start > PATIENCE_MS) throw new Error(`never true: ${expression}`);
    await new Promise((done) => setTimeout(done, 30));
  }
}

const statusIs = (status: string) => `document.querySelector('.lab')?.dataset.status === '${status}'`;

const shows = (output: string, value: unknown) =>
  `document.querySelector('[data-output="${output}"]')?.getAttribute('value') === '${String(value)}'`;

/** What elements carry as their number, by output. */
const numbers = (engine: Engine, selector: string): Promise<Numbers> =>
  engine.evaluate(
    `Object.fromEntries([...document.querySelectorAll(${JSON.stringify(selector)})].map((element) => [element.dataset.output, element.getAttribute('value')]))`,
  );

/** The lab's outputs against the native program's, as the shortest text that names the same double. */
async function expectNative(engine: Engine, model: string, args: string[] = [], table?: string) {
  const expected = Object.entries(native(model, args, table)).map(([id, value]) => [
    id,
    value === null ? null : String(value),
  ]);
  expect(await numbers(engine, '.lab data[data-output]')).toEqual(Object.fromEntries(expected));
}

const visibleText = (engine: Engine): Promise<string> =>
  engine.evaluate(
    `[document.body.innerText, ...[...document.querySelectorAll('input, textarea')].map((field) => field.value)].join('\\n')`,
  );

/** Nothing broken can be read, and nothing went wrong in the page. */
async function expectSound(engine: Engine) {
  expect(await visibleText(engine)).not.toMatch(NEVER);
  expect([...(await engine.evaluate<string[]>('recorded')), ...engine.errors()]).toEqual([]);
}

describe.each(KINDS)('$name', ({ name, start }) => {
  let engine: Engine;
  beforeAll(async () => {
    engine = await start().catch((error: Error) => {
      throw new Error(`${name} cannot be started. ${error.message}`, { cause: error });
    });
  });
  afterAll(() => engine?.close());

  const open = (path: string) => engine.open(site.address + path);

  async function openLab(path: string) {
    await open(path);
    await until(engine, statusIs('ready'));
  }

  test('home opens, and its one control answers with the numbers of the core', async () => {
    await open('');
    const control = 'input[type="range"]';
    await until(engine, `document.querySelector('${control}')`);
    // Drawn by us, not by the engine: Firefox gave it a white track on the dark ground.
    expect(await engine.evaluate(`getComputedStyle(document.querySelector('${control}')).appearance`)).toBe(
      'none',
    );
    const [param, before] = await engine.evaluate<[string, string]>(
      `[document.querySelector('${control}').name, document.querySelector('output').value]`,
    );
    await engine.press(control, 'ArrowLeft');
    await until(engine, `document.querySelector('output').value !== '${before}'`);
    const set = await engine.evaluate<string>(`document.querySelector('output').value`);
    const { bytes_per_request, requests_fit } = native('kv_cache', [`${param}=${set}`]);
    await until(engine, shows('bytes_per_request', bytes_per_request));
    expect(await engine.evaluate(shows('requests_fit', requests_fit))).toBe(true);
    await expectSound(engine);
  });

  test.each(models)('lab $id opens with the default numbers, drawn', async (model) => {
    await openLab(`labs/${model.id}/`);
    const table = await engine.evaluate<string | null>(
      `document.querySelector('.lab textarea[name="data"]')?.value ?? null`,
    );
    await expectNative(engine, model.id, [], table ?? undefined);
    // The page's numbers as the build wrote them, which are the same words in every engine.
    const words = `[...(page.querySelectorAll('.lab data[data-output]'))].map((element) => element.textContent)`;
    const built = await engine.evaluate<string[]>(
      `fetch('').then((answer) => answer.text()).then((html) => { const page = new DOMParser().parseFromString(html, 'text/html'); return ${words}; })`,
    );
    expect(await engine.evaluate(`((page) => ${words})(document)`)).toEqual(built);
    expect(built.length).toBeGreaterThan(0);
    await until(engine, `document.querySelector('.lab canvas')?.width > 100`);
    await expectSound(engine);
  });

  test('a table that is typed, and one from a file', async () => {
    await openLab('labs/iqr/');
    await engine.type('.lab textarea[name="data"]', TABLE);
    await until(engine, `${shows('n', 7)} && ${statusIs('ready')}`);
    await expectNative(engine, 'iqr', [], TABLE);
    const lines = Array.from({ length: 1000 }, (_, row) => String((row * 7919) % 1009)).join('\n');
    mkdirSync('build/engines', { recursive: true });
    writeFileSync('build/engines/table.csv', lines);
    await engine.setFile('.lab input[type="file"]', resolve('build/engines/table.csv'));
    await until(engine, `${shows('n', 1000)} && ${statusIs('ready')}`);
    await expectNative(engine, 'iqr', [], lines);
    await expectSound(engine);
  });

  test('an input that is changed by keyboard', async () => {
    await openLab('labs/kv_cache/');
    await engine.type('.lab input[type="text"][name="tokens"]', '12345\n');
    await until(engine, `${shows('bytes_per_request', 12345 * 524288)} && ${statusIs('ready')}`);
    await expectNative(engine, 'kv_cache', ['tokens=12345']);
    await engine.type('.lab input[type="text"][name="kv_heads"]', '5\n');
    await until(engine, statusIs('refused'));
    await expectNative(engine, 'kv_cache', ['tokens=12345']);
    await engine.type('.lab input[type="text"][name="kv_heads"]', '8\n');
    await until(engine, statusIs('ready'));
    await expectNative(engine, 'kv_cache', ['tokens=12345', 'kv_heads=8']);
    await expectSound(engine);
  });

  test('a question, whose live numbers follow the lab beside it', async () => {
    await openLab('questions/kv-cache/');
    const live = 'article data.live[data-run="base"][data-output]';
    await engine.type('.lab input[type="text"][name="tokens"]', '8192\n');
    await until(
      engine,
      `document.querySelector('${live}[data-output="bytes_per_request"]').value === '4294967296'`,
    );
    const expected = native('kv_cache', ['tokens=8192']);
    const shown = await numbers(engine, live);
    expect(Object.keys(shown)).toContain('bytes_per_token');
    for (const [id, value] of Object.entries(shown)) expect(value, id).toBe(String(expected[id]));
    // In the formula too.
    const inMath = `document.querySelector('article math [data-run="base"][data-input="tokens"]')`;
    expect((await engine.evaluate<string>(`${inMath}.textContent`)).replace(/\D/g, '')).toBe('8192');
    expect(await engine.evaluate<number>(`${inMath}.getBoundingClientRect().width`)).toBeGreaterThan(0);
    await expectSound(engine);
  });

  test('a formula is set: brackets grow with what they hold', async () => {
    await open('formulas/');
    const heights = await engine.evaluate<[number, number][]>(
      `[...document.querySelectorAll('mfrac')].filter(({ previousElementSibling: before }) => before?.textContent === '⌈').map((fraction) => [fraction.previousElementSibling, fraction].map((element) => element.getBoundingClientRect().height))`,
    );
    expect(heights.length).toBeGreaterThan(0);
    for (const [bracket, fraction] of heights) expect(bracket).toBeGreaterThan(0.7 * fraction);
    await expectSound(engine);
  });

  test('in the dark theme nothing that the engine draws itself stays light', async () => {
    await open('questions/kv-cache/');
    await engine.evaluate(`localStorage.setItem('workings-theme', 'dark')`);
    await openLab('questions/kv-cache/');
    const colours = (selector: string, property: string) =>
      engine.evaluate(`getComputedStyle(document.querySelector('${selector}')).${property}`);
    for (const selector of ['html', '.lab-aside']) {
      expect(await colours(selector, 'colorScheme'), selector).toBe('dark');
      expect(await colours(selector, 'scrollbarColor'), selector).not.toBe('auto');
    }
    await engine.evaluate(`localStorage.removeItem('workings-theme')`);
    await expectSound(engine);
  });
});
