/** The seed of the random numbers: the same seed gives the same run, here, in a link and in a terminal. */
import { useState } from 'preact/hooks';
import { DEFAULT_SEED, plainNumber } from '../../lib/url';
import { Field } from '../../ui/Field';
import { NumberField } from '../../ui/NumberField';
import type { Lab } from './state';

export function Seed({ lab, prefix }: { lab: Lab; prefix: string }) {
  const [error, setError] = useState<string>();
  const id = `${prefix}-seed`;
  const seed = lab.seed.value;
  const set = (next: number) => {
    setError(undefined);
    lab.setSeed(next);
  };
  const commit = (text: string) => {
    const read = plainNumber(text.trim());
    if ('value' in read && Number.isSafeInteger(read.value) && read.value >= 0) set(read.value);
    else setError(`seed takes a whole number from 0 to ${Number.MAX_SAFE_INTEGER}; "${text}" is not one.`);
  };
  return (
    <Field
      id={id}
      label="Seed"
      help="Where the random numbers start. The same seed gives the same run."
      range="0 to 2⁵³ − 1"
      error={error}
      changedFrom={seed === DEFAULT_SEED && !error ? undefined : String(DEFAULT_SEED)}
      onReset={() => set(DEFAULT_SEED)}
      name="seed"
    >
      <NumberField
        id={id}
        name="seed"
        value={seed}
        unit=""
        error={error}
        onCommit={commit}
        onStep={(direction) => set(Math.max(0, seed + direction))}
      />
      <button type="button" class="button button--quiet" onClick={() => set(seed + 1)}>
        Another run
      </button>
    </Field>
  );
}
