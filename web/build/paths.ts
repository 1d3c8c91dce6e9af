/** Where things stand. All paths start at the project root, which is where every build command runs. */
export const CONTENT = 'content';
export const REGISTRY = 'build/registry';
export const WASM = 'build/workings.wasm';
export const DIST = 'dist';
/** Within dist/. */
export const MANIFEST = '.vite/manifest.json';

/** The client entry as the manifest names it (relative to Vite's root, web/). */
export const ENTRY = 'src/main.ts';

/** "Suggest a fix" opens a content file here. Change it in a fork. */
export const REPOSITORY_FILES = 'https://github.com/example/workings/blob/main/';
