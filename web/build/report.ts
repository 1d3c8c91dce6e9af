import type { Site } from './content/site';

/** Prints all problems of the content; true when there are any. */
export function stopAtProblems({ library: { problems } }: Site): boolean {
  const count = problems.list.length;
  if (count === 0) return false;
  console.error(problems.report());
  console.error(`${count} ${count === 1 ? 'problem' : 'problems'} in the content.`);
  return true;
}
