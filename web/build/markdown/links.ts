/** Links: our own schemes become relative addresses; web addresses pass; anything else is a problem. */
import type { MarkdownIt, Token } from 'markdown-it';
import { eachInline, envOf, type Scope } from './env';

const OWN = /^(?:term|lab|question|myth):/;
const WEB = /^https?:\/\/[^\s"'<>]+$/i;

export function links(md: MarkdownIt): void {
  // The parser must not drop a link silently: every address reaches the check below.
  md.validateLink = () => true;
  md.normalizeLink = (url) => url;
  md.core.ruler.after('inline', 'own_links', (state) => {
    const { scope } = envOf(state);
    eachInline(state.tokens, (token, line) => {
      if (token.type === 'image') scope.problem(line, 'pictures are not supported. Remove it.');
      if (token.type === 'link_open') linkTo(token, line, scope);
    });
  });
}

function linkTo(token: Token, line: number, scope: Scope): void {
  const href = String(token.attrGet('href') ?? '');
  if (WEB.test(href)) return token.attrSet('rel', 'noreferrer');
  const target = OWN.test(href)
    ? scope.resolve(href)
    : { wrong: `link "${href}" is not allowed. Use https:, term:, lab:, question: or myth:.` };
  token.attrSet('href', 'href' in target ? target.href : '#');
  if ('wrong' in target) scope.problem(line, target.wrong);
  if (href.startsWith('term:')) token.attrSet('class', 'term');
}
