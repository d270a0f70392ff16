/** What a live audit has in its hands: settled bets of all players, what was answered otherwise, and what was compared. */
import type { Micros } from '../../../core/base/money.ts';
import type { LoggedBet, LogRow } from '../log/logged-bet.ts';
import type { LogFinding } from '../result-schema.ts';
import { Availability } from './availability.ts';
import type { LiveRefusal } from './open-bets.ts';
import { LiveFaults, type LiveCode } from './wrongs.ts';

/** How often each comparison was made. What the house leaves out is not compared, and nothing is said of it. */
export interface LiveTested {
  /** Answers that named the commitment. */
  commitments: number;
  clientSeeds: number;
  nonces: number;
  stakes: number;
  /** Balances in the answers to bets. */
  balances: number;
  /** Balances that the account itself showed. */
  balanceReads: number;
  /** Stakes and payouts that were looked up in the account's ledger. */
  ledgerAmounts: number;
  verifications: number;
  rotations: number;
  /** Statements of how many rounds a seed had. */
  roundCounts: number;
  /** Stakes beyond a documented limit that were answered. */
  limits: number;
  /** Stakes within the documented limits that were refused. */
  refusedStakes: number;
}

/** A house that begins a seed with most bets shows no commitment before them. */
const unseenMin = 5;

/** Shared by the players of one audit; rows are in the order in which bets were settled. */
export class LiveEvidence {
  readonly #bets: LoggedBet[] = [];
  readonly #rows: LogRow[] = [];
  /** Places of bets that cannot be computed, because it is not known which seed they were drawn with. */
  readonly #aside = new Set<number>();
  /** Responses to a stake that are no bet, as evidence. */
  readonly unreadable: LogRow[] = [];
  readonly tested: LiveTested = {
    commitments: 0,
    clientSeeds: 0,
    nonces: 0,
    stakes: 0,
    balances: 0,
    balanceReads: 0,
    ledgerAmounts: 0,
    verifications: 0,
    rotations: 0,
    roundCounts: 0,
    limits: 0,
    refusedStakes: 0,
  };
  readonly availability = new Availability();
  /** Bets before which the house replaced its server seed, by what they would have come to under the old one. */
  readonly replacedBefore = new Availability();
  /** Server seeds that the house replaced by itself, and bets under a seed whose commitment was not shown before. */
  replaced = 0;
  unseen = 0;
  /** Seeds that were replaced, or committed to, and are not to be found: the house has no list of seeds. */
  unexplained = 0;
  /** Stakes beyond the limits that were sent. */
  readonly probedLimits = new Set<Micros>();
  /** Bets that fit their own nonce alone, and those that fit the one before alone; any of them may do so by chance. */
  readonly nonceFits = { own: 0, before: 0 };
  /** Settled bets whose nonce is not known: they cannot be computed again. */
  readonly uncheckable: LoggedBet[] = [];
  /** Server seeds that bets were placed under. */
  periods = 0;
  /** Games that took no bet, each once. */
  readonly refusals: LiveRefusal[] = [];
  readonly #faults = new LiveFaults();

  /** Bets that can be computed again, and their rows. */
  get bets(): readonly LoggedBet[] {
    return this.#bets.filter((_, at) => !this.#aside.has(at));
  }

  get rows(): readonly LogRow[] {
    return this.#rows.filter((_, at) => !this.#aside.has(at));
  }

  /** -1 for a house that counts nonces from 1 and draws with the number less 1, as far as its bets tell. */
  get nonceShift(): 0 | -1 {
    return this.nonceFits.before > this.nonceFits.own ? -1 : 0;
  }

  /** How the log of these bets is to be read: no bet of a house that counts from 1 has the nonce 0. */
  get shift(): { readonly nonceShift?: -1 } {
    const isFrom1 = this.nonceShift === -1 && this.bets.every(({ nonce }) => nonce > 0);
    return isFrom1 ? { nonceShift: -1 } : {};
  }

  /** How often each comparison was made, and what could not be compared. */
  get counts(): Readonly<Record<string, number>> {
    const { tested, replaced, unexplained, unseen, uncheckable } = this;
    return { ...tested, replaced, unexplained, unseen, aside: uncheckable.length };
  }

  note(code: LiveCode, { first = '', times = 1 }: { first?: string; times?: number } = {}): void {
    this.#faults.note(code, { line: this.#rows.length, first, times });
  }

  /** A game that a player has given up. */
  refuse(refusal: LiveRefusal): void {
    if (this.refusals.every(({ game }) => game !== refusal.game)) this.refusals.push(refusal);
  }

  /** Adds a settled bet; its index. */
  add(bet: LoggedBet, row: LogRow): number {
    this.#rows.push(row);
    return this.#bets.push(bet) - 1;
  }

  /** All settled bets, whether they can be computed again or not. */
  get settledCount(): number {
    return this.#bets.length;
  }

  /** The bet at an index that `add` returned. */
  at(index: number): LoggedBet | undefined {
    return this.#bets[index];
  }

  /** It is not known which seed a bet was drawn with. */
  setAside(index: number): void {
    this.#aside.add(index);
    this.uncheckable.push(this.#bets[index]!);
    this.unreadable.push({ ...this.#rows[index]!, server_seed_hash: undefined });
  }

  isAside(index: number): boolean {
    return this.#aside.has(index);
  }

  /** Fills in the revealed seed of a bet. */
  reveal(index: number, serverSeed: string | undefined): void {
    this.#bets[index] = { ...this.#bets[index]!, serverSeed };
    this.#rows[index] = { ...this.#rows[index]!, server_seed: serverSeed ?? '' };
  }

  findings(): LogFinding[] {
    if (this.unseen >= unseenMin && this.unseen * 2 >= this.#bets.length)
      this.note('commitment-swapped', { times: this.unseen });
    return [
      ...this.#faults.findings(),
      ...this.availability.findings(),
      ...this.replacedBefore.findingsOfReplaced(),
    ];
  }
}
