/** Plans of faults and networks that are drawn from seeds: each key has every value now and then. */
import { expect, it } from 'vitest';
import { Plans } from '../../../../src/verification/check/generate/plans.ts';
import { describeKept } from '../../../kept-digests.ts';
import { randomOf } from './furnished.ts';

const plans = new Plans();
const drawn = (seed: string, count: number): unknown[] => {
  const random = randomOf(seed);
  return Array.from({ length: count }, () => plans.generate(random).value);
};

it('a plan has no smaller one', () => {
  expect(plans.canShrinkWithoutContext({})).toBe(false);
  expect(() => plans.shrink()).toThrow(new Error('a plan has no smaller one'));
});

describeKept(
  new URL('plans.json', import.meta.url),
  ['first', 'second'].map((name) => ({
    name: `${name} plans`,
    made: () => drawn(name, 1500),
  })),
);
