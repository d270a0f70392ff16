/** Every part of a run's report, for runs with little and much, extreme numbers and hostile names. */
import { describe } from 'vitest';
import { describeKept } from '../kept-digests.ts';
import { runInputs, runWriters } from './run-writers.ts';

describe('a run', () => {
  describeKept(
    new URL('run-kept.json', import.meta.url),
    Object.entries(runWriters).flatMap(([writer, write]) =>
      Object.entries(runInputs).map(([input, runs]) => ({
        name: `${writer} of ${input}`,
        made: () => (writer === 'page' ? runs.slice(0, 3) : runs).map(write),
      })),
    ),
  );
});
