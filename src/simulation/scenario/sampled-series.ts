/**
 * The values sampled at the end of every slice of a run, by field of `Timeline`. A new chart needs an entry here, and
 * a file and a row in `report/html/charts`.
 */
import { games } from '../../platform/games/registry.ts';
import type { PlatformEvent } from '../../platform/services/ports.ts';
import type { World } from '../../platform/world/world.ts';
import type { AccountGroups } from './account-groups.ts';

/** The part of a run that a sample reads. */
export interface SampledRun {
  readonly world: World;
  /** Totals of accounts by group. */
  readonly groups: AccountGroups;
  /** Occurrences of an event of the platform so far. */
  readonly happened: (event: PlatformEvent) => number;
}

/** Computes the values of one instant, by the name of the chart's line. */
export type Sample = (run: SampledRun) => Readonly<Record<string, number>>;

/** The samples by field of `Timeline`; each returns the same names at every instant. */
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

/** A field of `Timeline` that is sampled. */
export type SampledName = keyof typeof sampledSeries;
