/** Small scenarios with all that may go wrong around them, drawn from seeds; and what is taken for one. */
import { sample } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { scenarios } from '../../../../src/verification/check/generate/scenarios.ts';
import { describeKept } from '../../../kept-digests.ts';

const small = scenarios({ operationsMax: 1 });

describe('a value', () => {
  it.each<readonly [unknown, boolean]>([
    [undefined, false],
    [null, false],
    ['seed', false],
    [{}, false],
    [{ seed: '1' }, false],
    [{ for: '1d' }, false],
    [{ seed: '1', for: '1d' }, true],
  ])('%j is taken for a scenario: %s', (value, isOne) => {
    expect(small.canShrinkWithoutContext(value)).toBe(isOne);
  });
});

const seeds = Array.from({ length: 16 }, (_, index) => 100 + index);
describeKept(new URL('scenarios-kept.json', import.meta.url), [
  ...seeds.map((seed) => ({ name: `small ${seed}`, made: () => sample(small, { seed, numRuns: 25 }) })),
  ...seeds.slice(0, 8).map((seed) => ({
    name: `of any size ${seed}`,
    made: () => sample(scenarios(), { seed, numRuns: 6 }),
  })),
  ...seeds.slice(0, 4).map((seed) => ({
    name: `without trouble ${seed}`,
    made: () => sample(scenarios({ hasTrouble: false, operationsMax: 12 }), { seed, numRuns: 10 }),
  })),
]);
