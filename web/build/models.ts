/** The registry as the build reads it from disk. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Model, Registry } from '../src/core/types';

export interface Models {
  registry: Registry;
  /** In the registry's order. */
  all: Model[];
  byId: Map<string, Model>;
  /** The number by which the core knows a model. */
  indexOf(model: Model): number;
}

/** Reads index.json and every model's file from a folder. */
export function readModels(folder: string): Models {
  const json = (name: string): unknown => JSON.parse(readFileSync(join(folder, name), 'utf8'));
  const registry = json('index.json') as Registry;
  const all = registry.models.map(({ id }) => json(`${id}.json`) as Model);
  const index = new Map(registry.models.map(({ id, index: at }) => [id, at]));
  return {
    registry,
    all,
    byId: new Map(all.map((model) => [model.id, model])),
    indexOf: (model) => index.get(model.id) ?? -1,
  };
}
