/** What every content file may refer to: models, sources, glossary terms and the ids of the other files. */
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { Compute } from '../compute';
import { Problems } from '../problems';
import type { Models } from '../models';
import { glossary, sources, type Sources, type Term } from '../schema/shared';
import { readYaml, type Yaml } from '../source';
import { validate } from '../validate';

export interface Library {
  models: Models;
  compute: Compute;
  problems: Problems;
  sources: Sources;
  glossary: Term[];
  glossaryYaml: Yaml;
  /** File paths by id, as `content/questions/kv-cache.md`; the id is the file's name. */
  questions: Map<string, string>;
  myths: Map<string, string>;
  labs: Map<string, string>;
  /** The text of a content file. */
  read(file: string): string;
}

/** Opens a content folder. `folder` is also how problems name its files, so it should be a short relative path. */
export function openLibrary(folder: string, models: Models, compute: Compute): Library {
  const problems = new Problems();
  const read = (file: string) => readFileSync(file, 'utf8');
  const yaml = (name: string) => {
    const file = join(folder, name);
    return readYaml(file, existsSync(file) ? read(file) : '', problems);
  };
  const glossaryYaml = yaml('glossary.yaml');
  const library: Library = {
    models,
    compute,
    problems,
    read,
    sources: validate(sources, yaml('sources.yaml'), problems) ?? {},
    glossary: validate(glossary, glossaryYaml, problems) ?? [],
    glossaryYaml,
    questions: filesIn(join(folder, 'questions')),
    myths: filesIn(join(folder, 'myths')),
    labs: filesIn(join(folder, 'labs')),
  };
  const seen = new Set<string>();
  library.glossary.forEach(({ id }, index) => {
    if (seen.has(id))
      problems.add(
        glossaryYaml.file,
        glossaryYaml.lineOf([index, 'id']),
        `term "${id}" is here twice. Remove one.`,
      );
    seen.add(id);
  });
  return library;
}

function filesIn(folder: string): Map<string, string> {
  const names = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.md')) : [];
  return new Map(names.sort().map((name) => [basename(name, '.md'), join(folder, name)]));
}
