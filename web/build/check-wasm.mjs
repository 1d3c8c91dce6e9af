/** The WASM must import nothing: a page then needs none of the compiler's JavaScript, and nothing can be missing. */
import { readFileSync } from 'node:fs';

const file = process.argv[2] ?? 'build/workings.wasm';
const imports = WebAssembly.Module.imports(new WebAssembly.Module(readFileSync(file)));
if (imports.length > 0) {
  console.error(
    `${file} imports ${imports.map(({ module, name }) => `${module}.${name}`).join(', ')}; it must import nothing`,
  );
  process.exit(1);
}
console.log(`${file}: no imports`);
