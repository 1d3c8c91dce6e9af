import { afterEach, describe, expect, it, vi } from 'vitest';
import { openSession, sessions, whenOpen, type SessionOptions } from '../../web/src/core/session';
import { defaults } from '../../web/src/core/registry';
import { ScriptedWorker } from './scripted';
import { modelOf, newClient, newCore, registry, runOk } from './support';

const value = { id: 'value', label: '', unit: '', min: 0, max: 1e6, may_be_missing: true };
const model = { ...modelOf('kv_cache'), columns: [value], max_rows: 1000 };
afterEach(() => {
  for (const session of sessions.values()) session.close();
});

function open(options: Partial<SessionOptions> = {}) {
  const client = newClient();
  const run = vi.spyOn(client, 'run');
  const session = openSession({ model: modelOf('kv_cache'), registry, client, ...options });
  const quiet = () => vi.waitFor(() => expect(session.busy.value).toBe(false));
  const settled = async () => {
    await vi.waitFor(() => expect(run).toHaveBeenCalled());
    await quiet();
  };
  return { session, run, quiet, settled };
}

describe('openSession', () => {
  it('runs at once without an initial result', async () => {
    const { session, settled } = open();
    expect(session.result.value).toBeNull();
    await settled();
    expect(session.result.value).toEqual(runOk(await newCore(), 'kv_cache'));
  });

  it('waits for a change with one', async () => {
    const initial = runOk(await newCore(), 'kv_cache');
    const { session, run, settled } = open({ initial });
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(run).not.toHaveBeenCalled();
    expect(session.busy.value).toBe(false);
    session.set('layers', 5);
    await settled();
    expect(session.result.value?.params.layers).toBe(5);
    expect(run).toHaveBeenCalledTimes(1);
  });

  it('runs at once when the initial result belongs to other inputs', async () => {
    const initial = runOk(await newCore(), 'kv_cache');
    const { session, settled } = open({ initial, params: { layers: 3 } });
    expect(session.result.value).toBe(initial);
    await settled();
    expect(session.result.value?.params.layers).toBe(3);
  });

  it('is one per key, until it is closed', () => {
    const { session } = open();
    expect(open().session).toBe(session);
    expect(sessions.get('kv_cache')).toBe(session);
    session.close();
    expect(sessions.has('kv_cache')).toBe(false);
  });
});

describe('whenOpen', () => {
  it('waits for a session of that key, and gives one that is open', async () => {
    const early = [whenOpen('kv_cache'), whenOpen('kv_cache')];
    const { session } = open();
    expect(await Promise.all([...early, whenOpen('kv_cache')])).toEqual([session, session, session]);
    let other = false;
    void whenOpen('other').then(() => (other = true));
    await new Promise((resolve) => setTimeout(resolve, 5));
    expect(other).toBe(false);
  });
});

describe('changes', () => {
  it('in one task make one run', async () => {
    const { session, run, settled } = open({ initial: runOk(await newCore(), 'kv_cache') });
    session.set('layers', 2);
    session.set('layers', 3);
    session.setMany({ tokens: 4, layers: 4, nonsense: 1 });
    session.seed.value = 9;
    await settled();
    expect(run).toHaveBeenCalledTimes(1);
    expect(session.result.value).toMatchObject({ seed: 9, params: { layers: 4, tokens: 4 } });
    expect(session.params.value).not.toHaveProperty('nonsense');
  });

  it('keep the last good result while they are refused', async () => {
    const { session, settled, quiet } = open();
    await settled();
    const good = session.result.value;
    session.set('layers', 0);
    await vi.waitFor(() => expect(session.refusal.value).not.toBeNull());
    await quiet();
    expect(session.refusal.value?.text).toMatch(/layers = 0/);
    expect(session.result.value).toBe(good);
    expect(session.failure.value).toBeNull();
    session.set('layers', 8);
    await vi.waitFor(() => expect(session.result.value?.params.layers).toBe(8));
    expect(session.refusal.value).toBeNull();
  });

  it('keep every text that was committed, each at its own input', async () => {
    const { session, quiet } = open({ initial: runOk(await newCore(), 'kv_cache') });
    const texts = [session.setText('tokens', '8k'), session.setText('requests', '2^3')];
    session.set('layers', 16);
    await Promise.all(texts);
    await quiet();
    expect(session.params.value).toMatchObject({ tokens: 8000, requests: 8, layers: 16 });
    expect(session.result.value?.params).toMatchObject({ tokens: 8000, requests: 8, layers: 16 });
  });

  it('let a later value of the same input win over a text that is still being read', async () => {
    const { session, quiet } = open({ initial: runOk(await newCore(), 'kv_cache') });
    const text = session.setText('tokens', '8k');
    session.set('tokens', 64);
    await text;
    await quiet();
    expect(session.params.value.tokens).toBe(64);
  });

  it('are not busy after a text that changes nothing', async () => {
    const { session } = open({ initial: runOk(await newCore(), 'kv_cache') });
    await session.setText('layers', '32');
    expect(session.busy.value).toBe(false);
  });

  it('never take NaN in', async () => {
    const { session, settled } = open();
    await settled();
    session.set('layers', NaN);
    expect(session.params.value.layers).toBe(defaults(modelOf('kv_cache')).layers);
    expect(session.refusal.value?.refusal).toMatchObject({ param: 'layers' });
    expect(session.refusal.value?.text).not.toMatch(/NaN/);
  });

  it('can be typed', async () => {
    const { session, settled } = open();
    await settled();
    await session.setText('layers', ' 1\u00a0000 ');
    expect(session.params.value.layers).toBe(1000);
    await session.setText('layers', '12abc');
    expect(session.params.value.layers).toBe(1000);
    expect(session.refusal.value?.text).toContain('"12abc" is not a number');
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(session.refusal.value?.text).toContain('"12abc"');
    await session.setText('layers', '1000');
    await vi.waitFor(() => expect(session.refusal.value).toBeNull());
  });

  it('go back', async () => {
    const { session, settled } = open({ params: { layers: 3 } });
    await settled();
    session.set('layers', 7);
    session.seed.value = 4;
    session.reset();
    expect(session.params.value.layers).toBe(3);
    expect(session.seed.value).toBe(1);
  });
});

describe('the run', () => {
  it('can be cancelled', async () => {
    const client = newClient(() => new ScriptedWorker());
    const session = openSession({ model: modelOf('kv_cache'), registry, client });
    await vi.waitFor(() => expect(session.busy.value).toBe(true));
    await new Promise((resolve) => setTimeout(resolve, 20));
    session.cancel();
    await vi.waitFor(() => expect(session.busy.value).toBe(false));
    expect([session.result.value, session.refusal.value, session.failure.value]).toEqual([null, null, null]);
    expect(session.stopped.value).toBe(true);
  });

  it('says why nothing can be computed', async () => {
    vi.spyOn(WebAssembly, 'compile').mockRejectedValue(new EvalError('Refused'));
    const { session } = open();
    await vi.waitFor(() => expect(session.failure.value).toMatch(/does not allow WebAssembly/));
    expect(session.busy.value).toBe(false);
    vi.restoreAllMocks();
  });
});

describe('tables', () => {
  it('are read once and named by handle', async () => {
    const { session, run, settled } = open({ model, table: '1 2 NA 4' });
    await settled();
    expect(session.tableInfo.value).toMatchObject({ rows: 4, missing: 1, badTotal: 0, question: null });
    const [, , options] = run.mock.lastCall ?? [];
    expect(typeof options?.table).toBe('number');
    session.set('layers', 2);
    await vi.waitFor(() => expect(run.mock.lastCall?.[1].layers).toBe(2));
    expect(run.mock.lastCall?.[2]?.table).toBe(options?.table);
  });

  it('with bad cells are not run, but shown', async () => {
    const { session, run } = open({ model });
    session.setTable('value\n1\nabc\n');
    await vi.waitFor(() => expect(session.refusal.value).not.toBeNull());
    expect(session.refusal.value?.text).toBe('row 1 (counted from 0), column value: "abc" is not a number');
    expect(session.tableInfo.value).toMatchObject({ rows: 2, badTotal: 1, question: null });
    expect(session.busy.value).toBe(false);
    expect(run).not.toHaveBeenCalled();
  });

  it('ask about commas, and take the answer', async () => {
    const { session } = open({ model });
    session.setTable('9,99');
    await vi.waitFor(() => expect(session.tableInfo.value?.question).toBe('9,99'));
    expect(session.refusal.value?.text).toContain('9,99');
    session.setTable('9,99', 'decimal');
    await vi.waitFor(() => expect(session.tableInfo.value).toMatchObject({ rows: 1, question: null }));
    expect(session.tableText.value).toBe('9,99');
  });

  it('the newest counts', async () => {
    const { session, run } = open({ model, table: '1' });
    session.setTable('1 2');
    session.setTable('1 2 3');
    await vi.waitFor(() => expect(session.tableInfo.value?.rows).toBe(3));
    session.setTable(null);
    expect(session.tableInfo.value).toBeNull();
    await vi.waitFor(() => expect(run.mock.lastCall?.[2]?.table).toBeUndefined());
    session.reset();
    expect(session.tableText.value).toBe('1');
  });
});
