/** Checks that a figure's specification names only what its model takes and gives. */
import type { Model } from '../../src/core/types';
import type { FigureSpec, Sentence } from '../../src/lib/figure/spec';
import { isBindingFormat, splitBindings } from '../../src/lib/sentence';
import type { At } from '../runs';
import type { Path } from '../source';

/** Keys of a mark that hold words, not sources. */
const WORDS = new Set(['type', 'role', 'label']);

/** `path`: where the figure stands in the note. */
export function checkFigure(figure: FigureSpec, model: Model, at: At, path: Path = ['figure']): void {
  const inputs = model.params.map(({ id }) => `in.${id}`);
  const single = [...model.scalars.map(({ id }) => id), ...inputs];
  const any = new Set([...single, ...model.series.map(({ id }) => id)]);
  const grids = new Set(model.grids.map(({ id }) => id));
  const known = new Set(single);
  figure.marks.forEach((mark, index) => {
    const here = [...path, 'marks', index];
    for (const [key, source] of Object.entries(mark)) {
      if (WORDS.has(key)) continue;
      if (key === 'grid' && !grids.has(source))
        at([...here, key], `${model.id} has no grid "${source}". It has ${[...grids].join(', ') || 'none'}.`);
      if (key !== 'grid' && !any.has(source))
        at([...here, key], `${model.id} has no "${source}". Write one of its outputs, or in.<input>.`);
    }
    if (mark.type === 'contour' && (figure.x.scale === 'log' || figure.y.scale === 'log'))
      at(here, 'a contour needs linear axes. Take "scale: log" out.');
    if (mark.type === 'band' && !model.random)
      at(here, `${model.id} uses no random numbers, so a band over seeds is empty. Take it out.`);
  });
  checkSentence(figure.title, known, [...path, 'title'], at);
  checkSentence(figure.summary, known, [...path, 'summary'], at);
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
