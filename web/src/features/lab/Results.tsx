/** The numbers of the run: the ones that matter in a row, the others in a list, each with its meaning and its formula. */
import { useState } from 'preact/hooks';
import type { Scalar } from '../../core/types';
import type { Lab } from './state';
import { scalarText } from './text';

function Value({ scalar, value }: { scalar: Scalar; value: number | null }) {
  const { text, unit, also } = scalarText(scalar, value);
  const tight = unit === '%' || unit === '×';
  return (
    // Keyed, since Preact leaves the old attribute in place when a value goes away.
    <data
      key={value === null ? 'none' : 'some'}
      data-output={scalar.id}
      value={value === null ? undefined : String(value)}
    >
      {text}
      {unit && (
        <span class="unit">
          {tight ? '' : '\u202f'}
          {unit}
        </span>
      )}
      {also && <span class="also"> ({also})</span>}
    </data>
  );
}

function Explanation({ lab, scalar }: { lab: Lab; scalar: Scalar }) {
  const formula = lab.props.note.formulas[scalar.id];
  return (
    <>
      <p>{scalar.help}</p>
      {formula && (
        // Compiled from our own TeX at build time (Temml), never from anything a reader can type.
        <div
          class="formula"
          tabIndex={0}
          role="group"
          aria-label={`Formula of ${scalar.label}`}
          dangerouslySetInnerHTML={{ __html: formula }}
        />
      )}
    </>
  );
}

function howText(lab: Lab, scalar: Scalar): string {
  return lab.props.note.formulas[scalar.id] ? 'formula' : 'about';
}

function split(lab: Lab): { primary: Scalar[]; rest: Scalar[] } {
  const { primary: ids } = lab.props.note;
  const primary = ids.flatMap((id) => lab.model.scalars.find((scalar) => scalar.id === id) ?? []);
  return { primary, rest: lab.model.scalars.filter((scalar) => !ids.includes(scalar.id)) };
}

/** One explanation at a time, under the whole row: nothing in the row moves, and a long formula has room. */
export function PrimaryResults({ lab }: { lab: Lab }) {
  const [openId, setOpen] = useState<string | null>(null);
  const { primary } = split(lab);
  const values = lab.result.value.scalars;
  const open = primary.find(({ id }) => id === openId);
  const panel = `${lab.model.id}-explanation`;
  return (
    <section class="lab__results">
      <h2 class="visually-hidden">Results</h2>
      <dl class="results">
        {primary.map((scalar) => (
          <div class="result" key={scalar.id}>
            <dt>{scalar.label}</dt>
            <dd>
              <Value scalar={scalar} value={values[scalar.id] ?? null} />
              <button
                type="button"
                class="how"
                aria-label={`${howText(lab, scalar)}: ${scalar.label}`}
                aria-expanded={scalar === open}
                aria-controls={panel}
                onClick={() => setOpen(scalar === open ? null : scalar.id)}
              >
                {howText(lab, scalar)}
              </button>
            </dd>
          </div>
        ))}
      </dl>
      <div class="explanation" id={panel}>
        {open && (
          <>
            <h3>{open.label}</h3>
            <Explanation lab={lab} scalar={open} />
          </>
        )}
      </div>
    </section>
  );
}

export function AllResults({ lab }: { lab: Lab }) {
  const { rest } = split(lab);
  const values = lab.result.value.scalars;
  if (rest.length === 0) return null;
  return (
    <details class="fold" open={lab.props.place === 'page'}>
      <summary>All results</summary>
      <dl class="results-list">
        {rest.map((scalar) => (
          <div class="result" key={scalar.id}>
            <dt>
              <span>{scalar.label}</span>{' '}
              <details>
                <summary class="how" aria-label={`${howText(lab, scalar)}: ${scalar.label}`}>
                  {howText(lab, scalar)}
                </summary>
                <Explanation lab={lab} scalar={scalar} />
              </details>
            </dt>
            <dd>
              <Value scalar={scalar} value={values[scalar.id] ?? null} />
            </dd>
          </div>
        ))}
      </dl>
    </details>
  );
}
