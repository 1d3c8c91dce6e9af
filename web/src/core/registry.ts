/** Small questions that are asked of the registry everywhere. */
import { REASON } from './reasons';
import type { Column, Model, Param, Params, Registry } from './types';

/** What `Core.parseNumber` gives: a finite number, or the reason (wk_reason) why there is none. */
export type ParsedNumber = { value: number } | { reason: number };

/** Reads one number from text; the core's parser, or `plainNumber` (lib/url.ts) until it has arrived. */
export type NumberParser = (text: string) => ParsedNumber;

/** The default of every parameter, by id. */
export function defaults(model: Model): Params {
  return Object.fromEntries(model.params.map((param) => [param.id, param.default]));
}

export function paramById(model: Model, id: string): Param | undefined {
  return model.params.find((param) => param.id === id);
}

export function columnById(model: Model, id: string): Column | undefined {
  return model.columns.find((column) => column.id === id);
}

/** The text of a reason, with its {fields} still open; empty for a number this registry does not know. */
export function reasonText(registry: Registry, reason: number): string {
  return registry.reasons.find((entry) => entry.reason === reason)?.text ?? '';
}

/** A value as the CLI and URLs write it: a choice by id, a bool by name, a number in its shortest exact form. */
export function valueText(param: Pick<Param, 'kind' | 'choices'>, value: number): string {
  if (param.kind === 'bool') return value === 0 ? 'false' : 'true';
  if (param.kind === 'choice') return param.choices[value]?.id ?? '?';
  return String(value);
}

/** "1 to 128 layers"; both ends allowed. */
export function rangeText(of: { min: number; max: number; unit: string }): string {
  return `${of.min} to ${of.max}${of.unit ? ` ${of.unit}` : ''}`;
}

/** Whether a value is allowed for a parameter on its own (conflicts with others are the core's to find). */
export function checkValue(param: Param, value: number): number {
  if (!Number.isFinite(value)) return Number.isNaN(value) ? REASON.notANumber : REASON.notFinite;
  if (param.kind === 'choice' && param.choices[value] === undefined) return REASON.notAChoice;
  if (value < param.min || value > param.max) return REASON.outOfRange;
  return param.kind === 'real' || Number.isInteger(value) ? REASON.none : REASON.notWhole;
}

/** Reads a parameter's value as people and URLs write it, and checks it. */
export function readValue(param: Param, text: string, parse: NumberParser): ParsedNumber {
  if (param.kind === 'bool') {
    if (text === 'true') return { value: 1 };
    return text === 'false' ? { value: 0 } : { reason: REASON.notAChoice };
  }
  if (param.kind === 'choice') {
    const value = param.choices.findIndex((choice) => choice.id === text);
    return value < 0 ? { reason: REASON.notAChoice } : { value };
  }
  const parsed = parseParam(text, parse);
  if ('reason' in parsed) return parsed;
  const reason = checkValue(param, parsed.value);
  return reason === REASON.none ? parsed : { reason };
}

/** A number for a parameter. A table may leave a cell out (`NA`), a parameter may not. */
export function parseParam(text: string, parse: NumberParser): ParsedNumber {
  const parsed = parse(text);
  const isMissing = 'reason' in parsed && parsed.reason === REASON.cellMissing;
  return isMissing ? { reason: REASON.notANumber } : parsed;
}
