import { Lab as LabView } from '../../src/features/lab/Lab';
import type { Definition } from '../content/glossary';
import type { Lab } from '../content/lab';
import { labProps } from '../labprops';
import { Html } from './Html';
import { Island } from './Island';
import { Margin } from './Margin';
import { Shell, type PageContext } from './Shell';

export interface LabPageProps extends PageContext {
  lab: Lab;
  terms: Definition[];
  /** Questions that use this lab. */
  questions: { id: string; title: string }[];
}

export function LabPage({ lab, terms, questions, ...context }: LabPageProps) {
  const { front, model, html, sources, file } = lab;
  const props = labProps(lab);
  return (
    <Shell
      {...context}
      title={`${front.title} · Workings`}
      description={model.summary}
      section="labs"
      island="lab"
      kind="page page--wide"
    >
      <header class="page-head">
        <h1>{front.title}</h1>
      </header>
      <Island name="lab" props={props}>
        <LabView {...props} />
      </Island>
      <div class="with-margin">
        <article class="prose">
          {Object.entries(html).map(([title, part]) => (
            <section key={title}>
              <h2>{title}</h2>
              <Html html={part} />
            </section>
          ))}
          {questions.length > 0 && (
            <section>
              <h2>Questions that use this lab</h2>
              <ul>
                {questions.map(({ id, title }) => (
                  <li key={id}>
                    <a href={`${context.root}questions/${id}/`}>{title}</a>
                  </li>
                ))}
              </ul>
            </section>
          )}
        </article>
        <Margin root={context.root} sources={sources} terms={terms} checked={front.checked} file={file} />
      </div>
    </Shell>
  );
}
