/** content/sources.yaml and content/glossary.yaml. */
import * as v from 'valibot';
import { oneOf, slug, text } from './fields';

const source = v.strictObject({
  authors: text,
  title: text,
  year: v.union([v.number(), text], 'is not a year.'),
  type: oneOf(['paper', 'book', 'docs', 'code']),
  id: v.optional(text),
  url: v.optional(v.pipe(text, v.regex(/^https?:\/\//, 'is not a web address. Begin it with https://.'))),
  note: v.optional(text),
});

export const sources = v.record(v.string(), source);
export const glossary = v.array(v.strictObject({ id: slug, term: text, definition: text }));

export type Source = v.InferOutput<typeof source>;
export type Sources = v.InferOutput<typeof sources>;
export type Term = v.InferOutput<typeof glossary>[number];
