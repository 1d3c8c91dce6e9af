/** Many runs at once, ensembles of a session, and one run at a time however fast one clicks. */
import { afterEach, describe, expect, it, vi } from 'vitest';
import { AbortError, RefusalError } from '../../web/src/core/errors';
import { Client } from '../../web/src/core/client';
import { openSession, sessions } from '../../web/src/core/session';
import { ScriptedWorker } from './scripted';
import { channelWorker, modelOf, newClient, newCore, registry, runOk, wasmBytes } from './support';

const model = modelOf('kv_cache');
afterEach(() => {
  for (const session of sessions.values()) session.close();
});

/** A client over scripted workers; the first is the one for single runs. */
function scripted(poolSize = 2) {
  const workers: ScriptedWorker[] = [];
  const createWorker = () => {
    const worker = new ScriptedWorker();
    workers.push(worker);
    return worker;
  };
  const client = new Client({ registry, wasmUrl: wasmBytes, createWorker, poolSize });
  const worker = (i: number) => workers[i] as ScriptedWorker;
  const running = (i: number, count = 1) => vi.waitFor(() => expect(worker(i).runs.length).toBe(count));
  return { client, workers, worker, running };
}

const seeds = (count: number) =>
  Array.from({ length: count }, (_, i) => ({ params: { layers: i + 1 }, seed: i }));

describe('runMany', () => {
  it('gives the results in order, whichever ends first, and counts them', async () => {
    const { client, workers, worker, running } = scripted();
    const progress: number[][] = [];
    const many = client.runMany(model, seeds(3), { onProgress: (...counts) => progress.push(counts) });
    await running(1);
    await running(2);
    expect(progress).toEqual([]);
    worker(2).finish();
    await running(2, 2);
    expect(progress).toEqual([[1, 3]]);
    worker(2).finish();
    worker(1).finish();
    expect((await many).map(({ params }) => params.layers)).toEqual([1, 2, 3]);
    expect(progress).toEqual([
      [1, 3],
      [2, 3],
      [3, 3],
    ]);
    expect(workers.map(({ isTerminated }) => isTerminated)).toEqual([false, true, true]);
  });

  it('leaves the worker of single runs alone', async () => {
    const { client, worker, running } = scripted(1);
    const many = client.runMany(model, seeds(1));
    await running(1);
    const single = client.run(model, { layers: 7 });
    await running(0);
    worker(0).finish();
    expect((await single).params).toEqual({ layers: 7 });
    worker(1).finish();
    await many;
  });

  it('ends all that go on when it is aborted, and starts no more', async () => {
    const { client, workers, worker, running } = scripted();
    const controller = new AbortController();
    const onProgress = vi.fn();
    const many = client.runMany(model, seeds(9), { signal: controller.signal, onProgress });
    await running(1);
    await running(2);
    controller.abort();
    await expect(many).rejects.toBeInstanceOf(AbortError);
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(workers.map(({ isTerminated }) => isTerminated)).toEqual([false, true, true]);
    expect(worker(1).runs).toHaveLength(1);
    expect(onProgress).not.toHaveBeenCalled();
    await expect(client.runMany(model, seeds(2), { signal: controller.signal })).rejects.toBeInstanceOf(
      AbortError,
    );
  });

  it('fails with the first that fails', async () => {
    const { client, workers, worker, running } = scripted();
    const many = client.runMany(model, seeds(4));
    await running(1);
    worker(1).finish({ refusal: { status: 'range', reason: 1, param: 'layers' } });
    await expect(many).rejects.toBeInstanceOf(RefusalError);
    await vi.waitFor(() => expect(workers.slice(1).every(({ isTerminated }) => isTerminated)).toBe(true));
  });

  it('tells each worker of the table, and takes a new one for one that has grown too large', async () => {
    const { client, worker, running } = scripted(1);
    const { handle } = await client.addTable(model, '1 2 3');
    const runs = seeds(2).map((run) => ({ ...run, table: handle }));
    const many = client.runMany(model, runs);
    await running(1);
    worker(1).memoryBytes = 300 * 2 ** 20;
    worker(1).finish();
    await running(2);
    worker(2).finish();
    await many;
    for (const i of [1, 2])
      expect(worker(i).tasks.map(({ type }) => type)).toEqual(['init', 'model', 'table', 'run']);
  });

  it('computes what single runs compute, through real channels', async () => {
    const core = await newCore();
    const results = await newClient().runMany(model, seeds(5));
    expect(results).toEqual(seeds(5).map(({ params, seed }) => runOk(core, 'kv_cache', params, { seed })));
  });

  it('goes one by one on the page where workers are refused', async () => {
    const client = newClient(() => {
      throw new Error('blocked');
    });
    const counts: number[] = [];
    const results = await client.runMany(model, seeds(3), { onProgress: (done) => counts.push(done) });
    expect(results.map(({ params }) => params.layers)).toEqual([1, 2, 3]);
    expect(counts).toEqual([1, 2, 3]);
  });
});

describe('an ensemble', () => {
  const random = { ...model, random: true };

  async function open() {
    const initial = runOk(await newCore(), 'kv_cache');
    const client = newClient(channelWorker);
    const runMany = vi.spyOn(client, 'runMany');
    return { session: openSession({ model: random, registry, client, initial }), runMany };
  }

  it('runs seeds from the present one on, shows how far it is, and goes when an input changes', async () => {
    const { session, runMany } = await open();
    session.seed.value = 4;
    const { ensemble } = session;
    const seen: (number | undefined)[] = [];
    const stop = ensemble.progress.subscribe((progress) => seen.push(progress?.done));
    await ensemble.run(3);
    stop();
    expect(ensemble.results.value.map(({ seed }) => seed)).toEqual([4, 5, 6]);
    expect(seen).toEqual([undefined, 0, 1, 2, 3, undefined]);
    session.set('layers', 3);
    expect(ensemble.results.value).toEqual([]);
    expect(runMany).toHaveBeenCalledTimes(1);
  });

  it('can be cancelled, and leaves nothing behind', async () => {
    const { session, runMany } = await open();
    const running = session.ensemble.run(50);
    session.ensemble.clear();
    await running;
    expect(session.ensemble.progress.value).toBeNull();
    expect(session.ensemble.results.value).toEqual([]);
    expect(runMany.mock.calls.every(([, , options]) => options?.signal?.aborted)).toBe(true);
  });

  it('asked for twice is run once', async () => {
    const { session } = await open();
    const first = session.ensemble.run(50);
    await session.ensemble.run(2);
    await first;
    expect(session.ensemble.results.value).toHaveLength(2);
  });

  it('says why it failed', async () => {
    const { session } = await open();
    session.set('layers', 0);
    await session.ensemble.run(2);
    expect(session.ensemble.failure.value).toMatch(/layers = 0/);
    expect(session.ensemble.progress.value).toBeNull();
  });
});

describe('public case 38: five fast clicks on a long run', () => {
  it('leave one run active: the first is ended, those between are never begun', async () => {
    const { client, workers, worker, running } = scripted();
    const clicks = [1, 2, 3, 4, 5].map((layers) => client.run(model, { layers }, { key: 'a' }));
    const outcomes = Promise.allSettled(clicks);
    await running(0);
    // One has begun; five more while it goes on.
    const later = [6, 7, 8, 9, 10].map((layers) => client.run(model, { layers }, { key: 'a' }));
    const lateOutcomes = Promise.allSettled(later.slice(0, 4));
    expect(workers.flatMap(({ runs }) => runs)).toHaveLength(1);
    await running(1);
    expect(worker(0).isTerminated).toBe(true);
    expect(workers).toHaveLength(2);
    expect(worker(1).runs.map(({ params }) => params.layers)).toEqual([10]);
    worker(1).finish();
    expect((await later[4])?.params).toEqual({ layers: 10 });
    for (const { status } of [...(await outcomes), ...(await lateOutcomes)]) expect(status).toBe('rejected');
  });

  it('stop: the session is quiet at once, however long the run', async () => {
    const { client, running } = scripted();
    const session = openSession({ model, registry, client });
    await running(0);
    expect(session.busy.value).toBe(true);
    const begin = performance.now();
    session.cancel();
    await vi.waitFor(() => expect(session.busy.value).toBe(false), { interval: 1 });
    expect(performance.now() - begin).toBeLessThan(100);
  });
});
