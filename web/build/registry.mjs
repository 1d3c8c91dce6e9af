/**
 * Splits the registry that `workings describe` prints into the files that pages and the build read.
 *
 *     build/workings describe | node web/build/registry.mjs - build/registry
 *     node web/build/registry.mjs describe.json build/registry
 *
 * Writes index.json (what is common), one <model>.json each, and types.ts (unions of ids, nothing else).
 */
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const [from = '-', into = 'build/registry'] = process.argv.slice(2);
const described = JSON.parse(readFileSync(from === '-' ? 0 : from, 'utf8'));
const files = new Map();

files.set(
  'index.json',
  JSON.stringify({
    hash: described.hash,
    models: described.models.map(({ id, title, summary, rev, index }) => ({
      id,
      title,
      summary,
      rev,
      index,
    })),
    reasons: described.reasons,
    abi: described.abi,
  }),
);
// A model's place in the core's list is the index's business.
for (const model of described.models)
  files.set(`${model.id}.json`, JSON.stringify({ ...model, index: undefined }));
files.set('types.ts', types(described.models));

mkdirSync(into, { recursive: true });
removeStale();
for (const [name, text] of files) writeFileSync(join(into, name), `${text}\n`);

/** A model that has left the registry must not live on as a file; only files that the old index names are touched. */
function removeStale() {
  const index = join(into, 'index.json');
  if (!existsSync(index)) return;
  for (const { id } of JSON.parse(readFileSync(index, 'utf8')).models)
    if (!files.has(`${id}.json`)) rmSync(join(into, `${id}.json`), { force: true });
}

function types(models) {
  const union = (ids) => (ids.length ? ids.map((id) => `'${id}'`).join(' | ') : 'never');
  const ids = (items) => items.map(({ id }) => id);
  const lines = ['// Written by web/build/registry.mjs from `workings describe`.'];
  lines.push(`export type ModelId = ${union(ids(models))};`);
  for (const model of models) {
    const name = model.id.replace(/(^|_)([a-z0-9])/g, (_, _bar, letter) => letter.toUpperCase());
    lines.push(`export type ${name}Param = ${union(ids(model.params))};`);
    lines.push(
      `export type ${name}Output = ${union(ids([...model.scalars, ...model.series, ...model.grids]))};`,
    );
  }
  return lines.join('\n');
}
