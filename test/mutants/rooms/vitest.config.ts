/**
 * How the tests of one room run with its mutants: `ORRERY_ROOM_TESTS` has their patterns, and the files that are done;
 * `ORRERY_PLANTED` names a file with the modules in place of those of `src`.
 */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import own from '../../../vitest.config.ts';
import { slowPatterns } from '../../lanes.ts';

/** A mutant is tried until a test notices it, so what is quick goes first. */
class ShortestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    // oxlint-disable-next-line no-array-sort -- a sequencer has a method of this name
    return (await super.sort(files)).toReversed();
  }
}

const ownSetup = [own.test?.setupFiles ?? []].flat();
const { include, done } = JSON.parse(process.env['ORRERY_ROOM_TESTS'] ?? '{"include":[],"done":[]}') as {
  include: string[];
  done: string[];
};
const plan = JSON.parse(readFileSync(process.env['ORRERY_PLANTED'] ?? '', 'utf8')) as Record<string, string>;
const sources = fileURLToPath(new URL('../../../src/', import.meta.url));
const here = (name: string): string => fileURLToPath(new URL(name, import.meta.url));

export default defineConfig({
  resolve: own.resolve ?? {},
  cacheDir: 'reports/mutants/.vite',
  plugins: [
    {
      name: 'planted-modules',
      enforce: 'pre',
      load: (id: string) => (id.startsWith(sources) ? plan[id.slice(sources.length)] : undefined),
    },
  ],
  test: {
    include,
    exclude: [...slowPatterns.filter((pattern) => !include.includes(pattern)), ...done],
    runner: here('mutant-runner.ts'),
    setupFiles: [...ownSetup, here('no-shrinking.ts'), here('contexts.ts')],
    maxWorkers: 1,
    sequence: { sequencer: ShortestFirst },
    testTimeout: 240_000,
    hookTimeout: 240_000,
  },
});
