/**
 * Crash (GAM35 to GAM38): the player names a cash-out of 1.01x to 100x in steps of 0.01, and is paid it if the curve
 * reaches it. Stated edge 0.5%: the curve reaches m with probability 0.995 / m. A live round draws `crashHundredths`
 * first.
 */
import { Fraction } from '../../core/base/fraction.ts';
import type { Pick } from '../../core/fairness/pick.ts';
import { runSteps } from '../../core/fairness/steps.ts';
import { climbing, curve } from './crash-point.ts';
import { hundredthsForm } from './forms.ts';
import type { Game, Round } from './game.ts';
import { hundredthsOf, own } from './params.ts';
import { nothing, ratio } from './ratio.ts';

/** The lowest and the highest cash-out of a bet, in hundredths. */
export const cashOuts = [101, 10_000] as const;

/** A bet that the curve reaches a multiplier, in hundredths. */
export interface CrashBet {
  readonly cashOutHundredths: number;
}

/** The game in one call; both profiles pay the cash-out that was named. */
export const crash: Game<CrashBet, undefined> = {
  id: 'crash',
  statedEdge: '0.5%',
  about: 'cash_out_at: 1.01 to 100. Wins if the curve gets there.',
  params: { fields: { cash_out_at: hundredthsForm(cashOuts) } },
  samples: {
    shortest: { cash_out_at: 1.01 },
    longest: { cash_out_at: 100 },
    challenge: { cash_out_at: 2 },
    replayed: { cash_out_at: 2 },
  },
  betShown: ({ cashOutHundredths }) => ({ cash_out_at: cashOutHundredths / 100 }),
  rules: { published: undefined, consistent: undefined },
  statedEdgeOf: () => ratio(5, 1000),
  parseBet(params) {
    const cashOutHundredths = hundredthsOf(own(params, 'cash_out_at'), cashOuts);
    return cashOutHundredths === undefined
      ? 'cash_out_at is a number from 1.01 to 100 with at most two decimals'
      : { cashOutHundredths };
  },
  play: (bet, pick) => runSteps(steps(bet), pick),
  *bets() {
    for (let at = cashOuts[0]; at <= cashOuts[1]; at += 1) yield { cashOutHundredths: at };
  },
  steps,
  closedForm: () => Fraction.of(995, 1000),
};

function steps({ cashOutHundredths }: CrashBet) {
  return curve(cashOutHundredths, (reached): Round => {
    const point = pointOf(reached);
    const payout = point >= cashOutHundredths ? ratio(cashOutHundredths, 100) : nothing;
    return { payout, detail: { cash_out_at: cashOutHundredths / 100, crash_point: point / 100 } };
  });
}

/** A curve that never starts crashes at 1.00x. */
const pointOf = (reachedHundredths: number): number =>
  reachedHundredths === climbing.low ? 100 : reachedHundredths;

/** The crash point of a live round, in hundredths; it does not depend on a cash-out. */
export const crashHundredths = (pick: Pick): number => runSteps(curve(Infinity, pointOf), pick);
