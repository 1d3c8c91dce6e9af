/** Colours for the canvas, read from the page's custom properties: canvas cannot use `var()`. */
import type { Role } from './spec';

/** How strongly what fills an area covers what is under it; the same in both drawers. */
export const OPACITY = { contourFill: 0.045, contourLine: 0.28, band: 0.24 };

export interface Theme {
  ground: string;
  ink: string;
  muted: string;
  grid: string;
  font: string;
  mark: Record<Role, string>;
  text: Record<Role, string>;
  fill: string;
}

const ROLES: Role[] = ['run', 'theory', 'limit', 'data', 'flagged'];

/** Through an element's computed colour, because a custom property's own text may be `light-dark(…)`. */
export function readTheme(host: HTMLElement): Theme {
  const probe = document.createElement('span');
  probe.hidden = true;
  // Else high contrast would answer with the text colour for each of them.
  probe.style.setProperty('forced-color-adjust', 'none');
  host.append(probe);
  const colour = (name: string) => {
    probe.style.color = `var(${name})`;
    return getComputedStyle(probe).color;
  };
  const all = (prefix: string) =>
    Object.fromEntries(ROLES.map((role) => [role, colour(`--${prefix}-${role}`)])) as Record<Role, string>;
  const theme: Theme = {
    ground: colour('--ground'),
    ink: colour('--ink'),
    muted: colour('--muted'),
    grid: colour('--grid'),
    font: getComputedStyle(host).getPropertyValue('--sans').trim() || 'system-ui, sans-serif',
    mark: all('mark'),
    text: all('text'),
    fill: colour('--mark-fill'),
  };
  probe.remove();
  return theme;
}
