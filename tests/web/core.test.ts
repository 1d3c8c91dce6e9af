import { beforeAll, describe, expect, it } from 'vitest';
import { compactTable } from '../../web/src/lib/url';
import { CoreError } from '../../web/src/core/errors';
import { Core, isRefusal } from '../../web/src/core/wasm';
import { indexOf, modelOf, models, newCore, registry, runOk, wasmBytes } from './support';

let core: Core;
beforeAll(async () => {
  core = await newCore();
});

describe('Core', () => {
  it('imports nothing', async () => {
    expect(WebAssembly.Module.imports(await WebAssembly.compile(wasmBytes))).toEqual([]);
  });

  it('refuses the registry of another build', async () => {
    const other = { ...registry, hash: (registry.hash + 1) >>> 0 };
    await expect(Core.create(wasmBytes, other)).rejects.toMatchObject({ kind: 'hash' });
  });

  it('refuses bytes that are no core', async () => {
    const empty = new Uint8Array([0, 0x61, 0x73, 0x6d, 1, 0, 0, 0]);
    await expect(Core.create(empty, registry)).rejects.toMatchObject({ kind: 'instantiate' });
    await expect(Core.create(new Uint8Array(8), registry)).rejects.toMatchObject({ kind: 'instantiate' });
  });

  it.each([...models.keys()])(
    '%s runs at its defaults, twice the same, without a non-finite scalar',
    (id) => {
      const first = runOk(core, id);
      expect(runOk(core, id)).toEqual(first);
      expect(Object.keys(first.scalars)).toEqual(modelOf(id).scalars.map((scalar) => scalar.id));
      for (const value of Object.values(first.scalars)) {
        expect(value === null || Number.isFinite(value)).toBe(true);
      }
      for (const { group } of modelOf(id).series) {
        const lengths = modelOf(id)
          .series.filter((series) => series.group === group)
          .map((series) => first.series[series.id]?.length);
        expect(new Set(lengths).size).toBe(1);
      }
    },
  );

  it('refuses by parameter id', () => {
    const refused = core.run(indexOf('kv_cache'), modelOf('kv_cache'), { layers: 0 });
    expect(refused).toMatchObject({ status: 'range', param: 'layers' });
    const unknown = core.run(indexOf('kv_cache'), modelOf('kv_cache'), { nonsense: 1 });
    expect(unknown).toMatchObject({ status: 'argument', text: 'nonsense' });
  });

  it.each([-1, 0.5, NaN, 2 ** 53, Infinity])('refuses the seed %s', (seed) => {
    const refused = core.run(indexOf('kv_cache'), modelOf('kv_cache'), {}, { seed });
    expect(isRefusal(refused)).toBe(true);
  });

  it('refuses more work than the host allows', () => {
    const refused = core.run(indexOf('kv_cache'), modelOf('kv_cache'), {}, { workLimit: -1 });
    expect(refused).toMatchObject({ status: 'budget', reason: 52 });
  });

  it('refuses a table for a model that takes none', () => {
    const table = { rows: 1, columns: { value: Float64Array.of(1) } };
    const refused = core.run(indexOf('kv_cache'), modelOf('kv_cache'), {}, { table });
    expect(refused).toMatchObject({ status: 'cell', reason: 39 });
    expect(core.readTable('1 2', [])).toMatchObject({ status: 'cell', reason: 39 });
  });
});

describe('numbers as people type them', () => {
  it.each([
    ['1.5', 1.5],
    ['\u22125', -5],
    ['1\u00a0234', 1234],
    ['1,234.56', 1234.56],
    ['1.234,56', 1234.56],
    ['6.02214076e23', 6.02214076e23],
    ['0.1', 0.1],
  ])('%s', (text, value) => {
    expect(core.parseNumber(text)).toEqual({ value });
  });

  it.each(['', 'abc', '12abc', '2-1', '0x10', 'Infinity', '1e999', 'NaN', '1,234'])(
    '%s is refused',
    (text) => {
      expect(core.parseNumber(text)).toHaveProperty('reason');
    },
  );

  it('takes a comma as it is told', () => {
    expect(core.parseNumber('1,234', 'decimal')).toEqual({ value: 1.234 });
    expect(core.parseNumber('1,234', 'thousands')).toEqual({ value: 1234 });
  });
});

const VALUE = { id: 'value', label: 'Value', unit: '', min: -1e300, max: 1e300, may_be_missing: true };
const OTHER = { ...VALUE, id: 'other' };

describe('tables', () => {
  const read = (text: string, columns = [VALUE]) => {
    const outcome = core.readTable(text, columns);
    if (isRefusal(outcome)) throw new Error(`refused: ${JSON.stringify(outcome)}`);
    return outcome;
  };

  it('reads loose values into one column', () => {
    const { table, badTotal, shape } = read('10 12 11\n13 9 500 14');
    expect([...(table.columns.value ?? [])]).toEqual([10, 12, 11, 13, 9, 500, 14]);
    expect(badTotal).toBe(0);
    expect(shape.columns).toEqual(['value']);
  });

  it('reads columns by header and keeps the names of rows', () => {
    const { table, names, shape } = read('stage,other,value\nfetch,1,2\nrank,3,4\n', [VALUE, OTHER]);
    expect([...(table.columns.value ?? [])]).toEqual([2, 4]);
    expect([...(table.columns.other ?? [])]).toEqual([1, 3]);
    expect(names).toEqual(['fetch', 'rank']);
    expect(shape).toMatchObject({ separator: ',', hasHeader: true, byPosition: false });
  });

  it('lists bad cells with row, column and text, and says how many there are', () => {
    const { bad, badTotal } = read('value\n1\nabc\n3\n1e999\n');
    expect(badTotal).toBe(2);
    expect(bad[0]).toMatchObject({ row: 1, column: 'value', text: 'abc', reason: 30 });
    expect(bad[1]).toMatchObject({ row: 3, text: '1e999', reason: 31 });
    expect(read(`value\n${'x\n'.repeat(50)}`)).toMatchObject({ badTotal: 50, bad: { length: 20 } });
  });

  it('public case 12: asks about a comma that could mean two things', () => {
    expect(core.readTable('9,99', [VALUE])).toMatchObject({ status: 'cell', reason: 40 });
    expect(core.readTable('9,99', [VALUE], 'decimal')).toMatchObject({ badTotal: 0 });
  });

  it('takes bytes as well as text', () => {
    const bytes = new TextEncoder().encode('1\n2\n');
    expect(core.readTable(bytes, [VALUE])).toMatchObject({ table: { rows: 2 } });
  });

  it('reads what the URL makes of a text as the same table', () => {
    const text = 'value \r\n1\r\n2\r\n\r\n';
    expect(read(compactTable(text)).table).toEqual(read(text).table);
  });

  it('public case 82: memory grows under 2,000,000 values, and what came before still holds', async () => {
    const fresh = await newCore();
    const small = '10 12 11 13 9 500 14 3 2 1';
    const first = fresh.readTable(small, [VALUE]);
    const before = fresh.memoryBytes;
    const large = fresh.readTable(Array.from({ length: 2_000_000 }, (_, i) => i / 8).join('\n'), [VALUE]);
    expect(large).toMatchObject({ badTotal: 0, table: { rows: 2_000_000 } });
    if (!isRefusal(large)) expect(large.table.columns.value?.[1_999_999]).toBe(1_999_999 / 8);
    expect(fresh.memoryBytes).toBeGreaterThan(before);
    expect(fresh.readTable(small, [VALUE])).toEqual(first);
  });

  it.skipIf(!models.has('iqr'))('public case 82: the same with runs', async () => {
    const fresh = await newCore();
    const small = { rows: 10, columns: { value: Float64Array.of(10, 12, 11, 13, 9, 500, 14, 3, 2, 1) } };
    const first = runOk(fresh, 'iqr', {}, { table: small });
    const value = Float64Array.from({ length: 2_000_000 }, (_, i) => (i * 7919) % 1_000_003);
    const large = runOk(fresh, 'iqr', {}, { table: { rows: value.length, columns: { value } } });
    expect(large.rows).toBe(2_000_000);
    expect(runOk(fresh, 'iqr', {}, { table: small })).toEqual(first);
  });
});

it('says what a machine without enough memory lacks', async () => {
  const fresh = await newCore();
  const table = { rows: 2 ** 29, columns: {} };
  const run = () =>
    fresh.run(indexOf('kv_cache'), { ...modelOf('kv_cache'), columns: [VALUE, OTHER] }, {}, { table });
  expect(run).toThrow(CoreError);
  expect(run).toThrow(/MiB/);
});
