/** The same inputs with many seeds: a band in the figure says how much of what is shown is luck. */
import { useState } from 'preact/hooks';
import { fixed } from '../../lib/digits';
import { plainNumber } from '../../lib/url';
import { Field } from '../../ui/Field';
import { NumberField } from '../../ui/NumberField';
import type { Lab } from './state';

const FEWEST = 5;
const MOST = 200;
const USUAL = 20;

/** Whether a figure of this lab has a place for the band. */
function hasBand({ props: { note } }: Lab): boolean {
  return [note.figure, ...note.figures].some(({ marks }) => marks.some(({ type }) => type === 'band'));
}

export function Seeds({ lab, prefix }: { lab: Lab; prefix: string }) {
  return lab.model.random && hasBand(lab) ? <SeedsOf lab={lab} prefix={prefix} /> : null;
}

function SeedsOf({ lab, prefix }: { lab: Lab; prefix: string }) {
  const [count, setCount] = useState(USUAL);
  const [error, setError] = useState<string>();
  const ensemble = lab.ensemble.value;
  const progress = ensemble?.progress.value ?? null;
  const shown = ensemble?.results.value.length ?? 0;
  const failure = ensemble?.failure.value;
  const set = (next: number) => {
    setError(undefined);
    setCount(Math.min(MOST, Math.max(FEWEST, next)));
  };
  const commit = (text: string) => {
    const read = plainNumber(text.trim());
    const value = 'value' in read ? read.value : NaN;
    if (Number.isInteger(value) && value >= FEWEST && value <= MOST) set(value);
    else setError(`takes a whole number from ${FEWEST} to ${MOST}; "${text}" is not one.`);
  };
  const id = `${prefix}-seeds`;
  return (
    <section class="group seeds">
      <h3 class="group__title">Is it luck?</h3>
      <Field
        id={id}
        label="Seeds"
        help="Runs the same inputs with this many seeds, from the present one on, and shades where 80 % of the curves lie."
        range={`${FEWEST} to ${MOST}`}
        error={error}
        changedFrom={count === USUAL && !error ? undefined : String(USUAL)}
        onReset={() => set(USUAL)}
        name="seeds"
      >
        <NumberField
          id={id}
          name="seeds"
          value={count}
          unit=""
          error={error}
          onCommit={commit}
          onStep={(direction) => set(count + direction)}
        />
        {progress ? (
          <button type="button" class="button button--quiet" onClick={() => ensemble?.clear()}>
            Cancel
          </button>
        ) : (
          <button
            type="button"
            class="button button--quiet"
            disabled={ensemble === null}
            onClick={() => void ensemble?.run(count)}
          >
            Run {count} seeds
          </button>
        )}
        {shown > 0 && (
          <button type="button" class="button button--quiet" onClick={() => ensemble?.clear()}>
            Remove the band
          </button>
        )}
      </Field>
      {progress && (
        <p class="seeds__progress">
          <progress value={progress.done} max={progress.total} aria-label="Seeds run" />{' '}
          {fixed(progress.done, 0)} of {fixed(progress.total, 0)}
        </p>
      )}
      {failure && <p class="field__error">{failure}</p>}
    </section>
  );
}
