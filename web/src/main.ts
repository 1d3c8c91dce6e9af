/** The one client entry. Pages are complete without it; it wakes the islands that a page has, and loads nothing else. */
import './styles/tokens.css';
import './styles/base.css';
import './styles/lab.css';
import './math.css';
import './pages.css';
import './features/home/home.css';
import './features/myths/myths.css';
import { makeFormulasReachable } from './islands/formulas';
import { offerThemes } from './islands/theme';

/** Each kind of island, by its `data-island`. */
const wake: Record<string, (island: HTMLElement) => Promise<void>> = {
  lab: async (island) => (await import('./islands/lab')).wakeLab(island),
  home: async (island) => (await import('./islands/home')).wakeHome(island),
  myths: async (island) => (await import('./islands/myths')).wakeMyth(island),
};

offerThemes();
makeFormulasReachable();
for (const island of document.querySelectorAll<HTMLElement>('[data-island]'))
  void wake[island.dataset.island ?? '']?.(island);
