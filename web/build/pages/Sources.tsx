import type { CitedSource } from '../content/scope';

/** A numbered list of sources; citations in the text point at its items. */
export function Sources({ sources, prefix = '' }: { sources: CitedSource[]; prefix?: string }) {
  if (sources.length === 0) return null;
  return (
    <ol class="sources">
      {sources.map((source) => (
        <li key={source.key} id={`${prefix}source-${source.key}`}>
          {source.authors}:{' '}
          {source.url ? (
            <a href={source.url} rel="noreferrer">
              {source.title}
            </a>
          ) : (
            <cite>{source.title}</cite>
          )}
          , {source.year}
          {source.id && <>, {source.id}</>}
          {source.note && <>. {source.note}</>}
        </li>
      ))}
    </ol>
  );
}
