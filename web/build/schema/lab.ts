import * as v from 'valibot';
import { day, params, slug, text, texts } from './fields';
import { figure } from './figure';

const preset = v.strictObject({
  id: slug,
  label: text,
  good: v.boolean('is neither true nor false.'),
  why: text,
  params: v.optional(params, {}),
  table: v.optional(text),
  source: v.optional(text),
});

/** Front matter of content/labs/<model>.md. */
export const labNote = v.strictObject({
  id: text,
  title: text,
  sources: v.optional(texts, []),
  checked: day,
  primary: texts,
  table: v.optional(text),
  figure,
  figures: v.optional(v.array(figure), []),
  formulas: v.record(v.string(), text),
  presets: v.optional(v.array(preset), []),
});

export const LAB_SECTIONS = [
  'What it shows',
  'Symbols and formulas',
  'What it leaves out',
  'Conventions',
] as const;

export type LabFront = v.InferOutput<typeof labNote>;
