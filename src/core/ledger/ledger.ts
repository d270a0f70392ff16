/**
 * The only thing that moves money. Double entry: every transfer debits one account and credits another, so the
 * sum over all accounts never changes. Two-phase transfers reserve first and are posted, voided or lapse later
 * (after TigerBeetle's pending transfers). Transfers are immutable rows; a resolution is another row.
 */
import { assert, present } from '../base/assert.ts';
import type { Journal } from '../base/journal.ts';
import type { Micros } from '../base/money.ts';
import { Refusal, refuse, type Outcome } from '../base/refusal.ts';
import {
  AccountColumns,
  phase,
  phaseNames,
  TransferColumns,
  type Phase,
  type TransferFields,
} from './columns.ts';
import {
  changeOf,
  type AccountId,
  type LedgerEntry,
  type TransferId,
  type TransferOrder,
  type TransferRecord,
} from './transfer.ts';

export type { AccountId, LedgerEntry, TransferId, TransferOrder, TransferRecord } from './transfer.ts';

/** `Kind` is why money moves: each transfer names one of the kinds that the ledger is made with. */
export class Ledger<Kind extends string = string> {
  readonly kinds: readonly Kind[];
  readonly #accounts = new AccountColumns();
  readonly #transfers = new TransferColumns();
  /** Micro-USDC that open pending transfers reserve, by kind. */
  readonly #reservedByKind: Float64Array;
  readonly #journal: Journal;
  readonly #numbers: ReadonlyMap<string, number>;

  constructor(journal: Journal, kinds: readonly Kind[]) {
    this.#journal = journal;
    this.kinds = kinds;
    this.#reservedByKind = new Float64Array(kinds.length);
    this.#numbers = new Map(kinds.map((kind, number) => [kind, number]));
  }

  get accountCount(): number {
    return this.#accounts.names.length;
  }

  get transferCount(): number {
    return this.#transfers.count;
  }

  /**
   * Opens an account at zero; its name is new. `mayGoNegative` is for sources outside the platform, such as the
   * issuer.
   */
  openAccount(name: string, options: { mayGoNegative?: boolean } = {}): AccountId {
    assert(this.#accounts.find(name) === undefined, () => `account ${name} is opened once`);
    const account = this.#accounts.append(name, options.mayGoNegative ?? false);
    if (this.#journal.open) this.#journal.record(() => this.#accounts.removeLast());
    return account;
  }

  accountName(account: AccountId): string {
    return this.#accounts.names[account] ?? '';
  }

  /** The account of that name, if it was opened. */
  accountNamed(name: string): AccountId | undefined {
    return this.#accounts.find(name);
  }

  /** The hash of each account's name, by account number, for the digest; read only. */
  get accountHashes(): Readonly<Int32Array> {
    return this.#accounts.nameHash;
  }

  /** Everything the account owns, reserved or not. */
  balance(account: AccountId): Micros {
    return this.#accounts.balance[account] ?? 0;
  }

  /** Micro-USDC that pending transfers reserve. */
  reserved(account: AccountId): Micros {
    return this.#accounts.reserved[account] ?? 0;
  }

  /** Micro-USDC that pending transfers of a kind reserve, over all accounts. */
  reservedFor(kind: Kind): Micros {
    return this.#reservedByKind[this.#numberOf(kind)] ?? 0;
  }

  /** The spendable amount: balance less reservations. */
  available(account: AccountId): Micros {
    return this.balance(account) - this.reserved(account);
  }

  /** Moves money immediately. Refuses with INSUFFICIENT_BALANCE, and then moves nothing. */
  transfer(order: TransferOrder<Kind>): Outcome<TransferId> {
    if (!this.#covers(order)) return insufficient();
    this.#assertRoom(order);
    const row = this.#append(order, phase.single, { resolves: -1, timeoutAtMs: Infinity });
    this.#move(order.debit, order.credit, order.amount);
    return row;
  }

  /** A transfer that the caller knows to be covered; a refusal would be a bug. */
  book(order: TransferOrder<Kind>): TransferId {
    const outcome = this.transfer(order);
    assert(!(outcome instanceof Refusal), () => `${order.kind} is covered`);
    return outcome;
  }

  /** Reserves money for a later `post`. Refuses with INSUFFICIENT_BALANCE, and then reserves nothing. */
  reserve(order: TransferOrder<Kind>, timeoutAtMs = Infinity): Outcome<TransferId> {
    assert(timeoutAtMs > order.atMs, 'a pending transfer lapses after it is made');
    if (!this.#covers(order)) return insufficient();
    const isWithin =
      Number.isSafeInteger(this.reserved(order.debit) + order.amount) &&
      Number.isSafeInteger(this.reservedFor(order.kind) + order.amount);
    assert(isWithin, 'reservations stay within the safe integers');
    const row = this.#append(order, phase.pending, { resolves: -1, timeoutAtMs });
    this.#hold(order, order.amount);
    return row;
  }

  /** Carries out a pending transfer in full; legal only before its timeout. */
  post(pending: TransferId, atMs: number): TransferId {
    assert(atMs < (this.#transfers.timeoutAtMs[pending] ?? 0), 'a lapsed transfer is not posted');
    const order = this.#resolve(pending, phase.post, atMs);
    this.#move(order.debit, order.credit, order.amount);
    return this.#transfers.count - 1;
  }

  /** Gives a reservation back before its timeout. */
  void(pending: TransferId, atMs: number): TransferId {
    assert(atMs < (this.#transfers.timeoutAtMs[pending] ?? 0), 'a lapsed transfer is not voided');
    this.#resolve(pending, phase.void, atMs);
    return this.#transfers.count - 1;
  }

  /** Gives a reservation back because its timeout has come; legal only from that instant on. */
  expire(pending: TransferId, atMs: number): TransferId {
    assert(atMs >= (this.#transfers.timeoutAtMs[pending] ?? Infinity), 'a transfer lapses at its timeout');
    this.#resolve(pending, phase.expire, atMs);
    return this.#transfers.count - 1;
  }

  /** True while a pending transfer is neither posted, voided nor lapsed. */
  isOpen(pending: TransferId): boolean {
    const rows = this.#transfers;
    return pending < rows.count && rows.phase[pending] === phase.pending && rows.resolvedBy[pending] === 0;
  }

  record(id: TransferId): TransferRecord<Kind> {
    const rows = this.#transfers;
    assert(Number.isInteger(id) && id >= 0 && id < rows.count, () => `there is no transfer ${id}`);
    const resolves = rows.resolves[id] ?? -1;
    return {
      id,
      debit: rows.debit[id] ?? 0,
      credit: rows.credit[id] ?? 0,
      amount: rows.amount[id] ?? 0,
      kind: present(this.kinds[rows.kind[id] ?? 0], 'a transfer has a kind'),
      phase: phaseNames[rows.phase[id] ?? 0] ?? 'single',
      atMs: rows.atMs[id] ?? 0,
      resolves: resolves < 0 ? null : resolves,
    };
  }

  /** The changes of the account's available balance, newest first; they add up to `available`. */
  *entriesOf(account: AccountId): Generator<LedgerEntry<Kind>> {
    for (const transfer of this.transfersOf(account)) {
      const changeMicros = changeOf(transfer, account);
      if (changeMicros !== 0) yield { transfer, changeMicros };
    }
  }

  /** The transfers that name the account, newest first. */
  *transfersOf(account: AccountId): Generator<TransferRecord<Kind>> {
    const { debit, beforeOfDebit, beforeOfCredit } = this.#transfers;
    for (let row = this.#accounts.last[account] ?? -1; row >= 0;) {
      yield this.record(row);
      row = (debit[row] === account ? beforeOfDebit[row] : beforeOfCredit[row]) ?? -1;
    }
  }

  /** The raw columns, for the digest and the report; read only. */
  get columns(): Readonly<TransferColumns> {
    return this.#transfers;
  }

  #covers(order: TransferOrder<Kind>): boolean {
    assert(
      Number.isSafeInteger(order.amount) && order.amount > 0,
      () => `not an amount to move: ${order.amount}`,
    );
    const { debit, credit } = order;
    assert(debit !== credit, 'a transfer joins two accounts');
    assert(
      debit < this.accountCount && credit < this.accountCount,
      'a transfer joins accounts that are open',
    );
    return this.#accounts.mayGoNegative[debit] === 1 || this.available(debit) >= order.amount;
  }

  /** Checked before anything is written, so that a violated invariant leaves the books unchanged. */
  #assertRoom({ debit, credit, amount }: TransferOrder<Kind>): void {
    const isWithin =
      Number.isSafeInteger(this.balance(debit) - amount) &&
      Number.isSafeInteger(this.balance(credit) + amount);
    assert(isWithin, 'balances stay within the safe integers');
  }

  #numberOf(kind: Kind): number {
    return present(this.#numbers.get(kind), 'a transfer names a kind of the ledger');
  }

  #append(
    order: TransferOrder<Kind>,
    rowPhase: Phase,
    link: Pick<TransferFields, 'resolves' | 'timeoutAtMs'>,
  ): TransferId {
    const row = this.#transfers.append({
      debit: order.debit,
      credit: order.credit,
      amount: order.amount,
      kind: this.#numberOf(order.kind),
      phase: rowPhase,
      atMs: order.atMs,
      resolves: link.resolves,
      timeoutAtMs: link.timeoutAtMs,
    });
    this.#chain(row, order);
    if (!this.#journal.open) return row;
    this.#journal.record(() => {
      this.#transfers.count -= 1;
      this.#accounts.last[order.debit] = this.#transfers.beforeOfDebit[row] ?? -1;
      this.#accounts.last[order.credit] = this.#transfers.beforeOfCredit[row] ?? -1;
    });
    return row;
  }

  /** Each account's transfers form a chain from newest to oldest, so that a query does not scan all rows. */
  #chain(row: TransferId, { debit, credit }: TransferOrder<Kind>): void {
    const { last } = this.#accounts;
    this.#transfers.beforeOfDebit[row] = last[debit] ?? -1;
    this.#transfers.beforeOfCredit[row] = last[credit] ?? -1;
    last[debit] = row;
    last[credit] = row;
  }

  #resolve(pending: TransferId, rowPhase: Phase, atMs: number): TransferOrder<Kind> {
    assert(this.isOpen(pending), () => `pending transfer ${pending} is resolved once`);
    const { debit, credit, amount, kind } = this.record(pending);
    const order = { debit, credit, amount, kind, atMs };
    if (rowPhase === phase.post) this.#assertRoom(order);
    const row = this.#append(order, rowPhase, { resolves: pending, timeoutAtMs: Infinity });
    this.#transfers.resolvedBy[pending] = row;
    if (this.#journal.open) this.#journal.record(() => (this.#transfers.resolvedBy[pending] = 0));
    this.#hold(order, -amount);
    return order;
  }

  #hold({ debit, kind }: TransferOrder<Kind>, amount: Micros): void {
    const held = this.reserved(debit) + amount;
    assert(held >= 0, 'no more is given back than is reserved');
    const number = this.#numberOf(kind);
    const heldByKind = this.reservedFor(kind) + amount;
    this.#accounts.reserved[debit] = held;
    this.#reservedByKind[number] = heldByKind;
    if (!this.#journal.open) return;
    this.#journal.record(() => {
      this.#accounts.reserved[debit] = held - amount;
      this.#reservedByKind[number] = heldByKind - amount;
    });
  }

  #move(debit: AccountId, credit: AccountId, amount: Micros): void {
    const from = this.balance(debit) - amount;
    const to = this.balance(credit) + amount;
    assert(
      from >= this.reserved(debit) || this.#accounts.mayGoNegative[debit] === 1,
      'no balance goes negative',
    );
    this.#accounts.balance[debit] = from;
    this.#accounts.balance[credit] = to;
    if (!this.#journal.open) return;
    this.#journal.record(() => {
      this.#accounts.balance[debit] = from + amount;
      this.#accounts.balance[credit] = to - amount;
    });
  }
}

const insufficient = (): Outcome<TransferId> =>
  refuse('INSUFFICIENT_BALANCE', 'the USDC balance does not cover the amount');
