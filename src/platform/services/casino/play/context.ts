/** What the games of the casino share: seeds, limits, the house and the book of bets. */
import { formatUsdc, type Micros } from '../../../../core/base/money.ts';
import { refuse, type Refusal } from '../../../../core/base/refusal.ts';
import type { AccountId } from '../../../../core/ledger/ledger.ts';
import type { GameHours, Platform, RegisteredAgent, ServiceClock } from '../../ports.ts';
import type { Wager } from './bet-record.ts';
import { BetBook } from './bet-book.ts';
import { House } from './house.ts';
import { Leaderboard } from './leaderboard.ts';
import { RuleBook } from './rule-book.ts';
import { SeedSessions } from './seed-sessions.ts';
import { StakeLimits } from './stake-limits.ts';

/** The objects that all game slices of one casino share. */
export interface CasinoContext {
  readonly platform: Platform;
  readonly clock: ServiceClock;
  readonly house: House;
  readonly seeds: SeedSessions;
  readonly rules: RuleBook;
  readonly hours: GameHours;
  readonly limits: StakeLimits;
  readonly book: BetBook;
  readonly leaderboard: Leaderboard;
}

/** Builds them for one world and funds the house from `issuer`. */
export function createContext(parts: {
  platform: Platform;
  clock: ServiceClock;
  issuer: AccountId;
  hours: GameHours;
}): CasinoContext {
  const { platform, clock, hours } = parts;
  const house = new House(parts);
  const rules = new RuleBook(platform.policies);
  const leaderboard = new Leaderboard(parts);
  return {
    platform,
    clock,
    hours,
    house,
    rules,
    leaderboard,
    seeds: new SeedSessions(platform),
    limits: new StakeLimits({ platform, house, rules }),
    book: new BetBook({ platform, clock, leaderboard }),
  };
}

/** ERR19, TOU09, CHA10. */
export const gameClosed = (gameId: string): Refusal =>
  refuse('GAME_CLOSED', `${gameId} is closed at the moment`);

const notCovered = refuse('INSUFFICIENT_BALANCE', 'the USDC balance does not cover the stake');

/**
 * Why a bet is refused, or undefined: BAD_REQUEST (Kelly limit), then GAME_CLOSED (closed, or the house cannot cover
 * `lossMicros`; undefined is more than any house covers), then INSUFFICIENT_BALANCE (below `neededMicros`), which policy
 * `kelly.precedence` may put first.
 */
export function stakeRefusal(
  context: CasinoContext,
  bet: {
    wager: Wager;
    agent: RegisteredAgent;
    stakeMicros: Micros;
    neededMicros: Micros;
    lossMicros: Micros | undefined;
  },
): Refusal | undefined {
  const { wager, agent, stakeMicros, neededMicros, lossMicros } = bet;
  const { ledger, policies } = context.platform;
  const isCovered = ledger.available(agent.account) >= neededMicros;
  if (!isCovered && policies['kelly.precedence'] === 'balance') return notCovered;
  const limitMicros = context.limits.limitOf(wager, agent);
  if (stakeMicros > limitMicros) {
    return refuse('BAD_REQUEST', `amount is above the Kelly limit of this bet: ${formatUsdc(limitMicros)}`);
  }
  if (context.hours.isGameClosed(wager.game.id)) return gameClosed(wager.game.id);
  if (lossMicros === undefined || !context.house.covers(lossMicros)) {
    return refuse('GAME_CLOSED', 'the house cannot cover what this bet may win');
  }
  return isCovered ? undefined : notCovered;
}
