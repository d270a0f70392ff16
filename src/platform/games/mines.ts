/**
 * Mines (GAM72 to GAM77): 1 to 24 mines on 5 x 5 cells; the first `reveals` cells are opened, left to right and top to
 * bottom, and a mine loses. Stated edge 2.5%: a win pays 0.975 / its probability, in both profiles. Two of the three
 * sample payouts of the documents do not fit that edge (gap C6): 3 mines and 5 reveals pay 1.97x, 10 and 10 pay 1061x.
 */
import { drawOne, runSteps, type DrawChain, type Drawn } from '../../core/fairness/steps.ts';
import { payoutFraction } from './exact.ts';
import { wholeForm } from './forms.ts';
import type { Game, Round } from './game.ts';
import { own, wholeNumber } from './params.ts';
import { nothing, ratio, type Ratio } from './ratio.ts';

/** The number of cells of the board. */
export const cells = 25;

/** A number of mines, and how many cells are opened; together at most `cells`. */
export interface MinesBet {
  readonly mines: number;
  readonly reveals: number;
}

/** The rules are the return of every bet. */
export const mines: Game<MinesBet, Ratio> = {
  id: 'mines',
  statedEdge: '2.5%',
  about: 'mines: 1 to 24; reveals: 1 to 25 less mines, from the top left. A mine loses the bet.',
  params: {
    fields: { mines: wholeForm(1, cells - 1), reveals: wholeForm(1, cells - 1) },
    // Together at most the cells there are.
    anyOf: Array.from({ length: cells - 1 }, (_, index) => ({
      properties: { mines: { maximum: index + 1 }, reveals: { maximum: cells - index - 1 } },
    })),
  },
  samples: {
    shortest: { mines: 1, reveals: 1 },
    longest: { mines: 13, reveals: 12 },
    challenge: { mines: 3, reveals: 5 },
    replayed: { mines: 3, reveals: 5 },
  },
  betShown: (bet) => ({ mines: bet.mines, reveals: bet.reveals }),
  rules: { published: ratio(975, 1000), consistent: ratio(975, 1000) },
  statedEdgeOf: () => ratio(25, 1000),
  parseBet(params) {
    const mineCount = wholeNumber(own(params, 'mines'), [1, 24]);
    if (mineCount === undefined) return 'mines is a whole number from 1 to 24';
    const reveals = wholeNumber(own(params, 'reveals'), [1, cells - mineCount]);
    return reveals === undefined
      ? `reveals is a whole number from 1 to ${cells - mineCount}, the cells without a mine`
      : { mines: mineCount, reveals };
  },
  play: (bet, pick, returned) => runSteps(steps(bet, returned), pick),
  bets: () =>
    Array.from({ length: 24 }, (_, index) => index + 1).flatMap((mineCount) =>
      Array.from({ length: cells - mineCount }, (_, index) => ({ mines: mineCount, reveals: index + 1 })),
    ),
  steps,
  closedForm: (_, returned) => payoutFraction(returned),
};

function steps(bet: MinesBet, returned: Ratio): DrawChain<Drawn, Round> {
  const hitsOf = (mined: Drawn): number => mined.filter((cell) => cell < bet.reveals).length;
  return {
    start: [],
    isDone: (mined) => mined.length === bet.mines,
    step: (mined, pick) => drawOne(mined, cells, pick),
    outcome: (mined) => ({
      payout: hitsOf(mined) === 0 ? winPayout(bet, returned) : nothing,
      detail: { mines: bet.mines, reveals: bet.reveals, mine_cells: mined },
    }),
    alike: (mined) => String(hitsOf(mined)),
  };
}

/** The return times C(25, k) / C(25 - m, k), cell by cell so that every term stays a small whole number. */
function winPayout({ mines: mineCount, reveals }: MinesBet, returned: Ratio): Ratio {
  let odds = ratio(1);
  for (let opened = 0; opened < reveals; opened += 1) {
    odds = ratio(odds.numerator * (cells - opened), odds.denominator * (cells - mineCount - opened));
  }
  return ratio(odds.numerator * returned.numerator, odds.denominator * returned.denominator);
}
