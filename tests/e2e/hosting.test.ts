/** Hosts and policies that get in the way of WebAssembly and workers (public cases 83 to 85). */
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { launch, native, outputs, serveSite, settled, visit } from './support';

let browser: Browser;
beforeAll(async () => {
  browser = await launch();
});
afterAll(() => browser.close());

const PAGE = 'labs/kv_cache/?kv_heads=8';
const RIGHT = String(native('kv_cache', ['kv_heads=8']).bytes_per_request);

test.each(['application/octet-stream', 'text/html', ''])(
  'public case 85: the WASM is served as "%s" and still computes',
  async (type) => {
    const site = await serveSite((response, path) => {
      if (!path.endsWith('.wasm')) return;
      if (type) response.setHeader('Content-Type', type);
      else response.removeHeader('Content-Type');
    });
    const { page, outside, close } = await visit({ browser, site }, PAGE);
    expect(await settled(page)).toBe('ready');
    expect((await outputs(page)).bytes_per_request).toBe(RIGHT);
    expect(outside).toEqual([]);
    await close();
    await site.close();
  },
);

test('public case 84: a policy that refuses WebAssembly gets a plain message, and the page keeps its numbers', async () => {
  const site = await serveSite((response) => {
    response.setHeader(
      'Content-Security-Policy',
      "default-src 'self'; script-src 'self'; style-src 'self' 'unsafe-inline'",
    );
  });
  const { page, close } = await visit({ browser, site }, PAGE);
  expect(await settled(page)).toBe('failed');
  expect(await page.locator('.lab').innerText()).toMatch(/WebAssembly/);
  expect((await outputs(page)).bytes_per_request).toBe(String(native('kv_cache').bytes_per_request));
  await close();
  await site.close();
});

test('where workers are refused the page computes by itself', async () => {
  const site = await serveSite((response) => {
    response.setHeader(
      'Content-Security-Policy',
      "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'none'; style-src 'self' 'unsafe-inline'",
    );
  });
  const { page, close } = await visit({ browser, site }, PAGE);
  expect(await settled(page)).toBe('ready');
  expect((await outputs(page)).bytes_per_request).toBe(RIGHT);
  await close();
  await site.close();
});

test('a WASM that is not this page’s is refused, after one try to heal, with a message', async () => {
  const site = await serveSite();
  const { page, close } = await visit({ browser, site }, 'labs/');
  await page.route('**/*.wasm', (route) =>
    route.fulfill({ body: Buffer.from('not wasm'), contentType: 'application/wasm' }),
  );
  await page.goto(`${site.address}${PAGE}`);
  expect(await settled(page)).toBe('failed');
  expect((await outputs(page)).bytes_per_request).toBe(String(native('kv_cache').bytes_per_request));
  await close();
  await site.close();
});
