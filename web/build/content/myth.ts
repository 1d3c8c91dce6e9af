/** Compiles content/myths/<id>.md. */
import type { Model, Params } from '../../src/core/types';
import { encode, DEFAULT_SEED } from '../../src/lib/url';
import { readText, renderText } from '../markdown/markdown';
import { checkSections, cut } from '../markdown/sections';
import { computeRuns, findModel, readParams, type At } from '../runs';
import { myth, MYTH_SECTIONS, type MythFront } from '../schema/myth';
import { readMarkdown } from '../source';
import { validate } from '../validate';
import type { Library } from './library';
import { numeralCheck } from './numerals';
import { listSources, makeScope, type CitedSource } from './scope';

export interface Myth {
  front: MythFront;
  file: string;
  html: Record<(typeof MYTH_SECTIONS)[number], string>;
  lab: { model: Model; params: Params; href: string } | null;
  sources: CitedSource[];
}

/** All myths stand on one page. */
const ROOT = '../';

export function compileMyth(library: Library, id: string, file: string): Myth | null {
  const { problems } = library;
  const { front: yaml, body, bodyLine } = readMarkdown(file, library.read(file), problems);
  const front = validate(myth, yaml, problems);
  if (!front) return null;
  const at: At = (path, text) => problems.add(file, yaml.lineOf(path), text);
  if (front.id !== id) at(['id'], `id "${front.id}" is not the file's name. Write ${id}.`);
  front.labs.forEach((lab, index) => findModel(library.models, lab, ['labs', index], at));
  const runs = computeRuns(front.runs, library.models, library.compute, at);
  const item = makeScope(library, {
    file,
    root: ROOT,
    prefix: `${id}-`,
    bindings: runs,
    sources: front.sources,
  });

  const { sections } = cut(readText(body, bodyLine, item.scope), 'h2');
  checkSections(sections, MYTH_SECTIONS, bodyLine, item.scope.problem);
  const numerals = numeralCheck(yaml, front.runs, front.constants, problems);
  numerals.line(front.claim, yaml.lineOf(['claim']));
  const html = {} as Myth['html'];
  for (const title of MYTH_SECTIONS) {
    const section = sections.find((candidate) => candidate.title === title);
    html[title] = section ? renderText(section.text) : '';
    if (section) numerals.blocks(section.text.tokens);
  }
  numerals.finish(`${front.claim}\n${body}`);
  return {
    front,
    file,
    html,
    lab: labOf(library, front, at),
    sources: listSources(library, item, yaml.lineOf(['sources'])),
  };
}

function labOf(library: Library, { lab }: MythFront, at: At): Myth['lab'] {
  const model = findModel(library.models, lab.model, ['lab', 'model'], at);
  if (!model) return null;
  const params = readParams(model, lab.params, ['lab', 'params'], at);
  const result = library.compute(model, { params, table: lab.table });
  if ('refused' in result) at(['lab'], `the core refuses this setting: ${result.refused} Change its inputs.`);
  const query = encode(model, params, DEFAULT_SEED, lab.table);
  return { model, params, href: `${ROOT}labs/${model.id}/${query ? `?${query}` : ''}` };
}
