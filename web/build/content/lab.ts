/** Compiles content/labs/<model>.md. */
import type { Model, Result } from '../../src/core/types';
import type { LabNote, Preset } from '../../src/lib/content';
import { readText, renderText } from '../markdown/markdown';
import { renderMath } from '../markdown/math';
import { checkSections, cut } from '../markdown/sections';
import { readParams, type At } from '../runs';
import { labNote, LAB_SECTIONS, type LabFront } from '../schema/lab';
import { readMarkdown } from '../source';
import { validate } from '../validate';
import { checkFigure } from './figure';
import type { Library } from './library';
import { listSources, makeScope, type CitedSource, type ItemScope } from './scope';

export interface Lab {
  model: Model;
  front: LabFront;
  file: string;
  note: LabNote;
  html: Record<(typeof LAB_SECTIONS)[number], string>;
  /** The run at the defaults, with the note's table. */
  initial: Result;
  sources: CitedSource[];
  terms: string[];
}

const ROOT = '../../';

export function compileLab(library: Library, model: Model): Lab | null {
  const { problems } = library;
  const file = library.labs.get(model.id);
  if (file === undefined) {
    problems.add(`content/labs/${model.id}.md`, 1, `model ${model.id} has no lab note. Write this file.`);
    return null;
  }
  const { front: yaml, body, bodyLine } = readMarkdown(file, library.read(file), problems);
  const front = validate(labNote, yaml, problems);
  if (!front) return null;
  const at: At = (path, text) => problems.add(file, yaml.lineOf(path), text);
  if (front.id !== model.id) at(['id'], `id "${front.id}" is not the file's name. Write ${model.id}.`);
  const item = makeScope(library, { file, root: ROOT, sources: front.sources });
  const { sections } = cut(readText(body, bodyLine, item.scope), 'h2');
  checkSections(sections, LAB_SECTIONS, bodyLine, item.scope.problem);
  checkFigure(front.figure, model, at);
  front.figures.forEach((figure, index) => checkFigure(figure, model, at, ['figures', index]));
  checkPrimary(front.primary, model, at);
  const initial = library.compute(model, { params: {}, table: front.table });
  if ('refused' in initial) {
    at(
      front.table === undefined ? ['id'] : ['table'],
      `the core refuses the defaults: ${initial.refused} Give a table that it takes.`,
    );
    return null;
  }
  const html = {} as Lab['html'];
  for (const title of LAB_SECTIONS) {
    const section = sections.find((candidate) => candidate.title === title);
    html[title] = section ? renderText(section.text) : '';
  }
  return {
    model,
    front,
    file,
    note: {
      figure: front.figure,
      figures: front.figures,
      primary: front.primary,
      formulas: compileFormulas(front, model, at),
      presets: compilePresets(library, front, model, at, item),
      table: front.table,
    },
    html,
    initial,
    sources: listSources(library, item, yaml.lineOf(['sources'])),
    terms: [...item.terms],
  };
}

function checkPrimary(primary: string[], model: Model, at: At): void {
  primary.forEach((id, index) => {
    if (!model.scalars.some((scalar) => scalar.id === id))
      at(
        ['primary', index],
        `${model.id} has no output "${id}". It has ${model.scalars.map((s) => s.id).join(', ')}.`,
      );
  });
}

function compileFormulas(front: LabFront, model: Model, at: At): Record<string, string> {
  const formulas: Record<string, string> = {};
  for (const [id, tex] of Object.entries(front.formulas)) {
    if (!model.scalars.some((scalar) => scalar.id === id))
      at(['formulas', id], `${model.id} has no output "${id}". Correct the id.`);
    const rendered = renderMath(tex, true);
    if ('wrong' in rendered) at(['formulas', id], rendered.wrong);
    else formulas[id] = rendered.html;
  }
  return formulas;
}

function compilePresets(
  library: Library,
  front: LabFront,
  model: Model,
  at: At,
  { scope }: ItemScope,
): Preset[] {
  return front.presets.map((preset, index) => {
    const path = ['presets', index];
    const params = readParams(model, preset.params, [...path, 'params'], at);
    const result = library.compute(model, { params, table: preset.table ?? front.table });
    // A known-bad setting may be one that the core refuses: that is then what it shows.
    if ('refused' in result && preset.good)
      at(path, `the core refuses preset "${preset.id}": ${result.refused} Change its inputs.`);
    if (preset.source !== undefined) scope.citations.used.add(preset.source);
    if (preset.source !== undefined && !front.sources.includes(preset.source))
      at([...path, 'source'], `source "${preset.source}" is not in "sources" of this file. Add it there.`);
    const { id, label, good, why, table } = preset;
    return { id, label, good, why, params, table };
  });
}
