/** Exact figures of a bet, from its chances: return, edge, variance, hit rate and the largest payout. */
import { assert } from '../../../core/base/assert.ts';
import { Fraction } from '../../../core/base/fraction.ts';
import { payoutFraction, type Chance } from '../../../platform/games/exact.ts';

/**
 * One outcome of a bet of one stake: the total return, the stake included. A lost double of blackjack is -1, because
 * it costs a second stake.
 */
export interface ExactOutcome {
  readonly payout: Fraction;
  readonly probability: Fraction;
}

/** Exact figures of one bet per stake of 1; a payout is the total return, stake included. */
export interface BetFigures {
  readonly returned: Fraction;
  /** 1 less the return: what the house keeps of every stake; negative where the bet favours the player. */
  readonly edge: Fraction;
  /** Of the return of one stake. */
  readonly variance: Fraction;
  /** The chance that anything is paid. */
  readonly hitRate: Fraction;
  readonly maxPayout: Fraction;
  /** The lowest payout above nothing and other than the stake; zero where there is none. */
  readonly minPayout: Fraction;
  /** What a bet loses on average, wins left out: the sum of max(0, 1 - payout) by chance. */
  readonly expectedLoss: Fraction;
  /** What rounding payouts down to whole micros takes of the smallest stake, as a share of it. */
  readonly roundingLoss: Fraction;
  /** The stake itself can come back. */
  readonly hasPush: boolean;
}

/** 0.01 USDC (CAS23). */
const smallestStakeMicros = 10_000n;

/** The chances of a game with their payouts as fractions, in the order given. */
export const outcomesOf = (chances: readonly Chance[]): ExactOutcome[] =>
  chances.map(({ payout, probability }) => ({ payout: payoutFraction(payout), probability }));

/** Refuses chances that do not sum to exactly 1. */
export function figuresOf(outcomes: readonly ExactOutcome[]): BetFigures {
  let [total, returned, squares, hitRate] = [Fraction.zero, Fraction.zero, Fraction.zero, Fraction.zero];
  let [maxPayout, minPayout] = [Fraction.zero, Fraction.zero];
  let [expectedLoss, roundingLoss] = [Fraction.zero, Fraction.zero];
  let hasPush = false;
  for (const { payout, probability } of outcomes) {
    total = total.add(probability);
    if (payout.compare(Fraction.one) < 0) {
      expectedLoss = expectedLoss.add(probability.mul(Fraction.one.sub(payout)));
    }
    const micros = payout.numerator * smallestStakeMicros;
    const rest = micros % payout.denominator;
    if (rest > 0n) {
      roundingLoss = roundingLoss.add(
        probability.mul(Fraction.of(rest, payout.denominator * smallestStakeMicros)),
      );
    }
    if (payout.numerator === 0n) continue;
    const weighted = payout.mul(probability);
    returned = returned.add(weighted);
    squares = squares.add(payout.mul(weighted));
    if (payout.numerator < 0n || probability.numerator === 0n) continue;
    hitRate = hitRate.add(probability);
    if (payout.compare(maxPayout) > 0) maxPayout = payout;
    if (payout.numerator === payout.denominator) hasPush = true;
    else if (minPayout.numerator === 0n || payout.compare(minPayout) < 0) minPayout = payout;
  }
  assert(total.compare(Fraction.one) === 0, `chances sum to ${String(total)}`);
  return {
    returned,
    edge: Fraction.one.sub(returned),
    variance: squares.sub(returned.mul(returned)),
    hitRate,
    maxPayout,
    minPayout,
    expectedLoss,
    roundingLoss,
    hasPush,
  };
}

/** The volatility index of a slot machine's PAR sheet: 1.65 standard deviations of one stake. */
export const volatilityOf = ({ variance }: BetFigures): number => 1.65 * Math.sqrt(variance.toNumber());
