/** A browser, the built site under a sub-path, and what every test watches: errors, and requests that leave the site. */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { chromium, type Browser, type BrowserContextOptions, type Page } from 'playwright-core';
import { afterAll, beforeAll } from 'vitest';
import type { Model } from '../../web/src/core/types';
import { serve } from '../../web/build/serve.mjs';

export const BASE = '/a/b/';

const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

function findChromium(): string {
  const named = process.env.WORKINGS_CHROMIUM;
  if (named) return named;
  for (const name of ['chromium', 'chromium-browser', 'google-chrome'])
    for (const folder of (process.env.PATH ?? '').split(':'))
      if (existsSync(`${folder}/${name}`)) return `${folder}/${name}`;
  throw new Error('There is no Chromium on PATH; name one in WORKINGS_CHROMIUM.');
}

export const launch = (): Promise<Browser> =>
  chromium.launch({ executablePath: findChromium(), args: FLAGS });

export type Site = Awaited<ReturnType<typeof serve>>;
type Headers = NonNullable<Parameters<typeof serve>[1]>['headers'];

export const serveSite = (headers?: Headers): Promise<Site> =>
  serve('dist', headers ? { base: BASE, headers } : { base: BASE });

/** A browser and the site for the tests of a file; filled in before the first of them. */
export function browserAndSite(): { browser: Browser; site: Site } {
  const both = {} as { browser: Browser; site: Site };
  beforeAll(async () => {
    both.browser = await launch();
    both.site = await serveSite();
  });
  afterAll(async () => {
    await both.browser.close();
    await both.site.close();
  });
  return both;
}

const registry = JSON.parse(readFileSync('build/registry/index.json', 'utf8')) as {
  models: { id: string }[];
};

/** Every model of the registry. */
export const models: Model[] = registry.models.map(
  ({ id }) => JSON.parse(readFileSync(`build/registry/${id}.json`, 'utf8')) as Model,
);

export interface Visit {
  page: Page;
  /** Console errors, exceptions and failed requests so far. */
  errors: string[];
  /** Requests to anything outside the site's folder. */
  outside: string[];
  close: () => Promise<void>;
}

/** Opens a page and watches it. */
export async function visit(
  { browser, site }: { browser: Browser; site: Site },
  path: string,
  options: BrowserContextOptions = {},
): Promise<Visit> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, ...options });
  const page = await context.newPage();
  const errors: string[] = [];
  const outside: string[] = [];
  page.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
  page.on('pageerror', (error) => errors.push(error.message));
  page.on(
    'response',
    (response) => response.status() >= 400 && errors.push(`${response.status()} ${response.url()}`),
  );
  page.on('request', (request) => {
    const url = request.url();
    if (!url.startsWith(site.address) && !/^(data|blob):/.test(url)) outside.push(url);
  });
  await page.goto(site.address + path);
  return { page, errors, outside, close: () => context.close() };
}

/** Waits until a lab has nothing left to compute, and says in which state it then is. */
export async function settled(page: Page): Promise<string> {
  // Two frames first: a change is picked up in the next one.
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  const lab = page
    .locator('.lab[data-status]:not([data-status="starting"]):not([data-status="busy"])')
    .first();
  await lab.waitFor({ timeout: 60_000 });
  return (await lab.getAttribute('data-status')) ?? '';
}

/** What a reader could read, controls included. */
export function visibleText(page: Page): Promise<string> {
  return page.evaluate(() => {
    const fields = [...document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>('input, textarea')];
    const said = [...document.querySelectorAll('[aria-label], [aria-valuetext]')].flatMap((element) => [
      element.getAttribute('aria-label') ?? '',
      element.getAttribute('aria-valuetext') ?? '',
    ]);
    return [document.body.innerText, ...fields.map((field) => field.value), ...said].join('\n');
  });
}

/** The outputs shown, by id: the numbers themselves, as attributes carry them. */
export function outputs(page: Page): Promise<Record<string, string | null>> {
  return page.evaluate(() =>
    Object.fromEntries(
      [...document.querySelectorAll<HTMLElement>('.lab data[data-output]')].map((element) => [
        element.dataset.output ?? '',
        element.getAttribute('value'),
      ]),
    ),
  );
}

/** The native program's scalars for `param=value` arguments and, when given, a table on standard input. */
export function native(model: string, args: string[] = [], table?: string): Record<string, number | null> {
  const data = table === undefined ? [] : ['--data', '-'];
  const printed = execFileSync('build/workings', ['run', model, '--json', ...data, ...args], {
    input: table ?? '',
  });
  return (JSON.parse(printed.toString()) as { scalars: Record<string, number | null> }).scalars;
}
