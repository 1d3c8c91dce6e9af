/** Reads a wk_error out of memory as ids. */
import type { Arena } from './arena';
import { REASON } from './reasons';
import type { Model, Refusal, Registry } from './types';

/** Tells the two outcomes of a run or a read apart: only refusals have a status. */
export function isRefusal(outcome: object): outcome is Refusal {
  return 'status' in outcome;
}

/** The pinned name of a status number. */
export function statusName(abi: Registry['abi'], status: number): string {
  return Object.keys(abi.status).find((name) => abi.status[name] === status) ?? String(status);
}

/** The refusal at an address, for a run of a model with a seed. */
export function refusalAt(
  arena: Arena,
  abi: Registry['abi'],
  at: number,
  status: number,
  model: Model,
  seed: number,
): Refusal {
  const field = (name: string) => arena.i32(at + (abi.error[name] ?? 0));
  const refusal: Refusal = { status: statusName(abi, status), reason: field('reason') };
  const param = model.params[field('param')];
  const other = model.params[field('other')];
  const column = model.columns[field('column')];
  if (param) refusal.param = param.id;
  if (other) refusal.other = other.id;
  if (column) refusal.column = column.id;
  if (field('row') >= 0) refusal.row = field('row');
  if (refusal.reason === REASON.badSeed) refusal.text = String(seed);
  if (refusal.reason === REASON.noTableTaken) refusal.text = model.id;
  return refusal;
}
