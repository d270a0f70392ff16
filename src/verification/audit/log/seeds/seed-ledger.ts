/**
 * Follows the seeds of a log row by row: periods, nonces, rotations and times, in memory that grows with the periods
 * and not with the bets. `seed-findings.ts` says what is wrong with them.
 */
import { commitmentOf } from '../../../../core/fairness/hmac.ts';
import { detached } from '../detached.ts';
import type { LoggedBet } from '../logged-bet.ts';
import { RowsFound, type RowPlace } from '../rows-found.ts';
import { isBefore, LateCommitments } from './late-commitments.ts';
import { NonceSet } from './nonce-set.ts';
import { periodFlags, PeriodTable } from './period-table.ts';

/** What a row says about its seeds: the verified server seed where one is known. */
export interface SeedState {
  readonly serverSeed: string | undefined;
  /** The numbers of the period and of the player, from 0. */
  readonly period: number;
  readonly player: number;
  /** The nonce was used before under this seed. */
  readonly isRepeat: boolean;
}

/** Seeds that an earlier pass over the same log has found, by commitment. */
export type KnownSeeds = ReadonlyMap<string, string>;

/** A player's periods: the first and the latest in the order of the rows. */
export interface PlayerSeeds {
  readonly first: number;
  latest: number;
  commitment: string;
}

/** Rows against one of the two orders that a log may have. */
class Order {
  /** Steps from a row of a period to the next that go this way. */
  steps = 0;
  /** Rows whose nonce does not lie beyond all nonces before it. */
  readonly turned = new RowsFound();
  /** Rows that go back to a seed that was replaced, and go on with its nonces. */
  readonly returned = new RowsFound();
}

export class SeedLedger {
  readonly periods = new PeriodTable();
  readonly players: PlayerSeeds[] = [];
  readonly oldestFirst = new Order();
  readonly newestFirst = new Order();
  readonly reused = new RowsFound();
  readonly broken = new RowsFound();
  readonly afterReveal = new RowsFound();
  readonly late = new LateCommitments();
  hasPlayers = false;
  /** Bets with the time of their commitment, and of the bet or of its client seed. */
  timed = 0;
  /** The first commitment that is no SHA-256 in hexadecimal. */
  strange: { readonly line: number; readonly commitment: string } | undefined = undefined;
  /** Rows without a seed whose seed another row reveals later. */
  blanksToFill = false;
  readonly #known: KnownSeeds;
  readonly #ids = new Map<string, number>();
  readonly #names: string[] = [];
  readonly #scattered = new Map<number, NonceSet>();
  /** The latest pair of commitment and seed that was compared, by period. */
  readonly #compared = new Map<number, string>();

  constructor(known: KnownSeeds = new Map()) {
    this.#known = known;
  }

  add(bet: LoggedBet, place: RowPlace): SeedState {
    const id = this.#idOf(bet.player);
    const player = this.players[id];
    const isSame = player !== undefined && player.commitment === bet.commitment;
    const found = isSame ? player.latest : this.periods.find(id, bet.commitment);
    const period = found >= 0 ? found : this.periods.add(id, bet.commitment, { nonce: bet.nonce, ...place });
    const isReturn = found >= 0 && !isSame;
    if (found < 0 && !/^[0-9a-f]{64}$/.test(bet.commitment))
      this.strange ??= { line: bet.line, commitment: bet.commitment };
    if (!isSame) this.#enter(id, period, bet.commitment);
    const isRepeat = found >= 0 && this.#addNonce(period, { nonce: bet.nonce, place, isReturn });
    this.periods.columns.seen[period]! += isRepeat ? 0 : 1;
    this.#addTimes(bet, { player: id, period, place });
    if (bet.rounds !== undefined) this.periods.columns.rounds[period] = bet.rounds;
    return { serverSeed: this.#seedOf(period, bet, place), period, player: id, isRepeat };
  }

  #idOf(name: string): number {
    let id = this.#ids.get(name);
    if (id === undefined) {
      id = this.#names.push(detached(name)) - 1;
      this.#ids.set(this.#names[id]!, id);
    }
    if (name !== '') this.hasPlayers = true;
    return id;
  }

  /** The name of a player in the log. */
  nameOf(player: number): string {
    return this.#names[player] ?? '';
  }

  #enter(id: number, period: number, commitment: string): void {
    const player = this.players[id];
    if (player === undefined)
      this.players[id] = { first: period, latest: period, commitment: detached(commitment) };
    else Object.assign(player, { latest: period, commitment: detached(commitment) });
  }

  /** True where the nonce was used before. */
  #addNonce(period: number, row: { nonce: number; place: RowPlace; isReturn: boolean }): boolean {
    const { low, high, last } = this.periods.columns;
    const { nonce, place, isReturn } = row;
    if (this.#isSeen(period, nonce)) {
      this.reused.add(place);
      return true;
    }
    if (nonce > last[period]!) this.oldestFirst.steps += 1;
    else this.newestFirst.steps += 1;
    if (nonce < high[period]!) this.oldestFirst.turned.add(place);
    else if (isReturn) this.oldestFirst.returned.add(place);
    if (nonce > low[period]!) this.newestFirst.turned.add(place);
    else if (isReturn) this.newestFirst.returned.add(place);
    last[period] = nonce;
    low[period] = Math.min(low[period]!, nonce);
    high[period] = Math.max(high[period]!, nonce);
    return false;
  }

  #isSeen(period: number, nonce: number): boolean {
    const { low, high, seen } = this.periods.columns;
    const [from, to] = [low[period]!, high[period]!];
    const scattered = this.#scattered.get(period);
    if (scattered !== undefined) return !scattered.add(nonce);
    const isRun = to - from + 1 === seen[period];
    if (isRun && (nonce === to + 1 || nonce === from - 1)) return false;
    if (nonce >= from && nonce <= to) return true;
    const set = new NonceSet(from, to);
    set.add(nonce);
    this.#scattered.set(period, set);
    return false;
  }

  #addTimes(bet: LoggedBet, where: { player: number; period: number; place: RowPlace }): void {
    const { committedAtMs, clientSeedAtMs, placedAtMs, revealedAtMs } = bet;
    if (committedAtMs !== undefined && (clientSeedAtMs ?? placedAtMs) !== undefined) this.timed += 1;
    this.late.add(bet, where);
    if (isBefore(revealedAtMs, placedAtMs)) this.afterReveal.add(where.place);
  }

  /** The seed of the row, or the one that another row has for the same commitment; undefined where it is broken. */
  #seedOf(period: number, { serverSeed, commitment }: LoggedBet, place: RowPlace): string | undefined {
    const { flags } = this.periods.columns;
    if (serverSeed === undefined) {
      const known = this.periods.seedOf(period) ?? this.#known.get(commitment);
      if (known === undefined) flags[period]! |= periodFlags.blank;
      return known;
    }
    if (!this.#isCommitted(period, serverSeed, commitment)) {
      this.broken.add(place);
      flags[period]! |= periodFlags.broken;
      return undefined;
    }
    if ((flags[period]! & periodFlags.blank) !== 0) this.blanksToFill = true;
    return serverSeed;
  }

  #isCommitted(period: number, serverSeed: string, commitment: string): boolean {
    if (this.#compared.get(period) === serverSeed) return true;
    if (this.periods.seedOf(period) === serverSeed) {
      this.#remember(period, serverSeed);
      return true;
    }
    if (commitmentOf(serverSeed) !== commitment) return false;
    this.periods.setSeed(period, serverSeed);
    this.#remember(period, serverSeed);
    return true;
  }

  #remember(period: number, serverSeed: string): void {
    if (this.#compared.size >= comparedMax) this.#compared.clear();
    this.#compared.set(period, detached(serverSeed));
  }

  /** Every revealed seed whose period also has rows without it, by commitment. */
  seedsForBlanks(): KnownSeeds {
    const known = new Map<string, string>();
    for (let period = 0; period < this.periods.count; period += 1) {
      const seed = this.periods.seedOf(period);
      const isMixed = (this.periods.columns.flags[period]! & periodFlags.blank) !== 0;
      if (seed !== undefined && isMixed) known.set(commitmentOf(seed), seed);
    }
    return known;
  }
}

/** Seeds in use at a time; more of them only cost time. */
const comparedMax = 4096;
