/** The C core as an object: plain values in, plain values out, no pointer leaves this file's neighbours. */
import { Arena } from './arena';
import { readBlock, type RunPlace } from './block';
import { CoreError } from './errors';
import { checkedExports, type CoreExports } from './exports';
import { compileError } from './load';
import { REASON } from './reasons';
import { paramById, type ParsedNumber } from './registry';
import { readTable, type Comma, type ReadTable } from './readtable';
import { refusalAt } from './refusal';
import type { Column, Model, Params, Refusal, Registry, Result, Table } from './types';

export { isRefusal } from './refusal';
export type { BadCell, Comma, ReadTable, TableShape } from './readtable';

export interface RunInput {
  table?: Table;
  /** Whole, 0 to 2^53 - 1; 1 when absent. */
  seed?: number;
  /** In elementary operations, about a nanosecond each; a run that plans more is refused. */
  workLimit?: number;
}

/**
 * One instance of the core. A trap leaves it unusable (`CoreError` of kind `trap`): throw it away. Its memory grows
 * with the largest call and never shrinks.
 */
export class Core {
  private readonly arena: Arena;

  private constructor(
    private readonly wasm: CoreExports,
    private readonly registry: Registry,
  ) {
    this.arena = new Arena(wasm.memory, Number(wasm.__heap_base.value));
  }

  /** Instantiates and checks a core. Throws a CoreError of kind `instantiate`, `hash` or `selfcheck`. */
  static async create(source: BufferSource | WebAssembly.Module, registry: Registry): Promise<Core> {
    const wasm = checkedExports(await instantiate(source));
    if (wasm.wk_registry_hash() >>> 0 !== registry.hash >>> 0) {
      throw new CoreError(
        'hash',
        'The computing core belongs to another version of this site. Please reload.',
      );
    }
    if (wasm.wk_self_check() !== 1) {
      throw new CoreError(
        'selfcheck',
        'The computing core gives wrong answers on this machine; it is not used.',
      );
    }
    return new Core(wasm, registry);
  }

  /** Bytes of WASM memory now in use by this instance. */
  get memoryBytes(): number {
    return this.arena.byteLength;
  }

  /**
   * Runs a model, `index` being its position in the registry. Absent parameters take their defaults; a table's absent
   * columns are all missing. The result holds copies.
   */
  run(index: number, model: Model, params: Params, input: RunInput = {}): Result | Refusal {
    const unknown = Object.keys(params).find((id) => !paramById(model, id));
    if (unknown !== undefined) return { status: 'argument', reason: REASON.unknownParam, text: unknown };
    return this.guarded(() => this.planAndRun(index, model, params, input));
  }

  /** Reads one number as people type it (rules: docs/numerics.md). */
  parseNumber(text: string, comma: Comma = 'auto'): ParsedNumber {
    return this.guarded(() => {
      const bytes = new TextEncoder().encode(text);
      const at = this.arena.take(bytes.length);
      const value = this.arena.take(8);
      this.arena.bytes(at, bytes.length).set(bytes);
      const reason = this.wasm.wk_parse_number(at, bytes.length, this.registry.abi.comma[comma] ?? 0, value);
      return reason === REASON.none ? { value: this.arena.f64(value) } : { reason };
    });
  }

  /** Reads a text (or its UTF-8 bytes) as a table for these columns. Bad cells are listed, and NaN in the table. */
  readTable(text: string | Uint8Array, columns: Column[], comma: Comma = 'auto'): ReadTable | Refusal {
    if (columns.length === 0) return { status: 'cell', reason: REASON.noTableTaken };
    return this.guarded(() => readTable(this.wasm, this.arena, this.registry.abi, text, columns, comma));
  }

  private planAndRun(index: number, model: Model, params: Params, input: RunInput): Result | Refusal {
    const { wasm, arena } = this;
    const { plan: layout, error: errorLayout } = this.registry.abi;
    const { table, seed = 1, workLimit = Infinity } = input;
    const rows = table?.rows ?? 0;
    const values = model.params.map((param) => params[param.id] ?? param.default);
    const at = {
      params: arena.take(8 * values.length),
      table: arena.take(8 * rows * model.columns.length),
      plan: arena.take(layout.size ?? 0),
      error: arena.take(errorLayout.size ?? 0),
    };
    arena.doubles(at.params, values.length).set(values);
    if (table) this.placeTable(at.table, model, table);

    const pointer = wasm.wk_model_at(index);
    const refused = (status: number) => refusalAt(arena, this.registry.abi, at.error, status, model, seed);
    const planned = wasm.wk_plan(pointer, at.params, at.table, rows, seed, at.plan, at.error);
    if (planned !== 0) return refused(planned);
    if (arena.f64(at.plan + (layout.work ?? 0)) > workLimit) {
      return {
        status: 'budget',
        reason: REASON.tooMuchWork,
        text: 'it needs a worker, which is not allowed here',
      };
    }
    const total = arena.u32(at.plan + (layout.total ?? 0));
    const block = arena.take(8 * total);
    const ran = wasm.wk_run(pointer, at.params, at.table, rows, seed, at.plan, block, total, at.error);
    if (ran !== 0) return refused(ran);
    const place: RunPlace = { arena, layout, plan: at.plan, block };
    const used = Object.fromEntries(model.params.map((param, i) => [param.id, values[i] ?? param.default]));
    return { model: model.id, rev: model.rev, seed, params: used, rows, ...readBlock(place, model) };
  }

  private placeTable(at: number, model: Model, table: Table): void {
    model.columns.forEach((column, i) => {
      const to = this.arena.doubles(at + 8 * i * table.rows, table.rows);
      const from = table.columns[column.id];
      if (from) to.set(from);
      else to.fill(NaN);
    });
  }

  /** Gives each call the whole arena, and turns what WASM throws into a CoreError. */
  private guarded<T>(call: () => T): T {
    this.arena.reset();
    try {
      return call();
    } catch (error) {
      // A stack overflow surfaces as a RangeError, every other trap as a RuntimeError.
      if (error instanceof WebAssembly.RuntimeError || error instanceof RangeError) {
        throw new CoreError('trap', `The computing core stopped (${error.message}).`);
      }
      throw error;
    }
  }
}

async function instantiate(source: BufferSource | WebAssembly.Module): Promise<WebAssembly.Instance> {
  try {
    const made: WebAssembly.Instance | WebAssembly.WebAssemblyInstantiatedSource =
      await WebAssembly.instantiate(source as BufferSource, {});
    return made instanceof WebAssembly.Instance ? made : made.instance;
  } catch (error) {
    throw compileError(error);
  }
}
