/** TeX to MathML. Anything that could hang or overflow is an error with a sentence instead. */
import temml from 'temml';

const MAX_LENGTH = 4000;
const MAX_DEPTH = 60;

/** MathML, or what is wrong with the TeX. */
export type Rendered = { html: string } | { wrong: string };

/**
 * Renders TeX. `bound` holds, by index, the HTML of numbers that stand in the TeX as `\data{bind=INDEX}{\text{x}}`
 * (see `placeholder`); they become `<mn>` elements with the attributes that the binder looks for.
 */
export function renderMath(tex: string, display: boolean, bound: string[] = []): Rendered {
  if (tex.length > MAX_LENGTH)
    return { wrong: `the formula is longer than ${MAX_LENGTH} characters. Split it.` };
  if (depth(tex) > MAX_DEPTH)
    return { wrong: `the formula nests deeper than ${MAX_DEPTH} braces. Simplify it.` };
  try {
    const html = temml.renderToString(tex, {
      displayMode: display,
      throwOnError: true,
      maxExpand: 200,
      maxSize: [20, 20],
      trust: (context: { command?: string }) => context.command === '\\data',
    });
    return { html: html.replace(PLACEHOLDER, (_, index: string) => bound[Number(index)] ?? '') };
  } catch (error) {
    // Temml's message ends in a picture of the source made with combining characters.
    const message =
      error instanceof Error
        ? error.message.trim().replace(/(:?\s*\n| at position)[\s\S]*/, '')
        : String(error);
    return { wrong: `TeX error: ${message.replace(/\.$/, '')}. Correct the formula.` };
  }
}

/** Stands for bound number INDEX in TeX. */
export const placeholder = (index: number): string => `\\data{bind=${index}}{\\text{x}}`;

const PLACEHOLDER = /<mtext[^>]* data-bind="(\d+)"[^>]*>x<\/mtext>/g;

function depth(tex: string): number {
  let open = 0;
  let deepest = 0;
  for (const character of tex) {
    if (character === '{') deepest = Math.max(deepest, ++open);
    else if (character === '}') open--;
  }
  return deepest;
}
