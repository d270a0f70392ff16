/**
 * The bankroll that all games are played against. Opened and funded by the first bet, so that a world without bets keeps
 * its account numbers; until then it is what policy `casino.houseBankroll` says.
 */
import { assert } from '../../base/assert.ts';
import { parseUsdc, type Micros } from '../../base/money.ts';
import { Refusal } from '../../base/refusal.ts';
import { Table } from '../../base/table.ts';
import type { AccountId, TransferId, TransferOrder } from '../../ledger/ledger.ts';
import type { Agent, PendingReason, Platform, ServiceClock } from '../ports.ts';

const accountName = 'casino:house';

/** What an open hand holds back: the stakes in it, and what the house may have to add to them. */
export interface Hold {
  readonly stakes: readonly TransferId[];
  /** All of them together. */
  readonly stakeMicros: Micros;
  readonly cover: TransferId | undefined;
  readonly coverMicros: Micros;
}

export class House {
  readonly #platform: Platform;
  readonly #clock: ServiceClock;
  readonly #issuer: AccountId;
  readonly #accounts: Table<{ readonly account: AccountId }>;

  constructor(parts: { platform: Platform; clock: ServiceClock; issuer: AccountId }) {
    this.#platform = parts.platform;
    this.#clock = parts.clock;
    this.#issuer = parts.issuer;
    this.#accounts = new Table(parts.platform.journal);
  }

  /** What the house can lose. */
  get bankrollMicros(): Micros {
    const known = this.#accounts.get(accountName);
    return known === undefined ? this.#startMicros() : this.#platform.ledger.available(known.account);
  }

  /** True when the house can lose that much on top of what its open hands may cost it: policy `casino.houseRuin`. */
  covers(lossMicros: Micros): boolean {
    if (this.#platform.policies['casino.houseRuin'] === 'closed') return lossMicros <= this.bankrollMicros;
    return Number.isSafeInteger(this.bankrollMicros - lossMicros);
  }

  /** Holds the stake of a hand that goes on, and the house's part of its best outcome. Both are covered. */
  hold(bet: { agent: Agent; stakeMicros: Micros; lossMicros: Micros }): Hold {
    const { agent, stakeMicros, lossMicros } = bet;
    const house = this.#account();
    const parts = { debit: house, credit: agent.account, atMs: this.#clock.nowMs };
    const cover =
      lossMicros === 0 ? undefined : this.#reserved({ ...parts, amount: lossMicros, kind: 'casino-payout' });
    return { stakes: [this.#stake(agent, stakeMicros)], stakeMicros, cover, coverMicros: lossMicros };
  }

  /** What a hold keeps back, for a reason that both sides of it share. All stakes of a hand are alike. */
  *reasonsOf(hold: Hold, why: Pick<PendingReason, 'reason' | 'untilMs'>): Iterable<PendingReason> {
    const amountMicros = hold.stakeMicros / hold.stakes.length;
    for (const transfer of hold.stakes) yield { ...why, transfer, amountMicros };
    if (hold.cover !== undefined) yield { ...why, transfer: hold.cover, amountMicros: hold.coverMicros };
  }

  /** One more stake in the same hand; the player has it. */
  raise(hold: Hold, bet: { agent: Agent; stakeMicros: Micros }): Hold {
    const stakes = [...hold.stakes, this.#stake(bet.agent, bet.stakeMicros)];
    return { ...hold, stakes, stakeMicros: hold.stakeMicros + bet.stakeMicros };
  }

  /** The hand is over: the stakes move, the cover is given back, and what is won is paid. */
  close(hold: Hold, { agent, payoutMicros }: { agent: Agent; payoutMicros: Micros }): void {
    const { ledger } = this.#platform;
    const atMs = this.#clock.nowMs;
    for (const stake of hold.stakes) ledger.post(stake, atMs);
    if (hold.cover !== undefined) ledger.void(hold.cover, atMs);
    this.#pay(agent, payoutMicros);
    this.#tellReferrers({ agent, stakeMicros: hold.stakeMicros, payoutMicros });
  }

  /** Stake in and payout out, in the same instant. The caller has asked whether both are covered. */
  settle(bet: { agent: Agent; stakeMicros: Micros; payoutMicros: Micros }): void {
    const { agent, stakeMicros, payoutMicros } = bet;
    const { ledger } = this.#platform;
    const atMs = this.#clock.nowMs;
    const house = this.#account();
    ledger.book({ debit: agent.account, credit: house, amount: stakeMicros, kind: 'casino-stake', atMs });
    this.#pay(agent, payoutMicros);
    this.#tellReferrers(bet);
  }

  /** Once for every bet that is over: their share of what the player lost (P:16). */
  #tellReferrers(bet: { agent: Agent; stakeMicros: Micros; payoutMicros: Micros }): void {
    const { agent: player, stakeMicros, payoutMicros } = bet;
    const place = { houseAccount: this.#account(), atMs: this.#clock.nowMs };
    this.#platform.referral.settledBet({ player, stakeMicros, payoutMicros, ...place });
  }

  #pay(agent: Agent, amount: Micros): void {
    if (amount === 0) return;
    const parts = { debit: this.#account(), credit: agent.account, atMs: this.#clock.nowMs };
    this.#platform.ledger.book({ ...parts, amount, kind: 'casino-payout' });
  }

  #stake(agent: Agent, amount: Micros): TransferId {
    const parts = { debit: agent.account, credit: this.#account(), atMs: this.#clock.nowMs };
    return this.#reserved({ ...parts, amount, kind: 'casino-stake' });
  }

  #reserved(order: TransferOrder): TransferId {
    const pending = this.#platform.ledger.reserve(order);
    assert(!(pending instanceof Refusal), `${order.kind} is covered`);
    return pending;
  }

  #account(): AccountId {
    const known = this.#accounts.get(accountName);
    if (known !== undefined) return known.account;
    const { ledger } = this.#platform;
    const mayGoNegative = this.#platform.policies['casino.houseRuin'] === 'negative';
    const account = ledger.openAccount(accountName, { mayGoNegative });
    this.#accounts.insert(accountName, { account });
    const amount = this.#startMicros();
    const atMs = this.#clock.nowMs;
    if (amount > 0) ledger.book({ debit: this.#issuer, credit: account, amount, kind: 'genesis', atMs });
    return account;
  }

  #startMicros(): Micros {
    const micros = parseUsdc(this.#platform.policies['casino.houseBankroll']);
    assert(micros !== undefined, 'policies hold amounts that can be read');
    return micros;
  }
}
