/** A small content folder made of strings, compiled with the registry and the core of this build. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { loadCompute } from '../../web/build/compute';
import { compileQuestion, type Question } from '../../web/build/content/question';
import { openLibrary } from '../../web/build/content/library';
import { compileMyth, type Myth } from '../../web/build/content/myth';
import { compileLab, type Lab } from '../../web/build/content/lab';
import { readModels } from '../../web/build/models';
import { REGISTRY, WASM } from '../../web/build/paths';

const models = readModels(REGISTRY);
const compute = await loadCompute(WASM, models);

export interface Compiled {
  question: Question | null;
  myth: Myth | null;
  lab: Lab | null;
  /** `questions/q.md:12: ...`, one for each problem, in reading order. */
  problems: string[];
}

/** Compiles files by path; `questions/q.md`, `myths/m.md` and `labs/kv_cache.md` are the ones looked at. */
export function compile(files: Record<string, string>): Compiled {
  const folder = mkdtempSync(join(tmpdir(), 'workings-content-'));
  try {
    for (const [path, text] of Object.entries({
      'sources.yaml': SOURCES,
      'glossary.yaml': GLOSSARY,
      ...files,
    })) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), text);
    }
    const library = openLibrary(folder, models, compute);
    const of = <T>(found: Map<string, string>, id: string, run: (file: string) => T) => {
      const file = found.get(id);
      return file === undefined ? null : run(file);
    };
    const model = models.byId.get('kv_cache');
    return {
      question: of(library.questions, 'q', (file) => compileQuestion(library, 'q', file)),
      myth: of(library.myths, 'm', (file) => compileMyth(library, 'm', file)),
      lab: model && library.labs.has('kv_cache') ? compileLab(library, model) : null,
      problems: library.problems
        .report()
        .split('\n')
        .filter((line) => line !== '')
        .map((line) => line.replace(`${folder}/`, '')),
    };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** A question without problems, with parts to replace. Line numbers of its parts are counted by `lineOf`. */
export function question(
  parts: { front?: string; answer?: string; worked?: string; runs?: string; sources?: string } = {},
): string {
  const {
    front = 'level: mid',
    answer = 'An answer.',
    worked = 'An example.',
    runs = '',
    sources = '[]',
  } = parts;
  return `---
id: q
title: A question
asked_as: What is asked?
topic: [memory]
roles: [ml-engineer]
${front}
difficulty: 3
minutes: 5
labs: [kv_cache]
sources: ${sources}
checked: 2026-11-30
rev: 1
${runs}
---

## Direct answer

${answer}

## Elaboration

More.

## Worked example

${worked}

## Trade-offs and pitfalls

Some.

## What the interviewer probes next

### And then?

- This.

## Key points

- **One** - a point.

## Common miss

A miss.
`;
}

/** The 1-based line on which a text stands in a file. */
export function lineOf(file: string, text: string): number {
  const at = file.indexOf(text);
  if (at < 0) throw new Error(`"${text}" is not in the file`);
  return file.slice(0, at).split('\n').length;
}

/** Compiles one question made of parts. */
export const compileParts = (parts: Parameters<typeof question>[0]): Compiled =>
  compile({ 'questions/q.md': question(parts) });

const SOURCES = `paper-2020:
  authors: A. Author
  title: A "quoted" title
  year: 2020
  type: paper
  url: https://example.org/paper
`;

const GLOSSARY = `- id: kv-head
  term: KV head
  definition: A head whose keys and values are cached.
`;
