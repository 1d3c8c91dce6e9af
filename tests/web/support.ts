/** What the tests of the page's core share: the built core, its registry, and workers that run in Node. */
import { readFileSync } from 'node:fs';
import { MessageChannel } from 'node:worker_threads';
import { Client } from '../../web/src/core/client';
import { serve } from '../../web/src/core/host';
import type { Port, WorkerLike } from '../../web/src/core/protocol';
import type { Model, Registry, Result } from '../../web/src/core/types';
import { Core, isRefusal, type RunInput } from '../../web/src/core/wasm';

const BUILD = new URL('../../build/', import.meta.url);

export function readJson<T>(path: string): T {
  return JSON.parse(readFileSync(new URL(path, BUILD), 'utf8')) as T;
}

export const wasmBytes = new Uint8Array(readFileSync(new URL('workings.wasm', BUILD)));
export const registry = readJson<Registry>('registry/index.json');
export const models = new Map(
  registry.models.map(({ id }) => [id, readJson<Model>(`registry/${id}.json`)] as const),
);

export function modelOf(id: string): Model {
  const model = models.get(id);
  if (!model) throw new Error(`the registry has no ${id}`);
  return model;
}

export function indexOf(id: string): number {
  return registry.models.find((entry) => entry.id === id)?.index ?? -1;
}

export function newCore(): Promise<Core> {
  return Core.create(wasmBytes, registry);
}

/** A run that must not be refused. */
export function runOk(
  core: Core,
  id: string,
  params: Record<string, number> = {},
  input: RunInput = {},
): Result {
  const result = core.run(indexOf(id), modelOf(id), params, input);
  if (isRefusal(result)) throw new Error(`refused: ${JSON.stringify(result)}`);
  return result;
}

/** A worker on this thread, but behind a real message channel: calls are cloned and buffers change hands. */
export function channelWorker(onStart?: () => void): WorkerLike {
  onStart?.();
  const { port1, port2 } = new MessageChannel();
  serve(port2 as unknown as Port);
  const worker = port1 as unknown as WorkerLike;
  worker.terminate = () => port1.close();
  return worker;
}

export function newClient(createWorker: () => WorkerLike = channelWorker): Client {
  return new Client({ registry, wasmUrl: wasmBytes, createWorker });
}
