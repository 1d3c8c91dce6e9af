/** Values of a lab in words. */
import type { Comma } from '../../core/client';
import { valueText } from '../../core/registry';
import type { Model, Param, Params, Scalar } from '../../core/types';
import { bothByteUnits, formatValue, toText, type Described } from '../../lib/format';
import { fixed } from '../../lib/digits';

/** A scalar as shown: what is read first, its unit, and the same in another unit (GB after GiB). */
export interface ScalarText {
  text: string;
  unit: string;
  also?: string;
}

export function scalarText(scalar: Scalar, value: number | null): ScalarText {
  const bytes = /^B(\/.*)?$/.exec(scalar.unit);
  if (!bytes || value === null || !Number.isFinite(value)) return formatValue(value, scalar);
  const per = bytes[1] ?? '';
  // "2.000 GiB (2.147 GB)", or "512 B" below 1 KiB.
  const match = /^(.*?)\u202f([A-Za-z]+)(?: \((.*)\))?$/.exec(bothByteUnits(value));
  if (!match) return formatValue(value, scalar);
  const [, text = '', unit = '', also] = match;
  return { text, unit: unit + per, also: also && also + per };
}

/** A parameter's value with its unit, as a slider says it. */
export function paramText(param: Param, value: number): string {
  return toText(formatValue(value, param));
}

function endText(value: number): string {
  return Number.isInteger(value) && Math.abs(value) < 1e15 ? fixed(value, 0) : formatValue(value, PLAIN).text;
}

const PLAIN: Described = { unit: '', kind: 'real', choices: [] };

/** "1 to 1 000 layers": what may be typed. */
export function allowedText(param: Param): string | undefined {
  if (param.kind === 'bool' || param.kind === 'choice') return undefined;
  return `${endText(param.min)} to ${endText(param.max)}${param.unit ? ` ${param.unit}` : ''}`;
}

/** The command that gives the same numbers in a terminal. */
export function cliCommand(
  model: Model,
  params: Params,
  seed: number,
  hasTable: boolean,
  comma: Comma,
): string {
  const changed = model.params
    .filter((param) => (params[param.id] ?? param.default) !== param.default)
    .map((param) => `${param.id}=${valueText(param, params[param.id] ?? param.default)}`);
  return [
    `workings run ${model.id}`,
    ...(model.random && seed !== 1 ? [`--seed ${seed}`] : []),
    ...(hasTable ? ['--data FILE.csv'] : []),
    ...(hasTable && comma !== 'auto' ? [`--comma ${comma}`] : []),
    ...changed,
  ].join(' ');
}
