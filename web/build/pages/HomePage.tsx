import { Home, type HomeProps } from '../../src/features/home/Home';
import { Island } from './Island';
import { Shell, type PageContext } from './Shell';

/** The first screen: a live figure with one control, the sentence it proves, and two ways in. */
export function HomePage({ home, ...context }: PageContext & { home: HomeProps | null }) {
  return (
    <Shell
      {...context}
      title="Workings"
      description="Practise machine-learning interview questions. Every number in an answer is computed as you read, by one C core."
      island="home"
      kind="page page--home"
    >
      <div class="home">
        <div>
          <h1>Answers you can push until they break</h1>
          <p class="lede">
            Interview questions on machine learning, with every number computed beside the claim it supports.
          </p>
          <p class="button-row">
            <a class="button button--primary" href="questions/">
              Practise questions
            </a>
            <a class="button" href="labs/">
              Explore labs
            </a>
          </p>
        </div>
        {home && (
          <Island name="home" props={home}>
            <Home {...home} />
          </Island>
        )}
      </div>
    </Shell>
  );
}
