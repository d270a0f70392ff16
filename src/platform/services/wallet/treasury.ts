/** The wallet's own accounts: fees, and what the swap aggregator can pay in USDC. */
import { present } from '../../../core/base/assert.ts';
import { parseUsdc, type Micros } from '../../../core/base/money.ts';
import { FundedAccount } from '../../../core/ledger/funded-account.ts';
import type { AccountId, TransferId } from '../../../core/ledger/ledger.ts';
import type { Agent, Platform, ServiceClock } from '../ports.ts';

/** Half of the safe integers, so that no account can hold more than the ledger counts. */
const issuedMicrosMax = 2n ** 52n;

export class Treasury {
  readonly issuer: AccountId;
  readonly fees: AccountId;
  readonly #platform: Platform;
  readonly #clock: ServiceClock;
  readonly #aggregator: FundedAccount;

  constructor(parts: { platform: Platform; clock: ServiceClock; issuer: AccountId }) {
    const { platform, clock, issuer } = parts;
    const { ledger, journal, policies } = platform;
    this.#platform = platform;
    this.#clock = clock;
    this.issuer = issuer;
    this.fees = ledger.openAccount('wallet:fees');
    const openingMicros = present(parseUsdc(policies['wallet.liquidity']), 'policies hold amounts');
    this.#aggregator = new FundedAccount({
      ledger,
      journal,
      name: 'wallet:aggregator',
      issuer,
      openingMicros,
      clock,
    });
  }

  /** Begins with what policy `wallet.liquidity` says. */
  get aggregator(): AccountId {
    return this.#aggregator.account;
  }

  /** What the aggregator can pay in USDC now. */
  get liquidityMicros(): Micros {
    return this.#aggregator.availableMicros;
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

  /** Says that a fee has come in, so that whoever referred its payer gets a share (REF05). */
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
}
