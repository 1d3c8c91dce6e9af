/** Keeps the page's address in step with what is on stage, so that reload, bookmark and copy give it again. */
import { effect } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { Lab } from './state';

/** Browsers refuse more than about a hundred changes in half a minute; a drag makes more. */
const QUIET_MS = 250;

export function useAddressBar(lab: Lab): void {
  useEffect(() => {
    if (lab.props.place !== 'page') return undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let first = true;
    let write: (() => void) | undefined;
    const stop = effect(() => {
      const query = lab.query.value;
      // What the reader came with stays until something changes.
      const untouched = first || lab.registry.value === null;
      first = false;
      clearTimeout(timer);
      if (untouched) return;
      write = () => {
        write = undefined;
        const next = location.pathname + (query ? `?${query}` : '') + location.hash;
        try {
          if (next !== location.pathname + location.search + location.hash)
            history.replaceState(history.state, '', next);
        } catch {
          // In some sandboxed frames an address may not be changed; the link field still has it.
        }
      };
      timer = setTimeout(() => write?.(), QUIET_MS);
    });
    // Whoever leaves at once finds the last state on coming back.
    const leave = () => write?.();
    addEventListener('pagehide', leave);
    return () => {
      removeEventListener('pagehide', leave);
      clearTimeout(timer);
      stop();
    };
  }, [lab]);
}
