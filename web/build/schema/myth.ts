import * as v from 'valibot';
import { constants, day, params, rev, runs, slug, text, texts } from './fields';

/** Front matter of content/myths/<id>.md. */
export const myth = v.strictObject({
  id: slug,
  claim: text,
  verdict: v.boolean('is neither true nor false. Write true or false.'),
  topic: texts,
  labs: v.optional(texts, []),
  sources: v.optional(texts, []),
  checked: day,
  rev,
  runs,
  constants,
  lab: v.strictObject({ model: text, params: v.optional(params, {}), table: v.optional(text) }),
});

export const MYTH_SECTIONS = ['Reality', 'Why it is tempting', 'See it'] as const;

export type MythFront = v.InferOutput<typeof myth>;
