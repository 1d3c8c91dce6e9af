import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { defaults } from '../../web/src/core/registry';
import type { Model, Param } from '../../web/src/core/types';
import {
  compactTable,
  decode,
  encode,
  MAX_TABLE_CHARACTERS,
  plainNumber,
  RESERVED,
} from '../../web/src/lib/url';
import { modelOf, newCore } from './support';

const BASE: Param = {
  id: '',
  label: '',
  unit: '',
  help: '',
  kind: 'real',
  scale: 'linear',
  default: 0,
  min: 0,
  max: 1,
  slider_min: 0,
  slider_max: 1,
  choices: [],
  group: '',
  advanced: false,
};
const choices = ['bf16', 'int8', 'odd&id=1'].map((id) => ({ id, label: id.toUpperCase() }));
const model: Model = {
  id: 'made_up',
  title: '',
  summary: '',
  rev: 1,
  random: true,
  max_rows: 100,
  params: [
    { ...BASE, id: 'rate', min: -1e9, max: 1e9, default: 0.5 },
    { ...BASE, id: 'layers', kind: 'int', unit: 'layers', min: 1, max: 4096, default: 32 },
    { ...BASE, id: 'nesterov', kind: 'bool', default: 0 },
    { ...BASE, id: 'dtype', kind: 'choice', max: 2, default: 0, choices },
  ],
  columns: [{ id: 'value', label: '', unit: '', min: 0, max: 1, may_be_missing: true }],
  scalars: [],
  groups: [],
  series: [],
  grids: [],
  notes: [],
};
const anyParams = fc.record({
  rate: fc.double({ min: -1e9, max: 1e9, noNaN: true }).map((value) => value + 0),
  layers: fc.integer({ min: 1, max: 4096 }),
  nesterov: fc.constantFrom(0, 1),
  dtype: fc.constantFrom(0, 1, 2),
});
const anySeed = fc.maxSafeNat();
const wellFormed = (text: string) => text.replace(/\p{Surrogate}/gu, '\uFFFD');

describe('encode', () => {
  it('writes nothing at the defaults', () => {
    expect(encode(model, defaults(model), 1)).toBe('');
  });

  it('writes what differs, by id, in the order of the model', () => {
    const params = { dtype: 1, nesterov: 1, rate: 0.1, layers: 32 };
    expect(encode(model, params, 7, '1 2\r\n3,5 \n')).toBe(
      'rate=0.1&nesterov=true&dtype=int8&seed=7&data=1+2%0A3,5',
    );
  });

  it('leaves out what decode would not take', () => {
    const params = { rate: NaN, layers: 0, nesterov: 2, dtype: 1.5 };
    expect(encode(model, params, 0.5)).toBe('');
    expect(encode(model, {}, 1, 'x'.repeat(MAX_TABLE_CHARACTERS + 1))).toBe('');
  });
});

describe('decode', () => {
  it('reads back what encode wrote', () => {
    fc.assert(
      fc.property(anyParams, anySeed, fc.option(fc.string({ unit: 'binary' })), (params, seed, table) => {
        const decoded = decode(model, encode(model, params, seed, table), plainNumber);
        expect({ ...defaults(model), ...decoded.params }).toEqual({ ...params, rate: params.rate });
        expect(decoded.seed).toBe(seed);
        expect(decoded.tableText).toBe(table === null ? undefined : compactTable(wellFormed(table)));
        expect(decoded.ignored).toEqual([]);
      }),
      { numRuns: 1000 },
    );
  });

  it('reads back with the core as without it', async () => {
    const core = await newCore();
    const parse = (text: string) => core.parseNumber(text);
    fc.assert(
      fc.property(anyParams, anySeed, (params, seed) => {
        const search = encode(model, params, seed);
        expect(decode(model, search, parse)).toEqual(decode(model, search, plainNumber));
      }),
    );
    expect(decode(model, 'rate=%E2%88%925&layers=1%C2%A0234', parse).params).toEqual({
      rate: -5,
      layers: 1234,
    });
  });

  it('never throws and never gives NaN or a value out of range', () => {
    const name = fc.oneof(fc.constantFrom(...model.params.map(({ id }) => id), ...RESERVED), fc.string());
    const value = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.double().map(String),
      fc.constantFrom(
        '%',
        '%zz',
        '%E0%A4',
        'NaN',
        'Infinity',
        '1e999',
        '',
        '0x10',
        '1,5',
        'true',
        'bf16',
        '-0',
      ),
    );
    const pairs = fc.array(fc.tuple(name, value)).map((all) => all.map((pair) => pair.join('=')).join('&'));
    fc.assert(
      fc.property(fc.oneof(pairs, fc.string({ unit: 'binary' })), (search) => {
        const { params, seed, ignored } = decode(model, search, plainNumber);
        for (const param of model.params) {
          const got = params[param.id] ?? param.default;
          expect(got >= param.min && got <= param.max).toBe(true);
        }
        expect(Object.keys(params).every((id) => model.params.some((param) => param.id === id))).toBe(true);
        expect(Number.isSafeInteger(seed) && seed >= 0).toBe(true);
        for (const { why } of ignored) expect(why).not.toMatch(/NaN|undefined/);
      }),
      { numRuns: 2000 },
    );
  });

  it('lists what it ignores, with what is allowed', () => {
    const { params, seed, ignored } = decode(
      model,
      '?layers=0&rate=abc&dtype=fp4&nesterov=yes&seed=1.5&nonsense=1&layers=2',
      plainNumber,
    );
    expect(params).toEqual({});
    expect(seed).toBe(1);
    expect(ignored.map(({ name, value }) => `${name}=${value}`)).toEqual([
      'layers=0',
      'rate=abc',
      'dtype=fp4',
      'nesterov=yes',
      'seed=1.5',
      'nonsense=1',
      'layers=2',
    ]);
    expect(ignored[0]?.why).toContain('1 to 4096 layers');
    expect(ignored[2]?.why).toContain('bf16, int8');
    expect(ignored[6]?.why).toContain('twice');
  });

  it('takes the first of two', () => {
    const decoded = decode(model, 'layers=3&layers=4&seed=2&seed=3', plainNumber);
    expect(decoded).toMatchObject({
      params: { layers: 3 },
      seed: 2,
      ignored: [{ value: '4' }, { value: '3' }],
    });
  });

  it('leaves reserved names to others', () => {
    const search = 'theme=dark&view=chart&controls=a&lock=b&predict=1&model=x&hidden=1';
    expect(decode(model, search, plainNumber)).toEqual({ params: {}, seed: 1, comma: 'auto', ignored: [] });
  });

  it('lists a table that the model does not take', () => {
    expect(decode({ ...model, columns: [] }, 'data=1', plainNumber).ignored).toHaveLength(1);
  });
});

describe('tables', () => {
  const iqr = modelOf('iqr');

  it('an empty cell at the end of a line stays, or the row would be ragged in the link', () => {
    const table = 'name\tvalue\nx\t1\ny\t\nz\t3';
    expect(decode(iqr, encode(iqr, {}, 1, table), plainNumber).tableText).toBe(table);
  });

  it('the answer about commas travels with its table, and nothing else is taken for one', () => {
    const search = encode(iqr, {}, 1, '9,99\n10,01', 'decimal');
    expect(decode(iqr, search, plainNumber)).toMatchObject({
      tableText: '9,99\n10,01',
      comma: 'decimal',
      ignored: [],
    });
    expect(decode(iqr, 'comma=point', plainNumber).ignored).toHaveLength(1);
    expect(encode(iqr, {}, 1, null, 'decimal')).toBe('');
  });
});
