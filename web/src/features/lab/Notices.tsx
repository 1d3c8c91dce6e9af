/** What the reader should know about this run: notes of the model, ignored parts of the address, a core that failed. */
import { focusSoon } from '../../ui/focus';
import { Notice } from '../../ui/Notice';
import type { Lab } from './state';

function Ignored({ lab }: { lab: Lab }) {
  const ignored = lab.ignored.value;
  if (ignored.length === 0) return null;
  return (
    <Notice
      kind="warning"
      title="Part of this address was not used; the defaults stand in its place."
      onClose={() => {
        lab.dismissIgnored();
        focusSoon(`[data-lab="${lab.model.id}"] .figure__frame`);
      }}
    >
      <ul>
        {ignored.map(({ name, value, why }) => (
          <li key={name + value}>
            <code>
              {brief(name)}={brief(value)}
            </code>
            : {why}
          </li>
        ))}
      </ul>
    </Notice>
  );
}

const brief = (text: string) => (text.length > 60 ? `${text.slice(0, 60)}…` : text);

function focusControl(lab: Lab, name: string): void {
  document.querySelector<HTMLElement>(`[data-lab="${lab.model.id}"] [name="${name}"]`)?.focus();
}

/** Why figure and numbers do not follow; what is wrong with one input stands at that input. */
function Refused({ lab }: { lab: Lab }) {
  const refused = lab.refusal.value;
  if (!refused) return null;
  const param = lab.model.params.find(({ id }) => id === refused.refusal.param);
  if (param) {
    return (
      <p class="stands">
        Shown is the last run that was not refused; see{' '}
        <button type="button" class="stands__where" onClick={() => focusControl(lab, param.id)}>
          {param.label}
        </button>
        .
      </p>
    );
  }
  // What is wrong with a table stands at the table itself.
  if (refused.refusal.status === 'cell') {
    return <p class="stands">Shown is the last run that was not refused; see the data.</p>;
  }
  return (
    <Notice kind="warning" title="This input was refused; the last good run is shown.">
      <p>{refused.text}</p>
    </Notice>
  );
}

function Stopped({ lab }: { lab: Lab }) {
  if (!lab.stopped.value) return null;
  return (
    <p class="stands">
      Stopped. Shown is the last finished run, of earlier inputs.{' '}
      <button type="button" class="stands__where" data-again onClick={() => lab.again()}>
        Run again
      </button>
    </p>
  );
}

function Failed({ lab }: { lab: Lab }) {
  const failure = lab.failure.value;
  if (!failure) return null;
  return (
    <Notice
      kind="warning"
      title="The calculator is not running; the numbers shown are from the last good run."
    >
      <p>{failure}</p>
    </Notice>
  );
}

export function Notices({ lab }: { lab: Lab }) {
  return (
    <>
      <Failed lab={lab} />
      <Ignored lab={lab} />
      <Refused lab={lab} />
      <Stopped lab={lab} />
    </>
  );
}

/** The model's own remarks on this run. */
export function ModelNotes({ lab }: { lab: Lab }) {
  const notes = lab.result.value.notes.flatMap((id) => lab.model.notes.find((note) => note.id === id) ?? []);
  if (notes.length === 0) return null;
  return (
    <ul class="model-notes">
      {notes.map((note) => (
        <li key={note.id}>{note.text}</li>
      ))}
    </ul>
  );
}
