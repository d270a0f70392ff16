/**
 * Custom (GAM27 to GAM30): the player names the chance of winning, 1 to 99 percent. Stated: 0.98 / probability, edge
 * 0.5%. The payout keeps 2% (gap C1); `consistent` pays 0.995 / probability. At 99% a win pays less than the stake (gap
 * C2).
 */
import { Fraction } from '../../core/base/fraction.ts';
import { payoutFraction } from './exact.ts';
import { wholeForm } from './forms.ts';
import type { Game } from './game.ts';
import { own, wholeNumber } from './params.ts';
import { nothing, ratio, type Ratio } from './ratio.ts';

/** A bet with a chance of winning that the player chooses. */
export interface CustomBet {
  /** In percent. */
  readonly winProbability: number;
}

/** The rules are the return over 100 draws: a winning draw is paid its share of it. */
export const custom: Game<CustomBet, Ratio> = {
  id: 'custom',
  statedEdge: '0.5%',
  about: 'win_probability: 1 to 99 percent.',
  params: { fields: { win_probability: wholeForm(1, 99) } },
  samples: {
    shortest: { win_probability: 99 },
    longest: { win_probability: 1 },
    challenge: { win_probability: 50 },
    replayed: { win_probability: 50 },
  },
  betShown: ({ winProbability }) => ({ win_probability: winProbability }),
  rules: { published: ratio(98), consistent: ratio(995, 10) },
  statedEdgeOf: () => ratio(5, 1000),
  parseBet(params) {
    const winProbability = wholeNumber(own(params, 'win_probability'), [1, 99]);
    return winProbability === undefined
      ? 'win_probability is a whole number from 1 to 99'
      : { winProbability };
  },
  play({ winProbability }, pick, returned) {
    const drawn = 1 + pick(100);
    const win = ratio(returned.numerator, returned.denominator * winProbability);
    const detail = { win_probability: winProbability, drawn };
    return { payout: drawn <= winProbability ? win : nothing, detail };
  },
  bets: () => Array.from({ length: 99 }, (_, index) => ({ winProbability: index + 1 })),
  closedForm: (_, returned) => payoutFraction(returned).div(Fraction.of(100, 1)),
};
