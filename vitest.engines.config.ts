import { defineConfig } from 'vitest/config';

/** The built site in three browser engines, one after the other, since two cores share a browser with the tests. */
export default defineConfig({
  test: {
    include: ['tests/engines/**/*.test.ts'],
    environment: 'node',
    fileParallelism: false,
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
});
