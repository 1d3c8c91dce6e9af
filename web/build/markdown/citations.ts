/** `[@id]` becomes a small link to the page's list of sources. */
import type { MarkdownIt, StateInline } from 'markdown-it';
import { escapeHtml } from '../html';
import { envOf, lineWithin } from './env';

const CITATION = /\[@([A-Za-z0-9_.:-]+)\]/y;

export function citations(md: MarkdownIt): void {
  md.inline.ruler.before('link', 'citation', (state: StateInline, silent: boolean) => {
    CITATION.lastIndex = state.pos;
    const id = CITATION.exec(state.src)?.[1];
    if (id === undefined) return false;
    if (!silent) {
      // The number stands close to the word before it, and is never alone on a line.
      state.pending = state.pending.trimEnd();
      state.push('citation', '', 0).content = cite(state, id);
    }
    state.pos += id.length + 3;
    return true;
  });
  md.renderer.rules.citation = (tokens, index) => tokens[index]?.content ?? '';
}

function cite(state: StateInline, id: string): string {
  const { citations: scope, prefix, problem } = envOf(state).scope;
  const title = scope.titleOf(id);
  const number = scope.declared.indexOf(id) + 1;
  if (title === undefined || number === 0) {
    const place = title === undefined ? 'content/sources.yaml' : '"sources" of this file';
    problem(lineWithin(state), `source "${id}" is not in ${place}. Add it there or correct the citation.`);
    return '';
  }
  scope.used.add(id);
  const label = escapeHtml(`Source ${number}: ${title}`);
  return `<sup class="cite"><a href="#${prefix}source-${id}" aria-label="${label}">${number}</a></sup>`;
}
