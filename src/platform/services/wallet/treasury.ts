/** The wallet's own accounts in the ledger: fees, and the USDC of the swap aggregator. */
import { present } from '../../../core/base/assert.ts';
import { parseUsdc, type Micros } from '../../../core/base/money.ts';
import { FundedAccount } from '../../../core/ledger/funded-account.ts';
import type { AccountId, TransferId } from '../../../core/ledger/ledger.ts';
import type { Platform, RegisteredAgent, ServiceClock } from '../ports.ts';

/** The most that may be issued, in micro-USDC: half of the safe integers, so that no account exceeds the ledger. */
const issuedMicrosMax = 2n ** 52n;

/** Opens and funds the wallet's accounts in the ledger. `issuer` is the account that all USDC comes from. */
export class WalletTreasury {
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

  /** True if issuing this amount keeps all balances within the ledger's range. */
  canIssue(amount: bigint): boolean {
    return BigInt(this.#platform.ledger.balance(this.issuer)) - amount >= -issuedMicrosMax;
  }

  /** Books a transfer at once; the caller has checked the balance. Does nothing for an amount of 0. */
  move(order: {
    debit: AccountId;
    credit: AccountId;
    amount: Micros;
    kind: 'genesis' | 'wallet-swap' | 'wallet-fee';
  }): void {
    if (order.amount > 0) this.#platform.ledger.book({ ...order, atMs: this.#clock.nowMs });
  }

  /** Reports a fee that has been paid, so that the payer's referrers get their shares (REF05). */
  feeCharged(payer: RegisteredAgent, feeMicros: Micros): void {
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

  /** Releases the reservation of a failed transaction. */
  void(pending: TransferId): void {
    this.#platform.ledger.void(pending, this.#clock.nowMs);
  }
}
