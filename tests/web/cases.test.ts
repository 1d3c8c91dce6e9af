/** Every reference case on the WASM: within its tolerance, and bit for bit what the native build computes. */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, it } from 'vitest';
import { valueText } from '../../web/src/core/registry';
import type { Params, Refusal, Result } from '../../web/src/core/types';
import { isRefusal, type Core } from '../../web/src/core/wasm';
import type { ResultJson } from '../../web/src/lib/content';
import { caseCsv, caseParams, cases, caseTable, type Case } from './cases';
import { indexOf, modelOf, models, newCore } from './support';

let core: Core;
beforeAll(async () => {
  core = await newCore();
});

function runCase(item: Case): Result | Refusal {
  const model = modelOf(item.model);
  const params = caseParams(model, item);
  // A Refusal has a string status; a parameter's value is a number.
  if (typeof params.status === 'string') return params as Refusal;
  return core.run(indexOf(item.model), model, params as Params, { table: caseTable(item), seed: item.seed });
}

function agrees(
  got: number | null | undefined,
  expected: number | null,
  { rtol = 0, atol = 0 }: Case,
): boolean {
  if (got === undefined) return false;
  if (expected === null) return got === null || Number.isNaN(got);
  return got !== null && Math.abs(got - expected) <= Math.max(rtol * Math.abs(expected), atol);
}

function checkExpected(item: Case, result: Result): void {
  for (const [id, expected] of Object.entries(item.expect ?? {})) {
    const got = result.scalars[id];
    expect(agrees(got, expected, item), `${id} is ${got}, expected ${expected}`).toBe(true);
  }
  for (const [id, expected] of Object.entries(item.expect_series ?? {})) {
    const got = result.series[id];
    expect(got?.length, id).toBe(expected.length);
    expected.forEach((value, i) => {
      expect(agrees(got?.[i], value, item), `${id}[${i}] is ${got?.[i]}, expected ${value}`).toBe(true);
    });
  }
}

describe('reference cases on the WASM', () => {
  it.each(cases.map((item) => [`${item.model} ${item.name}`, item] as const))('%s', (_, item) => {
    const outcome = runCase(item);
    if (item.refuse === undefined) {
      if (isRefusal(outcome)) throw new Error(`refused: ${JSON.stringify(outcome)}`);
      checkExpected(item, outcome);
      return;
    }
    if (!isRefusal(outcome)) throw new Error('it ran, but should have been refused');
    if (typeof item.refuse === 'string') {
      const named = outcome.reason === 10 ? 'seed' : (outcome.param ?? outcome.text);
      expect(named).toBe(item.refuse);
    } else {
      const { row, column } = item.refuse;
      const id = typeof column === 'number' ? modelOf(item.model).columns[column]?.id : column;
      expect(outcome).toMatchObject(id === undefined ? { row } : { row, column: id });
    }
  });
});

// ---- Bit for bit -------------------------------------------------------------------------------------------

const WORKINGS = fileURLToPath(new URL('../../build/workings', import.meta.url));

/** Only musl's libm is the one that Emscripten links; with another libc the builds agree to 1e-9. */
function isExact(): boolean {
  if (!existsSync(WORKINGS)) return false;
  const described = spawnSync(WORKINGS, ['describe'], { encoding: 'utf8', maxBuffer: 1 << 26 });
  return described.status === 0 && (JSON.parse(described.stdout) as { libm: string }).libm === 'musl';
}

const folder = mkdtempSync(join(tmpdir(), 'workings-'));

function runNative(item: Case): { json?: ResultJson; message: string } {
  const model = modelOf(item.model);
  const params = Object.entries(item.params ?? {}).map(([id, value]) => {
    const param = model.params.find((candidate) => candidate.id === id);
    return `${id}=${typeof value === 'number' && param ? valueText(param, value) : value}`;
  });
  const args = ['run', item.model, '--json', ...params];
  if (item.seed !== undefined) args.push('--seed', String(item.seed));
  const csv = caseCsv(item);
  if (csv !== undefined) {
    const path = join(folder, 'table.csv');
    writeFileSync(path, csv);
    args.push('--data', path, '--comma', 'thousands');
  }
  const { status, stdout, stderr } = spawnSync(WORKINGS, args, { encoding: 'utf8', maxBuffer: 1 << 30 });
  return { json: status === 0 ? (JSON.parse(stdout) as ResultJson) : undefined, message: stderr };
}

function expectSameBits(got: ArrayLike<number> | undefined, native: (number | null)[], what: string): void {
  expect(got?.length, what).toBe(native.length);
  const differs = native.findIndex((value, i) => !Object.is(got?.[i], value ?? NaN));
  expect(differs, `${what}[${differs}] is ${got?.[differs]}, natively ${native[differs]}`).toBe(-1);
}

function expectSame(result: Result, native: ResultJson): void {
  for (const [id, value] of Object.entries(native.scalars)) {
    const got = result.scalars[id];
    expect(Object.is(got, value), `${id} is ${got}, natively ${value}`).toBe(true);
  }
  for (const [id, values] of Object.entries(native.series)) expectSameBits(result.series[id], values, id);
  for (const [id, { values, ...head }] of Object.entries(native.grids)) {
    expect(result.grids[id]).toMatchObject(head);
    expectSameBits(result.grids[id]?.values, values, id);
  }
  expect(result.notes).toEqual(native.notes);
}

const everything: Case[] = [...[...models.keys()].map((model) => ({ name: 'defaults', model })), ...cases];

describe.skipIf(!isExact())('WASM and native (skipped unless build/workings is linked with musl)', () => {
  it.each(everything.map((item) => [`${item.model} ${item.name}`, item] as const))('%s', (_, item) => {
    const native = runNative(item);
    const outcome = runCase(item);
    if (isRefusal(outcome)) expect(native.json, native.message).toBeUndefined();
    else if (native.json) expectSame(outcome, native.json);
    else throw new Error(`refused natively: ${native.message}`);
  });
});
