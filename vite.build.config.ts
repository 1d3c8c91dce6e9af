/** Bundles the scripts that write the pages, for Node: build/site/*.js. */
import { defineConfig } from 'vite';

export default defineConfig({
  root: 'web',
  // JSX of the page templates, rendered to text by preact-render-to-string.
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  build: {
    ssr: true,
    outDir: '../build/site',
    emptyOutDir: true,
    target: 'node20',
    minify: false,
    rollupOptions: {
      input: { pages: 'build/pages.ts', check: 'build/check.ts' },
      output: { entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' },
    },
  },
});
