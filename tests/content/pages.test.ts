/** The pages as written: every address in them leads to a file, and every page has what each page must have. */
import { existsSync, readFileSync, readdirSync, statSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { describe, expect, test } from 'vitest';

const DIST = process.env.WORKINGS_DIST ?? 'dist';
const isBuilt = existsSync(join(DIST, 'index.html'));
const pages = isBuilt
  ? readdirSync(DIST, { recursive: true, encoding: 'utf8' }).filter(
      (path) => path.endsWith('.html') && !path.startsWith('embed'),
    )
  : [];
const htmlOf = (page: string) => readFileSync(join(DIST, page), 'utf8');

/** The file that an address in a page leads to, on any plain host. */
function target(page: string, address: string): string {
  const path = join(DIST, dirname(page), decodeURIComponent(address.replace(/[?#].*$/, '')) || '.');
  return existsSync(path) && statSync(path).isDirectory() ? join(path, 'index.html') : path;
}

const unescape = (text: string) =>
  text.replace(/&amp;/g, '&').replace(/&#(\d+);/g, (_, code: string) => String.fromCharCode(Number(code)));

describe.runIf(isBuilt)('the written pages', () => {
  test('there are pages of every kind', () => {
    for (const path of [
      '404.html',
      'labs/kv_cache/index.html',
      'questions/kv-cache/index.html',
      'myths/index.html',
      'glossary/index.html',
      'formulas/index.html',
    ])
      expect(pages).toContain(path);
  });

  test.each(pages)('%s: addresses are relative and lead to files, and fragments to elements', (page) => {
    const html = htmlOf(page);
    const addresses = [...html.matchAll(/\s(?:href|src)="([^"]*)"/g)].map((match) =>
      unescape(match[1] ?? ''),
    );
    for (const address of addresses) {
      if (/^(https?:\/\/|data:)/.test(address)) continue;
      expect(address, `${page}: ${address}`).not.toMatch(/^(?:\/|[a-z]+:)/i);
      const [path = '', fragment] = address.split('#');
      const file = path === '' ? join(DIST, page) : target(page, path);
      expect(existsSync(file), `${page}: ${address} leads to ${relative(DIST, file)}`).toBe(true);
      if (fragment) expect(readFileSync(file, 'utf8'), `${page}: ${address}`).toContain(`id="${fragment}"`);
    }
  });

  test.each(pages)('%s has language, title, description, viewport and policy', (page) => {
    const html = htmlOf(page);
    expect(html).toMatch(/^<!doctype html>\n<html lang="en">/);
    expect(html).toMatch(/<title>[^<]+<\/title>/);
    expect(html).toMatch(/<meta name="description" content="[^"]+"/);
    expect(html).toContain('name="viewport" content="width=device-width, initial-scale=1"');
    expect(html).toMatch(/<meta http-equiv="Content-Security-Policy" content="default-src/);
    expect(html.match(/<h1/g)).toHaveLength(1);
  });

  test.each(pages)('%s has no inline script, no handler and no number that is none', (page) => {
    const html = htmlOf(page);
    for (const [, attributes = '', body = ''] of html.matchAll(/<script([^>]*)>([\s\S]*?)<\/script>/g)) {
      if (attributes.includes('application/json')) expect(() => JSON.parse(body) as unknown).not.toThrow();
      else expect(body, page).toBe('');
    }
    expect(html).not.toMatch(/<[^>]+\son[a-z]+="/i);
    expect(html).not.toMatch(/>[^<]*\b(?:NaN|undefined|\[object)\b[^<]*<\/data>/);
  });

  test.each(pages)('%s uses each id once', (page) => {
    const ids = [...htmlOf(page).matchAll(/\sid="([^"]*)"/g)].map((match) => match[1]);
    expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
  });

  test('404.html refers to no file', () => {
    expect(htmlOf('404.html')).not.toMatch(/\s(?:href|src)="(?!data:)/);
  });
});
