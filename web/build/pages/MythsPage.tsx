import { scriptJson } from '../html';
import type { Myth } from '../content/myth';
import { Html } from './Html';
import { FixLink } from './Margin';
import { Shell, type PageContext } from './Shell';
import { Sources } from './Sources';

export function MythsPage({ myths, ...context }: PageContext & { myths: Myth[] }) {
  return (
    <Shell
      {...context}
      title="True or false · Workings"
      description="Claims as people state them. Commit to an answer, then see the reality and a lab that shows it."
      section="myths"
      island="myths"
      kind="page"
    >
      <header class="page-head">
        <h1>True or false?</h1>
        <p class="lede">Decide, and say how sure you are, before you look.</p>
      </header>
      {myths.map((myth) => (
        <MythItem key={myth.front.id} myth={myth} />
      ))}
    </Shell>
  );
}

/** Without JavaScript the answer folds open; with it, features/myths asks first. */
function MythItem({ myth: { front, html, lab, sources, file } }: { myth: Myth }) {
  return (
    <article id={front.id} class="prose myth" data-island="myths">
      <script
        type="application/json"
        dangerouslySetInnerHTML={{ __html: scriptJson({ id: front.id, verdict: front.verdict }) }}
      />
      <h2>{front.claim}</h2>
      <div data-root />
      <details data-answer>
        <summary>Show the answer</summary>
        <p class="verdict">
          This claim is <strong>{front.verdict ? 'true' : 'false'}</strong>.
        </p>
        <h3>Reality</h3>
        <Html html={html.Reality} />
        <h3>Why it is tempting</h3>
        <Html html={html['Why it is tempting']} />
        <h3>See it</h3>
        <Html html={html['See it']} />
        {lab && (
          <p>
            <a href={lab.href}>Open the lab at this setting: {lab.model.title}</a>
          </p>
        )}
        <Sources sources={sources} prefix={`${front.id}-`} />
        <p class="checked">
          Last checked <time dateTime={front.checked}>{front.checked}</time>. <FixLink file={file} />
        </p>
      </details>
    </article>
  );
}
