/** Glossary definitions as HTML for a page at a given depth. */
import { renderLine } from '../markdown/markdown';
import type { Library } from './library';
import { makeScope } from './scope';

export interface Definition {
  id: string;
  term: string;
  html: string;
}

/** All terms in alphabetical order, or only those asked for. Problems are reported when all are rendered. */
export function definitions(library: Library, root: string, only?: string[]): Definition[] {
  const { scope } = makeScope(library, { file: library.glossaryYaml.file, root });
  const quiet = only ? { ...scope, problem: () => undefined } : scope;
  return library.glossary
    .map(({ id, term, definition }, index) => ({ id, term, definition, index }))
    .filter(({ id }) => !only || only.includes(id))
    .map(({ id, term, definition, index }) => ({
      id,
      term,
      html: renderLine(definition, library.glossaryYaml.lineOf([index, 'definition']), quiet),
    }))
    .sort((a, b) => a.term.localeCompare(b.term, 'en'));
}
