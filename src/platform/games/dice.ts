/**
 * Dice (GAM05 to GAM11): a roll of 1 to 100, strictly over or under a threshold of 1 to 99. Stated: over 50 pays 1.96x,
 * over 90 pays 9.8x, edge 0.5%. Both payouts are 98 / (winning numbers), which keeps 2% (gaps C1, C3); `consistent`
 * pays 99.5 / (winning numbers). Under 1 cannot win and is no bet.
 */
import { Fraction } from '../../core/base/fraction.ts';
import { payoutFraction } from './exact.ts';
import { wholeForm, wordForm } from './forms.ts';
import type { Game } from './game.ts';
import { oneOf, own, wholeNumber } from './params.ts';
import { nothing, ratio, type Ratio } from './ratio.ts';

/** The two bets (GAM05), in the names of the wire. */
export const directions = ['over', 'under'] as const;

/** A bet that the roll lies strictly over or under a threshold. */
export interface DiceBet {
  readonly direction: (typeof directions)[number];
  readonly threshold: number;
}

/** How many of the rolls 1 to 100 win. */
export const winningRolls = ({ direction, threshold }: DiceBet): number =>
  direction === 'over' ? 100 - threshold : threshold - 1;

/** The rules are the return over all 100 rolls: a winning roll is paid its share of it. */
export const dice: Game<DiceBet, Ratio> = {
  id: 'dice',
  statedEdge: '0.5%',
  about: 'direction: over or under; threshold: 1 to 99. A roll of 1 to 100 wins strictly over or under it.',
  params: {
    fields: { direction: wordForm(directions), threshold: wholeForm(1, 99) },
    // No roll is under 1.
    anyOf: [{ properties: { direction: { const: 'over' } } }, { properties: { threshold: { minimum: 2 } } }],
  },
  samples: {
    shortest: { direction: 'over', threshold: 1 },
    longest: { direction: 'over', threshold: 99 },
    challenge: { direction: 'over', threshold: 50 },
    replayed: { direction: 'over', threshold: 50 },
  },
  betShown: ({ direction, threshold }) => ({ direction, threshold }),
  rules: { published: ratio(98), consistent: ratio(995, 10) },
  statedEdgeOf: () => ratio(5, 1000),
  parseBet(params) {
    const direction = oneOf(own(params, 'direction'), directions);
    if (direction === undefined) return 'direction is over or under';
    const threshold = wholeNumber(own(params, 'threshold'), [1, 99]);
    if (threshold === undefined) return 'threshold is a whole number from 1 to 99';
    const bet = { direction, threshold };
    return winningRolls(bet) === 0 ? 'no roll is under 1: threshold is at least 2 with under' : bet;
  },
  play(bet, pick, returned) {
    const roll = 1 + pick(100);
    const isWon = bet.direction === 'over' ? roll > bet.threshold : roll < bet.threshold;
    const win = ratio(returned.numerator, returned.denominator * winningRolls(bet));
    return {
      payout: isWon ? win : nothing,
      detail: { direction: bet.direction, threshold: bet.threshold, roll },
    };
  },
  bets: () =>
    Array.from({ length: 99 }, (_, index) => index + 1).flatMap((threshold) =>
      directions.map((direction) => ({ direction, threshold })).filter((bet) => winningRolls(bet) > 0),
    ),
  closedForm: (_, returned) => payoutFraction(returned).div(Fraction.of(100, 1)),
};
