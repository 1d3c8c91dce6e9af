/** Schema checks whose messages name the file, the line, what is wrong and what to write. */
import * as v from 'valibot';
import type { Problems } from './problems';
import type { Path, Yaml } from './source';

/** Parses YAML by a schema. On failure every issue becomes a problem and null is returned. */
export function validate<S extends v.GenericSchema>(
  schema: S,
  yaml: Yaml,
  problems: Problems,
): v.InferOutput<S> | null {
  if (yaml.data === null || yaml.data === undefined) return null;
  const result = v.safeParse(schema, yaml.data);
  if (result.success) return result.output;
  for (const issue of result.issues) {
    const path = (issue.path ?? []).map((item) => item.key as string | number);
    problems.add(yaml.file, yaml.lineOf(path), sentence(issue, path));
  }
  return null;
}

function sentence(issue: v.BaseIssue<unknown>, path: Path): string {
  const name = path.join('.') || 'the file';
  if (issue.kind === 'schema' && issue.received === 'undefined') return `${name} is missing. Add it.`;
  if (issue.type === 'strict_object' && issue.expected === 'never')
    return `${name} is not a key of this kind of file. Check its spelling or remove it.`;
  // valibot's own messages read "Invalid type: Expected number but received "x"".
  const own = /^Invalid \w+: Expected (.*) but received (.*)$/.exec(issue.message);
  return own ? `${name} is ${own[2]}, but ${own[1]} is wanted. Correct it.` : `${name} ${issue.message}`;
}
