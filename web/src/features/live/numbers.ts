/** The bound numbers of a text, as the build wrote them (web/build/markdown/bindings.ts). */
import type { Model, Result } from '../../core/types';
import { boundText } from '../../lib/live';
import { lookupIn } from '../../lib/sentence';

/** All elements, in prose and in math, that show numbers of a run. */
export function numbersOf(run: string): Element[] {
  return [...document.querySelectorAll(`[data-run="${CSS.escape(run)}"]`)];
}

/** Writes a result into its elements; what has not changed is not touched. */
export function patch(elements: Element[], model: Model, result: Pick<Result, 'scalars' | 'params'>): void {
  const lookup = lookupIn(model, result);
  for (const element of elements) {
    const input = element.getAttribute('data-input');
    const source = input === null ? (element.getAttribute('data-output') ?? '') : `in.${input}`;
    const format = element.getAttribute('data-format') ?? undefined;
    const text = boundText(element.localName, { source, format }, lookup);
    if (element.textContent !== text) element.textContent = text;
    const value = lookup(source)?.value ?? null;
    const attribute = element.localName === 'data' ? 'value' : 'data-value';
    if (value === null) element.removeAttribute(attribute);
    else element.setAttribute(attribute, String(value));
  }
}
