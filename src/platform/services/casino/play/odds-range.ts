/** Of each game the bet with the shortest odds and the one with the longest: between them lie all its limits. */
import { present } from '../../../../core/base/assert.ts';
import type { Game } from '../../../games/game.ts';
import type { Params } from '../../../games/params.ts';
import type { GameEntry } from '../../../games/registry.ts';
import type { Wager } from './bet-record.ts';

const noParams: Params = {};

/** Parameters of style A, shortest odds first. Games without an entry have one kind of bet, and take none of these. */
const extremes: Readonly<Record<string, readonly [Params, Params]>> = {
  coin_flip: [{ side: 'heads' }, { side: 'heads' }],
  dice: [
    { direction: 'over', threshold: 1 },
    { direction: 'over', threshold: 99 },
  ],
  simple_dice: [{ pick: 1 }, { pick: 1 }],
  multiplier: [{ target_multiplier: 1.01 }, { target_multiplier: 1000 }],
  roulette: [{ bet_type: 'red' }, { bet_type: 'number', bet_value: 0 }],
  custom: [{ win_probability: 99 }, { win_probability: 1 }],
  crash: [{ cash_out_at: 1.01 }, { cash_out_at: 100 }],
  plinko: [
    { rows: 8, risk: 'low' },
    { rows: 16, risk: 'high' },
  ],
  hilo: [{ guess: 'higher' }, { guess: 'higher' }],
  keno: [{ picks: [1] }, { picks: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10] }],
  mines: [
    { mines: 1, reveals: 1 },
    { mines: 13, reveals: 12 },
  ],
  baccarat: [{ bet_on: 'banker' }, { bet_on: 'tie' }],
};

/** The bets as the game reads them. */
export function oddsRange(game: Game): readonly [shortest: object, longest: object] {
  const [shortest, longest] = extremes[game.id] ?? [noParams, noParams];
  return [choiceOf(game, shortest), choiceOf(game, longest)];
}

/** The same as wagers; how a hand will be played is not known beforehand, so it is one for all. */
export function wagerRange({ game, kind, stakes }: GameEntry): readonly [shortest: Wager, longest: Wager] {
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
  return present(typeof choice === 'string' ? undefined : choice, 'the table holds bets');
}
