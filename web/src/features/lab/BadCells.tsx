/** The cells that could not be read: row, text and reason, so that each can be found and mended. */
import { refusalText } from '../../core/message';
import { fixed } from '../../lib/digits';
import type { Lab } from './state';

const MOST_SHOWN = 8;

export function BadCells({ lab }: { lab: Lab }) {
  const info = lab.tableInfo.value;
  const registry = lab.registry.value;
  if (!info || !registry || info.badTotal === 0) return null;
  const shown = info.bad.slice(0, MOST_SHOWN);
  const more = info.badTotal - shown.length;
  return (
    <div class="notice notice--warning">
      <p class="notice__title">
        {info.badTotal === 1 ? 'One cell' : `${fixed(info.badTotal, 0)} cells`} could not be read.
      </p>
      <ul>
        {shown.map((cell) => (
          <li key={`${cell.row}:${cell.column}`}>
            {refusalText({ status: 'cell', ...cell }, lab.model, registry, lab.params.value)}
          </li>
        ))}
      </ul>
      {more > 0 && <p>and {fixed(more, 0)} more.</p>}
    </div>
  );
}
