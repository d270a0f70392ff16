/** A hand between two calls as an immutable value: seeds, how many words of them are used, moves. Knows no money. */
import { present } from '../../../../core/base/assert.ts';
import { HmacWords, type RoundSeeds } from '../../../../core/fairness/hmac.ts';
import type { Pick } from '../../../../core/fairness/pick.ts';
import type { Hand, HandGame, Round } from '../../../games/game.ts';
import { ratio } from '../../../games/ratio.ts';

/** A hand in play. Moves return a new value, so that a refused or rolled back call leaves the old one in place. */
export interface HandRound {
  readonly game: HandGame;
  readonly rules: unknown;
  readonly seeds: RoundSeeds;
  readonly commitment: string;
  /** Words of the seeds that are used up. */
  readonly used: number;
  readonly hand: Hand;
  readonly moves: readonly object[];
}

/** The cards of a new round. */
export function dealt(
  round: { game: HandGame; rules: unknown },
  { seeds, commitment }: { seeds: RoundSeeds; commitment: string },
): HandRound {
  const words = new HmacWords(seeds);
  const hand = round.game.deal(words.pick, round.rules);
  return { seeds, commitment, hand, used: words.used, moves: [], ...round };
}

/** The round after a move that its hand allows. */
export function moved(round: HandRound, move: object): HandRound {
  const { game, rules, seeds } = round;
  const words = new HmacWords(seeds, round.used);
  const hand = game.act(round.hand, move, { pick: words.pick, rules });
  return { ...round, hand, used: words.used, moves: [...round.moves, move] };
}

/** The outcome of a finished round, and a function that recomputes it from the seeds. Asserts that the hand is over. */
export function outcomeOf({ game, rules, hand, moves }: HandRound): Round & {
  readonly stakes: 1 | 2;
  readonly choice: object;
  readonly replay: (pick: Pick) => Round;
} {
  return {
    stakes: present(hand.settled, 'the hand is over').stakes,
    choice: { moves: moves.map((move) => game.moveView(move)) },
    replay(pick) {
      let again = game.deal(pick, rules);
      for (const move of moves) again = game.act(again, move, { pick, rules });
      return roundOf(game, again);
    },
    ...roundOf(game, hand),
  };
}

/** The total return over all stakes in the hand. */
function roundOf(game: HandGame, hand: Hand): Round {
  const { payout, stakes } = present(hand.settled, 'the hand is over');
  return { payout: ratio(payout.numerator, payout.denominator * stakes), detail: game.shown(hand) };
}
