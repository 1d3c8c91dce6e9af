/** What the Markdown rules know about the text that they work on. */
import type { Env as MarkdownItEnv, StateInline, Token } from 'markdown-it';
import type { Bindings } from '../runs';

/** The sources that a text may cite, and which of them it did. */
export interface CitationScope {
  /** Source ids in the order of the item's list. */
  declared: string[];
  used: Set<string>;
  titleOf(id: string): string | undefined;
}

/** One item's text: what it may refer to, and where its problems go. */
export interface Scope {
  /** Reports a problem on a line of the file. */
  problem(line: number, text: string): void;
  bindings: Bindings;
  citations: CitationScope;
  /** Prefix for ids, so that items on one page do not clash; '' where an item has its own page. */
  prefix: string;
  /** Turns `term:x`, `lab:x?y=1`, `question:x` or `myth:x` into a relative address, or says what is wrong. */
  resolve(href: string): { href: string } | { wrong: string };
}

/** markdown-it's env. */
export interface Env extends MarkdownItEnv {
  scope: Scope;
  /** The file's line of the text's first line. */
  firstLine: number;
  /** The file's line of the block whose inline text is being read. */
  line: number;
}

/** The env of a parser or renderer state, which is always ours. */
export const envOf = (state: { env: MarkdownItEnv }): Env => state.env as Env;

/** The file's line of the inline position that is being read. */
export function lineWithin(state: StateInline): number {
  return envOf(state).line + (state.src.slice(0, state.pos).match(/\n/g)?.length ?? 0);
}

/** The file's line of a block token, which `markdown.ts` and `formulas.ts` write down. */
export const lineOf = (token: Token | undefined): number => Number(token?.meta?.line);

/** Visits every inline token with the file's line on which it stands. */
export function eachInline(blocks: Token[], visit: (token: Token, line: number) => void): void {
  for (const block of blocks) {
    let line = lineOf(block);
    for (const token of block.children ?? []) {
      visit(token, line);
      if (token.type === 'softbreak' || token.type === 'hardbreak') line++;
    }
  }
}
