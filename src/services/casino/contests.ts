/**
 * What the casino offers around its games, as mounts of their own: a world adds them behind all others, so that the
 * position of every route that was there before stays what it is.
 */
import type { Mount } from '../../http/router.ts';
import type { PendingHolder, Platform, ServiceClock } from '../ports.ts';
import type { Casino } from './casino.ts';
import { Challenges } from './challenges.ts';
import { challengeRows, recordRows, tournamentRows } from './contest-routes.ts';
import { Pot } from './pot.ts';
import { Records } from './records.ts';
import { Tournaments } from './tournaments.ts';

/** The mounts, and who answers for the money that contests hold. */
export interface Contests {
  readonly mounts: readonly Mount[];
  readonly holders: readonly PendingHolder[];
}

export function contestsOf(parts: { platform: Platform; clock: ServiceClock; casino: Casino }): Contests {
  const shared = { ...parts, pot: new Pot(parts) };
  const place = { service: 'casino', prefixes: { A: '/casino', short: '/casino' } };
  const tournaments = new Tournaments(shared);
  const challenges = new Challenges(shared);
  return {
    mounts: [
      { ...place, rows: tournamentRows, operations: tournaments },
      { ...place, rows: challengeRows, operations: challenges },
      { ...place, rows: recordRows, operations: new Records(parts) },
    ],
    holders: [tournaments, challenges],
  };
}
