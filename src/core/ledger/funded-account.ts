/**
 * An account of a service with an opening balance, which is booked at the first use: an unused service moves no
 * money.
 */
import type { Journal } from '../base/journal.ts';
import type { Micros } from '../base/money.ts';
import type { Instant } from '../base/time.ts';
import type { AccountId, Ledger } from './ledger.ts';

/** The account to open and the source of its opening balance. */
export interface FundedAccountParts {
  readonly ledger: Ledger;
  readonly journal: Journal;
  readonly name: string;
  readonly mayGoNegative?: boolean;
  /** The account that the opening balance is debited from. */
  readonly issuer: AccountId;
  readonly openingMicros: Micros;
  readonly clock: { readonly nowMs: Instant };
}

/** Opens its account when constructed; the first read of `account` books the opening balance as `genesis`. */
export class FundedAccount {
  readonly #parts: FundedAccountParts;
  readonly #account: AccountId;
  #isFunded = false;

  constructor(parts: FundedAccountParts) {
    this.#parts = parts;
    const { ledger, name, mayGoNegative = false } = parts;
    this.#account = ledger.openAccount(name, { mayGoNegative });
  }

  /** The account, with its opening balance: reading it is the first use. */
  get account(): AccountId {
    if (!this.#isFunded) this.#fund();
    return this.#account;
  }

  /** The available balance; the opening balance before the first use. */
  get availableMicros(): Micros {
    return this.#isFunded ? this.#parts.ledger.available(this.#account) : this.#parts.openingMicros;
  }

  #fund(): void {
    const { ledger, journal, issuer: debit, openingMicros: amount, clock } = this.#parts;
    this.#isFunded = true;
    journal.record(() => (this.#isFunded = false));
    if (amount === 0) return;
    ledger.book({ debit, credit: this.#account, amount, kind: 'genesis', atMs: clock.nowMs });
  }
}
