/**
 * The wallet's own accounts: fees, and what the swap aggregator can pay in USDC. Both are opened at first use, so that
 * a world without a wallet keeps its account numbers.
 */
import { present } from '../../base/assert.ts';
import { parseUsdc, type Micros } from '../../base/money.ts';
import { Table } from '../../base/table.ts';
import type { AccountId, TransferId } from '../../ledger/ledger.ts';
import type { Agent, Platform, ServiceClock } from '../ports.ts';

const names = { fees: 'wallet:fees', aggregator: 'wallet:aggregator' } as const;

/** Half of the safe integers, so that no account can hold more than the ledger counts. */
const issuedMicrosMax = 2n ** 52n;

export class Treasury {
  readonly issuer: AccountId;
  readonly #platform: Platform;
  readonly #clock: ServiceClock;
  readonly #accounts: Table<{ readonly account: AccountId }>;

  constructor(parts: { platform: Platform; clock: ServiceClock; issuer: AccountId }) {
    this.#platform = parts.platform;
    this.#clock = parts.clock;
    this.issuer = parts.issuer;
    this.#accounts = new Table(parts.platform.journal);
  }

  get fees(): AccountId {
    return this.#accounts.get(names.fees)?.account ?? this.#open(names.fees);
  }

  /** Begins with what policy `wallet.liquidity` says. */
  get aggregator(): AccountId {
    const known = this.#accounts.get(names.aggregator);
    if (known !== undefined) return known.account;
    const account = this.#open(names.aggregator);
    this.move({ debit: this.issuer, credit: account, amount: this.#openingMicros(), kind: 'genesis' });
    return account;
  }

  /** What the aggregator can pay in USDC now. */
  get liquidityMicros(): Micros {
    const known = this.#accounts.get(names.aggregator);
    return known === undefined ? this.#openingMicros() : this.#platform.ledger.available(known.account);
  }

  /** True where so much may still come in from outside without leaving what the ledger can count. */
  canIssue(amount: bigint): boolean {
    return BigInt(this.#platform.ledger.balance(this.issuer)) - amount >= -issuedMicrosMax;
  }

  /** Moves what the caller knows to be there; nothing for an amount of 0. */
  move(order: {
    debit: AccountId;
    credit: AccountId;
    amount: Micros;
    kind: 'genesis' | 'wallet-swap' | 'wallet-fee';
  }): void {
    if (order.amount > 0) this.#platform.ledger.book({ ...order, atMs: this.#clock.nowMs });
  }

  /** Says that a fee has come in, so that whoever referred its payer gets a share (P:16). */
  feeCharged(payer: Agent, feeMicros: Micros): void {
    if (feeMicros === 0) return;
    const atMs = this.#clock.nowMs;
    this.#platform.emit('walletFeeCharged', feeMicros);
    this.#platform.referral.accrue({
      service: 'wallet',
      payer,
      named: null,
      feeMicros,
      feesAccount: this.fees,
      atMs,
    });
  }

  /** Gives back what is held for a transaction that failed. */
  void(pending: TransferId): void {
    this.#platform.ledger.void(pending, this.#clock.nowMs);
  }

  #openingMicros(): Micros {
    return present(parseUsdc(this.#platform.policies['wallet.liquidity']), 'policies hold amounts');
  }

  #open(name: string): AccountId {
    return this.#accounts.insert(name, { account: this.#platform.ledger.openAccount(name) }).account;
  }
}
