/** Chromium, as in the browser tests: over the DevTools protocol by Playwright. */
import { launch } from '../e2e/support';
import type { Engine } from './engine';
import { selectField } from './engine';

export async function startChromium(): Promise<Engine> {
  const browser = await launch();
  const page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
  let errors: string[] = [];
  page.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
  page.on('pageerror', (error) => errors.push(error.message));
  page.on(
    'response',
    (response) => response.status() >= 400 && errors.push(`${response.status()} ${response.url()}`),
  );
  return {
    open: async (url) => void (await page.goto(url)),
    evaluate: (expression) => page.evaluate(expression),
    type: async (selector, text) => {
      await page.evaluate(selectField(selector));
      await page.locator(selector).pressSequentially(text);
    },
    press: (selector, key) => page.locator(selector).press(key),
    setFile: (selector, path) => page.locator(selector).setInputFiles(path),
    errors: () => {
      const seen = errors;
      errors = [];
      return seen;
    },
    screenshot: () => page.screenshot(),
    close: () => browser.close(),
  };
}
