/**
 * Commitments that came after the client seed or the bet. A client seed that stays in use is older than every later commitment:
 * the documents allow that, and it is a weakness of the scheme. One that was set for its server seed must come after it.
 */
import type { Instant } from '../../../../core/base/time.ts';
import { detached } from '../detached.ts';
import type { LoggedBet } from '../logged-bet.ts';
import { RowsFound, type RowPlace } from '../rows-found.ts';

/** Bets of one period that a client seed or a time makes late. */
export interface LateBets {
  readonly period: number;
  readonly rows: RowsFound;
}

/** One client seed of a player, set at one time. */
interface ClientSeed {
  readonly player: number;
  readonly text: string;
  readonly setAt: Instant;
  readonly period: number;
  /** The earliest commitment that it was used under. */
  committedAt: Instant;
  /** It was used in more than one period. */
  isKept: boolean;
}

interface OldSeedBets extends LateBets {
  readonly player: number;
  readonly clientSeed: ClientSeed;
  readonly committedAt: Instant;
}

/** Client seeds in use at a time that are told apart; those of more players in turn are not known to be kept. */
const recentMax = 4096;

/** Follows the times of a log row by row. */
export class LateCommitments {
  /** The bet itself came before the commitment. */
  readonly #beforeCommitment = new Map<number, RowsFound>();
  readonly #oldSeeds = new Map<string, OldSeedBets>();
  readonly #latest: ClientSeed[] = [];
  readonly #recent = new Map<string, ClientSeed>();
  readonly #kept = new Map<string, ClientSeed>();
  /** The period with the earliest commitment of each player. */
  readonly #first: { period: number; committedAt: Instant }[] = [];

  /** A bet of `player` in `period`, both by number. */
  add(bet: LoggedBet, { player, period, place }: { player: number; period: number; place: RowPlace }): void {
    const { committedAtMs, clientSeedAtMs, placedAtMs } = bet;
    if (committedAtMs === undefined) return;
    const first = this.#first[player];
    if (first === undefined || committedAtMs < first.committedAt)
      this.#first[player] = { period, committedAt: committedAtMs };
    const seed =
      clientSeedAtMs === undefined ? undefined : this.#seedOf(bet, { player, period, setAt: clientSeedAtMs });
    if (isBefore(placedAtMs, committedAtMs)) rowsIn(this.#beforeCommitment, period).add(place);
    else if (seed !== undefined && isBefore(clientSeedAtMs, committedAtMs))
      this.#oldSeed(seed, { period, committedAt: committedAtMs }).add(place);
  }

  #seedOf(
    bet: LoggedBet,
    { player, period, setAt }: { player: number; period: number; setAt: Instant },
  ): ClientSeed {
    const committedAt = bet.committedAtMs!;
    let seed = this.#latest[player];
    if (seed?.text !== bet.clientSeed || seed.setAt !== setAt) {
      const key = `${player} ${setAt} ${bet.clientSeed}`;
      seed = this.#kept.get(key) ?? this.#recent.get(key);
      if (seed === undefined) {
        seed = { player, text: detached(bet.clientSeed), setAt, period, committedAt, isKept: false };
        if (this.#recent.size >= recentMax) this.#recent.clear();
        this.#recent.set(detached(key), seed);
      }
      this.#latest[player] = seed;
    }
    if (seed.period !== period && !seed.isKept) {
      seed.isKept = true;
      this.#kept.set(detached(`${player} ${setAt} ${bet.clientSeed}`), seed);
    }
    seed.committedAt = Math.min(seed.committedAt, committedAt);
    return seed;
  }

  #oldSeed(
    clientSeed: ClientSeed,
    { period, committedAt }: { period: number; committedAt: Instant },
  ): RowsFound {
    const key = `${period} ${clientSeed.setAt} ${clientSeed.text}`;
    let bets = this.#oldSeeds.get(key);
    if (bets === undefined) {
      bets = { period, rows: new RowsFound(), player: clientSeed.player, clientSeed, committedAt };
      this.#oldSeeds.set(detached(key), bets);
    }
    return bets.rows;
  }

  /** Bets whose commitment came after them, or after a client seed that was set for it. */
  accused(): LateBets[] {
    const own = Array.from(this.#beforeCommitment, ([period, rows]) => ({ period, rows }));
    return [...own, ...this.#oldOnes().filter((bets) => !this.#mayBeKept(bets))];
  }

  /** Bets whose client seed was in use before the commitment, or may have been. */
  kept(): LateBets[] {
    return this.#oldOnes().filter((bets) => this.#mayBeKept(bets));
  }

  #oldOnes(): OldSeedBets[] {
    return [...this.#oldSeeds.values()];
  }

  /** What was in use before the first period of a player, the log does not show. */
  #mayBeKept({ player, period, clientSeed, committedAt }: OldSeedBets): boolean {
    return (
      this.#first[player]?.period === period || (clientSeed.isKept && committedAt > clientSeed.committedAt)
    );
  }
}

function rowsIn(periods: Map<number, RowsFound>, period: number): RowsFound {
  const rows = periods.get(period) ?? new RowsFound();
  periods.set(period, rows);
  return rows;
}

/** An instant in whole seconds may have lost its milliseconds. */
export function isBefore(earlier: Instant | undefined, later: Instant | undefined): boolean {
  if (earlier === undefined || later === undefined) return false;
  return earlier + (earlier % 1000 === 0 ? 999 : 0) < later;
}
