/** Named runs of a content file: inputs checked against the registry, computed, and held to their pinned values. */
import { readValue } from '../src/core/registry';
import type { Model, Params, Result } from '../src/core/types';
import { plainNumber } from '../src/lib/url';
import type { Compute } from './compute';
import type { Models } from './models';
import type { ParamValue, Pinned, Run } from './schema/fields';
import type { Path } from './source';

export interface BoundRun {
  name: string;
  model: Model;
  /** What the author gave; the rest are defaults. */
  own: Params;
  table?: string;
  seed?: number;
  follows: boolean;
  result: Result;
}

/** The runs of a file by name; null stands for one that failed and has been reported. */
export type Bindings = Map<string, BoundRun | null>;

/** Reports a problem at a path of the front matter. */
export type At = (path: Path, text: string) => void;

/** Inputs as authors write them, as numbers. Unknown ids and values that a parameter does not take are reported. */
export function readParams(model: Model, given: Record<string, ParamValue>, path: Path, at: At): Params {
  const params: Params = {};
  for (const [id, value] of Object.entries(given)) {
    const param = model.params.find((candidate) => candidate.id === id);
    if (!param) {
      at(
        [...path, id],
        `${model.id} has no input "${id}". It has ${model.params.map((p) => p.id).join(', ')}.`,
      );
      continue;
    }
    const read = readValue(param, String(value), plainNumber);
    if ('value' in read) params[id] = read.value;
    else {
      const wanted =
        param.choices.map((choice) => choice.id).join(', ') ||
        `${param.kind}, ${param.min} to ${param.max} ${param.unit}`.trim();
      at([...path, id], `${id} cannot be ${JSON.stringify(value)}. Write one of: ${wanted}.`);
    }
  }
  return params;
}

/** Finds the model of an id, or reports it. */
export function findModel(models: Models, id: string, path: Path, at: At): Model | undefined {
  const model = models.byId.get(id);
  if (!model)
    at(path, `there is no model "${id}". Models: ${models.registry.models.map((m) => m.id).join(', ')}.`);
  return model;
}

/** Computes the runs of a file. One that fails is reported, and null. */
export function computeRuns(runs: Record<string, Run>, models: Models, compute: Compute, at: At): Bindings {
  const bound: Bindings = new Map();
  for (const [name, run] of Object.entries(runs)) {
    const path = ['runs', name];
    bound.set(name, null);
    const model = findModel(models, run.model, [...path, 'model'], at);
    if (!model) continue;
    const own = readParams(model, run.params, [...path, 'params'], at);
    const result = compute(model, { params: own, table: run.table, seed: run.seed });
    if ('refused' in result) {
      at(path, `the core refuses run "${name}": ${result.refused} Change its inputs.`);
      continue;
    }
    const { table, seed, follows } = run;
    bound.set(name, { name, model, own, table, seed, follows, result });
    checkPins(run.expect, model, result, [...path, 'expect'], at);
  }
  return bound;
}

function checkPins(expect: Record<string, Pinned>, model: Model, result: Result, path: Path, at: At): void {
  for (const [output, pin] of Object.entries(expect)) {
    const value = result.scalars[output];
    if (value === undefined) {
      at(
        [...path, output],
        `${model.id} has no output "${output}". It has ${model.scalars.map((s) => s.id).join(', ')}.`,
      );
    } else if (!matches(pin, value)) {
      const wanted = typeof pin === 'object' && pin ? `${pin.value} within ${pin.rtol}` : String(pin);
      at(
        [...path, output],
        `${output} is pinned at ${wanted}, but the core computes ${value}. Correct the text or the pin.`,
      );
    }
  }
}

function matches(pin: Pinned, value: number | null): boolean {
  if (pin === null || typeof pin === 'number') return pin === value;
  return value !== null && Math.abs(value - pin.value) <= pin.rtol * Math.abs(pin.value);
}
