/**
 * A ledger as one would explain it: lists, BigInt, and a copy of everything before a request. It decides by the rules
 * of the documentation what each call has to do, and shares no code with `src/core/ledger`.
 */
export interface NaiveAccount {
  readonly name: string;
  readonly mayGoNegative: boolean;
  balance: bigint;
  reserved: bigint;
}

export interface NaiveRow {
  readonly debit: number;
  readonly credit: number;
  readonly amount: number;
  readonly phase: 'single' | 'pending' | 'post' | 'void' | 'expire';
  readonly atMs: number;
  readonly resolves: number | null;
  readonly timeoutAtMs: number;
  /** Of a reservation: which of the sums it counts towards. */
  readonly kind?: string;
}

/** What a call has to end with: a row, a refusal, or an `InvariantError`. */
export type Verdict = 'done' | 'refused' | 'bug';

const largest = BigInt(Number.MAX_SAFE_INTEGER);
const isSafe = (value: bigint): boolean => value >= -largest && value <= largest;

export interface NaiveOrder {
  readonly debit: number;
  readonly credit: number;
  readonly amount: number;
  readonly atMs: number;
}

export class NaiveLedger {
  accounts: NaiveAccount[] = [];
  rows: NaiveRow[] = [];
  #saved: { accounts: NaiveAccount[]; rows: NaiveRow[] } | undefined;

  begin(): void {
    this.#saved = structuredClone({ accounts: this.accounts, rows: this.rows });
  }

  commit(): void {
    this.#saved = undefined;
  }

  rollback(): void {
    if (this.#saved !== undefined) ({ accounts: this.accounts, rows: this.rows } = this.#saved);
    this.#saved = undefined;
  }

  open(name: string, mayGoNegative: boolean): void {
    this.accounts.push({ name, mayGoNegative, balance: 0n, reserved: 0n });
  }

  isOpen(row: number): boolean {
    return this.rows[row]?.phase === 'pending' && !this.rows.some(({ resolves }) => resolves === row);
  }

  transfer(order: NaiveOrder): Verdict {
    const covered = this.#covered(order);
    if (covered !== 'done') return covered;
    if (!this.#fits(order)) return 'bug';
    this.#move(order);
    this.rows.push({ ...order, phase: 'single', resolves: null, timeoutAtMs: Infinity });
    return 'done';
  }

  /** The sum of the open reservations of a kind. */
  reservedFor(kind: string): bigint {
    return this.rows.reduce(
      (sum, row, id) => (row.kind === kind && this.isOpen(id) ? sum + BigInt(row.amount) : sum),
      0n,
    );
  }

  reserve(order: NaiveOrder & { readonly kind: string }, timeoutAtMs: number): Verdict {
    if (timeoutAtMs <= order.atMs) return 'bug';
    const covered = this.#covered(order);
    if (covered !== 'done') return covered;
    const account = this.accounts[order.debit];
    if (account === undefined || !isSafe(account.reserved + BigInt(order.amount))) return 'bug';
    if (!isSafe(this.reservedFor(order.kind) + BigInt(order.amount))) return 'bug';
    account.reserved += BigInt(order.amount);
    this.rows.push({ ...order, phase: 'pending', resolves: null, timeoutAtMs });
    return 'done';
  }

  resolve(row: number, phase: 'post' | 'void' | 'expire', atMs: number): Verdict {
    const pending = this.rows[row];
    if (pending === undefined || !this.isOpen(row)) return 'bug';
    if ((phase === 'expire') !== atMs >= pending.timeoutAtMs) return 'bug';
    if (phase === 'post' && !this.#fits(pending)) return 'bug';
    const account = this.accounts[pending.debit];
    if (account !== undefined) account.reserved -= BigInt(pending.amount);
    if (phase === 'post') this.#move(pending);
    const { debit, credit, amount } = pending;
    this.rows.push({ debit, credit, amount, phase, atMs, resolves: row, timeoutAtMs: Infinity });
    return 'done';
  }

  #covered({ debit, credit, amount }: NaiveOrder): Verdict {
    const from = this.accounts[debit];
    if (from === undefined || this.accounts[credit] === undefined || debit === credit) return 'bug';
    if (!Number.isSafeInteger(amount) || amount <= 0) return 'bug';
    return from.mayGoNegative || from.balance - from.reserved >= BigInt(amount) ? 'done' : 'refused';
  }

  #fits({ debit, credit, amount }: NaiveOrder): boolean {
    const from = this.accounts[debit]?.balance ?? 0n;
    const to = this.accounts[credit]?.balance ?? 0n;
    return isSafe(from - BigInt(amount)) && isSafe(to + BigInt(amount));
  }

  #move({ debit, credit, amount }: NaiveOrder): void {
    const [from, to] = [this.accounts[debit], this.accounts[credit]];
    if (from !== undefined) from.balance -= BigInt(amount);
    if (to !== undefined) to.balance += BigInt(amount);
  }
}
