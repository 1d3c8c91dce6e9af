/**
 * Which dollars are math. `$x^2$` is; `$200/mo and $80` and `$PATH and $HOME` are not: a `$` opens when something
 * follows it directly, and the next `$` must close (something directly before it, no letter or digit after it).
 * `$$...$$` is display math, alone in a block or within a paragraph.
 */
import type { MarkdownIt, StateBlock, StateInline } from 'markdown-it';

const DOLLAR = 0x24;

export function dollars(md: MarkdownIt): void {
  md.inline.ruler.before('escape', 'math', inlineMath);
  md.block.ruler.before('fence', 'math', blockMath, {
    alt: ['paragraph', 'reference', 'blockquote', 'list'],
  });
}

function inlineMath(state: StateInline, silent: boolean): boolean {
  const { src, pos } = state;
  if (src.charCodeAt(pos) !== DOLLAR) return false;
  const display = src.charCodeAt(pos + 1) === DOLLAR;
  const from = pos + (display ? 2 : 1);
  const to = display ? src.indexOf('$$', from) : nextDollar(src, from);
  if (to <= from || to >= state.posMax) return false;
  if (!display && !isPair(src, pos, to)) return false;
  if (!silent) {
    const token = state.push(display ? 'math_display' : 'math', '', 0);
    token.content = src.slice(from, to);
    token.markup = display ? '$$' : '$';
  }
  state.pos = to + (display ? 2 : 1);
  return true;
}

function isPair(src: string, open: number, close: number): boolean {
  const [before = '', first = '', last = '', after = ''] = [
    src[open - 1],
    src[open + 1],
    src[close - 1],
    src[close + 1],
  ];
  return !/[\p{L}\p{N}]/u.test(before) && /\S/.test(first) && /\S/.test(last) && !/[\p{L}\p{N}]/u.test(after);
}

function nextDollar(src: string, from: number): number {
  for (let at = from; at < src.length; at++) {
    if (src[at] === '\\') at++;
    else if (src.charCodeAt(at) === DOLLAR) return at;
  }
  return -1;
}

/** A block that begins with `$$` at the start of a line and ends with `$$` at the end of one. */
function blockMath(state: StateBlock, startLine: number, endLine: number, silent: boolean): boolean {
  const text = (line: number) =>
    state.src.slice((state.bMarks[line] ?? 0) + (state.tShift[line] ?? 0), state.eMarks[line] ?? 0);
  if (!text(startLine).startsWith('$$')) return false;
  const lines: string[] = [];
  let line = startLine;
  for (; line < endLine; line++) {
    const part = line === startLine ? text(line).slice(2) : text(line);
    if (part.trim() === '' && line > startLine) return false;
    const end = part.trimEnd();
    if (end.endsWith('$$')) {
      lines.push(end.slice(0, -2));
      break;
    }
    if (part.includes('$$')) return false;
    lines.push(part);
  }
  if (line >= endLine) return false;
  if (silent) return true;
  const token = state.push('math_block', '', 0);
  token.block = true;
  token.content = lines.join('\n').trim();
  token.map = [startLine, line + 1];
  token.markup = '$$';
  state.line = line + 1;
  return true;
}
