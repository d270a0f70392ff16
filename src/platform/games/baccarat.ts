/**
 * Baccarat (GAM84 to GAM86): punto banco from a fresh shoe of eight packs. Cards count their pips, tens and faces
 * nothing, a hand its last digit; 8 or 9 in two cards ends the round, else the player draws to 5 and the banker by the
 * standard table. Stated: player 1:1, banker 0.95:1, tie 8:1 (profits: total returns are one more); edges 1.24%, 1.06%,
 * 14.4%. A tie pushes the other two bets.
 */
import { present } from '../../core/base/assert.ts';
import { Fraction } from '../../core/base/fraction.ts';
import type { Pick } from '../../core/fairness/pick.ts';
import { runSteps, type DrawChain } from '../../core/fairness/steps.ts';
import { drawRank, namesOf, shoeOf, type Rank, type Shoe } from './cards.ts';
import { wordForm } from './forms.ts';
import type { Game, Round } from './game.ts';
import { oneOf, own } from './params.ts';
import { nothing, ratio, stakeBack, type Ratio } from './ratio.ts';

/** The three bets (GAM84), in the names of the wire. */
export const sides = ['player', 'banker', 'tie'] as const;
type Side = (typeof sides)[number];

/** A bet on one of the three outcomes. */
export interface BaccaratBet {
  readonly betOn: Side;
}

const payouts: Readonly<Record<Side, Ratio>> = { player: ratio(2), banker: ratio(195, 100), tie: ratio(9) };
const statedEdges: Readonly<Record<Side, Ratio>> = {
  player: ratio(124, 10_000),
  banker: ratio(106, 10_000),
  tie: ratio(144, 1000),
};

/** The game; its rules are the total return of each bet, the same in both profiles. */
export const baccarat: Game<BaccaratBet, typeof payouts> = {
  id: 'baccarat',
  statedEdge: 'player 1.24%, banker 1.06%, tie 14.4%',
  about: 'bet_on: player, banker or tie.',
  params: { fields: { bet_on: wordForm(sides) } },
  samples: {
    shortest: { bet_on: 'banker' },
    longest: { bet_on: 'tie' },
    challenge: { bet_on: 'player' },
    replayed: { bet_on: 'banker' },
  },
  betShown: ({ betOn }) => ({ bet_on: betOn }),
  rules: { published: payouts, consistent: payouts },
  statedEdgeOf: ({ betOn }) => statedEdges[betOn],
  parseBet(params) {
    const betOn = oneOf(own(params, 'bet_on'), sides);
    return betOn === undefined ? 'bet_on is player, banker or tie' : { betOn };
  },
  play: (bet, pick, table) => runSteps(steps(bet, table), pick),
  bets: () => sides.map((betOn) => ({ betOn })),
  steps,
  knownChances({ betOn }, table) {
    const push = betOn === 'tie' ? 0 : wins.tie;
    const chances = [
      { payout: table[betOn], wins: wins[betOn] },
      { payout: stakeBack, wins: push },
      { payout: nothing, wins: rounds - wins[betOn] - push },
    ];
    return chances
      .filter((chance) => chance.wins > 0)
      .map((chance) => ({ payout: chance.payout, probability: Fraction.of(chance.wins, rounds) }));
  },
};

/**
 * Equally likely rounds from eight packs, and how many each side wins; counted once, since a walk takes 0.2 seconds.
 */
const rounds = 19_524_993_263_685;
const wins: Readonly<Record<Side, number>> = {
  player: 8_712_962_041_376,
  banker: 8_954_111_587_648,
  tie: 1_857_919_634_661,
};

/** The cards on the table; dealt in turn, the player first. */
interface Table {
  readonly shoe: Shoe;
  readonly player: readonly Rank[];
  readonly banker: readonly Rank[];
}

const points = (rank: Rank): number => (rank >= 9 ? 0 : rank + 1);
const total = (hand: readonly Rank[]): number => hand.reduce((sum, rank) => sum + points(rank), 0) % 10;

/** The hand that is dealt the next card; undefined when the round is over. */
function nextHand({ player, banker }: Table): 'player' | 'banker' | undefined {
  if (banker.length < 2) return player.length > banker.length ? 'banker' : 'player';
  if (banker.length === 3) return undefined;
  if (player.length === 2) {
    if (total(player) >= 8 || total(banker) >= 8) return undefined;
    if (total(player) <= 5) return 'player';
    return total(banker) <= 5 ? 'banker' : undefined;
  }
  return bankerDraws(total(banker), points(present(player[2], 'a third card'))) ? 'banker' : undefined;
}

/** The banker's draw against the player's third card: by the banker's total, the first and last point that draw. */
const drawsAgainst: Readonly<Record<number, readonly [number, number]>> = {
  4: [2, 7],
  5: [4, 7],
  6: [6, 7],
};

function bankerDraws(bankerTotal: number, thirdPoints: number): boolean {
  if (bankerTotal <= 2) return true;
  if (bankerTotal === 3) return thirdPoints !== 8;
  const [first, last] = drawsAgainst[bankerTotal] ?? [1, 0];
  return thirdPoints >= first && thirdPoints <= last;
}

function deal(table: Table, pick: Pick): Table {
  const hand = present(nextHand(table), 'no card is dealt after the round');
  const { rank, shoe } = drawRank(table.shoe, pick);
  return { ...table, shoe, [hand]: [...table[hand], rank] };
}

function winnerOf({ player, banker }: Table): Side {
  if (total(player) === total(banker)) return 'tie';
  return total(player) > total(banker) ? 'player' : 'banker';
}

/** The three bets draw alike. */
const draws: Omit<DrawChain<Table, Round>, 'outcome'> = {
  start: { shoe: shoeOf(8), player: [], banker: [] },
  isDone: (state) => nextHand(state) === undefined,
  step: deal,
  alike: (state) => (nextHand(state) === undefined ? winnerOf(state) : pointsOnTable(state)),
};

function steps({ betOn }: BaccaratBet, table: typeof payouts): DrawChain<Table, Round> {
  return {
    ...draws,
    outcome(state) {
      const winner = winnerOf(state);
      const push = winner === 'tie' ? stakeBack : nothing;
      const detail = { bet_on: betOn, winner, player: namesOf(state.player), banker: namesOf(state.banker) };
      return { payout: winner === betOn ? table[betOn] : push, detail };
    },
  };
}

/** The rest of the round depends only on the points dealt, in any order within the first two cards. */
const pointsOnTable = ({ player, banker }: Table): string =>
  [player.slice(0, 2), player.slice(2), banker]
    .map((cards) =>
      cards
        .map(points)
        .toSorted((a, b) => a - b)
        .join(''),
    )
    .join('/');
