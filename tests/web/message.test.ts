import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { refusalText } from '../../web/src/core/message';
import { REASON } from '../../web/src/core/reasons';
import { readValue } from '../../web/src/core/registry';
import type { Refusal } from '../../web/src/core/types';
import { isRefusal } from '../../web/src/core/wasm';
import { indexOf, modelOf, newCore, registry } from './support';

const model = modelOf('kv_cache');
const text = (refusal: Refusal, params = {}) => refusalText(refusal, model, registry, params);

describe('refusalText', () => {
  it('names the parameter, its value, its range and its unit', () => {
    const said = text({ status: 'range', reason: REASON.outOfRange, param: 'layers' }, { layers: 0 });
    const layers = model.params.find(({ id }) => id === 'layers');
    expect(said).toContain('layers = 0');
    expect(said).toContain(`${layers?.min} to ${layers?.max}`);
  });

  it('names row, column and text of a cell', () => {
    const said = text({ status: 'cell', reason: 30, row: 2, column: 'value', text: 'abc' });
    expect(said).toBe('row 2 (counted from 0), column value: "abc" is not a number');
  });

  it('names the choices', () => {
    const choice = model.params.find(({ kind }) => kind === 'choice');
    const said = text({ status: 'range', reason: REASON.notAChoice, param: choice?.id, text: 'fp99' });
    expect(said).toContain(choice?.choices.map(({ id }) => id).join(', '));
    expect(said).toContain('"fp99"');
  });

  it('shows one short line of text from outside', () => {
    const said = text({ status: 'cell', reason: 30, row: 0, column: 'c', text: `a\n${'x'.repeat(1000)}` });
    expect(said).toContain('a x');
    expect(said).toContain('..."');
    expect(said.length).toBeLessThan(150);
  });

  it('leaves no field open and no undefined, for every reason', () => {
    for (const { reason } of registry.reasons) {
      const said = text({ status: 'range', reason });
      expect(said).not.toMatch(/\{|undefined|NaN/);
    }
    expect(text({ status: 'range', reason: 9999 })).toBe('refused (range)');
  });

  it('uses numbers that the registry knows', () => {
    const known = new Set(registry.reasons.map(({ reason }) => reason));
    for (const reason of Object.values(REASON)) expect(reason === 0 || known.has(reason)).toBe(true);
  });
});

const WORKINGS = fileURLToPath(new URL('../../build/workings', import.meta.url));

describe.skipIf(!existsSync(WORKINGS))('the CLI says the same', () => {
  const inputs = [
    'layers=0',
    'layers=1.5',
    'layers=abc',
    'layers=',
    'layers=1e999',
    'layers=NA',
    'layers=1,234',
    'kv_heads=7',
    'nonsense=1',
  ];
  it.each(inputs)('%s', async (input) => {
    const core = await newCore();
    const [id = '', typed = ''] = input.split('=');
    const param = model.params.find((candidate) => candidate.id === id);
    const read = param && readValue(param, typed, (digits) => core.parseNumber(digits));
    const isTyped =
      read && 'reason' in read && ![REASON.outOfRange, REASON.notWhole].includes(read.reason as 7 | 8);
    const params = { [id]: read && 'value' in read ? read.value : Number(typed) };
    const refusal: Refusal | object = isTyped
      ? { status: 'range', reason: read.reason, param: id, text: typed }
      : core.run(indexOf('kv_cache'), model, params);
    const { stderr } = spawnSync(WORKINGS, ['run', 'kv_cache', input], { encoding: 'utf8' });
    if (!isRefusal(refusal)) throw new Error('not refused');
    expect(`workings: ${text(refusal, params)}\n`).toBe(stderr);
  });
});
