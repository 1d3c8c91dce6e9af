/** What stands beside a text: its sources, the terms it uses, and the way to mend it. */
import type { Definition } from '../content/glossary';
import type { CitedSource } from '../content/scope';
import { REPOSITORY_FILES } from '../paths';
import { InlineHtml } from './Html';
import { Sources } from './Sources';

export interface MarginProps {
  root: string;
  sources: CitedSource[];
  terms: Definition[];
  checked: string;
  file: string;
}

export function Margin({ root, sources, terms, checked, file }: MarginProps) {
  return (
    <aside class="margin" aria-label="Sources and terms">
      {sources.length > 0 && (
        <section>
          <h2>Sources</h2>
          <Sources sources={sources} />
        </section>
      )}
      {terms.length > 0 && (
        <section>
          <h2>Terms</h2>
          <dl class="terms">
            {terms.map(({ id, term, html }) => (
              <div key={id}>
                <dt>
                  <a href={`${root}glossary/#${id}`}>{term}</a>
                </dt>
                <dd>
                  <InlineHtml html={html} />
                </dd>
              </div>
            ))}
          </dl>
        </section>
      )}
      <p class="checked">
        Last checked <time dateTime={checked}>{checked}</time>. <FixLink file={file} />
      </p>
    </aside>
  );
}

export function FixLink({ file }: { file: string }) {
  return (
    <a href={REPOSITORY_FILES + file} rel="noreferrer">
      Suggest a fix
    </a>
  );
}
