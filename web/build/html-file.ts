/** Writes pages as files. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { VNode } from 'preact';
import { render } from 'preact-render-to-string';

/** Writes one page; `path` is relative to the site's root, as `labs/iqr/index.html`. */
export function writePage(dist: string, path: string, page: VNode): void {
  const file = join(dist, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, `<!doctype html>\n${render(page)}\n`);
}
