import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  resolve: {
    alias: [
      { find: 'orrery/api', replacement: fileURLToPath(new URL('src/api.ts', import.meta.url)) },
      { find: 'orrery/vitest', replacement: fileURLToPath(new URL('src/vitest.ts', import.meta.url)) },
      { find: /^orrery$/, replacement: fileURLToPath(new URL('src/index.ts', import.meta.url)) },
    ],
  },
  test: {
    // The last is for a folder in which `orrery init` was called: vitest finds this file from there.
    include: ['test/**/*.test.ts', 'examples/**/*.test.ts', '*.test.ts'],
    globalSetup: [fileURLToPath(new URL('test/print-seed.ts', import.meta.url))],
    setupFiles: [fileURLToPath(new URL('test/setup.ts', import.meta.url))],
    testTimeout: 240_000,
    hookTimeout: 240_000,
    maxWorkers: '100%',
  },
});
