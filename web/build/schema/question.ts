import * as v from 'valibot';
import { constants, day, oneOf, rev, runs, slug, text, texts, whole } from './fields';

export const LEVELS = ['junior', 'mid', 'senior', 'staff'] as const;

/** Front matter of content/questions/<id>.md. */
export const question = v.strictObject({
  id: slug,
  title: text,
  asked_as: text,
  topic: texts,
  roles: texts,
  level: oneOf(LEVELS),
  difficulty: whole(1, 5),
  minutes: whole(1, 120),
  labs: v.optional(texts, []),
  sources: v.optional(texts, []),
  checked: day,
  rev,
  runs,
  constants,
});

/** The parts of a question, in the order in which they are written and read. */
export const QUESTION_SECTIONS = [
  'Direct answer',
  'Elaboration',
  'Worked example',
  'Trade-offs and pitfalls',
  'What the interviewer probes next',
  'Key points',
  'Common miss',
] as const;

export type QuestionFront = v.InferOutput<typeof question>;
