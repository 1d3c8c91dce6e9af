/** One parameter as the control its kind asks for. */
import { useComputed } from '@preact/signals';
import { Choice, isSegmented } from '../../ui/Choice';
import { Field } from '../../ui/Field';
import { NumberField } from '../../ui/NumberField';
import { Slider } from '../../ui/Slider';
import { Toggle } from '../../ui/Toggle';
import type { Param } from '../../core/types';
import { nextValue } from '../../lib/slider';
import { errorAt, type Lab } from './state';
import { allowedText, paramText } from './text';

export function Control({ lab, param, prefix }: { lab: Lab; param: Param; prefix: string }) {
  // Computed, so that a move of one control draws that control again and not all of them.
  const value = useComputed(() => lab.params.value[param.id] ?? param.default).value;
  const error = useComputed(() => errorAt(lab, param.id)).value;
  const id = `${prefix}-${param.id}`;
  const set = (next: number) => lab.set(param.id, next);
  const step = (direction: 1 | -1) => set(nextValue(param, value, direction));
  const base = { id, name: param.id, error };
  return (
    <Field
      id={id}
      label={param.label}
      help={param.help}
      range={allowedText(param)}
      error={error}
      changedFrom={value === param.default && !error ? undefined : paramText(param, param.default)}
      onReset={() => set(param.default)}
      name={param.id}
      group={param.kind === 'choice' && isSegmented(param.choices)}
    >
      {param.kind === 'choice' && <Choice {...base} value={value} options={param.choices} onChange={set} />}
      {param.kind === 'bool' && <Toggle {...base} value={value !== 0} onChange={(on) => set(on ? 1 : 0)} />}
      {(param.kind === 'real' || param.kind === 'int') && (
        <>
          <Slider
            labelledBy={`${id}-label`}
            param={param}
            value={value}
            valueText={paramText(param, value)}
            onChange={set}
          />
          <NumberField
            {...base}
            value={value}
            unit={param.unit}
            onCommit={(text) => lab.setText(param.id, text)}
            onStep={step}
          />
        </>
      )}
    </Field>
  );
}
