/** The bets of each game with the shortest and the longest odds: the limits of all its bets lie between theirs. */
import { present } from '../../../../core/base/assert.ts';
import type { Game } from '../../../games/game.ts';
import type { Params } from '../../../games/params.ts';
import type { CasinoGame } from './game-stakes.ts';
import type { Wager } from './bet-record.ts';

/** The bets as the game reads them. */
export function oddsRange(game: Game): readonly [shortest: object, longest: object] {
  const { shortest, longest } = game.samples;
  return [choiceOf(game, shortest), choiceOf(game, longest)];
}

/** The same as wagers; a game of several calls has one wager for both, since its moves are not known beforehand. */
export function wagerRange({ game, kind, stakes }: CasinoGame): readonly [shortest: Wager, longest: Wager] {
  if (kind === 'hand') {
    const wager = { game, stakes, choice: undefined };
    return [wager, wager];
  }
  const [shortest, longest] = oddsRange(game);
  return [
    { game, stakes, choice: shortest },
    { game, stakes, choice: longest },
  ];
}

function choiceOf(game: Game, params: Params): object {
  const choice = game.parseBet(params);
  return present(typeof choice === 'string' ? undefined : choice, 'samples are bets');
}
