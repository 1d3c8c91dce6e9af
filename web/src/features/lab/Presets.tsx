/** Settings worth seeing, each with the sentence that says why. */
import { useComputed } from '@preact/signals';
import { defaults } from '../../core/registry';
import type { Preset } from '../../lib/content';
import type { Lab } from './state';

function isOn(lab: Lab, preset: Preset): boolean {
  const wanted = { ...defaults(lab.model), ...preset.params };
  const sameTable = preset.table === undefined || preset.table === lab.tableText.value;
  return sameTable && lab.model.params.every(({ id }) => lab.params.value[id] === wanted[id]);
}

function Item({ lab, preset }: { lab: Lab; preset: Preset }) {
  const on = useComputed(() => isOn(lab, preset)).value;
  return (
    <li>
      <button type="button" class="presets__name" aria-pressed={on} onClick={() => lab.apply(preset)}>
        {preset.label}
      </button>
      <p class="presets__why">
        {!preset.good && <strong>Goes wrong: </strong>}
        {preset.why}
      </p>
    </li>
  );
}

export function Presets({ lab }: { lab: Lab }) {
  const { presets } = lab.props.note;
  if (presets.length === 0) return null;
  return (
    <section class="presets">
      <h2 class="lab__heading">Try</h2>
      <ul>
        {presets.map((preset) => (
          <Item key={preset.id} lab={lab} preset={preset} />
        ))}
      </ul>
    </section>
  );
}
