/** What an island is made of in the page (web/build/pages/Island.tsx). */

/** The props that the build left in the island. */
export function propsOf<T>(island: HTMLElement): T {
  return JSON.parse(
    island.querySelector(':scope > script[type="application/json"]')?.textContent ?? 'null',
  ) as T;
}

/** The element that holds the markup of the island's component. */
export function rootOf(island: HTMLElement): HTMLElement {
  const root = island.querySelector<HTMLElement>(':scope > [data-root]');
  if (!root) throw new Error('an island without a root');
  return root;
}
