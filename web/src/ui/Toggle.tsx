/** Yes or no, as a check box that says which. */
import { describedBy } from './Field';

export interface ToggleProps {
  id: string;
  name: string;
  value: boolean;
  error?: string;
  onChange: (value: boolean) => void;
}

export function Toggle({ id, name, value, error, onChange }: ToggleProps) {
  return (
    <span class="toggle">
      <input
        type="checkbox"
        id={id}
        name={name}
        checked={value}
        aria-describedby={describedBy(id, error)}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
      <span aria-hidden="true">{value ? 'yes' : 'no'}</span>
    </span>
  );
}
