/** A core made by hand: it has every export, answers hash and self-check as told, and traps in wk_plan. */
import { registry } from './support';

const I32 = 0x7f;
const F64 = 0x7c;
const PARAMS: Record<string, number[]> = {
  wk_model_count: [],
  wk_model_at: [I32],
  wk_registry_hash: [],
  wk_self_check: [],
  wk_plan: [I32, I32, I32, I32, F64, I32, I32],
  wk_run: [I32, I32, I32, I32, F64, I32, I32, I32, I32],
  wk_parse_number: [I32, I32, I32, I32],
  wk_scan_table: [I32, I32, I32, I32, I32, I32, I32],
  wk_read_table: [I32, I32, I32, I32, I32, I32, I32, I32],
};

/** A signed LEB128 number of 32 bits. */
function leb(value: number): number[] {
  const bytes: number[] = [];
  for (let left = value | 0; ; left >>= 7) {
    const byte = left & 0x7f;
    const isLast = (left >> 7 === 0 && (byte & 0x40) === 0) || (left >> 7 === -1 && (byte & 0x40) !== 0);
    bytes.push(isLast ? byte : byte | 0x80);
    if (isLast) return bytes;
  }
}

/** Counts here stay below 128 items, and sections below 16,384 bytes: an unsigned LEB128 of two bytes. */
function section(id: number, content: number[]): number[] {
  return [id, (content.length & 0x7f) | 0x80, content.length >> 7, ...content];
}

function exported(name: string, kind: number, index: number): number[] {
  return [name.length, ...new TextEncoder().encode(name), kind, index];
}

export function tinyCore({ hash = registry.hash, selfCheck = 1 } = {}): Uint8Array<ArrayBuffer> {
  const names = Object.keys(PARAMS);
  const types = names.flatMap((name) => [0x60, PARAMS[name]?.length ?? 0, ...(PARAMS[name] ?? []), 1, I32]);
  const body = (name: string) => {
    if (name === 'wk_plan') return [0x00, 0x00, 0x0b];
    const answer = name === 'wk_registry_hash' ? hash : name === 'wk_self_check' ? selfCheck : 0;
    return [0x00, 0x41, ...leb(answer), 0x0b];
  };
  const bodies = names.map(body).flatMap((code) => [code.length, ...code]);
  const exports = [
    ...exported('memory', 2, 0),
    ...exported('__heap_base', 3, 0),
    ...names.flatMap((name, i) => exported(name, 0, i)),
  ];
  return Uint8Array.from([
    ...[0x00, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
    ...section(1, [names.length, ...types]),
    ...section(3, [names.length, ...names.map((_, i) => i)]),
    ...section(5, [1, 0x00, 1]),
    ...section(6, [1, I32, 0x00, 0x41, ...leb(1024), 0x0b]),
    ...section(7, [names.length + 2, ...exports]),
    ...section(10, [names.length, ...bodies]),
  ]);
}
