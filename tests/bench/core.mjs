/**
 * The core in WASM against the same C built with gcc -O3, in one run, interleaved; and quantiles against sorting a typed
 * array in JavaScript. Prints medians and ratios; nothing here decides a test.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { performance } from 'node:perf_hooks';

const ROWS = 1_000_000;
const REPEATS = 7;
const { exports: wasm } = new WebAssembly.Instance(
  new WebAssembly.Module(readFileSync('build/workings.wasm')),
);
const registry = JSON.parse(readFileSync('build/registry.json', 'utf8'));
const model = (id) => registry.models.find((each) => each.id === id);

const base = (wasm.__heap_base.value + 15) & ~15;
const at = {
  params: base,
  plan: base + 512,
  error: base + 1024,
  shape: base + 1088,
  where: base + 1216,
  names: base + 1232,
};
const free = base + 1280;
const room = free + 64 * ROWS + 64 * 1024 * 1024 - wasm.memory.buffer.byteLength;
if (room > 0) wasm.memory.grow(Math.ceil(room / 65536));
const doubles = (from, count) => new Float64Array(wasm.memory.buffer, from, count);
const words = (from, count) => new Uint32Array(wasm.memory.buffer, from, count);
const median = (times) => times.sort((a, b) => a - b)[times.length >> 1];

function timed(work) {
  return median(
    Array.from({ length: REPEATS }, () => {
      const start = performance.now();
      work();
      return performance.now() - start;
    }),
  );
}

function runner(id, changes, table, runs) {
  const { index, params } = model(id);
  const pointer = wasm.wk_model_at(index);
  doubles(at.params, params.length).set(params.map((param) => changes[param.id] ?? param.default));
  const rows = table ? table.length : 0;
  const block = free + 8 * rows;
  if (table) doubles(free, rows).set(table);
  return () => {
    for (let run = 0; run < runs; run++) {
      if (wasm.wk_plan(pointer, at.params, free, rows, 1, at.plan, at.error))
        throw new Error(`${id} was refused`);
      const total = words(at.plan + registry.abi.plan.total, 1)[0];
      if (wasm.wk_run(pointer, at.params, free, rows, 1, at.plan, block, total, at.error))
        throw new Error(`${id} failed`);
    }
  };
}

const values = Float64Array.from({ length: ROWS }, (_, i) => Math.sin(i * 12.9898) * 43758.5453);
const text = new TextEncoder().encode(
  Array.from({ length: ROWS }, (_, i) => `${(((Math.imul(i, 7919) >>> 0) % 100003) / 8).toFixed(3)}\n`).join(
    '',
  ),
);

function parse() {
  const out = (free + text.length + 15) & ~15;
  new Uint8Array(wasm.memory.buffer).set(text, free);
  new Uint8Array(wasm.memory.buffer).set(new TextEncoder().encode('value\0'), at.names);
  if (wasm.wk_scan_table(free, text.length, at.names, 1, 0, at.shape, at.where))
    throw new Error('not scanned');
  if (wasm.wk_read_table(free, text.length, 1, at.shape, out, 0, 0, 0)) throw new Error('bad cells');
}

const native = Object.fromEntries(
  execFileSync('build/bench/core')
    .toString()
    .trim()
    .split('\n')
    .map((line) => line.split(' '))
    .map(([name, ms]) => [name, Number(ms)]),
);
const inWasm = {
  iqr: timed(runner('iqr', {}, values, 1)),
  iqr_adjusted: timed(runner('iqr', { rule: 1 }, values, 1)),
  kv_cache: timed(runner('kv_cache', {}, null, 100000)),
  parse_table: timed(parse),
};

console.log(`Core, ${ROWS.toLocaleString('en')} rows, median of ${REPEATS}: WASM against gcc -O3`);
const ratios = Object.entries(inWasm).map(([name, ms]) => {
  console.log(
    `  ${name.padEnd(16)} wasm ${ms.toFixed(1).padStart(7)} ms   native ${native[name].toFixed(1).padStart(7)} ms   ratio ${(ms / native[name]).toFixed(2)}`,
  );
  return ms / native[name];
});
const mean = Math.exp(ratios.reduce((sum, ratio) => sum + Math.log(ratio), 0) / ratios.length);
console.log(`  geometric mean   ${mean.toFixed(2)} (budget 1.25)`);

const sorting = timed(() => Float64Array.from(values).sort());
console.log(
  `Sorting ${ROWS.toLocaleString('en')} doubles in JavaScript for quartiles: ${sorting.toFixed(1)} ms; the whole iqr run in WASM: ${inWasm.iqr.toFixed(1)} ms; ratio ${(sorting / inWasm.iqr).toFixed(1)}`,
);
