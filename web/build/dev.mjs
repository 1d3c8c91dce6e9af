/** Serves dist/, and builds again when a source changes: `node web/build/dev.mjs [port]`. Reload the page to see it. */
import { spawn } from 'node:child_process';
import { watch } from 'node:fs';
import { serve } from './serve.mjs';

/** Editors write a file in several steps. */
const QUIET_MS = 150;

let building = false;
let again = false;
let timer;

function build() {
  if (building) {
    again = true;
    return;
  }
  building = true;
  // Make knows what has to be built again; a failed build leaves the last pages standing.
  spawn('make', ['--no-print-directory', 'build'], { stdio: 'inherit' }).on('exit', (code) => {
    building = false;
    console.log(code === 0 ? 'built' : 'not built: see above');
    if (again) build();
    again = false;
  });
}

for (const folder of ['wasm', 'web', 'content'])
  watch(folder, { recursive: true }, () => {
    clearTimeout(timer);
    timer = setTimeout(build, QUIET_MS);
  });
build();
const { address } = await serve('dist', { port: Number(process.argv[2] ?? 8080) });
console.log(address);
