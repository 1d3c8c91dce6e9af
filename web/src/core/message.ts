/** Refusals in words. The CLI fills the same texts in the same way, so that both say the same sentence. */
import { columnById, paramById, rangeText, reasonText, valueText } from './registry';
import type { Model, Param, Params, Refusal, Registry } from './types';

/** Characters of a refused text that a sentence shows. */
const QUOTED = 60;

/**
 * One sentence from the registry's text of the reason, its {fields} filled. A field that does not apply becomes
 * empty. Rows are 0-based data rows.
 */
export function refusalText(refusal: Refusal, model: Model, registry: Registry, params: Params): string {
  const fields = fieldsOf(refusal, model, params);
  const text = reasonText(registry, refusal.reason) || `refused (${refusal.status})`;
  return text.replace(/\{(\w+)\}/g, (whole, field: string) => fields[field] ?? whole);
}

function fieldsOf(refusal: Refusal, model: Model, params: Params): Record<string, string> {
  const param = refusal.param === undefined ? undefined : paramById(model, refusal.param);
  const other = refusal.other === undefined ? undefined : paramById(model, refusal.other);
  const column = refusal.column === undefined ? undefined : columnById(model, refusal.column);
  const subject = param ?? column;
  const shown = (of: typeof param) => (of ? valueText(of, params[of.id] ?? of.default) : '');
  return {
    param: refusal.param ?? '',
    value: shown(param),
    unit: subject?.unit ?? '',
    range: subject ? rangeText(subject) : '',
    other: refusal.other ?? '',
    other_value: shown(other),
    row: String(refusal.row ?? -1),
    column: refusal.column ?? '?',
    text: quoted(refusal.text ?? ''),
    choices: choicesText(model, param),
    limit: String(model.max_rows),
  };
}

/** The choices of a parameter; without one, all parameters (an unknown name was given). */
function choicesText(model: Model, param: Param | undefined): string {
  if (param?.kind === 'bool') return 'true, false';
  return (param?.choices ?? model.params).map(({ id }) => id).join(', ');
}

/** Refused text comes from outside: one line of it, and not a million characters. */
function quoted(text: string): string {
  const line = text.slice(0, QUOTED).replace(/[\u0000-\u001f]/g, ' ');
  return text.length > QUOTED ? `${line}...` : line;
}
