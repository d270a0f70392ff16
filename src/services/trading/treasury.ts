/**
 * The accounts of the trading service, and every way in which money moves between them and an agent. The venue is the
 * counterparty of every trade; it never goes below zero. The accounts are opened with the first trade of a run.
 */
import { Table } from '../../base/table.ts';
import { parseUsdc, shareOf, type Micros } from '../../base/money.ts';
import type { Outcome } from '../../base/refusal.ts';
import type { TransferKind } from '../../ledger/kinds.ts';
import type { AccountId, TransferId } from '../../ledger/ledger.ts';
import type { Agent, Platform, ServiceClock } from '../ports.ts';

const accountNames = ['trading:venue', 'trading:margin', 'trading:fees', 'trading:funding'] as const;
type AccountName = (typeof accountNames)[number];
type Accounts = Readonly<Record<AccountName, AccountId>>;

/** P:13: 0.1%. */
const feeShare = { numerator: 1, denominator: 1_000, rounding: 'half-up' } as const;

export class Treasury {
  readonly #platform: Platform;
  readonly #clock: ServiceClock;
  readonly #issuer: AccountId;
  readonly #accounts: Table<Accounts>;

  constructor(parts: { platform: Platform; clock: ServiceClock; issuer: AccountId }) {
    this.#platform = parts.platform;
    this.#clock = parts.clock;
    this.#issuer = parts.issuer;
    this.#accounts = new Table(parts.platform.journal);
  }

  /** What an account can pay with; 0 before the first trade. */
  balance(name: AccountName): Micros {
    const accounts = this.#accounts.get('all');
    return accounts === undefined ? 0 : this.#platform.ledger.balance(accounts[name]);
  }

  available(agent: Agent): Micros {
    return this.#platform.ledger.available(agent.account);
  }

  /** The fee on a trade of that worth, as maker (a limit order) or taker. */
  feeOn(valueMicros: Micros, role: 'maker' | 'taker'): Micros {
    const isFree = role === 'taker' && this.#platform.policies['trading.takerFee'] === 'none';
    return isFree ? 0 : shareOf(valueMicros, feeShare);
  }

  /** Takes a fee that the agent has; the referrer's share comes out of it (P:16). */
  charge(agent: Agent, feeMicros: Micros): void {
    if (feeMicros === 0) return;
    this.collect(agent, 'trading:fees', { amount: feeMicros, kind: 'trading-fee' });
    this.#platform.emit('tradingFeeCharged', feeMicros);
    this.#platform.referral.accrue({
      service: 'trading',
      payer: agent,
      named: null,
      feeMicros,
      feesAccount: this.#all()['trading:fees'],
      atMs: this.#clock.nowMs,
    });
  }

  /** Takes from an agent what it has. */
  collect(agent: Agent, to: AccountName, money: { amount: Micros; kind: TransferKind }): void {
    this.#book(agent.account, this.#all()[to], money);
  }

  /** Pays an agent out of an account that has it. */
  pay(from: AccountName, agent: Agent, money: { amount: Micros; kind: TransferKind }): void {
    this.#book(this.#all()[from], agent.account, money);
  }

  move(from: AccountName, to: AccountName, money: { amount: Micros; kind: TransferKind }): void {
    this.#book(this.#all()[from], this.#all()[to], money);
  }

  /** Holds back USDC of an agent for an order; refuses with INSUFFICIENT_BALANCE. */
  reserve(agent: Agent, amount: Micros): Outcome<TransferId> {
    const credit = this.#all()['trading:venue'];
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

  /** How much of an amount the venue can pay now; all of it where the issuer stands in (`trading.venueShort`). */
  venueCovers(amount: Micros): Micros {
    const missing = amount - this.balanceOpened('trading:venue');
    if (missing <= 0) return amount;
    if (this.#platform.policies['trading.venueShort'] === 'capped') return amount - missing;
    this.#book(this.#issuer, this.#all()['trading:venue'], { amount: missing, kind: 'genesis' });
    return amount;
  }

  /** What an account holds, opening it where this is the first trade. */
  balanceOpened(name: AccountName): Micros {
    return this.#platform.ledger.balance(this.#all()[name]);
  }

  #book(debit: AccountId, credit: AccountId, { amount, kind }: { amount: Micros; kind: TransferKind }): void {
    if (amount === 0) return;
    this.#platform.ledger.book({ debit, credit, amount, kind, atMs: this.#clock.nowMs });
  }

  #all(): Accounts {
    return this.#accounts.get('all') ?? this.#openAll();
  }

  /** Opened late, so that a run in which nobody trades has the accounts it always had. */
  #openAll(): Accounts {
    const { ledger, policies } = this.#platform;
    const ids = accountNames.map((name) => [name, ledger.openAccount(name)] as const);
    const accounts = this.#accounts.insert('all', Object.fromEntries(ids) as Accounts);
    const amount = parseUsdc(policies['trading.venue']) ?? 0;
    this.#book(this.#issuer, accounts['trading:venue'], { amount, kind: 'genesis' });
    return accounts;
  }
}
