/** The entrants of each tournament with their figures, and their ranking. */
import { microsPerUsdc } from '../../../../core/base/money.ts';
import { GroupIndex, Table } from '../../../../core/base/table.ts';
import type { Platform, RegisteredAgent } from '../../ports.ts';
import type { BetRecord } from '../play/bet-record.ts';
import { topK } from '../play/top-k.ts';
import {
  isAhead,
  isBetter,
  isRanked,
  withRanks,
  type RankedEntry,
  type Tournament,
  type TournamentEntry,
} from './tournament-record.ts';

const startChipsMicros = 1000 * microsPerUsdc;

/** Stores one entry for each agent and tournament. Moves no money: `Tournaments` holds fees and pays prizes. */
export class Entrants {
  readonly #platform: Platform;
  readonly #entries: Table<TournamentEntry>;
  readonly #entriesOf: GroupIndex<TournamentEntry>;

  constructor(platform: Platform) {
    this.#platform = platform;
    this.#entries = new Table(platform.journal);
    this.#entriesOf = new GroupIndex(platform.journal);
  }

  /** In the order in which they entered. */
  of({ tournamentId }: Tournament): readonly TournamentEntry[] {
    return this.#entriesOf.get(tournamentId);
  }

  find(tournament: Tournament, agent: RegisteredAgent): TournamentEntry | undefined {
    return this.#entries.get(entryKey(tournament, agent));
  }

  add(tournament: Tournament, agent: RegisteredAgent, feeHeld: TournamentEntry['feeHeld']): void {
    const entry: TournamentEntry = {
      agent,
      order: this.of(tournament).length,
      feeHeld,
      bets: 0,
      wageredMicros: 0,
      paidMicros: 0,
      bestWinMicros: 0,
      chipsMicros: this.#platform.policies['tournaments.stakes'] === 'chips' ? startChipsMicros : 0,
      prizeMicros: 0,
    };
    this.#entries.insert(entryKey(tournament, agent), entry);
    this.#entriesOf.add(tournament.tournamentId, entry);
  }

  update(
    entry: TournamentEntry,
    change: Partial<Pick<TournamentEntry, 'chipsMicros' | 'prizeMicros'>>,
  ): void {
    this.#entries.update(entry, change);
  }

  /** Adds a bet to an entrant's figures. */
  score(entry: TournamentEntry, { stakeMicros, payoutMicros }: BetRecord): void {
    this.#entries.update(entry, {
      bets: entry.bets + 1,
      wageredMicros: entry.wageredMicros + stakeMicros,
      paidMicros: entry.paidMicros + payoutMicros,
      bestWinMicros: Math.max(entry.bestWinMicros, payoutMicros - stakeMicros),
    });
  }

  /** All entrants with a place, best first. */
  ranking(tournament: Tournament): RankedEntry[] {
    const { policies } = this.#platform;
    const placed = this.of(tournament).filter((entry) => isRanked(entry, policies));
    const sorted = placed.toSorted((one, other) => (isAhead(one, other, policies) ? -1 : 1));
    return withRanks(sorted, policies);
  }

  /** The present rank of an entrant, from 1. */
  rankOf(tournament: Tournament, own: TournamentEntry): number {
    const { policies } = this.#platform;
    const better = this.of(tournament).filter(
      (entry) => isRanked(entry, policies) && isBetter(entry, own, policies),
    );
    return better.length + 1;
  }

  /** At most `count` entrants: the best ranks, then entrants without a rank. */
  shown(tournament: Tournament, count: number): { leaders: RankedEntry[]; unranked: TournamentEntry[] } {
    const { policies } = this.#platform;
    const entries = this.of(tournament);
    const placed = entries.filter((entry) => isRanked(entry, policies));
    const top = topK(placed, count, (one, other) => isAhead(one, other, policies));
    const unranked = entries.filter((entry) => !isRanked(entry, policies)).slice(0, count - top.length);
    return { leaders: withRanks(top, policies), unranked };
  }
}

const entryKey = ({ tournamentId }: Tournament, { agentId }: RegisteredAgent): string =>
  `${tournamentId}/${agentId}`;
