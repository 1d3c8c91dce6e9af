import { defineConfig } from 'vitest/config';

/** The built site in a real browser: one worker, since two cores share the browser with it. */
export default defineConfig({
  test: {
    include: ['tests/e2e/**/*.test.ts'],
    environment: 'node',
    fileParallelism: false,
    testTimeout: 120_000,
    hookTimeout: 60_000,
  },
});
