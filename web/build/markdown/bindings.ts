/**
 * `{{run.output | format}}` and `{{run.in.param}}` become elements that carry their number and where it comes from: a
 * `<data>` in prose, an `<mn>` in math. The binder of the page finds them by `data-run`.
 */
import type { MarkdownIt, StateInline } from 'markdown-it';
import { boundText } from '../../src/lib/live';
import { isBindingFormat, lookupIn, splitBindings } from '../../src/lib/sentence';
import { escapeHtml } from '../html';
import type { BoundRun } from '../runs';
import { envOf, lineWithin, type Scope } from './env';

const AT = /\{\{[^{}]*\}\}/y;

export function boundNumbers(md: MarkdownIt): void {
  md.inline.ruler.before('escape', 'binding', (state: StateInline, silent: boolean) => {
    AT.lastIndex = state.pos;
    const source = AT.exec(state.src)?.[0];
    if (source === undefined) return false;
    if (!silent)
      state.push('binding', '', 0).content = bind(source, 'data', envOf(state).scope, lineWithin(state));
    state.pos += source.length;
    return true;
  });
  md.renderer.rules.binding = (tokens, index) => tokens[index]?.content ?? '';
}

/** The element of one binding; a mistake is reported and gives nothing. */
export function bind(source: string, element: 'data' | 'mn', scope: Scope, line: number): string {
  const wrong = (text: string) => {
    scope.problem(line, `${source} ${text}`);
    return '';
  };
  const [piece] = splitBindings(source);
  const [, name = '', output = ''] =
    /^(\w+)\.((?:in\.)?\w+)$/.exec(typeof piece === 'object' ? piece.source : '') ?? [];
  if (typeof piece !== 'object' || !output)
    return wrong('is not a binding. Write {{run.output}}, {{run.in.input}} or {{run.output | format}}.');
  const run = scope.bindings.get(name);
  if (run === null) return '';
  if (!run)
    return wrong(
      `names no run of this file (${[...scope.bindings.keys()].join(', ') || 'there is none'}). Add it to "runs".`,
    );
  const lookup = lookupIn(run.model, run.result);
  const looked = lookup(output);
  if (!looked)
    return wrong(
      `names nothing that ${run.model.id} ${output.startsWith('in.') ? 'takes' : 'gives'}. ${has(run, output)}`,
    );
  const { format } = piece;
  if (format !== undefined && !isBindingFormat(format))
    return wrong(
      'has an unknown format. Use int, fixed 2, percent 1, times 1, sig 3, GiB 2, plain or count "one" "many".',
    );
  const attributes = {
    class: run.follows ? 'live' : undefined,
    'data-run': scope.prefix + name,
    'data-model': run.model.id,
    'data-output': output.startsWith('in.') ? undefined : output,
    'data-input': output.startsWith('in.') ? output.slice(3) : undefined,
    'data-format': format,
    // MathML numbers have no value attribute; the unformatted number stands beside the formatted one all the same.
    [element === 'data' ? 'value' : 'data-value']: looked.value === null ? undefined : String(looked.value),
  };
  const written = Object.entries(attributes).map(([key, value]) =>
    value === undefined ? '' : ` ${key}="${escapeHtml(value)}"`,
  );
  return `<${element}${written.join('')}>${escapeHtml(boundText(element, { source: output, format }, lookup))}</${element}>`;
}

function has({ model }: BoundRun, output: string): string {
  const ids = output.startsWith('in.') ? model.params : model.scalars;
  return `Write one of ${ids.map(({ id }) => id).join(', ')}.`;
}
