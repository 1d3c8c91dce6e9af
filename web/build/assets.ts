/** The client build's files, from Vite's manifest. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ENTRY, MANIFEST } from './paths';

export interface Assets {
  /** Paths relative to the site's root. */
  script: string;
  styles: string[];
  /** The scripts that a kind of island will ask for, so that a page can name them ahead. */
  ahead(island: string): string[];
  /** Changes with any of the client's files. */
  hash: string;
}

interface Chunk {
  file: string;
  css?: string[];
  imports?: string[];
}

type Manifest = Record<string, Chunk>;

/** Reads the manifest of the client build in a folder. */
export function readAssets(dist: string): Assets {
  const manifestFile = join(dist, MANIFEST);
  const text = readFileSync(manifestFile, 'utf8');
  const manifest = JSON.parse(text) as Manifest;
  const entry = manifest[ENTRY];
  if (!entry) throw new Error(`${manifestFile} has no ${ENTRY}: run the client build first`);
  return {
    script: entry.file,
    styles: entry.css ?? [],
    ahead: (island) =>
      [...reached(manifest, `src/islands/${island}.ts`)].filter((file) => file !== entry.file),
    hash: createHash('sha256').update(text).digest('hex'),
  };
}

/** The files of a chunk and of all it imports. */
function reached(manifest: Manifest, name: string, found = new Set<string>()): Set<string> {
  const chunk = manifest[name];
  if (!chunk || found.has(chunk.file)) return found;
  found.add(chunk.file);
  for (const next of chunk.imports ?? []) reached(manifest, next, found);
  return found;
}
