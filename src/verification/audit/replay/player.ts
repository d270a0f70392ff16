/**
 * Plays one game through its shipped rules, round after round: one bet of the games of one call, the best
 * play of blackjack and video poker. The result of a round is an index into the exact outcomes.
 */
import { assert, present } from '../../../core/base/assert.ts';
import type { Fraction } from '../../../core/base/fraction.ts';
import type { Pick } from '../../../core/fairness/pick.ts';
import { blackjack, type BlackjackMove } from '../../../platform/games/blackjack.ts';
import { chancesOf } from '../../../platform/games/exact.ts';
import type { Profile } from '../../../core/base/profile.ts';
import type { Game } from '../../../platform/games/game.ts';
import type { Params } from '../../../platform/games/params.ts';
import type { Ratio } from '../../../platform/games/ratio.ts';
import { gameNamed } from '../../../platform/games/registry.ts';
import { videoPoker } from '../../../platform/games/video-poker.ts';
import { solveBlackjack } from '../exact/blackjack-optimum.ts';
import { outcomesOf, type ExactOutcome } from '../exact/figures.ts';
import { dealPolicies } from '../exact/video-poker-deals.ts';
import { PokerAdvice } from '../exact/video-poker-optimum.ts';
import type { WireBet } from '../wire-bet.ts';

/** Plays rounds of one game. `play` takes every random number from `pick` and keeps nothing between rounds. */
export interface Player {
  readonly game: string;
  readonly bet: WireBet;
  /** Every outcome of a round with its exact chance. */
  readonly outcomes: readonly ExactOutcome[];
  /** The index of the outcome; the number of outcomes where it is none of them. */
  play(pick: Pick): number;
}

/** The parameters of the replayed bet; undefined for the games of several calls. */
export function replayedBetOf(gameId: string): Params | undefined {
  const entry = gameNamed(gameId);
  return entry?.kind === 'single' ? entry.game.samples.replayed : undefined;
}

/** A player of the game's sample bet, or with the best play. */
export function samplePlayer(gameId: string, profile: Profile): Player {
  const entry = present(gameNamed(gameId), `${gameId} is a game`);
  if (entry.kind === 'hand') return gameId === 'blackjack' ? blackjackPlayer(profile) : pokerPlayer(profile);
  const { game } = entry;
  const bet = game.parseBet(game.samples.replayed);
  assert(typeof bet === 'object', `${gameId} takes its usual bet`);
  return betPlayer(game, bet, game.rules[profile]);
}

/** A player of one bet. */
export function betPlayer(game: Game, bet: object, rules: unknown): Player {
  const outcomes = outcomesOf(chancesOf(game, bet, rules));
  const indexOf = indexed(outcomes);
  return {
    game: game.id,
    bet: game.samples.replayed as WireBet,
    outcomes,
    play: (pick) => indexOf(game.play(bet, pick, rules).payout),
  };
}

/** Payouts are small ratios, so that their doubles tell them apart. */
function indexed(outcomes: readonly ExactOutcome[]): (payout: Ratio) => number {
  const byValue = new Map(outcomes.map(({ payout }, index) => [valueOf(payout), index] as const));
  assert(byValue.size === outcomes.length, 'every payout stands once');
  return ({ numerator, denominator }) => byValue.get(numerator / denominator) ?? outcomes.length;
}

const valueOf = ({ numerator, denominator }: Fraction): number => Number(numerator) / Number(denominator);

const kindOf = (rank: number): number => Math.min(rank, 9);
const handKey = (player: readonly number[], open: number): string =>
  `${player.toSorted((left, right) => left - right).join()}/${open}`;

function blackjackPlayer(profile: Profile): Player {
  const rules = blackjack.rules[profile];
  const moves = new Map<string, BlackjackMove['action']>();
  const { outcomes } = solveBlackjack(rules, ({ player, open, action }) =>
    moves.set(handKey(player, open), action),
  );
  const byValue = new Map(outcomes.map(({ payout }, index) => [valueOf(payout), index] as const));
  return {
    game: blackjack.id,
    bet: {},
    outcomes,
    play(pick) {
      let hand = blackjack.deal(pick, rules);
      while (hand.settled === undefined) {
        const key = handKey(hand.player.map(kindOf), kindOf(present(hand.dealer[0], 'an open card')));
        const action = present(moves.get(key), `a move for ${key}`);
        hand = blackjack.act(hand, { action }, { pick, rules });
      }
      const { stakes, payout } = hand.settled;
      return byValue.get(payout.numerator / payout.denominator - (stakes - 1)) ?? outcomes.length;
    },
  };
}

function pokerPlayer(profile: Profile): Player {
  const rules = videoPoker.rules[profile];
  const { every: outcomes } = dealPolicies(rules);
  const advice = new PokerAdvice(rules);
  const indexOf = indexed(outcomes);
  return {
    game: videoPoker.id,
    bet: {},
    outcomes,
    play(pick) {
      const dealt = videoPoker.deal(pick, rules);
      const { settled } = videoPoker.act(dealt, { holds: advice.holdOf(dealt.cards) }, { pick, rules });
      return indexOf(present(settled, 'a draw settles the hand').payout);
    },
  };
}
