/**
 * The division of a prize in whole micro-USDC. The worth of each place is rounded down; the remainder goes to the first
 * place. Entrants of equal rank divide the worth of their places equally, rounded down; the remainder goes, one micro
 * each, to those who entered first.
 */
import { exactShare } from '../../../../core/base/exact-share.ts';
import type { Micros } from '../../../../core/base/money.ts';
import type { PolicyValue } from '../../../../core/policy/policies.ts';

/** Parts of the prize by place. */
const partsOf: Readonly<Record<PolicyValue<'tournaments.split'>, readonly number[]>> = {
  '50-30-20': [50, 30, 20],
  winner: [1],
  equal: [1, 1, 1],
};

/** The two policies that a division depends on: `tournaments.split` and `tournaments.unclaimed`. */
export interface PrizeRules {
  readonly split: PolicyValue<'tournaments.split'>;
  readonly unclaimed: PolicyValue<'tournaments.unclaimed'>;
}

/** The share of each entrant of each group, in their order, and the unclaimed rest; the sum is the whole prize. */
export interface PrizeSplit {
  readonly shares: readonly (readonly Micros[])[];
  readonly restMicros: Micros;
}

/**
 * `groupSizes` counts the entrants of equal rank, best first: `[1, 2]` is a winner and two on a shared second rank.
 */
export function splitPrize(
  prizeMicros: Micros,
  groupSizes: readonly number[],
  rules: PrizeRules,
): PrizeSplit {
  const worth = placesWorth(prizeMicros, sum(groupSizes), rules);
  const shares: Micros[][] = [];
  let index = 0;
  for (const size of groupSizes) {
    shares.push(shareEqually(sum(worth.slice(index, index + size)), size));
    index += size;
  }
  return { shares, restMicros: prizeMicros - sum(shares.map(sum)) };
}

/** The worth of each place that has an entrant. */
function placesWorth(prizeMicros: Micros, placed: number, { split, unclaimed }: PrizeRules): Micros[] {
  const parts = partsOf[split];
  const held = parts.slice(0, placed);
  const denominator = sum(unclaimed === 'scaled' ? held : parts);
  const worth = held.map((numerator) =>
    exactShare(prizeMicros, { numerator, denominator, rounding: 'floor' }),
  );
  const isWhole = held.length > 0 && denominator === sum(held);
  const left = isWhole ? prizeMicros - sum(worth) : 0;
  return worth.map((micros, index) => (index === 0 ? micros + left : micros));
}

function shareEqually(micros: Micros, count: number): Micros[] {
  const left = micros % count;
  const each = (micros - left) / count;
  return Array.from({ length: count }, (_, index) => each + (index < left ? 1 : 0));
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);
