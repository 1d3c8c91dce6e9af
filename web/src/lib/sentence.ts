/** Sentences with numbers in them: `{{bytes_total | GiB 2}}`, `{{in.tokens}}`, `{{n_outliers | count "value" "values"}}`. */
import { formatValue, isFormat, toText, type Described } from './format';
import type { Model, Result } from '../core/types';
import type { Sentence, Source } from './figure/spec';

/** The part of a result that sentences can name; its JSON has it too. */
export type Named = Pick<Result, 'scalars' | 'params'>;

/** A source's number and what it is. */
export interface Looked extends Described {
  value: number | null;
}

/** Finds a source; undefined when there is no such thing (a mistake in the content, which the build reports). */
export type Lookup = (source: Source) => Looked | undefined;

export interface Binding {
  source: Source;
  format?: string;
}

const BINDING = /\{\{\s*([\w.]+)\s*(?:\|([^{}]*))?\}\}/g;
const COUNT = /^count\s+"([^"]*)"\s+"([^"]*)"$/;

/** A text cut into plain pieces and bindings, in order. */
export function splitBindings(text: string): (string | Binding)[] {
  const pieces: (string | Binding)[] = [];
  let at = 0;
  for (const match of text.matchAll(BINDING)) {
    if (match.index > at) pieces.push(text.slice(at, match.index));
    pieces.push({ source: match[1] ?? '', format: match[2]?.trim() || undefined });
    at = match.index + match[0].length;
  }
  if (at < text.length) pieces.push(text.slice(at));
  return pieces;
}

/** Whether a binding may have this format; the build refuses any other. */
export function isBindingFormat(format: string): boolean {
  return COUNT.test(format) || isFormat(format);
}

/** The text of one binding; a dash for what does not apply or does not exist. */
export function bindingText(binding: Binding, lookup: Lookup): string {
  const looked = lookup(binding.source);
  if (!looked) return '–';
  const count = COUNT.exec(binding.format ?? '');
  if (!count) return toText(formatValue(looked.value, looked, binding.format));
  const noun = looked.value === 1 ? count[1] : count[2];
  return `${formatValue(looked.value, { unit: '', kind: 'int', choices: [] }).text} ${noun}`;
}

/** A text with all its bindings filled. */
export function fillText(text: string, lookup: Lookup): string {
  return splitBindings(text)
    .map((piece) => (typeof piece === 'string' ? piece : bindingText(piece, lookup)))
    .join('');
}

/** The first alternative whose conditions all hold, filled; empty when none does. */
export function resolveSentence(sentence: Sentence, lookup: Lookup): string {
  const chosen = sentence.find(({ when }) =>
    Object.entries(when ?? {}).every(([source, test]) => holds(lookup(source)?.value ?? null, test)),
  );
  return chosen ? fillText(chosen.text, lookup) : '';
}

/** Looks up scalars by id, and inputs as `in.<param>`. */
export function lookupIn(model: Model, result: Named): Lookup {
  return (source) => {
    if (source.startsWith('in.')) {
      const param = model.params.find(({ id }) => id === source.slice(3));
      return param && { ...param, value: result.params[param.id] ?? param.default };
    }
    const scalar = model.scalars.find(({ id }) => id === source);
    return scalar && { ...scalar, value: result.scalars[scalar.id] ?? null };
  };
}

function holds(value: number | null, test: { eq?: number | null; lt?: number; gt?: number }): boolean {
  if (test.eq !== undefined && value !== test.eq) return false;
  if (test.lt !== undefined && !(value !== null && value < test.lt)) return false;
  return test.gt === undefined || (value !== null && value > test.gt);
}
