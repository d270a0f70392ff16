/**
 * Coin flip (GAM02 to GAM04): the player calls heads or tails. Stated: 1.96x at 50%, edge 0.5%. The two do not go
 * together (gap C1): 1.96x keeps 2%. `consistent` pays 1.99x.
 */
import { Fraction } from '../../core/base/fraction.ts';
import { payoutFraction } from './exact.ts';
import { wordForm } from './forms.ts';
import type { Game } from './game.ts';
import { oneOf, own } from './params.ts';
import { nothing, ratio, type Ratio } from './ratio.ts';

/** The two bets (GAM02), in the names of the wire. */
export const sides = ['heads', 'tails'] as const;

/** A call of heads or tails. */
export interface CoinFlipBet {
  readonly side: (typeof sides)[number];
}

/** The game; its rules are the total return of a win. */
export const coinFlip: Game<CoinFlipBet, Ratio> = {
  id: 'coin_flip',
  statedEdge: '0.5%',
  about: 'side: heads or tails.',
  params: { fields: { side: wordForm(sides) } },
  samples: {
    shortest: { side: 'heads' },
    longest: { side: 'heads' },
    challenge: { side: 'heads' },
    replayed: { side: 'heads' },
  },
  betShown: ({ side }) => ({ side }),
  rules: { published: ratio(196, 100), consistent: ratio(199, 100) },
  statedEdgeOf: () => ratio(5, 1000),
  parseBet(params) {
    const side = oneOf(own(params, 'side'), sides);
    return side === undefined ? 'side is heads or tails' : { side };
  },
  play({ side }, pick, win) {
    const result = sides[pick(2)];
    return { payout: result === side ? win : nothing, detail: { side, result } };
  },
  bets: () => sides.map((side) => ({ side })),
  closedForm: (_, win) => payoutFraction(win).div(Fraction.of(2, 1)),
};
