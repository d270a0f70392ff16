/**
 * The 109,800 bets on the curve of crash and multiplier. They share one chain of draws, so that the chain the games
 * ship is walked once, leaf by leaf, and each bet is then asked through its own shipped `outcome` at which leaf it
 * starts to pay. One assumption is not checked: a curve that gets further pays no less.
 */
import { assert, present } from '../../../core/base/assert.ts';
import { Fraction } from '../../../core/base/fraction.ts';
import { paths } from '../../../core/fairness/enumerate.ts';
import type { DrawChain } from '../../../core/fairness/steps.ts';
import type { CrashState } from '../../../platform/games/crash-point.ts';
import { payoutFraction } from '../../../platform/games/exact.ts';
import type { Game, Round } from '../../../platform/games/game.ts';
import type { Ratio } from '../../../platform/games/ratio.ts';
import type { ExactOutcome } from './figures.ts';

type Curve = DrawChain<CrashState, Round>;

/** The final states of the curve in their order, and the chance to end at or above each of them. */
export interface CurveLaw {
  readonly chain: Curve;
  readonly leaves: readonly CrashState[];
  readonly atLeast: readonly Fraction[];
}

const leavesMax = 1_000_000;

/** Walks every path of the chain; the chances of its leaves sum to exactly 1. */
export function curveLaw(chain: Curve): CurveLaw {
  const leaves: { state: CrashState; probability: Fraction }[] = [];
  const open = [{ state: chain.start, probability: Fraction.one }];
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    if (chain.isDone(at.state)) {
      leaves.push(at);
      assert(leaves.length <= leavesMax, 'a curve has an end');
      continue;
    }
    const { state, probability } = at;
    for (const path of paths((pick) => chain.step(state, pick))) {
      open.push({
        state: path.outcome,
        probability: probability.mul(Fraction.of(path.ways, path.total)),
      });
    }
  }
  const ordered = leaves.toSorted((left, right) => left.state.low - right.state.low);
  const atLeast = suffixSums(ordered.map(({ probability }) => probability));
  assert(atLeast[0]?.compare(Fraction.one) === 0, 'the chances of the curve sum to 1');
  return { chain, leaves: ordered.map(({ state }) => state), atLeast };
}

function suffixSums(terms: readonly Fraction[]): Fraction[] {
  const sums: Fraction[] = [];
  let sum = Fraction.zero;
  for (const term of terms.toReversed()) {
    sum = sum.add(term);
    sums.push(sum);
  }
  return sums.toReversed();
}

/** The chances of one bet on the curve. */
export function curveOutcomes<Bet extends object, Rules>(
  game: Game<Bet, Rules>,
  bet: Bet,
  context: { rules: Rules; law: CurveLaw },
): ExactOutcome[] {
  const { rules, law } = context;
  const chain = present(game.steps?.(bet, rules), 'a game on the curve is a chain') as Curve;
  assert(chain.step === law.chain.step, 'every bet on the curve draws alike');
  const paid = (index: number): Ratio => chain.outcome(present(law.leaves[index], 'a leaf')).payout;
  let [lost, won] = [0, law.leaves.length - 1];
  assert(paid(lost).numerator === 0 && paid(won).numerator > 0, 'some curves lose and some win');
  while (won - lost > 1) {
    const middle = (lost + won) >> 1;
    if (paid(middle).numerator > 0) won = middle;
    else lost = middle;
  }
  const probability = present(law.atLeast[won], 'a leaf has a chance');
  return [
    { payout: payoutFraction(paid(won)), probability },
    { payout: Fraction.zero, probability: Fraction.one.sub(probability) },
  ];
}
