import { afterEach, describe, expect, it, vi } from 'vitest';
import { Client } from '../../web/src/core/client';
import { AbortError, RefusalError } from '../../web/src/core/errors';
import { Core } from '../../web/src/core/wasm';
import { ScriptedWorker } from './scripted';
import { channelWorker, modelOf, models, newClient, newCore, registry, runOk } from './support';
import { tinyCore } from './tinycore';

const model = modelOf('kv_cache');
afterEach(() => vi.restoreAllMocks());

/** A client over scripted workers, and the workers it has started. */
function scripted() {
  const workers: ScriptedWorker[] = [];
  const client = newClient(() => {
    const worker = new ScriptedWorker();
    workers.push(worker);
    return worker;
  });
  const worker = (i: number) => workers[i] as ScriptedWorker;
  const running = (i: number, count = 1) => vi.waitFor(() => expect(worker(i).runs.length).toBe(count));
  return { client, workers, worker, running };
}

describe('run', () => {
  it('gives what the core gives, through a real channel', async () => {
    const core = await newCore();
    expect(await newClient().run(model, { layers: 4 }, { seed: 3 })).toEqual(
      runOk(core, 'kv_cache', { layers: 4 }, { seed: 3 }),
    );
  });

  it('rejects with the refusal', async () => {
    const run = newClient().run(model, { layers: 0 });
    await expect(run).rejects.toBeInstanceOf(RefusalError);
    await expect(run).rejects.toMatchObject({ refusal: { param: 'layers' } });
  });

  it('public case 82: 10 values, then 2,000,000, then the same 10', async () => {
    const client = newClient();
    const taking = models.get('iqr') ?? [...models.values()].find(({ columns }) => columns.length > 0);
    if (!taking) return;
    const small = '10 12 11 13 9 500 14 3 2 1';
    const large = Array.from({ length: 2_000_000 }, (_, i) => (i * 7919) % 1_000_003).join('\n');
    const tables = await Promise.all([small, large, small].map((text) => client.addTable(taking, text)));
    expect(tables.map(({ rows }) => rows)).toEqual([10, 2_000_000, 10]);
    const [first, , third] = await Promise.all(
      tables.map(({ handle }) => client.run(taking, {}, { table: handle })),
    );
    expect(third).toEqual(first);
  });
});

describe('latest wins', () => {
  it('runs only the newest of those that wait, per key', async () => {
    const { client, worker, running } = scripted();
    const runs = [1, 2, 3].map((layers) => client.run(model, { layers }, { key: 'a' }));
    const other = client.run(model, { layers: 9 }, { key: 'b' });
    const outcomes = Promise.allSettled(runs);
    await running(0);
    worker(0).finish();
    await running(0, 2);
    worker(0).finish();
    expect((await outcomes).map(({ status }) => status)).toEqual(['rejected', 'rejected', 'fulfilled']);
    expect((await other).params).toEqual({ layers: 9 });
    expect(worker(0).runs.map(({ params }) => params.layers)).toEqual([3, 9]);
  });

  it('lets one that has begun finish', async () => {
    const { client, worker, running } = scripted();
    const first = client.run(model, { layers: 1 }, { key: 'a' });
    await running(0);
    const second = client.run(model, { layers: 2 }, { key: 'a' });
    worker(0).finish();
    expect((await first).params).toEqual({ layers: 1 });
    await running(0, 2);
    worker(0).finish();
    expect((await second).params).toEqual({ layers: 2 });
  });

  it('ends one that goes on for too long', async () => {
    const { client, worker, running } = scripted();
    const first = client.run(model, { layers: 1 }, { key: 'a' });
    await running(0);
    const second = client.run(model, { layers: 2 }, { key: 'a' });
    await expect(first).rejects.toBeInstanceOf(AbortError);
    expect(worker(0).isTerminated).toBe(true);
    await running(1);
    worker(1).finish();
    expect((await second).params).toEqual({ layers: 2 });
  });
});

describe('abort', () => {
  it('drops a waiting run without running it', async () => {
    const { client, worker, running } = scripted();
    const controller = new AbortController();
    const first = client.run(model, { layers: 1 });
    await running(0);
    const second = client.run(model, { layers: 2 }, { signal: controller.signal });
    controller.abort();
    await expect(second).rejects.toBeInstanceOf(AbortError);
    worker(0).finish();
    await first;
    expect(worker(0).runs).toHaveLength(1);
    await expect(client.run(model, {}, { signal: controller.signal })).rejects.toBeInstanceOf(AbortError);
  });

  it('ends a long run, and gives the next worker the module, the model and the table', async () => {
    const { client, worker, running } = scripted();
    const compile = vi.spyOn(WebAssembly, 'compile');
    const { handle } = await client.addTable(model, '1 2 3', 'decimal');
    const controller = new AbortController();
    const first = client.run(model, {}, { table: handle, signal: controller.signal });
    await running(0);
    controller.abort();
    await expect(first).rejects.toBeInstanceOf(AbortError);
    const second = client.run(model, {}, { table: handle });
    await running(1);
    expect(worker(0).isTerminated).toBe(true);
    expect(worker(1).tasks.map(({ type }) => type)).toEqual(['init', 'model', 'table', 'run']);
    expect(worker(1).tasks[2]).toMatchObject({ handle, source: '1 2 3', comma: 'decimal' });
    expect(compile).toHaveBeenCalledTimes(1);
    worker(1).finish();
    await second;
  });

  it('keeps the worker of a run that ends soon after', async () => {
    const { client, worker, workers, running } = scripted();
    const controller = new AbortController();
    const first = client.run(model, {}, { signal: controller.signal });
    await running(0);
    controller.abort();
    await expect(first).rejects.toBeInstanceOf(AbortError);
    worker(0).finish();
    const second = client.run(model, {});
    await running(0, 2);
    worker(0).finish();
    await second;
    expect(workers).toHaveLength(1);
  });
});

describe('workers are replaced', () => {
  it('after a trap', async () => {
    const { client, worker, running } = scripted();
    const first = client.run(model, { layers: 1 });
    await running(0);
    worker(0).finish({ failure: { kind: 'trap', message: 'unreachable' } });
    await expect(first).rejects.toMatchObject({ name: 'CoreError', kind: 'trap' });
    expect(worker(0).isTerminated).toBe(true);
    const second = client.run(model, { layers: 2 });
    await running(1);
    worker(1).finish();
    expect((await second).params).toEqual({ layers: 2 });
  });

  it('after an error of the worker itself', async () => {
    const { client, worker, running } = scripted();
    const first = client.run(model, { layers: 1 });
    const next = client.run(model, { layers: 2 });
    await running(0);
    worker(0).fail();
    await expect(first).rejects.toMatchObject({ kind: 'trap' });
    await running(1);
    worker(1).finish();
    expect((await next).params).toEqual({ layers: 2 });
  });

  it('after a run that took much memory', async () => {
    const { client, worker, running } = scripted();
    const first = client.run(model, {});
    await running(0);
    worker(0).memoryBytes = 300 * 2 ** 20;
    worker(0).finish();
    await first;
    await vi.waitFor(() => expect(worker(0).isTerminated).toBe(true));
    const second = client.run(model, {});
    await running(1);
    worker(1).finish();
    await second;
  });

  it('a trap in WASM is one', async () => {
    const started = vi.fn();
    const client = new Client({
      registry,
      wasmUrl: tinyCore(),
      createWorker: () => channelWorker(started),
    });
    await expect(client.run(model, {})).rejects.toMatchObject({ kind: 'trap' });
    await expect(client.run(model, {})).rejects.toMatchObject({ kind: 'trap' });
    expect(started).toHaveBeenCalledTimes(2);
  });
});

describe('tables', () => {
  const value = { id: 'value', label: '', unit: '', min: 0, max: 1e6, may_be_missing: true };
  const taking = { ...model, columns: [value] };

  it('summarises a table', async () => {
    const summary = await newClient().addTable(taking, 'value\n1\nNA\nabc\n4\n');
    expect(summary).toMatchObject({ rows: 4, missing: 1, badTotal: 1, bad: [{ row: 2, text: 'abc' }] });
  });

  it('takes columns, and leaves them with the caller', async () => {
    const client = newClient();
    const columns = { value: Float64Array.of(1, NaN, 3) };
    const summary = await client.addTable(taking, { rows: 3, columns });
    expect(summary).toMatchObject({ rows: 3, missing: 1, bad: [] });
    expect(columns.value.length).toBe(3);
  });

  it('asks about commas', async () => {
    const added = newClient().addTable(taking, '9,99');
    await expect(added).rejects.toMatchObject({ refusal: { reason: 40, text: '9,99' } });
  });

  it('forgets a released table', async () => {
    const { client, worker, running } = scripted();
    const { handle } = await client.addTable(taking, '1');
    const before = client.run(taking, {}, { table: handle });
    client.releaseTable(handle);
    await running(0);
    worker(0).finish();
    await before;
    await expect(client.run(taking, {}, { table: handle })).rejects.toBeInstanceOf(AbortError);
    expect(worker(0).tasks.map(({ type }) => type)).toEqual(['init', 'model', 'table', 'run', 'release']);
  });
});

describe('numbers', () => {
  it('are read on the page, while the worker is busy', async () => {
    const { client, running } = scripted();
    client.run(model, {}).catch(() => undefined);
    await running(0);
    const parse = await client.parser();
    expect(parse('1.5')).toEqual({ value: 1.5 });
    expect(parse('\u22125')).toEqual({ value: -5 });
    expect(parse('abc')).toHaveProperty('reason');
  });
});

describe('without workers', () => {
  it('computes on the page when none may be made', async () => {
    const client = newClient(() => {
      throw new Error('blocked');
    });
    expect(await client.run(model, {})).toEqual(runOk(await newCore(), 'kv_cache'));
  });

  it('computes on the page when one fails before it is ready', async () => {
    const client = newClient(() => {
      const worker = new ScriptedWorker();
      worker.postMessage = () => worker.fail();
      return worker;
    });
    expect(await client.run(model, {})).toEqual(runOk(await newCore(), 'kv_cache'));
  });

  it('refuses a run above the limit there', async () => {
    const run = vi.spyOn(Core.prototype, 'run');
    const client = newClient(() => {
      throw new Error('blocked');
    });
    await client.run(model, {});
    expect(run.mock.calls[0]?.[3]?.workLimit).toBe(2e8);
  });
});
