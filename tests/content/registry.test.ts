import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';

const described = (ids: string[]) => ({
  hash: 1,
  libm: 'musl',
  abi: {},
  reasons: [],
  models: ids.map((id, index) => ({
    id,
    title: id,
    summary: '',
    rev: 1,
    index,
    params: [{ id: 'a' }, { id: 'b' }],
    scalars: [{ id: 'x' }],
    series: [],
    grids: [],
  })),
});

let folder = '';
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'workings-registry-'))));
afterEach(() => rmSync(folder, { recursive: true }));

const split = (ids: string[]) =>
  execFileSync('node', ['web/build/registry.mjs', '-', folder], { input: JSON.stringify(described(ids)) });
const read = (name: string) => readFileSync(join(folder, name), 'utf8');

test('one file a model, an index, and the unions of ids', () => {
  split(['kv_cache', 'iqr']);
  expect(JSON.parse(read('index.json'))).toMatchObject({
    hash: 1,
    models: [
      { id: 'kv_cache', index: 0 },
      { id: 'iqr', index: 1 },
    ],
  });
  expect(JSON.parse(read('kv_cache.json'))).not.toHaveProperty('index');
  expect(read('types.ts')).toContain("export type ModelId = 'kv_cache' | 'iqr';");
  expect(read('types.ts')).toContain("export type KvCacheParam = 'a' | 'b';");
  expect(read('types.ts')).toContain("export type IqrOutput = 'x';");
});

test('a model that has left goes, and nothing else does', () => {
  split(['kv_cache', 'iqr']);
  writeFileSync(join(folder, 'kept.json'), '{}');
  split(['kv_cache']);
  expect(existsSync(join(folder, 'iqr.json'))).toBe(false);
  expect(existsSync(join(folder, 'kept.json'))).toBe(true);
});
