/** Firefox, over WebDriver BiDi by Puppeteer. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { launch, type ElementHandle } from 'puppeteer-core';
import { program, selectField, type Engine } from './engine';

export async function startFirefox(): Promise<Engine> {
  const executablePath = program(['firefox-esr', 'firefox'], 'WORKINGS_FIREFOX');
  // A home of its own: root may not use the home of another user, and a chroot may have none.
  const home = mkdtempSync(join(tmpdir(), 'workings-firefox-'));
  const clean = () => rmSync(home, { recursive: true, force: true, maxRetries: 5 });
  const browser = await launch({
    browser: 'firefox',
    executablePath,
    headless: true,
    timeout: 30_000,
    env: { ...process.env, HOME: home },
  }).catch((error: Error) => {
    clean();
    throw error;
  });
  const page = await browser.newPage();
  await page.setViewport({ width: 1280, height: 900 });
  let errors: string[] = [];
  page.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
  page.on('pageerror', (error) => errors.push(String(error)));
  page.on(
    'response',
    (response) => response.status() >= 400 && errors.push(`${response.status()} ${response.url()}`),
  );
  return {
    open: async (url) => void (await page.goto(url)),
    evaluate: async <T>(expression: string) => (await page.evaluate(expression)) as T,
    type: async (selector, text) => {
      await page.evaluate(selectField(selector));
      await page.keyboard.type(text);
    },
    press: async (selector, key) => {
      await page.focus(selector);
      await page.keyboard.press(key);
    },
    setFile: async (selector, path) => {
      const input = (await page.$(selector)) as ElementHandle<HTMLInputElement> | null;
      if (!input) throw new Error(`There is no ${selector}.`);
      await input.uploadFile(path);
    },
    errors: () => {
      const seen = errors;
      errors = [];
      return seen;
    },
    screenshot: async () => Buffer.from(await page.screenshot()),
    close: async () => {
      await browser.close();
      clean();
    },
  };
}
