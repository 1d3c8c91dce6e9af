/** Compiles content/questions/<id>.md. */
import type { Model } from '../../src/core/types';
import { readText, renderText } from '../markdown/markdown';
import { checkSections, cut } from '../markdown/sections';
import { computeRuns, findModel, type At, type Bindings, type BoundRun } from '../runs';
import { question, QUESTION_SECTIONS, type QuestionFront } from '../schema/question';
import { readMarkdown } from '../source';
import { validate } from '../validate';
import type { Library } from './library';
import { numeralCheck } from './numerals';
import { listSources, makeScope, type CitedSource } from './scope';

export interface Question {
  front: QuestionFront;
  file: string;
  /** HTML by section title. */
  html: Record<(typeof QUESTION_SECTIONS)[number], string>;
  /** Each follow-up with its own answer. */
  followUps: { title: string; html: string }[];
  labs: Model[];
  runs: BoundRun[];
  sources: CitedSource[];
  terms: string[];
}

const ROOT = '../../';

/** Null when the file has problems that leave nothing to show; all problems are in the library's list. */
export function compileQuestion(library: Library, id: string, file: string): Question | null {
  const { problems } = library;
  const { front: yaml, body, bodyLine } = readMarkdown(file, library.read(file), problems);
  const front = validate(question, yaml, problems);
  if (!front) return null;
  const at: At = (path, text) => problems.add(file, yaml.lineOf(path), text);
  if (front.id !== id) at(['id'], `id "${front.id}" is not the file's name. Write ${id}.`);
  const labs = front.labs.flatMap((lab, index) => findModel(library.models, lab, ['labs', index], at) ?? []);
  const runs = computeRuns(front.runs, library.models, library.compute, at);
  checkFollowers(runs, at);
  const item = makeScope(library, { file, root: ROOT, bindings: runs, sources: front.sources });

  const text = readText(body, bodyLine, item.scope);
  const { sections } = cut(text, 'h2');
  checkSections(sections, QUESTION_SECTIONS, bodyLine, item.scope.problem);
  const numerals = numeralCheck(yaml, front.runs, front.constants, problems);
  const html = {} as Question['html'];
  for (const title of QUESTION_SECTIONS) {
    const section = sections.find((candidate) => candidate.title === title);
    html[title] = section ? renderText(section.text) : '';
    if (title === 'Worked example' && section) numerals.blocks(section.text.tokens);
  }
  numerals.finish(body);
  const probes = sections.find(({ title }) => title === 'What the interviewer probes next');
  const followUps = probes ? cut(probes.text, 'h3').sections : [];
  if (probes && followUps.length === 0)
    item.scope.problem(probes.line, 'there is no follow-up. Write one "### question" with its answer.');
  return {
    front,
    file,
    html,
    followUps: followUps.map((section) => ({ title: section.title, html: renderText(section.text) })),
    labs,
    runs: [...runs.values()].filter((run) => run !== null),
    sources: listSources(library, item, yaml.lineOf(['sources'])),
    terms: [...item.terms],
  };
}

/** Runs that follow the lab share its table, so they cannot have different ones of their own. */
function checkFollowers(runs: Bindings, at: At): void {
  const followers = [...runs.values()].filter((run) => run?.follows);
  for (const run of followers) {
    const first = followers.find((other) => other?.model === run?.model);
    if (run && run.table !== first?.table)
      at(
        ['runs', run.name],
        `run "${run.name}" follows the lab with another table than "${first?.name}". Give both the same, or take "follows" away.`,
      );
  }
}
