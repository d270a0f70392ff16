/** The parameters of a bet as answers show them: under the names, and in the units, in which they were sent. */
import type { JsonObject } from '../../../../core/http/message.ts';
import type { Game } from '../../../games/game.ts';
import { own, type Params } from '../../../games/params.ts';
import { singleGame } from './schemas.ts';
import { Refusal } from '../../../../core/base/refusal.ts';
import type { BetRecord } from './bet-record.ts';

/** Of a game of one call. What a game shows of a bet may be less: of the numbers of keno it is how many there are. */
export function paramsShown(game: Game, choice: object): JsonObject {
  const shown = Object.entries(game.betShown(choice));
  return Object.fromEntries(
    shown.map(([name, value]) => [name, own(choice as Params, name) ?? value]),
  ) as JsonObject;
}

/** Of a settled bet: those of a hand are its moves (hi-lo may be one, by policy), and a live round says that it was one. */
export function paramsOfBet({ gameId, choice }: Pick<BetRecord, 'gameId' | 'choice'>): JsonObject {
  const entry = singleGame(gameId);
  if (entry instanceof Refusal || 'moves' in choice) return choice as JsonObject;
  const isLive = own(choice as Params, 'live') === true;
  return { ...paramsShown(entry.game, choice), ...(isLive ? { live: true } : {}) };
}
