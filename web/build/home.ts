/** The figure of the home page: the KV-cache lab with one control of a few steps. */
import type { Model } from '../src/core/types';
import type { HomeProps } from '../src/features/home/Home';
import { resultJson } from './compute';
import type { Site } from './content/site';

const MODEL = 'kv_cache';
const PARAM = 'kv_heads';
/** The divisors of the default 32 query heads. */
const STEPS = [1, 2, 4, 8, 16, 32];
const START = 8;
const SENTENCE =
  'With {{in.kv_heads}} KV heads for {{in.heads}} query heads, one request of {{in.tokens | int}} keeps {{bytes_per_request | GiB 2}} of keys and values on the GPU, and {{requests_fit | int}} fit.';

/** Null until the model has a lab. */
export function homeProps({ labs, library }: Site): HomeProps | null {
  const lab = labs.find(({ model }) => model.id === MODEL);
  if (!lab) return null;
  const { model, note } = lab;
  const runs = STEPS.flatMap((value) => {
    const result = library.compute(model, { params: { [PARAM]: value } });
    return 'refused' in result ? [] : [resultJson(result)];
  });
  return {
    model: withoutTexts(model),
    figure: note.figure,
    param: PARAM,
    runs,
    start: STEPS.indexOf(START),
    sentence: SENTENCE,
    labHref: `labs/${MODEL}/`,
  };
}

/** The first screen is small: it shows no help and no notes. */
function withoutTexts(model: Model): Model {
  const params = model.params.map((param) => ({ ...param, help: '' }));
  const scalars = model.scalars.map((scalar) => ({ ...scalar, help: '' }));
  return { ...model, summary: '', params, scalars, notes: [] };
}
