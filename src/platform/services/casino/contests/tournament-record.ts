/** What is kept of a tournament and of its entrants, and how entrants are ranked. */
import type { Micros } from '../../../../core/base/money.ts';
import type { Instant } from '../../../../core/base/time.ts';
import type { Policies, PolicyValue } from '../../../../core/policy/policies.ts';
import type { RegisteredAgent } from '../../ports.ts';
import type { Held } from './pot.ts';
import type { SingleEntry } from '../play/schemas.ts';

/** TOU08; `cancelled` if too few agents entered or none played (gap C23). */
export type TournamentState = 'upcoming' | 'active' | 'finished' | 'cancelled';

/** TOU02, as the creator asks for it. */
export interface TournamentOrder {
  readonly name: string;
  readonly game: SingleEntry;
  readonly entryFeeMicros: Micros;
  readonly prizePoolMicros: Micros;
  readonly agentsMax: number;
  readonly startsAtMs: Instant;
  readonly endsAtMs: Instant;
}

/** A tournament from its creation on. Its state follows the virtual clock at `startsAtMs` and `endsAtMs`. */
export interface Tournament extends TournamentOrder {
  readonly tournamentId: string;
  readonly creator: RegisteredAgent;
  readonly createdAtMs: Instant;
  /** The prize pool of the creator. */
  readonly poolHeld: Held;
  state: TournamentState;
}

/** One agent in one tournament. */
export interface TournamentEntry {
  readonly agent: RegisteredAgent;
  /** Counts the entrants from 0. */
  readonly order: number;
  readonly feeHeld: Held;
  bets: number;
  wageredMicros: Micros;
  paidMicros: Micros;
  /** The highest profit of a single bet; 0 while there is none. */
  bestWinMicros: Micros;
  /** Policy `tournaments.stakes: chips`: what is left to stake. */
  chipsMicros: Micros;
  prizeMicros: Micros;
}

/** An entrant's place; several share it under policy `tournaments.ties: shared`. */
export interface RankedEntry {
  readonly entry: TournamentEntry;
  readonly rank: number;
}

/**
 * The figure that entrants are ranked by under policy `tournaments.score`, in micro-USDC or micro-chips; may be
 * negative.
 */
export function scoreOf(entry: TournamentEntry, score: PolicyValue<'tournaments.score'>): Micros {
  switch (score) {
    case 'net-profit':
      return entry.paidMicros - entry.wageredMicros;
    case 'wagered':
      return entry.wageredMicros;
    case 'best-win':
      return entry.bestWinMicros;
  }
}

/** True when one is placed before the other; of equal scores, the one that entered first. */
export function isAhead(one: TournamentEntry, other: TournamentEntry, policies: Policies): boolean {
  const score = policies['tournaments.score'];
  const difference = scoreOf(one, score) - scoreOf(other, score);
  return difference === 0 ? one.order < other.order : difference > 0;
}

/** Whether an entrant has a place at all (policy `tournaments.idle`). */
export const isRanked = (entry: TournamentEntry, policies: Policies): boolean =>
  entry.bets > 0 || policies['tournaments.idle'] === 'ranked';

/** True when one has a better rank than the other: entrants of equal score may share one. */
export function isBetter(one: TournamentEntry, other: TournamentEntry, policies: Policies): boolean {
  const score = policies['tournaments.score'];
  const isTie = scoreOf(one, score) === scoreOf(other, score);
  return isTie && policies['tournaments.ties'] === 'shared' ? false : isAhead(one, other, policies);
}

/** Numbers entrants that are in order of `isAhead`, from the first place on. */
export function withRanks(entries: readonly TournamentEntry[], policies: Policies): RankedEntry[] {
  const ranked: RankedEntry[] = [];
  for (const entry of entries) {
    const above = ranked.at(-1);
    const isShared = above !== undefined && !isBetter(above.entry, entry, policies);
    ranked.push({ entry, rank: isShared ? above.rank : ranked.length + 1 });
  }
  return ranked;
}

/** The entrants of each rank, best first. */
export function groupsOf(ranked: readonly RankedEntry[]): TournamentEntry[][] {
  const groups: TournamentEntry[][] = [];
  let last = 0;
  for (const { entry, rank } of ranked) {
    if (rank === last) groups.at(-1)?.push(entry);
    else groups.push([entry]);
    last = rank;
  }
  return groups;
}
