/**
 * A copy of the built site whose first script also keeps what went wrong in a page, from before anything else runs:
 * plain WebDriver has no word for it, and the pages' policy allows no inline script.
 */
import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs';

export const SITE = 'build/engines/site';

const RECORDER = `(() => {
  const seen = (window.recorded = []);
  const { error } = console;
  console.error = (...words) => { seen.push(words.join(' ')); error(...words); };
  addEventListener('error', (event) => {
    const from = event.target === window ? '' : event.target.src ?? event.target.href ?? '';
    seen.push(event.message ?? 'not loaded: ' + from);
  }, true);
  addEventListener('unhandledrejection', (event) => seen.push(String(event.reason)));
  addEventListener('securitypolicyviolation', (event) =>
    seen.push('policy: ' + event.violatedDirective + ' ' + event.blockedURI));
})();
`;

export function recordedSite(): string {
  rmSync(SITE, { recursive: true, force: true });
  cpSync('dist', SITE, { recursive: true });
  const first = `${SITE}/theme.js`;
  writeFileSync(first, RECORDER + readFileSync(first, 'utf8'));
  return SITE;
}
