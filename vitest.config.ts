import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { apartPatterns, slowPatterns } from './test/lanes.ts';

// The last is for a folder in which `orrery init` was called: vitest finds this file from there.
const everyTest = ['test/**/*.test.ts', 'examples/**/*.test.ts', '*.test.ts'];

/** The fast lane is to run on a small machine. */
const heapLimit = ['--max-old-space-size=512'];

export default defineConfig({
  resolve: {
    alias: [
      { find: 'orrery-sim/api', replacement: fileURLToPath(new URL('src/api.ts', import.meta.url)) },
      { find: 'orrery-sim/vitest', replacement: fileURLToPath(new URL('src/vitest.ts', import.meta.url)) },
      { find: /^orrery-sim$/, replacement: fileURLToPath(new URL('src/index.ts', import.meta.url)) },
    ],
  },
  test: {
    projects: [
      {
        extends: true,
        test: {
          name: 'fast',
          include: everyTest,
          exclude: [...slowPatterns, ...apartPatterns],
          // Files share what a worker has imported: half of the lane's time would be imports. No module keeps state.
          // Over HTTP each file has a server of its own, which ends with its process.
          isolate: process.env['CONFORMANCE'] === 'http',
          execArgv: heapLimit,
        },
      },
      {
        extends: true,
        test: { name: 'apart', include: apartPatterns, execArgv: heapLimit },
      },
      { extends: true, test: { name: 'slow', include: slowPatterns } },
    ],
    globalSetup: [fileURLToPath(new URL('test/print-seed.ts', import.meta.url))],
    setupFiles: [fileURLToPath(new URL('test/setup.ts', import.meta.url))],
    testTimeout: 240_000,
    hookTimeout: 240_000,
    maxWorkers: '100%',
  },
});
