/** web/src/lib/figure/spec.ts as a schema: what a lab note says about its figure. */
import * as v from 'valibot';
import { oneOf, text } from './fields';

const role = oneOf(['run', 'theory', 'limit', 'data', 'flagged']);

const axis = v.strictObject({
  label: text,
  unit: v.optional(v.string()),
  scale: v.optional(oneOf(['linear', 'log'])),
  zero: v.optional(v.boolean()),
});

const bounds = v.strictObject({
  eq: v.optional(v.nullable(v.number())),
  lt: v.optional(v.number()),
  gt: v.optional(v.number()),
});

const sentence = v.pipe(
  v.array(v.strictObject({ when: v.optional(v.record(v.string(), bounds)), text })),
  v.minLength(1, 'has no sentence. Write at least "- text: ...".'),
  v.check((items) => items.at(-1)?.when === undefined, 'must end with an alternative that has no "when".'),
);

const mark = v.variant('type', [
  v.strictObject({ type: v.literal('line'), x: text, y: text, role, label: text }),
  v.strictObject({ type: v.literal('contour'), grid: text, role, label: text }),
  v.strictObject({ type: v.literal('path'), x: text, y: text, role, label: text }),
  v.strictObject({ type: v.literal('band'), x: text, y: text, role, label: text }),
  v.strictObject({ type: v.literal('histogram'), x: text, y: text, role, label: text }),
  v.strictObject({ type: v.literal('rule'), x: v.optional(text), y: v.optional(text), role, label: text }),
  v.strictObject({ type: v.literal('point'), x: text, y: text, role, label: text }),
  v.strictObject({ type: v.literal('strip'), x: text, row: v.optional(text), role, label: text }),
  v.strictObject({
    type: v.literal('box'),
    low: text,
    q1: text,
    median: text,
    q3: text,
    high: text,
    role,
    label: text,
  }),
]);

export const figure = v.strictObject({
  title: sentence,
  summary: sentence,
  x: axis,
  y: axis,
  marks: v.pipe(v.array(mark), v.minLength(1, 'draws nothing. Write at least one mark.')),
});
