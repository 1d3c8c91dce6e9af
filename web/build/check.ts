/** Checks all content and writes nothing: `node build/site/check.js [content folder]`. */
import { argv, exit } from 'node:process';
import { openSite } from './open';
import { CONTENT } from './paths';
import { stopAtProblems } from './report';

const site = await openSite(argv[2] ?? CONTENT);
if (stopAtProblems(site)) exit(1);
const { labs, questions, myths, glossary } = site;
console.log(
  `content: ${questions.length} questions, ${myths.length} myths, ${labs.length} lab notes, ${glossary.length} terms`,
);
