import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  resolve: {
    alias: [
      { find: 'orrery/vitest', replacement: fileURLToPath(new URL('src/vitest.ts', import.meta.url)) },
      { find: /^orrery$/, replacement: fileURLToPath(new URL('src/index.ts', import.meta.url)) },
    ],
  },
  test: {
    include: ['test/**/*.test.ts', 'examples/**/*.test.ts'],
    setupFiles: ['test/setup.ts'],
    testTimeout: 240_000,
    maxWorkers: '100%',
  },
});
