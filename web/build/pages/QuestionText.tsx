/** The text of a question, in two parts: what one says first, and what the lab is for. */
import type { Question } from '../content/question';
import { Html } from './Html';

/** What is said before any number is worked out. */
export function Opening({ html }: { html: Question['html'] }) {
  return (
    <div class="prose">
      <section>
        <h2>Direct answer</h2>
        <Html class="answer" html={html['Direct answer']} />
      </section>
      <Part title="Elaboration" html={html} />
    </div>
  );
}

/** From the worked example on. `root` leads to the site's root. */
export function Rest({ question: { html, followUps, labs }, root }: { question: Question; root: string }) {
  return (
    <div class="prose">
      <Part title="Worked example" html={html} />
      <p class="notice" data-stale hidden role="status" />
      <Part title="Trade-offs and pitfalls" html={html} />
      <section>
        <h2>What the interviewer probes next</h2>
        {followUps.map((followUp) => (
          <details key={followUp.title} class="probe">
            <summary>
              <h3>{followUp.title}</h3>
            </summary>
            <Html html={followUp.html} />
          </details>
        ))}
      </section>
      <section>
        <h2>Key points</h2>
        <Html class="keypoints" html={html['Key points']} />
      </section>
      <Part title="Common miss" html={html} />
      {labs.length > 1 && (
        <section>
          <h2>More labs on this</h2>
          <ul>
            {labs.slice(1).map((model) => (
              <li key={model.id}>
                <a href={`${root}labs/${model.id}/`}>{model.title}</a>
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  );
}

function Part({ title, html }: { title: keyof Question['html']; html: Question['html'] }) {
  return (
    <section>
      <h2>{title}</h2>
      <Html html={html[title]} />
    </section>
  );
}
