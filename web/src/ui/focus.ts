/**
 * Moves focus to where the reader's mind goes when the thing they pressed goes away. Waits for the next frame, when what
 * replaces it is there; does nothing when it is not.
 */
export function focusSoon(selector: string): void {
  requestAnimationFrame(() =>
    requestAnimationFrame(() => document.querySelector<HTMLElement>(selector)?.focus()),
  );
}
