/**
 * What the casino offers around its games, as mounts of their own: a world adds them behind all others, so that the
 * position of every route that was there before stays what it is.
 */
import type { Mount } from '../../http/router.ts';
import type { Platform, ServiceClock } from '../ports.ts';
import type { Casino } from './casino.ts';
import { Challenges } from './challenges.ts';
import { challengeRows, recordRows, tournamentRows } from './contest-routes.ts';
import { Pot } from './pot.ts';
import { Records } from './records.ts';
import { Tournaments } from './tournaments.ts';

export function contestMounts(parts: { platform: Platform; clock: ServiceClock; casino: Casino }): Mount[] {
  const shared = { ...parts, pot: new Pot(parts) };
  const place = { service: 'casino', prefixes: { A: '/casino' } };
  return [
    { ...place, rows: tournamentRows, operations: new Tournaments(shared) },
    { ...place, rows: challengeRows, operations: new Challenges(shared) },
    { ...place, rows: recordRows, operations: new Records(parts) },
  ];
}
