/**
 * The accounts of the trading service, and all transfers between them and agents. The venue is the counterparty of
 * every trade; it never goes below zero.
 */
import { parseUsdc, shareOf, type Micros } from '../../../core/base/money.ts';
import type { Outcome } from '../../../core/base/refusal.ts';
import type { TransferKind } from '../transfer-kinds.ts';
import { FundedAccount } from '../../../core/ledger/funded-account.ts';
import type { AccountId, TransferId } from '../../../core/ledger/ledger.ts';
import type { Platform, RegisteredAgent, ServiceClock } from '../ports.ts';

type AccountName = 'trading:venue' | 'trading:margin' | 'trading:fees' | 'trading:funding';

/** TRD13: 0.1%. */
const feeShare = { numerator: 1, denominator: 1_000, rounding: 'half-up' } as const;

/** Opens the accounts of the service and books its transfers at the service's clock; an amount of 0 books nothing. */
export class TradingTreasury {
  readonly #platform: Platform;
  readonly #clock: ServiceClock;
  readonly #issuer: AccountId;
  readonly #venue: FundedAccount;
  readonly #others: Readonly<Record<Exclude<AccountName, 'trading:venue'>, AccountId>>;

  constructor(parts: { platform: Platform; clock: ServiceClock; issuer: AccountId }) {
    const { platform, clock, issuer } = parts;
    const { ledger, journal, policies } = platform;
    this.#platform = platform;
    this.#clock = clock;
    this.#issuer = issuer;
    const openingMicros = parseUsdc(policies['trading.venue']) ?? 0;
    this.#venue = new FundedAccount({ ledger, journal, name: 'trading:venue', issuer, openingMicros, clock });
    this.#others = {
      'trading:margin': ledger.openAccount('trading:margin'),
      'trading:fees': ledger.openAccount('trading:fees'),
      'trading:funding': ledger.openAccount('trading:funding'),
    };
  }

  /** The balance of an account, reservations included. */
  balance(name: AccountName): Micros {
    const account = name === 'trading:venue' ? this.#venue.account : this.#others[name];
    return this.#platform.ledger.balance(account);
  }

  available(agent: RegisteredAgent): Micros {
    return this.#platform.ledger.available(agent.account);
  }

  /** The fee on a trade of that worth, as maker (a limit order) or taker. */
  feeOn(valueMicros: Micros, role: 'maker' | 'taker'): Micros {
    const isFree = role === 'taker' && this.#platform.policies['trading.takerFee'] === 'none';
    return isFree ? 0 : shareOf(valueMicros, feeShare);
  }

  /** Takes a fee that the agent has; the referrer's share comes out of it (REF01). */
  charge(agent: RegisteredAgent, feeMicros: Micros): void {
    if (feeMicros === 0) return;
    this.collect(agent, 'trading:fees', { amount: feeMicros, kind: 'trading-fee' });
    this.#platform.emit('tradingFeeCharged', feeMicros);
    this.#platform.referral.accrue({
      service: 'trading',
      payer: agent,
      named: null,
      feeMicros,
      feesAccount: this.#account('trading:fees'),
      atMs: this.#clock.nowMs,
    });
  }

  /** Takes USDC from an agent; the caller has checked the balance. */
  collect(agent: RegisteredAgent, to: AccountName, money: { amount: Micros; kind: TransferKind }): void {
    this.#book(agent.account, this.#account(to), money);
  }

  /** Pays an agent from an account; the caller has checked its balance. */
  pay(from: AccountName, agent: RegisteredAgent, money: { amount: Micros; kind: TransferKind }): void {
    this.#book(this.#account(from), agent.account, money);
  }

  move(from: AccountName, to: AccountName, money: { amount: Micros; kind: TransferKind }): void {
    this.#book(this.#account(from), this.#account(to), money);
  }

  /** Reserves USDC of an agent for an order. Refuses INSUFFICIENT_BALANCE. */
  reserve(agent: RegisteredAgent, amount: Micros): Outcome<TransferId> {
    const credit = this.#account('trading:venue');
    return this.#platform.ledger.reserve({
      debit: agent.account,
      credit,
      amount,
      kind: 'trading-order',
      atMs: this.#clock.nowMs,
    });
  }

  release(held: TransferId): void {
    this.#platform.ledger.void(held, this.#clock.nowMs);
  }

  /** The part of an amount that the venue can pay now; all of it if the issuer pays the rest (`trading.venueShort`). */
  venueCovers(amount: Micros): Micros {
    const missing = amount - this.balance('trading:venue');
    if (missing <= 0) return amount;
    if (this.#platform.policies['trading.venueShort'] === 'capped') return amount - missing;
    this.#book(this.#issuer, this.#account('trading:venue'), { amount: missing, kind: 'genesis' });
    return amount;
  }

  #book(debit: AccountId, credit: AccountId, { amount, kind }: { amount: Micros; kind: TransferKind }): void {
    if (amount === 0) return;
    this.#platform.ledger.book({ debit, credit, amount, kind, atMs: this.#clock.nowMs });
  }

  /** Opens the venue before any account is used, so that it is funded at the first trade. */
  #account(name: AccountName): AccountId {
    const venue = this.#venue.account;
    return name === 'trading:venue' ? venue : this.#others[name];
  }
}
