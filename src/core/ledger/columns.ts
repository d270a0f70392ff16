/** Growable typed columns: one array per field, doubled when full, so that a transfer allocates nothing. */
import type { Micros } from '../base/money.ts';
import { nameHash } from '../base/name-hash.ts';

/** A world is often small: rows that are not needed cost more than to double them a few times. */
const initialRows = 64;

function grown<T extends Float64Array | Int32Array | Uint8Array>(
  column: T,
  make: new (length: number) => T,
): T {
  const larger = new make(column.length * 2);
  larger.set(column);
  return larger;
}

/** One row per account, in micro-USDC. `reserved` is the part of the balance that pending transfers hold. */
export class AccountColumns {
  balance = new Float64Array(initialRows);
  reserved = new Float64Array(initialRows);
  mayGoNegative = new Uint8Array(initialRows);
  /** The last transfer of the account, -1 before the first: the head of its chain. */
  last = new Int32Array(initialRows);
  /** The hash that the run digest folds for the account, independent of its number. */
  nameHash = new Int32Array(initialRows);
  readonly names: string[] = [];
  readonly #byName = new Map<string, number>();

  /** The account of that name. */
  find(name: string): number | undefined {
    return this.#byName.get(name);
  }

  append(name: string, mayGoNegative: boolean): number {
    const row = this.names.push(name) - 1;
    this.#byName.set(name, row);
    if (row === this.balance.length) {
      this.balance = grown(this.balance, Float64Array);
      this.reserved = grown(this.reserved, Float64Array);
      this.mayGoNegative = grown(this.mayGoNegative, Uint8Array);
      this.last = grown(this.last, Int32Array);
      this.nameHash = grown(this.nameHash, Int32Array);
    }
    this.nameHash[row] = nameHash(name);
    this.last[row] = -1;
    this.mayGoNegative[row] = mayGoNegative ? 1 : 0;
    this.balance[row] = 0;
    this.reserved[row] = 0;
    return row;
  }

  removeLast(): void {
    this.#byName.delete(this.names.pop() ?? '');
  }
}

/** The phases of ledger rows. A pending row is never changed; a later row resolves it. */
export const phase = { single: 0, pending: 1, post: 2, void: 3, expire: 4 } as const;
/** A value of `phase`. */
export type Phase = (typeof phase)[keyof typeof phase];
/** The names of phases, by value. */
export const phaseNames = ['single', 'pending', 'post', 'void', 'expire'] as const;

/** One row of the ledger, as written. */
export interface TransferFields {
  debit: number;
  credit: number;
  amount: Micros;
  kind: number;
  phase: Phase;
  atMs: number;
  /** The pending row that this one resolves, else -1. */
  resolves: number;
  /** When a pending transfer expires, in epoch milliseconds; Infinity for never. */
  timeoutAtMs: number;
}

/** One row per transfer. Rows are only appended; the undo of a failed request removes the last ones. */
export class TransferColumns {
  count = 0;
  debit = new Int32Array(initialRows);
  credit = new Int32Array(initialRows);
  amount = new Float64Array(initialRows);
  kind = new Uint8Array(initialRows);
  phase = new Uint8Array(initialRows);
  atMs = new Float64Array(initialRows);
  resolves = new Int32Array(initialRows);
  timeoutAtMs = new Float64Array(initialRows);
  /** For a pending row: the row that resolved it, 0 while it is open (row 0 can resolve nothing). */
  resolvedBy = new Int32Array(initialRows);
  /** The previous row of the same debit account, and of the same credit account; -1 for none. */
  beforeOfDebit = new Int32Array(initialRows);
  beforeOfCredit = new Int32Array(initialRows);

  append(fields: TransferFields): number {
    const row = this.count++;
    if (row === this.debit.length) this.#grow();
    this.debit[row] = fields.debit;
    this.credit[row] = fields.credit;
    this.amount[row] = fields.amount;
    this.kind[row] = fields.kind;
    this.phase[row] = fields.phase;
    this.atMs[row] = fields.atMs;
    this.resolves[row] = fields.resolves;
    this.timeoutAtMs[row] = fields.timeoutAtMs;
    this.resolvedBy[row] = 0;
    return row;
  }

  #grow(): void {
    this.debit = grown(this.debit, Int32Array);
    this.credit = grown(this.credit, Int32Array);
    this.amount = grown(this.amount, Float64Array);
    this.kind = grown(this.kind, Uint8Array);
    this.phase = grown(this.phase, Uint8Array);
    this.atMs = grown(this.atMs, Float64Array);
    this.resolves = grown(this.resolves, Int32Array);
    this.timeoutAtMs = grown(this.timeoutAtMs, Float64Array);
    this.resolvedBy = grown(this.resolvedBy, Int32Array);
    this.beforeOfDebit = grown(this.beforeOfDebit, Int32Array);
    this.beforeOfCredit = grown(this.beforeOfCredit, Int32Array);
  }
}
