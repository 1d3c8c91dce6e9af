/** What each kind of page loads before it is usable, gzip, against the budgets of docs/architecture.md. */
import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { chromium } from 'playwright-core';
import { serve } from '../../web/build/serve.mjs';

const PAGES = [
  ['home', '', 50],
  ['lab kv_cache', 'labs/kv_cache/', 150],
  ['lab iqr', 'labs/iqr/', 150],
  ['question kv-cache', 'questions/kv-cache/', 150],
  ['myths', 'myths/', 150],
];
const kB = (bytes) => (bytes / 1000).toFixed(1);

const site = await serve('dist', { base: '/a/b/' });
const browser = await chromium.launch({
  executablePath: process.env.WORKINGS_CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
});
console.log('Weights, gzip, everything a page loads until it is quiet:');
for (const [name, path, budget] of PAGES) {
  const page = await browser.newPage();
  const sizes = new Map();
  page.on('response', async (response) => {
    const body = await response.body().catch(() => Buffer.alloc(0));
    sizes.set(response.url(), gzipSync(body, { level: 9 }).length);
  });
  await page.goto(site.address + path, { waitUntil: 'networkidle' });
  // The core is loaded at the first change of a control.
  const slider = page.locator('input[type="range"]').first();
  if (await slider.count()) {
    await slider.focus();
    await page.keyboard.press('ArrowLeft');
    await page.waitForTimeout(800);
  }
  const total = [...sizes.values()].reduce((sum, size) => sum + size, 0);
  console.log(`  ${name.padEnd(20)} ${kB(total).padStart(7)} kB  (budget ${budget})`);
  await page.close();
}
const wasm = gzipSync(readFileSync('build/workings.wasm'), { level: 9 }).length;
console.log(`  ${'the WASM core'.padEnd(20)} ${kB(wasm).padStart(7)} kB  (budget 45)`);
await browser.close();
await site.close();
