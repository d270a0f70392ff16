/** The contests slice: tournaments and challenges. */
import type { PendingHolder, Platform, ServiceClock } from '../../ports.ts';
import type { ContestRounds } from '../ports.ts';
import { Challenges } from './challenges.ts';
import { Pot } from './pot.ts';
import { Tournaments } from './tournaments.ts';

/** The operations of the contests slice, and the objects that reserve money. */
export interface Contests {
  readonly tournaments: Tournaments;
  readonly challenges: Challenges;
  /** The parts that hold money. */
  readonly holders: readonly PendingHolder[];
}

/** Builds the slice of one world; both kinds of contest share one pot. */
export function createContests(parts: {
  platform: Platform;
  clock: ServiceClock;
  rounds: ContestRounds;
}): Contests {
  const contest = { ...parts, pot: new Pot(parts) };
  const tournaments = new Tournaments(contest);
  const challenges = new Challenges(contest);
  return { tournaments, challenges, holders: [tournaments, challenges] };
}
