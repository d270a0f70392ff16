import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { apartPatterns, measuringPatterns, pagePatterns, slowPatterns } from './test/lanes.ts';
import { LongestFirst } from './test/longest-first.ts';
import { testMsMax } from './test/time-limit.ts';

// The last is for a folder in which `orrery init` was called: vitest finds this file from there.
const everyTest = ['test/**/*.test.ts', 'examples/**/*.test.ts', '*.test.ts'];

/** The fast lane is to run on a small machine. */
const heapLimit = ['--max-old-space-size=512'];

/** More than there are processors, unless VITEST_MAX_WORKERS says how many. */
const slowWorkers = Number(process.env['VITEST_MAX_WORKERS'] ?? availableParallelism() * 2);

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
          exclude: [...slowPatterns, ...apartPatterns, ...pagePatterns],
          // Files share what a worker has imported: half of the lane's time would be imports. No module keeps state.
          isolate: false,
          execArgv: heapLimit,
        },
      },
      {
        extends: true,
        test: { name: 'pages', include: pagePatterns, isolate: false, execArgv: heapLimit },
      },
      {
        extends: true,
        test: { name: 'apart', include: apartPatterns, execArgv: heapLimit },
      },
      {
        extends: true,
        test: {
          name: 'slow',
          include: slowPatterns,
          exclude: measuringPatterns,
          isolate: false,
          // A half of what these do is waiting: for a clock, a socket or another process.
          maxWorkers: slowWorkers,
          sequence: { groupOrder: 1 },
        },
      },
      {
        extends: true,
        test: { name: 'measuring', include: measuringPatterns, maxWorkers: 1, sequence: { groupOrder: 2 } },
      },
    ],
    globalSetup: [fileURLToPath(new URL('test/before-all.ts', import.meta.url))],
    setupFiles: [fileURLToPath(new URL('test/setup.ts', import.meta.url))],
    // What a file is compiled to stays on the disk, by its content: a run that finds it there begins in half the time.
    experimental: { fsModuleCache: true },
    testTimeout: testMsMax,
    hookTimeout: testMsMax,
    maxWorkers: '100%',
    sequence: { sequencer: LongestFirst },
  },
});
