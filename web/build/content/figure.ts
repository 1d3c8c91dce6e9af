/** Checks that a figure's specification names only what its model takes and gives. */
import type { Model } from '../../src/core/types';
import type { FigureSpec, Sentence } from '../../src/lib/figure/spec';
import { isBindingFormat, splitBindings } from '../../src/lib/sentence';
import type { At } from '../runs';
import type { Path } from '../source';

/** Keys of a mark that hold words, not sources. */
const WORDS = new Set(['type', 'role', 'label']);

export function checkFigure(figure: FigureSpec, model: Model, at: At): void {
  const inputs = model.params.map(({ id }) => `in.${id}`);
  const single = [...model.scalars.map(({ id }) => id), ...inputs];
  const any = new Set([...single, ...model.series.map(({ id }) => id)]);
  const known = new Set(single);
  figure.marks.forEach((mark, index) => {
    for (const [key, source] of Object.entries(mark))
      if (!WORDS.has(key) && !any.has(source))
        at(
          ['figure', 'marks', index, key],
          `${model.id} has no "${source}". Write one of its outputs, or in.<input>.`,
        );
  });
  checkSentence(figure.title, known, ['figure', 'title'], at);
  checkSentence(figure.summary, known, ['figure', 'summary'], at);
}

function checkSentence(sentence: Sentence, known: Set<string>, path: Path, at: At): void {
  sentence.forEach(({ when = {}, text }, index) => {
    const unknown = (source: string) =>
      at([...path, index], `"${source}" is neither a single output nor in.<input>. Correct it.`);
    for (const source of Object.keys(when)) if (!known.has(source)) unknown(source);
    for (const piece of splitBindings(text)) {
      if (typeof piece === 'string') {
        if (piece.includes('{{'))
          at([...path, index], 'a "{{" is not a binding. Write {{output}} or {{output | format}}.');
      } else {
        if (!known.has(piece.source)) unknown(piece.source);
        if (piece.format !== undefined && !isBindingFormat(piece.format))
          at([...path, index], `format "${piece.format}" is unknown. Correct it.`);
      }
    }
  });
}
