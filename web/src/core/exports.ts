/** The C functions of wk.h as WebAssembly exports them: pointers and counts are unsigned 32-bit numbers. */
import { CoreError } from './errors';

export interface CoreExports {
  memory: WebAssembly.Memory;
  __heap_base: WebAssembly.Global;
  wk_model_count(): number;
  wk_model_at(index: number): number;
  wk_registry_hash(): number;
  wk_self_check(): number;
  wk_plan(
    model: number,
    params: number,
    table: number,
    rows: number,
    seed: number,
    plan: number,
    error: number,
  ): number;
  wk_run(
    model: number,
    params: number,
    table: number,
    rows: number,
    seed: number,
    plan: number,
    block: number,
    blockSize: number,
    error: number,
  ): number;
  wk_parse_number(text: number, length: number, comma: number, value: number): number;
  wk_scan_table(
    text: number,
    length: number,
    ids: number,
    columns: number,
    comma: number,
    shape: number,
    where: number,
  ): number;
  wk_read_table(
    text: number,
    length: number,
    columns: number,
    shape: number,
    table: number,
    names: number,
    bad: number,
    badCapacity: number,
  ): number;
}

const FUNCTIONS = [
  'wk_model_count',
  'wk_model_at',
  'wk_registry_hash',
  'wk_self_check',
  'wk_plan',
  'wk_run',
  'wk_parse_number',
  'wk_scan_table',
  'wk_read_table',
];

/** Some other WebAssembly file would otherwise fail much later and far away. */
export function checkedExports(instance: WebAssembly.Instance): CoreExports {
  const exports = instance.exports;
  const complete =
    exports.memory instanceof WebAssembly.Memory &&
    exports.__heap_base instanceof WebAssembly.Global &&
    FUNCTIONS.every((name) => typeof exports[name] === 'function');
  if (!complete) throw new CoreError('instantiate', 'The computing core is not the file it should be.');
  // Static initialisers, where the compiler made any.
  if (typeof exports._initialize === 'function') exports._initialize();
  return exports as unknown as CoreExports;
}
