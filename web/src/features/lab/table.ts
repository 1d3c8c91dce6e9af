/** Texts about a table. */
import { fixed } from '../../lib/digits';
import type { Lab } from './state';

/** Longer texts are kept out of the page's elements. */
export const LONG_TEXT = 200_000;
const PREVIEW_LINES = 12;
const PREVIEW_LINE = 80;

/** The first lines, each cut to a readable length, without splitting the whole text. */
export function textPreview(text: string): string {
  const lines: string[] = [];
  let at = 0;
  while (lines.length < PREVIEW_LINES && at < text.length) {
    const end = text.indexOf('\n', at);
    const line = text.slice(at, end < 0 ? undefined : Math.min(end, at + PREVIEW_LINE * 10)).trimEnd();
    lines.push(line.length > PREVIEW_LINE ? `${line.slice(0, PREVIEW_LINE)} …` : line);
    if (end < 0) return lines.join('\n');
    at = end + 1;
  }
  return `${lines.join('\n')}\n…`;
}

/** "11 values, 1 missing"; rows where there are several columns. */
export function tableCounts(lab: Lab): string {
  const info = lab.tableInfo.value;
  const one = lab.model.columns.length === 1;
  if (!info) {
    if (lab.refusal.value?.refusal.status === 'cell') return 'Not read.';
    const { rows } = lab.result.value;
    return rows > 0 ? `${fixed(rows, 0)} rows` : 'No data yet: type or paste numbers.';
  }
  if (info.question) return 'Nothing read yet: one question first.';
  const count = one ? info.rows - info.missing : info.rows;
  const noun = one ? (count === 1 ? 'value' : 'values') : count === 1 ? 'row' : 'rows';
  const heading = info.shape.hasHeader ? '; the first line is read as a heading' : '';
  return `${fixed(count, 0)} ${noun}, ${fixed(info.missing, 0)} missing${heading}`;
}
