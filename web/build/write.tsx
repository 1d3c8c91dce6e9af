/** The site map: which pages there are, and where they stand. */
import { createHash } from 'node:crypto';
import type { Assets } from './assets';
import { definitions } from './content/glossary';
import type { Site } from './content/site';
import { homeProps } from './home';
import { writePage } from './html-file';
import { FormulasPage, GlossaryPage } from './pages/Reference';
import { HomePage } from './pages/HomePage';
import { LabPage } from './pages/LabPage';
import { LabsPage, QuestionsPage } from './pages/Lists';
import { MythsPage } from './pages/MythsPage';
import { NotFound } from './pages/NotFound';
import { QuestionPage } from './pages/QuestionPage';
import type { PageContext } from './pages/Shell';

/** Writes all pages; returns how many. */
export function writeSite(site: Site, assets: Assets, dist: string): number {
  const version = versionOf(site, assets);
  const context = (depth: number): PageContext => ({ root: '../'.repeat(depth), assets, version });
  const { library, labs, questions, myths, glossary } = site;
  const labOf = new Map(labs.map((lab) => [lab.model.id, lab]));
  const terms = (only: string[]) => definitions(library, '../../', only);
  let count = 0;
  const write = (path: string, page: Parameters<typeof writePage>[2]) => {
    writePage(dist, path, page);
    count++;
  };

  write('index.html', <HomePage {...context(0)} home={homeProps(site)} />);
  write('404.html', <NotFound />);
  write('labs/index.html', <LabsPage {...context(1)} labs={labs} />);
  write('questions/index.html', <QuestionsPage {...context(1)} questions={questions} />);
  write('myths/index.html', <MythsPage {...context(1)} myths={myths} />);
  write('glossary/index.html', <GlossaryPage {...context(1)} glossary={glossary} />);
  write('formulas/index.html', <FormulasPage {...context(1)} labs={labs} />);
  for (const lab of labs) {
    const using = questions
      .filter(({ front }) => front.labs.includes(lab.model.id))
      .map(({ front }) => front);
    write(
      `labs/${lab.model.id}/index.html`,
      <LabPage {...context(2)} lab={lab} terms={terms(lab.terms)} questions={using} />,
    );
  }
  for (const question of questions) {
    const lab = labOf.get(question.labs[0]?.id ?? '');
    write(
      `questions/${question.front.id}/index.html`,
      <QuestionPage {...context(2)} question={question} lab={lab} terms={terms(question.terms)} />,
    );
  }
  return count;
}

/** Eight digits that change when the core, the client or the content does. */
function versionOf(site: Site, assets: Assets): string {
  const { labs, questions, myths, glossary, library } = site;
  const content = JSON.stringify([library.models.registry.hash, labs, questions, myths, glossary]);
  return createHash('sha256').update(assets.hash).update(content).digest('hex').slice(0, 8);
}
