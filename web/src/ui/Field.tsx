/** What every control has around it: its label, whether it was changed, a way back, its range, its help, its error. */
import type { ComponentChildren } from 'preact';
import { focusSoon } from './focus';

export interface FieldProps {
  /** Unique on the page; the ids of label, help and error derive from it. */
  id: string;
  label: string;
  /** One sentence on what the input means. */
  help: string;
  /** What is allowed, "1 to 1 000 layers". */
  range?: string;
  error?: string;
  /** Text of the default when the value differs from it. */
  changedFrom?: string;
  onReset: () => void;
  /** Name of the control inside: where focus goes when the way back has been taken. */
  name: string;
  /** A group of radio buttons is named by a legend, one control by a label. */
  group?: boolean;
  children: ComponentChildren;
}

/** Ids for aria-describedby; the error only while it is there. */
export function describedBy(id: string, error: string | undefined): string {
  return error ? `${id}-error ${id}-help` : `${id}-help`;
}

export function Field({
  id,
  label,
  help,
  range,
  error,
  changedFrom,
  onReset,
  name,
  group,
  children,
}: FieldProps) {
  const changed = changedFrom !== undefined;
  return (
    <div
      class={`field${changed ? ' field--changed' : ''}${error ? ' field--bad' : ''}`}
      role={group ? 'radiogroup' : undefined}
      aria-labelledby={group ? `${id}-label` : undefined}
      aria-describedby={group ? describedBy(id, error) : undefined}
    >
      <div class="field__head">
        {group ? (
          <span class="field__label" id={`${id}-label`}>
            {label}
          </span>
        ) : (
          <label class="field__label" id={`${id}-label`} for={id}>
            {label}
          </label>
        )}
        {changed && (
          <button
            type="button"
            class="field__reset"
            onClick={() => {
              onReset();
              focusSoon(group ? `[name="${name}"]:checked` : `[id="${id}"]`);
            }}
            aria-label={`Set ${label} back to ${changedFrom}`}
          >
            default {changedFrom}
          </button>
        )}
      </div>
      <div class="field__body">{children}</div>
      {error && (
        <p class="field__error" id={`${id}-error`}>
          {error}
        </p>
      )}
      <div class="field__foot">
        {range && <span class="field__range">{range}</span>}
        <details class="field__about">
          <summary aria-label={`About ${label}`}>about</summary>
          <p id={`${id}-help`}>{range ? `${help} ${range}.` : help}</p>
        </details>
      </div>
    </div>
  );
}
