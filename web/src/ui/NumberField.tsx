/** A number that is typed. What was typed stays as it is until it is committed, and stays when it is refused. */
import { useEffect, useState } from 'preact/hooks';
import { describedBy } from './Field';

export interface NumberFieldProps {
  id: string;
  name: string;
  value: number;
  unit: string;
  error?: string;
  /** Takes the text as typed; whoever owns the value reads it. */
  onCommit: (text: string) => void;
  /** Arrow up and down: one step of the slider. */
  onStep: (direction: 1 | -1) => void;
}

export function NumberField({ id, name, value, unit, error, onCommit, onStep }: NumberFieldProps) {
  const [raw, setRaw] = useState<string | null>(null);
  // A value that changed elsewhere (slider, preset, reset) ends what was being typed.
  useEffect(() => setRaw(null), [value]);
  useEffect(() => {
    if (!error) setRaw(null);
  }, [error]);
  const commit = (text: string) => {
    if (raw !== null || text !== String(value)) onCommit(text);
  };
  const onKeyDown = (event: KeyboardEvent & { currentTarget: HTMLInputElement }) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    if (event.key === 'Enter') {
      event.preventDefault();
      commit(event.currentTarget.value);
    } else if (event.key === 'ArrowUp' || event.key === 'ArrowDown') {
      event.preventDefault();
      onStep(event.key === 'ArrowUp' ? 1 : -1);
    } else if (event.key === 'Escape') {
      setRaw(null);
      // What was refused is taken back with its message.
      if (error) onCommit(String(value));
    }
  };
  return (
    <span class="number">
      <input
        class="number__input"
        type="text"
        inputMode="decimal"
        autoComplete="off"
        spellcheck={false}
        id={id}
        name={name}
        value={raw ?? String(value)}
        aria-invalid={error ? 'true' : undefined}
        aria-describedby={describedBy(id, error)}
        onInput={(event) => setRaw(event.currentTarget.value)}
        onKeyDown={onKeyDown}
        onBlur={(event) => commit(event.currentTarget.value)}
      />
      {unit && (
        <span class="number__unit" aria-hidden="true">
          {unit}
        </span>
      )}
    </span>
  );
}
