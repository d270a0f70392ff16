/**
 * What is sampled at the end of every slice of a run, by the name of the field of `Timeline` that holds it. A chart of
 * something new needs an entry here, and a file and a row in `report/html/charts`.
 */
import { games } from '../../platform/games/registry.ts';
import type { PlatformEvent } from '../../platform/services/ports.ts';
import type { World } from '../../platform/world/world.ts';
import type { AccountGroups } from './account-groups.ts';

/** The run as a series sees it. */
export interface SampledRun {
  readonly world: World;
  /** What the accounts of a kind hold together. */
  readonly groups: AccountGroups;
  /** How often an event of the platform has happened so far. */
  readonly happened: (event: PlatformEvent) => number;
}

/** The values of one instant, by the name of the line in the chart. */
export type Sample = (run: SampledRun) => Readonly<Record<string, number>>;

export const sampledSeries = {
  /** Escrows: open ones by state, ended ones counted up. */
  escrows: ({ happened }) => {
    const ended = happened('escrowReleased') + happened('escrowRefunded') + happened('escrowExpired');
    return {
      locked: happened('escrowCreated') - ended - happened('escrowDisputed'),
      disputed: happened('escrowDisputed') - happened('escrowRuled'),
      released: happened('escrowReleased'),
      refunded: happened('escrowRefunded'),
      expired: happened('escrowExpired'),
      ruled: happened('escrowRuled'),
    };
  },

  /** Orders of the trading service: open ones, and ended ones counted up. */
  orders: ({ happened }) => {
    const [filled, cancelled] = [happened('orderFilled'), happened('orderCancelled')];
    return { open: happened('orderPlaced') - filled - cancelled, filled, cancelled };
  },

  /** Tournaments and challenges: open ones, and ended ones counted up. */
  contests: ({ happened }) => {
    const tournaments = happened('tournamentFinished') + happened('tournamentCancelled');
    const challenges = happened('challengeResolved') + happened('challengeReturned');
    return {
      'open tournaments': happened('tournamentCreated') - tournaments,
      'open challenges': happened('challengeCreated') - challenges,
      'tournaments finished': happened('tournamentFinished'),
      'tournaments cancelled': happened('tournamentCancelled'),
      'challenges resolved': happened('challengeResolved'),
      'challenges returned': happened('challengeReturned'),
    };
  },

  /** Percent of all stakes on a game that it has paid back so far; NaN before the first bet. */
  returns: ({ world }) =>
    Object.fromEntries(
      games.map(({ game }) => {
        const turnover = world.casino.play.leaderboard.turnoverOf(game.id);
        const share = turnover === undefined ? NaN : turnover.paidMicros / turnover.wageredMicros;
        return [game.id, share * 100];
      }),
    ),

  /** Micro-USDC by kind of account: pool, agents, escrow, trading, venue, fees, referral, house, external. */
  money: ({ groups }) => ({ ...groups.totals() }),
} as const satisfies Readonly<Record<string, Sample>>;

export type SampledName = keyof typeof sampledSeries;
