/** Reads a pasted or loaded text as columns, with the core's own parser. */
import type { Arena } from './arena';
import type { CoreExports } from './exports';
import { REASON } from './reasons';
import type { Column, Refusal, Registry, Table } from './types';

/** What a comma means; `auto` refuses where the text alone does not decide (reason comma_unclear). */
export type Comma = 'auto' | 'decimal' | 'thousands' | 'separator';

/** A cell that could not be taken: 0-based data row, column id, its text as it stood. */
export interface BadCell {
  row: number;
  column: string;
  text: string;
  reason: number;
}

/** How a text turned out to be laid out. */
export interface TableShape {
  separator: string;
  comma: Comma;
  hasHeader: boolean;
  /** No header cell named a column: numeric cells were taken in order. */
  byPosition: boolean;
  /** Ids of the columns that the text has; the others are all missing. */
  columns: string[];
}

export interface ReadTable {
  table: Table;
  /** One a row, empty where a row has none; null when no cell names rows. */
  names: string[] | null;
  shape: TableShape;
  /** The first 20, in reading order. */
  bad: BadCell[];
  badTotal: number;
}

const BAD_SHOWN = 20;

type Abi = Registry['abi'];

/** One read: the text and the shape stand in the arena, which the caller has emptied. */
export function readTable(
  wasm: CoreExports,
  arena: Arena,
  abi: Abi,
  text: string | Uint8Array,
  columns: Column[],
  comma: Comma,
): ReadTable | Refusal {
  const encoder = new TextEncoder();
  const bytes = typeof text === 'string' ? encoder.encode(text) : text;
  const ids = encoder.encode(columns.map(({ id }) => `${id}\0`).join(''));
  const at = {
    text: arena.take(bytes.length),
    ids: arena.take(ids.length),
    shape: arena.take(abi.shape.size ?? 0),
    where: arena.take(abi.span.size ?? 0),
  };
  arena.bytes(at.text, bytes.length).set(bytes);
  arena.bytes(at.ids, ids.length).set(ids);
  const piece = (byte: number, length: number) =>
    new TextDecoder().decode(arena.bytes(at.text + byte, length));

  const wanted = abi.comma[comma] ?? 0;
  const reason = wasm.wk_scan_table(
    at.text,
    bytes.length,
    at.ids,
    columns.length,
    wanted,
    at.shape,
    at.where,
  );
  if (reason !== REASON.none) {
    return { status: 'cell', reason, column: columns[0]?.id, text: piece(...spanAt(arena, abi, at.where)) };
  }

  const shape = (name: string) => arena.u32(at.shape + (abi.shape[name] ?? 0));
  const rows = shape('rows');
  const isNamed = arena.i32(at.shape + (abi.shape.name_cell ?? 0)) >= 0;
  const cells = arena.take(8 * rows * columns.length);
  const spanSize = abi.span.size ?? 0;
  const names = isNamed ? arena.take(spanSize * rows) : 0;
  const badSize = abi.bad_cell.size ?? 0;
  const bad = arena.take(badSize * BAD_SHOWN);
  const length = bytes.length;
  const badTotal =
    wasm.wk_read_table(at.text, length, columns.length, at.shape, cells, names, bad, BAD_SHOWN) >>> 0;

  const badCell = (i: number): BadCell => {
    const field = (name: string) => arena.u32(bad + badSize * i + (abi.bad_cell[name] ?? 0));
    const column = columns[field('column')]?.id ?? '';
    return {
      row: field('row'),
      column,
      text: piece(field('byte'), field('length')),
      reason: field('reason'),
    };
  };
  return {
    table: { rows, columns: copyColumns(arena, cells, rows, columns) },
    names: isNamed
      ? Array.from({ length: rows }, (_, i) => piece(...spanAt(arena, abi, names + spanSize * i)))
      : null,
    shape: shapeAt(arena, abi, at.shape, columns),
    bad: Array.from({ length: Math.min(badTotal, BAD_SHOWN) }, (_, i) => badCell(i)),
    badTotal,
  };
}

function copyColumns(arena: Arena, at: number, rows: number, columns: Column[]): Table['columns'] {
  return Object.fromEntries(columns.map(({ id }, i) => [id, arena.doubles(at + 8 * i * rows, rows).slice()]));
}

function spanAt(arena: Arena, abi: Abi, at: number): [byte: number, length: number] {
  return [arena.u32(at + (abi.span.byte ?? 0)), arena.u32(at + (abi.span.length ?? 0))];
}

function shapeAt(arena: Arena, abi: Abi, at: number, columns: Column[]): TableShape {
  const field = (name: string) => arena.u32(at + (abi.shape[name] ?? 0));
  const comma = field('comma');
  // Values that flow into one column in reading order (cells 0) feed it without standing in a cell of a row.
  const flows = field('cells') === 0;
  const feeds = (i: number) => flows || arena.i32(at + (abi.shape.cell_of ?? 0) + 4 * i) >= 0;
  return {
    separator: String.fromCharCode(field('separator')),
    comma: (Object.keys(abi.comma) as Comma[]).find((name) => abi.comma[name] === comma) ?? 'auto',
    hasHeader: field('has_header') !== 0,
    byPosition: field('by_position') !== 0,
    columns: columns.filter((_, i) => feeds(i)).map(({ id }) => id),
  };
}
