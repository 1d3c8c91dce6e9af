/** The inputs of a run, on paper only: there the controls that show them are gone. */
import type { Lab } from './state';
import { paramText } from './text';

export function PrintedInputs({ lab }: { lab: Lab }) {
  const { params, rows } = lab.result.value;
  const inputs = lab.model.params.map(
    (param) => `${param.label}: ${paramText(param, params[param.id] ?? param.default)}`,
  );
  const table = lab.model.columns.length > 0 ? [`Rows of data: ${rows}`] : [];
  return <p class="print-only">{[...inputs, ...table].join('; ')}.</p>;
}
