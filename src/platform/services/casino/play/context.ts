/** What the casino gives to games that it does not settle in one call: seeds, limits, the house, the book of bets. */
import { formatUsdc, type Micros } from '../../../../core/base/money.ts';
import { refuse, type Refusal } from '../../../../core/base/refusal.ts';
import type { Game, HandGame } from '../../../games/game.ts';
import type { StakeBounds } from '../../../games/registry.ts';
import type { Agent, GameHours, Platform, ServiceClock } from '../../ports.ts';
import type { BetRecord } from './bet-record.ts';
import type { House } from './house.ts';
import type { RuleBook } from './rule-book.ts';
import type { Seats } from './seed-sessions.ts';

/** A bet without a stake; how a hand will be played is not known when its limit is asked for. */
export type Wager =
  | { readonly game: Game; readonly stakes: StakeBounds; readonly choice: object }
  | { readonly game: HandGame; readonly stakes: StakeBounds; readonly choice: undefined };

/** What is known of a bet when it is settled. */
export type Settled = Omit<BetRecord, 'betId' | 'atMs' | 'won'>;

export interface Floor {
  readonly platform: Platform;
  readonly clock: ServiceClock;
  readonly house: House;
  readonly seats: Seats;
  readonly rules: RuleBook;
  readonly hours: GameHours;
  /** The highest stake now. */
  limitOf(wager: Wager, agent: Agent): Micros;
  /** Writes a settled bet into the book and says that it happened. */
  keep(bet: Settled): BetRecord;
}

/** ERR19, TOU09, CHA10. */
export const gameClosed = (gameId: string): Refusal =>
  refuse('GAME_CLOSED', `${gameId} is closed at the moment`);

/** Why a stake is not taken: the Kelly limit, then whether the game is open and what the house can lose, then what the player has. */
export function stakeRefusal(
  floor: Floor,
  bet: {
    wager: Wager;
    agent: Agent;
    stakeMicros: Micros;
    neededMicros: Micros;
    lossMicros: Micros | undefined;
  },
): Refusal | undefined {
  const { wager, agent, stakeMicros, neededMicros, lossMicros } = bet;
  const limitMicros = floor.limitOf(wager, agent);
  if (stakeMicros > limitMicros) {
    return refuse('BAD_REQUEST', `amount is above the Kelly limit of this bet: ${formatUsdc(limitMicros)}`);
  }
  if (floor.hours.isGameClosed(wager.game.id)) return gameClosed(wager.game.id);
  if (lossMicros === undefined || !floor.house.covers(lossMicros)) {
    return refuse('GAME_CLOSED', 'the house cannot cover what this bet may win');
  }
  return floor.platform.ledger.available(agent.account) < neededMicros
    ? refuse('INSUFFICIENT_BALANCE', 'the USDC balance does not cover the stake')
    : undefined;
}
