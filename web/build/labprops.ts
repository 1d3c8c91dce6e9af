/** The props of a lab island. */
import type { LabProps } from '../src/lib/content';
import type { Params, Result } from '../src/core/types';
import { resultJson } from './compute';
import type { Lab } from './content/lab';

/** A lab that is its page. */
export function labProps({ model, note, initial }: Lab): LabProps {
  return { model, note, initial: resultJson(initial), place: 'page', labHref: '' };
}

/** A lab beside a text: it starts at the text's inputs. */
export function besideProps(
  lab: Lab,
  root: string,
  start?: { own: Params; table?: string; result: Result },
): LabProps {
  const { model, note, initial } = lab;
  return {
    model,
    note,
    initial: resultJson(start?.result ?? initial),
    place: 'beside',
    params: start?.own,
    table: start?.table ?? note.table,
    labHref: `${root}labs/${model.id}/`,
  };
}
