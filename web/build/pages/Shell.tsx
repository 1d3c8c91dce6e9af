/** What every page has around its content. */
import type { ComponentChildren } from 'preact';
import type { Assets } from '../assets';

/** What a page needs to know about the site it is a part of. */
export interface PageContext {
  /** From this page to the site's root: '', '../' or '../../'. */
  root: string;
  assets: Assets;
  /** Short hash of core, client and content. */
  version: string;
}

export interface ShellProps extends PageContext {
  title: string;
  description: string;
  /** Which entry of the navigation this page belongs to. */
  section?: string;
  /** The kind of island on this page. */
  island?: 'lab' | 'home' | 'myths';
  /** Class of the main element. */
  kind: string;
  children: ComponentChildren;
}

/** What a page may load and run (docs/architecture.md). */
export const POLICY =
  "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; media-src blob:; object-src 'none'; base-uri 'none'; form-action 'none'";

const NAVIGATION = [
  ['labs', 'Labs'],
  ['questions', 'Questions'],
  ['myths', 'Myths'],
] as const;

/** What one looks up rather than goes to. */
const REFERENCE = [
  ['glossary', 'Glossary'],
  ['formulas', 'Formulas'],
] as const;

export function Shell({
  root,
  assets,
  version,
  title,
  description,
  section,
  island,
  kind,
  children,
}: ShellProps) {
  return (
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta http-equiv="Content-Security-Policy" content={POLICY} />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>{title}</title>
        <meta name="description" content={description} />
        <link rel="icon" href={`${root}favicon.svg`} type="image/svg+xml" />
        {assets.styles.map((style) => (
          <link key={style} rel="stylesheet" href={root + style} />
        ))}
        <script src={`${root}theme.js`} />
        <script type="module" src={root + assets.script} />
        {island &&
          assets.ahead(island).map((file) => <link key={file} rel="modulepreload" href={root + file} />)}
      </head>
      <body>
        <a class="skip" href="#main">
          Skip to the content
        </a>
        <header class="site-header">
          <a class="site-name" href={root || './'}>
            Workings
          </a>
          <nav aria-label="Main">
            <ul>
              {NAVIGATION.map(([path, label]) => (
                <li key={path}>
                  <a href={`${root}${path}/`} aria-current={path === section ? 'page' : undefined}>
                    {label}
                  </a>
                </li>
              ))}
            </ul>
          </nav>
        </header>
        <main id="main" class={kind} tabIndex={-1}>
          {children}
        </main>
        <footer class="site-footer">
          <nav class="footer-nav" aria-label="Reference">
            {REFERENCE.map(([path, label]) => (
              <a key={path} href={`${root}${path}/`} aria-current={path === section ? 'page' : undefined}>
                {label}
              </a>
            ))}
            <button type="button" class="button button--quiet" data-theme-switch hidden>
              Theme
            </button>
          </nav>
          <p>
            Every number is computed by one C core, here and when the site was built. Version{' '}
            <code>{version}</code>.
          </p>
          <noscript>
            <p>
              Controls need JavaScript. Text, figures and numbers stand at their starting values without it.
            </p>
          </noscript>
        </footer>
      </body>
    </html>
  );
}
