/** The exact chances of a bet, computed from the game's own `play`: by all its paths, or by its chain of draws. */
import { Fraction } from '../../core/base/fraction.ts';
import { enumerate, type Weighted } from '../../core/fairness/enumerate.ts';
import { finalStates, outcomesAt, type DrawChain } from '../../core/fairness/steps.ts';
import type { Chance, Game, Round } from './game.ts';
import { ratioText, type Ratio } from './ratio.ts';

export type { Chance } from './game.ts';

/** Each payout of the bet once, highest first; the probabilities sum to 1. */
export const chancesOf = <Bet extends object, Rules>(
  game: Game<Bet, Rules>,
  bet: Bet,
  rules: Rules,
): Chance[] => chancesBy(game, rules)(bet);

/** The same of bets one after another: where they draw alike and differ in what they pay, their chain is walked once. */
export function chancesBy<Bet extends object, Rules>(
  game: Game<Bet, Rules>,
  rules: Rules,
): (bet: Bet) => Chance[] {
  let walked: { chain: Chain; states: readonly Weighted<unknown>[] } | undefined;
  return (bet) => {
    const chain: Chain | undefined = game.steps?.(bet, rules);
    if (chain === undefined) return chancesIn(enumerate((pick) => game.play(bet, pick, rules)));
    if (walked === undefined || !drawAlike(walked.chain, chain))
      walked = { chain, states: finalStates(chain) };
    return chancesIn(outcomesAt(chain, walked.states));
  };
}

type Chain = DrawChain<unknown, Round>;

const drawAlike = (one: Chain, other: Chain): boolean =>
  one.start === other.start &&
  one.step === other.step &&
  one.isDone === other.isDone &&
  one.alike === other.alike;

function chancesIn(rounds: Iterable<Weighted<Round>>): Chance[] {
  const byPayout = new Map<string, Chance>();
  for (const { outcome, probability } of rounds) {
    const { payout } = outcome;
    const known = byPayout.get(ratioText(payout))?.probability ?? Fraction.zero;
    byPayout.set(ratioText(payout), { payout, probability: known.add(probability) });
  }
  return [...byPayout.values()].toSorted((a, b) =>
    payoutFraction(b.payout).compare(payoutFraction(a.payout)),
  );
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
