/** The theme button: system, light, dark. The choice is set before painting by public/theme.js. */

const KEY = 'workings-theme';
const NEXT = { system: 'light', light: 'dark', dark: 'system' } as const;
type Theme = keyof typeof NEXT;

export function offerThemes(): void {
  const button = document.querySelector<HTMLButtonElement>('[data-theme-switch]');
  if (!button) return;
  const { dataset } = document.documentElement;
  const current = (): Theme =>
    dataset.theme === 'light' || dataset.theme === 'dark' ? dataset.theme : 'system';
  const show = () => (button.textContent = `Theme: ${current()}`);
  button.addEventListener('click', () => {
    const next = NEXT[current()];
    if (next === 'system') delete dataset.theme;
    else dataset.theme = next;
    remember(next);
    show();
  });
  show();
  button.hidden = false;
}

function remember(theme: Theme): void {
  try {
    if (theme === 'system') localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, theme);
  } catch {
    // Storage may be refused: the choice then lasts as long as the page.
  }
}
