/**
 * Multiplier (GAM12 to GAM16): the player names a target of 1.01x to 1000x in steps of 0.01 and is paid it when the
 * crash point exceeds it. Stated edge 0.5%, for every target. "Exceeds" is strict, so the law of the crash point is
 * that of the strict comparison, P(point > m) = 0.995 / m on the grid of hundredths: the curve's point and one
 * hundredth.
 */
import { Fraction } from '../../core/base/fraction.ts';
import { climbing, curve } from './crash-point.ts';
import { runSteps } from '../../core/fairness/steps.ts';
import { hundredthsForm } from './forms.ts';
import type { Game, Round } from './game.ts';
import { hundredthsOf, own } from './params.ts';
import { nothing, ratio } from './ratio.ts';

/** The lowest and the highest target of a bet, in hundredths. */
export const targets = [101, 100_000] as const;

/** A bet that the crash point exceeds a target, in hundredths. */
export interface MultiplierBet {
  readonly targetHundredths: number;
}

/** The game; both profiles pay the target that was named. */
export const multiplier: Game<MultiplierBet, undefined> = {
  id: 'multiplier',
  statedEdge: '0.5%',
  about: 'target_multiplier: 1.01 to 1000. Wins if the crash point is above it.',
  params: { fields: { target_multiplier: hundredthsForm(targets) } },
  samples: {
    shortest: { target_multiplier: 1.01 },
    longest: { target_multiplier: 1000 },
    challenge: { target_multiplier: 2 },
    replayed: { target_multiplier: 2 },
  },
  betShown: ({ targetHundredths }) => ({ target_multiplier: targetHundredths / 100 }),
  rules: { published: undefined, consistent: undefined },
  statedEdgeOf: () => ratio(5, 1000),
  parseBet(params) {
    const targetHundredths = hundredthsOf(own(params, 'target_multiplier'), targets);
    return targetHundredths === undefined
      ? 'target_multiplier is a number from 1.01 to 1000 with at most two decimals'
      : { targetHundredths };
  },
  play: (bet, pick) => runSteps(steps(bet), pick),
  *bets() {
    for (let target = targets[0]; target <= targets[1]; target += 1) yield { targetHundredths: target };
  },
  steps,
  closedForm: () => Fraction.of(995, 1000),
};

function steps({ targetHundredths }: MultiplierBet) {
  return curve(targetHundredths, (reached): Round => {
    const point = reached === climbing.low ? 100 : reached + 1;
    const payout = point > targetHundredths ? ratio(targetHundredths, 100) : nothing;
    return { payout, detail: { target_multiplier: targetHundredths / 100, crash_point: point / 100 } };
  });
}
