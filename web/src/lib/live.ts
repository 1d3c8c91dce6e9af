/** What the build and the binder of a page (features/live) agree on. */
import type { Params } from '../core/types';
import { formatValue, toText } from './format';
import { bindingText, type Binding, type Lookup } from './sentence';

export interface LiveRun {
  name: string;
  /** Inputs that the run sets itself; all others are the lab's. */
  own: Params;
}

/** Which runs of the text follow the lab beside it. */
export interface LiveData {
  /** The model whose lab stands beside the text. */
  model: string;
  runs: LiveRun[];
}

/**
 * The text of a bound number: with its unit in prose, and bare in a formula, unless the format names the unit (`GiB 2`).
 * `element` is the local name of the element that holds it.
 */
export function boundText(element: string, binding: Binding, lookup: Lookup): string {
  const looked = element === 'mn' ? lookup(binding.source) : undefined;
  if (!looked) return bindingText(binding, lookup);
  const formatted = formatValue(looked.value, looked, binding.format);
  return formatted.unit === looked.unit ? formatted.text : toText(formatted);
}
