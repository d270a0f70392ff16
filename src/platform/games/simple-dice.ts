/** Simple dice (GAM48 to GAM51): the player picks one of six faces. Stated: 5.5x, edge 8.3%; exactly it is 1/12. */
import { Fraction } from '../../core/base/fraction.ts';
import { payoutFraction } from './exact.ts';
import { wholeForm } from './forms.ts';
import type { Game } from './game.ts';
import { own, wholeNumber } from './params.ts';
import { nothing, ratio, type Ratio } from './ratio.ts';

const win = ratio(55, 10);

/** A bet on one face of a die, 1 to 6. */
export interface SimpleDiceBet {
  readonly pick: number;
}

/** The game; its rules are the total return of a win, the same in both profiles. */
export const simpleDice: Game<SimpleDiceBet, Ratio> = {
  id: 'simple_dice',
  statedEdge: '8.3%',
  about: 'pick: 1 to 6. The roll of one die wins if it is the pick.',
  params: { fields: { pick: wholeForm(1, 6) } },
  samples: { shortest: { pick: 1 }, longest: { pick: 1 }, challenge: { pick: 6 }, replayed: { pick: 6 } },
  betShown: ({ pick }) => ({ pick }),
  rules: { published: win, consistent: win },
  statedEdgeOf: () => ratio(83, 1000),
  parseBet(params) {
    const face = wholeNumber(own(params, 'pick'), [1, 6]);
    return face === undefined ? 'pick is a whole number from 1 to 6' : { pick: face };
  },
  play(bet, pick, hit) {
    const roll = 1 + pick(6);
    return { payout: roll === bet.pick ? hit : nothing, detail: { pick: bet.pick, roll } };
  },
  bets: () => Array.from({ length: 6 }, (_, index) => ({ pick: index + 1 })),
  closedForm: (_, paid) => payoutFraction(paid).div(Fraction.of(6, 1)),
};
