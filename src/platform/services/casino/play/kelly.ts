/**
 * The Kelly rule (KEL01, KEL02): how much of a bankroll to stake, and the readings of it as a limit on bets (gap C18).
 */
import type { Micros } from '../../../../core/base/money.ts';
import type { StakeBounds } from './game-stakes.ts';
import type { PolicyValue } from '../../../../core/policy/policies.ts';
import type { GainChance, Prospects } from './prospects.ts';

/** The default risk factor, in percent of the bankroll. */
export const defaultRiskPercent = 25;

/** The share of a bankroll whose stake maximises its expected log growth; infinite where no gain is negative. */
function growthShare(gains: readonly GainChance[]): number {
  const worst = Math.min(...gains.map(({ gain }) => gain));
  // A win of dice over 1 or custom at 99% pays back less than the stake: the house has nothing to lose (gap C2).
  if (worst >= 0) return Number.POSITIVE_INFINITY;
  let [low, high] = [0, -1 / worst];
  // The slope of expected log growth decreases monotonically, so bisection finds its zero.
  for (let round = 0; round < 100; round += 1) {
    const share = (low + high) / 2;
    const slope = gains.reduce(
      (sum, { gain, probability }) => sum + (probability * gain) / (1 + share * gain),
      0,
    );
    if (slope > 0) low = share;
    else high = share;
  }
  return low;
}

/** The player's own Kelly share: 0 for every bet that does not favour the player. */
export const playerShare = ({ favours, gains }: Prospects): number => (favours > 0 ? growthShare(gains) : 0);

/** The house's own Kelly share of its bankroll; 0 for every bet that does not favour the house. */
const houseShare = ({ favours, gains }: Prospects): number =>
  favours < 0 ? growthShare(gains.map(({ gain, probability }) => ({ gain: -gain, probability }))) : 0;

/** What a limit on stakes depends on; the risk factor is in percent. */
export interface StakeSituation {
  readonly prospects: Prospects;
  readonly stakes: StakeBounds;
  readonly playerMicros: Micros;
  readonly houseMicros: Micros;
  readonly riskPercent: number;
}

/** The highest stake of a bet under policy `kelly.limit`. */
export function stakeLimit(standing: StakeSituation, policy: PolicyValue<'kelly.limit'>): Micros {
  const { prospects, stakes, playerMicros, houseMicros } = standing;
  const { maxMicros } = stakes;
  switch (policy) {
    case 'odds':
      return Math.max(stakes.minMicros, Math.min(maxMicros, oddsLimit(standing)));
    case 'house':
      return Math.min(maxMicros, Math.floor(houseShare(prospects) * houseMicros));
    case 'strict':
      return Math.min(maxMicros, Math.floor(playerShare(prospects) * playerMicros));
    case 'none':
      return maxMicros;
  }
}

/** Bankroll times risk factor, over what the top payout adds to the stake; no limit where it adds nothing. */
function oddsLimit({ prospects: { top }, playerMicros, riskPercent, stakes }: StakeSituation): Micros {
  const profit = BigInt(top.numerator - top.denominator) * 100n;
  if (profit <= 0n) return stakes.maxMicros;
  const limit = (BigInt(playerMicros) * BigInt(riskPercent) * BigInt(top.denominator)) / profit;
  return limit < BigInt(stakes.maxMicros) ? Number(limit) : stakes.maxMicros;
}
