/** Content files as text: YAML whose every value knows its line, and the Markdown below it. */
import { isMap, isNode, isScalar, isSeq, LineCounter, parseDocument, type Document } from 'yaml';
import type { Problems } from './problems';

export type Path = (string | number)[];

/** YAML with a way back to the lines it came from. */
export interface Yaml {
  file: string;
  data: unknown;
  /** The 1-based line of the value at a path, or of its nearest ancestor. */
  lineOf(path: Path): number;
}

/** A Markdown file: front matter, and the text below it. `bodyLine` is the file's line of the body's first line. */
export interface MarkdownFile {
  front: Yaml;
  body: string;
  bodyLine: number;
}

/** Reads YAML that begins at `firstLine` of a file. Syntax errors become problems; data is then null. */
export function readYaml(file: string, text: string, problems: Problems, firstLine = 1): Yaml {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines });
  const lineAt = (offset: number) => lines.linePos(offset).line + firstLine - 1;
  for (const error of document.errors)
    problems.add(file, lineAt(error.pos[0]), `${error.message.split('\n')[0]} Mend the YAML.`);
  return {
    file,
    data: document.errors.length ? null : (document.toJS() as unknown),
    lineOf: (path) => lineAt(offsetOf(document, path)),
  };
}

/** Splits a Markdown file into its front matter and body. */
export function readMarkdown(file: string, text: string, problems: Problems): MarkdownFile {
  const normal = text.replace(/\r\n?/g, '\n');
  const match = /^---\n([\s\S]*?\n)---(?:\n|$)/.exec(normal);
  if (!match?.[1]) {
    problems.add(file, 1, 'the file has no front matter. Begin it with "---", YAML, and "---".');
    return { front: { file, data: null, lineOf: () => 1 }, body: normal, bodyLine: 1 };
  }
  const bodyLine = match[0].split('\n').length;
  return { front: readYaml(file, match[1], problems, 2), body: normal.slice(match[0].length), bodyLine };
}

function offsetOf(document: Document, path: Path): number {
  let node: unknown = document.contents;
  let offset = 0;
  for (const step of path) {
    if (isMap(node)) {
      const pair = node.items.find(({ key }) => isScalar(key) && String(key.value) === String(step));
      if (!pair) break;
      if (isNode(pair.key) && pair.key.range) offset = pair.key.range[0];
      node = pair.value;
    } else if (isSeq(node)) {
      node = node.items[Number(step)];
      if (!isNode(node)) break;
      if (node.range) offset = node.range[0];
    } else break;
  }
  return offset;
}
