/** The one Markdown reader of the build: CommonMark and tables, without HTML, with our rules added. */
import MarkdownIt, { type Token } from 'markdown-it';
import { boundNumbers } from './bindings';
import { citations } from './citations';
import { dollars } from './dollars';
import { envOf, type Env, type Scope } from './env';
import { formulas } from './formulas';
import { links } from './links';

const md = new MarkdownIt({ html: false, linkify: false, typographer: false });

// The inline parser is not told where its text stands; problems need the line.
md.core.ruler.at('inline', (state) => {
  const env = envOf(state);
  let line = env.firstLine;
  for (const token of state.tokens) {
    if (token.map) line = env.firstLine + token.map[0];
    if (token.type !== 'inline') continue;
    env.line = line;
    token.meta = { line };
    state.md.inline.parse(token.content, state.md, env, (token.children ??= []));
  }
});
md.use(dollars).use(boundNumbers).use(formulas).use(citations).use(links);

// Wide tables scroll in their own box, so that the page never does.
md.renderer.rules.table_open = () => '<div class="table-scroll"><table>\n';
md.renderer.rules.table_close = () => '</table></div>\n';

export interface Text {
  tokens: Token[];
  env: Env;
}

/** Reads Markdown whose first line is `firstLine` of its file. */
export function readText(text: string, firstLine: number, scope: Scope): Text {
  const env: Env = { scope, firstLine, line: firstLine };
  return { tokens: md.parse(text, env), env };
}

/** HTML of (a part of) a text that was read. */
export function renderText({ tokens, env }: Text): string {
  return md.renderer.render(tokens, md.options, env);
}

/** HTML of one line of Markdown, without a paragraph around it. */
export function renderLine(text: string, line: number, scope: Scope): string {
  const { tokens, env } = readText(text, line, scope);
  return tokens
    .map((token) =>
      token.type === 'inline' ? md.renderer.renderInline(token.children ?? [], md.options, env) : '',
    )
    .join(' ');
}
