/** Cuts a text at its headings. */
import type { Token } from 'markdown-it';
import { lineOf } from './env';
import type { Text } from './markdown';

export interface Section {
  title: string;
  /** The file's line of the heading. */
  line: number;
  /** What follows the heading, up to the next of its level. */
  text: Text;
}

/** The sections under headings of one level (`h2`, `h3`), and what stands before the first. */
export function cut(text: Text, tag: string): { before: Text; sections: Section[] } {
  const before: Token[] = [];
  const sections: Section[] = [];
  for (let at = 0; at < text.tokens.length; at++) {
    const token = text.tokens[at];
    if (!token) continue;
    if (token.type === 'heading_open' && token.tag === tag) {
      const heading = text.tokens[at + 1];
      const line = lineOf(heading);
      sections.push({ title: heading?.content ?? '', line, text: { tokens: [], env: text.env } });
      at += 2;
    } else (sections.at(-1)?.text.tokens ?? before).push(token);
  }
  return { before: { tokens: before, env: text.env }, sections };
}

/** Says where a file's H2 sections differ from the ones its kind has. */
export function checkSections(
  sections: Section[],
  wanted: readonly string[],
  bodyLine: number,
  problem: (line: number, text: string) => void,
): void {
  const order = `Write "## ${wanted.join('", "## ')}", in this order.`;
  sections.forEach(({ title, line, text }, index) => {
    if (title !== wanted[index])
      problem(
        line,
        `section "${title}" is not expected here${wanted[index] ? `, but "${wanted[index]}"` : ''}. ${order}`,
      );
    else if (text.tokens.length === 0) problem(line, `section "${title}" is empty. Write it.`);
  });
  const missing = wanted.slice(sections.length);
  if (missing.length > 0) problem(bodyLine, `sections are missing: ${missing.join(', ')}. ${order}`);
}
