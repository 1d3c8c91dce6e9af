import type { Model, Result } from '../../core/types';
import { bindingText, lookupIn, splitBindings } from '../../lib/sentence';

/** Inputs and outputs are told apart as in the text of a question. */
function named(source: string): Record<string, string> {
  return source.startsWith('in.') ? { 'data-input': source.slice(3) } : { 'data-output': source };
}

/** A sentence whose numbers are outputs of a run. */
export function BoundText({ text, model, result }: { text: string; model: Model; result: Result }) {
  const lookup = lookupIn(model, result);
  return (
    <>
      {splitBindings(text).map((piece, index) => {
        if (typeof piece === 'string') return piece;
        const value = lookup(piece.source)?.value ?? null;
        return (
          // In the key, since Preact leaves the old attribute in place when a value goes away.
          <data
            key={`${index}${value === null ? 'none' : ''}`}
            {...named(piece.source)}
            value={value === null ? undefined : String(value)}
          >
            {bindingText(piece, lookup)}
          </data>
        );
      })}
    </>
  );
}
