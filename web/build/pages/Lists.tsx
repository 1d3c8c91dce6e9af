/** The two pages that list where one can go. */
import type { Lab } from '../content/lab';
import type { Question } from '../content/question';
import { Shell, type PageContext } from './Shell';

export function LabsPage({ labs, ...context }: PageContext & { labs: Lab[] }) {
  return (
    <Shell
      {...context}
      title="Labs · Workings"
      description="Every model as a lab: turn its inputs and watch what follows."
      section="labs"
      kind="page"
    >
      <h1>Labs</h1>
      <ul class="card-list">
        {labs.map(({ model, front }) => (
          <li key={model.id}>
            <a class="card-list__title" href={`${model.id}/`}>
              {front.title}
            </a>
            <p>{model.summary}</p>
          </li>
        ))}
      </ul>
    </Shell>
  );
}

export function QuestionsPage({ questions, ...context }: PageContext & { questions: Question[] }) {
  return (
    <Shell
      {...context}
      title="Questions · Workings"
      description="Interview questions with answers whose numbers are computed as you read."
      section="questions"
      kind="page"
    >
      <h1>Questions</h1>
      <ul class="card-list">
        {questions.map(({ front }) => (
          <li key={front.id}>
            <a class="card-list__title" href={`${front.id}/`}>
              {front.title}
            </a>
            <p>{front.asked_as}</p>
            <p class="card-list__meta">
              {front.level} · difficulty {front.difficulty} of 5 · {front.minutes} min ·{' '}
              {front.topic.join(', ')}
            </p>
          </li>
        ))}
      </ul>
    </Shell>
  );
}
