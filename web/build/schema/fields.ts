/** The small pieces that front matter is made of. Messages end by saying what to write. */
import * as v from 'valibot';

export const text = v.pipe(
  v.string((issue) => `${issue.received} is not text. Write text (in quotes if it looks like a number).`),
  v.trim(),
  v.minLength(1, 'is empty. Write something, or leave the key out.'),
);

export const texts = v.array(text, 'is not a list. Write [a, b] or one "- item" a line.');

/** Ids are for ever: they stand in addresses and in saved progress. */
export const slug = v.pipe(
  text,
  v.regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/, 'may hold only a-z, 0-9 and single hyphens.'),
);

/** A day as 2026-11-30; YAML may hand it over as text. */
export const day = v.pipe(
  text,
  v.regex(/^\d{4}-\d\d-\d\d$/, 'is not a date. Write it as 2026-11-30.'),
  v.check(
    (value) => new Date(`${value}T00:00:00Z`).toJSON()?.slice(0, 10) === value,
    'is not a day that exists.',
  ),
);

export const rev = v.pipe(
  v.number('is not a number. Write 1.'),
  v.integer('is not whole.'),
  v.minValue(1, 'must be 1 or more.'),
);

/** A whole number in a closed range. */
export const whole = (low: number, high: number) => {
  const message = `is not a whole number from ${low} to ${high}. Write one.`;
  return v.pipe(v.number(message), v.integer(message), v.minValue(low, message), v.maxValue(high, message));
};

/** One of a few words. */
export const oneOf = <const T extends readonly string[]>(options: T) =>
  v.picklist(
    options,
    (issue) => `${issue.received} is not one of ${options.join(', ')}. Write one of these.`,
  );

/** A parameter as an author writes it: a number, true or false, or a choice's id. */
export const paramValue = v.union(
  [v.number(), v.boolean(), v.string()],
  'is not a value. Write a number, true, false or the id of a choice.',
);
export const params = v.record(
  v.string(),
  paramValue,
  'is not a list of inputs. Write one "id: value" a line.',
);

const pinned = v.union(
  [
    v.null(),
    v.number(),
    v.strictObject({ value: v.number(), rtol: v.pipe(v.number(), v.minValue(0), v.maxValue(0.1)) }),
  ],
  'is not a pinned value. Write a number, null, or {value: 1.5, rtol: 1e-6}.',
);

/** A named run that bindings of the page refer to. */
export const run = v.strictObject({
  model: text,
  follows: v.optional(v.boolean('is neither true nor false.'), false),
  params: v.optional(params, {}),
  table: v.optional(text),
  seed: v.optional(whole(0, Number.MAX_SAFE_INTEGER)),
  expect: v.optional(v.record(v.string(), pinned), {}),
});
const runName = v.pipe(v.string(), v.regex(/^[a-z][a-z0-9_]*$/, 'is not a run name: a-z, 0-9 and _ only.'));
export const runs = v.optional(
  v.record(runName, run, 'is not a list of runs. Write one "name:" a line.'),
  {},
);

/** A numeral that no model computes, with the reason why it may stand in the text. */
export const constants = v.optional(v.array(v.strictObject({ text, why: text })), []);

export type ParamValue = v.InferOutput<typeof paramValue>;
export type Run = v.InferOutput<typeof run>;
export type Pinned = v.InferOutput<typeof pinned>;
export type Constant = { text: string; why: string };
