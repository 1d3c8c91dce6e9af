/** The pages to look things up in: glossary and formulas. */
import type { Definition } from '../content/glossary';
import type { Lab } from '../content/lab';
import { Html, InlineHtml } from './Html';
import { Shell, type PageContext } from './Shell';

export function GlossaryPage({ glossary, ...context }: PageContext & { glossary: Definition[] }) {
  return (
    <Shell
      {...context}
      title="Glossary · Workings"
      description="The terms that questions and labs use, each in a sentence or two."
      section="glossary"
      kind="page"
    >
      <h1>Glossary</h1>
      <dl class="prose glossary">
        {glossary.map(({ id, term, html }) => (
          <div key={id} id={id}>
            <dt>{term}</dt>
            <dd>
              <InlineHtml html={html} />
            </dd>
          </div>
        ))}
      </dl>
    </Shell>
  );
}

/** One printable page of all formulas, from the lab notes. */
export function FormulasPage({ labs, ...context }: PageContext & { labs: Lab[] }) {
  return (
    <Shell
      {...context}
      title="Formulas · Workings"
      description="The formulas of all labs on one page, made to be printed."
      section="formulas"
      kind="page"
    >
      <h1>Formulas</h1>
      {labs.map(({ model, front, note }) => (
        <section key={model.id}>
          <h2>
            <a href={`${context.root}labs/${model.id}/`}>{front.title}</a>
          </h2>
          <dl class="formulas">
            {model.scalars
              .filter(({ id }) => note.formulas[id])
              .map(({ id, label, unit }) => (
                <div key={id}>
                  <dt>
                    {label}
                    {unit && <span class="unit"> ({unit})</span>}
                  </dt>
                  <dd>
                    <Html class="math-block" html={note.formulas[id] ?? ''} />
                  </dd>
                </div>
              ))}
          </dl>
        </section>
      ))}
    </Shell>
  );
}
