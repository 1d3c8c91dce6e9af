/** Makes the scope of one item's text, and says afterwards what the item declared but did not use. */
import { decode, plainNumber } from '../../src/lib/url';
import type { Bindings } from '../runs';
import type { Scope } from '../markdown/env';
import type { Library } from './library';
import type { Source } from '../schema/shared';

export interface ItemScope {
  scope: Scope;
  /** The glossary terms that the text links to, in the order in which they were met. */
  terms: Set<string>;
}

export interface ScopeOptions {
  file: string;
  /** From the page on which the text stands to the site's root, as `../../`. */
  root: string;
  prefix?: string;
  bindings?: Bindings;
  sources?: string[];
}

export function makeScope(library: Library, options: ScopeOptions): ItemScope {
  const { file, root, prefix = '', bindings = new Map(), sources = [] } = options;
  const terms = new Set<string>();
  const scope: Scope = {
    problem: (line, text) => library.problems.add(file, line, text),
    bindings,
    prefix,
    citations: { declared: sources, used: new Set(), titleOf: (id) => library.sources[id]?.title },
    resolve: (href) => {
      const [kind = '', rest = ''] = split(href, ':');
      const [id = '', query = ''] = split(rest, '?');
      if (kind === 'term' && library.glossary.some((term) => term.id === id)) {
        terms.add(id);
        return { href: `${root}glossary/#${id}` };
      }
      if (kind === 'question' && library.questions.has(id)) return { href: `${root}questions/${id}/` };
      if (kind === 'myth' && library.myths.has(id)) return { href: `${root}myths/#${id}` };
      if (kind === 'lab') return labLink(library, id, query, root);
      return {
        wrong: `link "${href}" leads nowhere: there is no ${kind} "${id}". Correct the id or add it.`,
      };
    },
  };
  return { scope, terms };
}

function labLink(
  library: Library,
  id: string,
  query: string,
  root: string,
): { href: string } | { wrong: string } {
  const model = library.models.byId.get(id);
  if (!model) return { wrong: `link "lab:${id}" leads nowhere: there is no model "${id}". Correct the id.` };
  const [ignored] = decode(model, query, plainNumber).ignored;
  if (ignored)
    return {
      wrong: `link "lab:${id}?${query}": ${ignored.name}=${ignored.value}: ${ignored.why}. Correct it.`,
    };
  return { href: `${root}labs/${id}/${query ? `?${query}` : ''}` };
}

function split(text: string, at: string): [string, string] {
  const index = text.indexOf(at);
  return index < 0 ? [text, ''] : [text.slice(0, index), text.slice(index + 1)];
}

export interface CitedSource extends Source {
  key: string;
  number: number;
}

/** The item's list of sources. Unknown ones and ones that the text does not cite are reported at `line`. */
export function listSources(library: Library, { scope }: ItemScope, line: number): CitedSource[] {
  return scope.citations.declared.flatMap((key, index) => {
    const source = library.sources[key];
    if (!source)
      scope.problem(line, `source "${key}" is not in content/sources.yaml. Add it there or correct the id.`);
    else if (!scope.citations.used.has(key))
      scope.problem(
        line,
        `source "${key}" is listed but not cited. Write [@${key}] where it backs a claim, or remove it.`,
      );
    return source ? [{ ...source, key, number: index + 1 }] : [];
  });
}
