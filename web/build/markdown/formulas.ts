/** Renders the math that `dollars.ts` found, with the numbers that are bound in it. The HTML goes to the token's `info`. */
import type { MarkdownIt, Token } from 'markdown-it';
import { bind } from './bindings';
import { eachInline, envOf, type Env } from './env';
import { placeholder, renderMath } from './math';

/** Braces double in TeX too; only one with a dot after a word is ours. */
const BINDING = /\{\{\s*[a-z]\w*\.[^{}]*\}\}/g;

export function formulas(md: MarkdownIt): void {
  md.core.ruler.after('inline', 'formulas', (state) => {
    const env = envOf(state);
    for (const token of state.tokens)
      if (token.type === 'math_block' && token.map) render(token, env.firstLine + token.map[0], env);
    eachInline(state.tokens, (token, line) => {
      if (token.type === 'math' || token.type === 'math_display') render(token, line, env);
    });
  });
  md.renderer.rules.math = (tokens, index) => tokens[index]?.info ?? '';
  md.renderer.rules.math_display = (tokens, index) =>
    `<span class="math-block">${tokens[index]?.info ?? ''}</span>`;
  md.renderer.rules.math_block = (tokens, index) =>
    `<div class="math-block">${tokens[index]?.info ?? ''}</div>\n`;
}

function render(token: Token, line: number, { scope }: Env): void {
  const bound: string[] = [];
  const tex = token.content.replace(BINDING, (source) =>
    placeholder(bound.push(bind(source, 'mn', scope, line)) - 1),
  );
  const rendered = renderMath(tex, token.markup === '$$', bound);
  if ('wrong' in rendered) scope.problem(line, rendered.wrong);
  else token.info = rendered.html;
  token.meta = { line };
}
