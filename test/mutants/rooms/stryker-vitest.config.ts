/** How StrykerJS runs the tests of one room: in one process, `ORRERY_ROOM_TESTS` lists their patterns as JSON. */
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import own from '../../../vitest.config.ts';
import { slowPatterns } from '../../lanes.ts';

/** A run ends with the first failure, so what is quick goes first. */
class ShortestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    // oxlint-disable-next-line no-array-sort -- a sequencer has a method of this name
    return (await super.sort(files)).toReversed();
  }
}

const ownSetup = [own.test?.setupFiles ?? []].flat();
const include = JSON.parse(process.env['ORRERY_ROOM_TESTS'] ?? '[]') as string[];

// Each file imports its modules itself: a mutant at their top is active only from the import on.
export default defineConfig({
  resolve: own.resolve ?? {},
  cacheDir: 'reports/mutants/.vite',
  test: {
    include,
    exclude: slowPatterns,
    setupFiles: [...ownSetup, fileURLToPath(new URL('no-shrinking.ts', import.meta.url))],
    sequence: { sequencer: ShortestFirst },
    testTimeout: 240_000,
    hookTimeout: 240_000,
  },
});
