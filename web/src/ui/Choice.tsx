/** One of a few: segments up to four, else a select. */
import { describedBy } from './Field';

export interface ChoiceProps {
  id: string;
  name: string;
  value: number;
  /** In order; a value is its position, and is written by its id. */
  options: { id: string; label: string }[];
  error?: string;
  onChange: (value: number) => void;
}

const MOST_SEGMENTS = 4;

/** Whether the options stand side by side; the field around them is then a group. */
export function isSegmented(options: { id: string }[]): boolean {
  return options.length <= MOST_SEGMENTS;
}

export function Choice({ id, name, value, options, error, onChange }: ChoiceProps) {
  if (isSegmented(options)) {
    return (
      <div class="segments">
        {options.map((option, i) => (
          <label class="segments__item" key={option.id}>
            <input
              type="radio"
              name={name}
              value={option.id}
              checked={i === value}
              onChange={() => onChange(i)}
            />
            <span>{option.label}</span>
          </label>
        ))}
      </div>
    );
  }
  return (
    <select
      class="select"
      id={id}
      name={name}
      value={options[value]?.id}
      aria-invalid={error ? 'true' : undefined}
      aria-describedby={describedBy(id, error)}
      onChange={(event) => onChange(event.currentTarget.selectedIndex)}
    >
      {options.map((option, i) => (
        <option key={option.id} value={option.id} selected={i === value}>
          {option.label}
        </option>
      ))}
    </select>
  );
}
