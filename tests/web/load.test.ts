import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { Client } from '../../web/src/core/client';
import { loadModule } from '../../web/src/core/load';
import { channelWorker, modelOf, newClient, registry, wasmBytes } from './support';
import { tinyCore } from './tinycore';

const model = modelOf('kv_cache');
const servers: Server[] = [];
afterEach(() => {
  vi.restoreAllMocks();
  for (const server of servers.splice(0)) server.close();
});

/** Serves one body after the other, the last for ever. */
async function serve(bodies: Uint8Array[], type?: string, status = 200): Promise<string> {
  let asked = 0;
  const server = createServer((_, response) => {
    response.writeHead(status, type ? { 'content-type': type } : {});
    response.end(bodies[Math.min(asked++, bodies.length - 1)]);
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/workings.wasm`;
}

const clientOf = (wasmUrl: string) => new Client({ registry, wasmUrl, createWorker: channelWorker });

describe('public case 85: how the host labels the file', () => {
  it.each([
    'application/wasm',
    'application/wasm; charset=utf-8',
    'application/octet-stream',
    'text/html',
    undefined,
  ])('as %s', async (type) => {
    const client = clientOf(await serve([wasmBytes], type));
    expect((await client.run(model, {})).model).toBe('kv_cache');
  });
});

describe('public case 84: a page without wasm-unsafe-eval', () => {
  const messages = [
    "WebAssembly.compile(): Refused to compile or instantiate WebAssembly module because 'unsafe-eval' is not an allowed source of script in the following Content Security Policy directive",
    'call to WebAssembly.compile() blocked by CSP',
  ];
  it.each(messages)('%s', async (message) => {
    vi.spyOn(WebAssembly, 'compile').mockRejectedValue(new WebAssembly.CompileError(message));
    const client = newClient();
    client.warm();
    const calls = [client.run(model, {}), client.addTable(model, '1'), client.parser()];
    for (const outcome of await Promise.allSettled(calls)) {
      expect(outcome).toMatchObject({ status: 'rejected', reason: { name: 'CoreError', kind: 'refused' } });
    }
    await expect(client.run(model, {})).rejects.toThrow(/does not allow WebAssembly/);
  });

  it('a browser that has none at all', async () => {
    vi.stubGlobal('WebAssembly', undefined);
    await expect(newClient().run(model, {})).rejects.toMatchObject({ kind: 'refused' });
    vi.unstubAllGlobals();
  });
});

describe('a file that is not the core', () => {
  it('is damaged', async () => {
    await expect(loadModule(new Uint8Array(100))).rejects.toMatchObject({ kind: 'instantiate' });
    await expect(loadModule(wasmBytes.slice(0, 1000))).rejects.toMatchObject({ kind: 'instantiate' });
  });

  it('is not there, and may be there later', async () => {
    await expect(loadModule(await serve([], 'text/html', 404))).rejects.toMatchObject({ kind: 'load' });
    const client = clientOf(await serve([wasmBytes]));
    const fetch = vi.spyOn(globalThis, 'fetch').mockRejectedValueOnce(new TypeError('offline'));
    await expect(client.run(model, {})).rejects.toMatchObject({ kind: 'load' });
    expect((await client.run(model, {})).model).toBe('kv_cache');
    expect(fetch).toHaveBeenCalledTimes(2);
  });

  it('fails its self-check', async () => {
    const client = new Client({ registry, wasmUrl: tinyCore({ selfCheck: 0 }), createWorker: channelWorker });
    await expect(client.run(model, {})).rejects.toMatchObject({ kind: 'selfcheck' });
  });

  it('is of another build: asked for again around the caches, once', async () => {
    const old = tinyCore({ hash: registry.hash ^ 1 });
    expect((await clientOf(await serve([old, wasmBytes])).run(model, {})).model).toBe('kv_cache');
    await expect(clientOf(await serve([old])).run(model, {})).rejects.toMatchObject({ kind: 'hash' });
  });
});
