import { h, render } from 'preact';
import { Commit, type CommitProps } from '../features/myths/Commit';
import { propsOf, rootOf } from './parts';

/** Asks for an answer before one is shown. Without this the answer folds open. */
export function wakeMyth(island: HTMLElement): void {
  const answer = island.querySelector<HTMLDetailsElement>('[data-answer]');
  if (!answer) return;
  answer.hidden = true;
  const reveal = () => {
    answer.hidden = false;
    answer.open = true;
  };
  render(
    h(Commit, { ...propsOf<Pick<CommitProps, 'id' | 'verdict'>>(island), onCommit: reveal }),
    rootOf(island),
  );
}
