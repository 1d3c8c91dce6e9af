/** The rail: inputs by group in the order in which one would turn them, the advanced ones folded. */
import { useComputed } from '@preact/signals';
import { useEffect, useState } from 'preact/hooks';
import type { Param } from '../../core/types';
import { Control } from './Control';
import { Seeds } from './Seeds';
import { Seed } from './Seed';
import { errorAt, type Lab } from './state';
import { TableInput } from './TableInput';

/** Consecutive runs of the same group keep the model's own order. */
function byGroup(params: Param[]): { group: string; params: Param[] }[] {
  const groups = new Map<string, Param[]>();
  for (const param of params) groups.set(param.group, [...(groups.get(param.group) ?? []), param]);
  return [...groups].map(([group, members]) => ({ group, params: members }));
}

function Groups({ lab, params, prefix }: { lab: Lab; params: Param[]; prefix: string }) {
  return (
    <>
      {byGroup(params).map(({ group, params: members }) => (
        <section class="group" key={group}>
          {group && <h3 class="group__title">{group}</h3>}
          {members.map((param) => (
            <Control key={param.id} lab={lab} param={param} prefix={prefix} />
          ))}
        </section>
      ))}
    </>
  );
}

/** Folded, but never around something the reader must see: it opens at a refusal, and says what differs inside. */
function Advanced({ lab, params, prefix }: { lab: Lab; params: Param[]; prefix: string }) {
  const [open, setOpen] = useState(false);
  const refused = useComputed(() => params.some(({ id }) => errorAt(lab, id) !== undefined)).value;
  const changed = useComputed(
    () => params.filter((param) => (lab.params.value[param.id] ?? param.default) !== param.default).length,
  ).value;
  useEffect(() => {
    if (refused) setOpen(true);
  }, [refused]);
  return (
    <details class="advanced" open={open} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>More inputs{changed > 0 && ` (${changed} changed)`}</summary>
      <Groups lab={lab} params={params} prefix={prefix} />
      {lab.model.random && <Seed lab={lab} prefix={prefix} />}
    </details>
  );
}

export function Controls({ lab, prefix }: { lab: Lab; prefix: string }) {
  const { model } = lab;
  const plain = model.params.filter((param) => !param.advanced);
  const advanced = model.params.filter((param) => param.advanced);
  return (
    <form
      class="lab__controls"
      // The state is in the address: what a browser puts back into controls by itself would not be what is computed.
      autocomplete="off"
      aria-label={`Inputs of ${model.title}`}
      onSubmit={(event) => event.preventDefault()}
    >
      <h2 class="visually-hidden">Inputs</h2>
      {model.columns.length > 0 && <TableInput lab={lab} prefix={prefix} />}
      <Groups lab={lab} params={plain} prefix={prefix} />
      <Seeds lab={lab} prefix={prefix} />
      {(advanced.length > 0 || model.random) && <Advanced lab={lab} params={advanced} prefix={prefix} />}
      <p class="lab__reset">
        <button type="button" class="button" onClick={() => lab.reset()}>
          Reset all
        </button>
      </p>
    </form>
  );
}
