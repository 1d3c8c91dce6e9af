/** Writes the pages into dist/, beside the client's files and after the client build: `node build/site/pages.js [content folder] [dist folder]`. Stops at any problem in the content. */
import { argv, exit } from 'node:process';
import { readAssets } from './assets';
import { openSite } from './open';
import { CONTENT, DIST } from './paths';
import { stopAtProblems } from './report';
import { writeSite } from './write';

const site = await openSite(argv[2] ?? CONTENT);
if (stopAtProblems(site)) exit(1);
const dist = argv[3] ?? DIST;
console.log(`${writeSite(site, readAssets(dist), dist)} pages in ${dist}/`);
