import { Lab as LabView } from '../../src/features/lab/Lab';
import type { LiveData } from '../../src/lib/live';
import type { Definition } from '../content/glossary';
import type { Lab } from '../content/lab';
import type { Question } from '../content/question';
import { scriptJson } from '../html';
import { besideProps } from '../labprops';
import { Island } from './Island';
import { Margin } from './Margin';
import { Opening, Rest } from './QuestionText';
import { Shell, type PageContext } from './Shell';

export interface QuestionPageProps extends PageContext {
  question: Question;
  /** The lab that stands beside the text and drives it. */
  lab?: Lab;
  terms: Definition[];
}

/** With a lab: text on the left, lab on the right; on narrow screens the lab comes just before the worked example. */
export function QuestionPage({ question, lab, terms, ...context }: QuestionPageProps) {
  const { front, sources, file } = question;
  const { root } = context;
  const margin = <Margin root={root} sources={sources} terms={terms} checked={front.checked} file={file} />;
  return (
    <Shell
      {...context}
      title={`${front.title} · Workings`}
      description={front.asked_as}
      section="questions"
      island={lab && 'lab'}
      kind={lab ? 'page page--wide' : 'page'}
    >
      <header class="page-head">
        <p class="page-kind">
          Question · {front.level} · difficulty {front.difficulty} of 5 · {front.minutes} min
        </p>
        <h1>{front.title}</h1>
        <p class="lede">“{front.asked_as}”</p>
      </header>
      {lab ? (
        <article class="with-lab">
          <Opening html={question.html} />
          <Beside question={question} lab={lab} root={root} />
          <div>
            <Rest question={question} root={root} />
            {margin}
          </div>
        </article>
      ) : (
        <div class="with-margin">
          <article>
            <Opening html={question.html} />
            <Rest question={question} root={root} />
          </article>
          {margin}
        </div>
      )}
    </Shell>
  );
}

/** The lab, started at the first run of the text that follows it, and what the binder needs to know. */
function Beside({ question, lab, root }: { question: Question; lab: Lab; root: string }) {
  const followers = question.runs.filter((run) => run.follows && run.model.id === lab.model.id);
  const props = besideProps(lab, root, followers[0]);
  const live: LiveData = { model: lab.model.id, runs: followers.map(({ name, own }) => ({ name, own })) };
  return (
    <div class="lab-aside">
      <Island name="lab" props={props}>
        <LabView {...props} />
      </Island>
      <script type="application/json" data-live dangerouslySetInnerHTML={{ __html: scriptJson(live) }} />
    </div>
  );
}
