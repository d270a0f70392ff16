/** Long files first, so that both workers are busy until the end: a long one that starts last is waited for alone. */
import { fileURLToPath } from 'node:url';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { longTests } from './lanes.ts';

const root = fileURLToPath(new URL('.', import.meta.url)).replaceAll('\\', '/');
const ranks = new Map(longTests.map((name, rank) => [`${root}${name}.test.ts`, rank]));
const rankOf = ({ moduleId }: TestSpecification): number => ranks.get(moduleId) ?? longTests.length;

/** The order of vitest for everything else, which keeps the files of a project together. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    // oxlint-disable-next-line unicorn/no-array-sort -- a method of vitest's sequencer, no array
    const sorted = await super.sort(files);
    const projects = [...new Set(sorted.map(({ project }) => project))];
    return projects.flatMap((one) =>
      sorted.filter(({ project }) => project === one).toSorted((a, b) => rankOf(a) - rankOf(b)),
    );
  }
}
