/** What the features of a page share: the registry and one client, whose worker starts at the first use. */
import index from '../../build/registry/index.json';
import wasmUrl from '../../build/workings.wasm?url';
import { Client } from './core/client';
import type { Registry } from './core/types';

const registry: Registry = index;

const client = new Client({
  registry,
  wasmUrl,
  createWorker: () => new Worker(new URL('./core/worker.ts', import.meta.url), { type: 'module' }),
});

export const app = { registry, client };

/** What a feature is given to compute with. */
export type App = typeof app;
