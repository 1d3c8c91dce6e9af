/** The client: one entry that every page loads; pages are written afterwards by web/build/pages.ts. */
import preact from '@preact/preset-vite';
import { defineConfig } from 'vite';

export default defineConfig({
  root: 'web',
  // Relative, so that the site runs under any path.
  base: './',
  plugins: [preact({ devToolsEnabled: false, prefreshEnabled: false })],
  worker: { format: 'es' },
  build: {
    outDir: '../dist',
    emptyOutDir: true,
    target: 'es2022',
    // Everything has its own file: the policy of the pages allows no data: addresses for code, styles or the core.
    assetsInlineLimit: 0,
    manifest: true,
    modulePreload: { polyfill: false },
    rollupOptions: { input: { main: 'src/main.ts' } },
  },
});
