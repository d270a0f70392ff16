/** The exact chances of a bet, computed from the game's own `play`: by all its paths, or by its chain of draws. */
import { Fraction } from '../../core/base/fraction.ts';
import { enumerate, type Weighted } from '../../core/fairness/enumerate.ts';
import { enumerateSteps } from '../../core/fairness/steps.ts';
import type { Chance, Game, Round } from './game.ts';
import { ratioText, type Ratio } from './ratio.ts';

export type { Chance } from './game.ts';

/** Each payout of the bet once, highest first; the probabilities sum to 1. */
export function chancesOf<Bet extends object, Rules>(
  game: Game<Bet, Rules>,
  bet: Bet,
  rules: Rules,
): Chance[] {
  const byPayout = new Map<string, Chance>();
  for (const { outcome, probability } of roundsOf(game, bet, rules)) {
    const { payout } = outcome;
    const known = byPayout.get(ratioText(payout))?.probability ?? Fraction.zero;
    byPayout.set(ratioText(payout), { payout, probability: known.add(probability) });
  }
  return [...byPayout.values()].toSorted((a, b) =>
    payoutFraction(b.payout).compare(payoutFraction(a.payout)),
  );
}

function roundsOf<Bet extends object, Rules>(
  game: Game<Bet, Rules>,
  bet: Bet,
  rules: Rules,
): Iterable<Weighted<Round>> {
  const chain = game.steps?.(bet, rules);
  return chain === undefined ? enumerate((pick) => game.play(bet, pick, rules)) : enumerateSteps(chain);
}

/** The expected total return over the stake: 1 less the house edge. */
export function returnOf(chances: readonly Chance[]): Fraction {
  return chances.reduce(
    (sum, { payout, probability }) => sum.add(payoutFraction(payout).mul(probability)),
    Fraction.zero,
  );
}

/** A payout as an exact fraction, for arithmetic. */
export const payoutFraction = ({ numerator, denominator }: Ratio): Fraction =>
  Fraction.of(numerator, denominator);
