/** The bankroll that all games are played against; it begins with what policy `casino.houseBankroll` says. */
import { assert, present } from '../../../../core/base/assert.ts';
import { parseUsdc, type Micros } from '../../../../core/base/money.ts';
import { Refusal } from '../../../../core/base/refusal.ts';
import type { Ratio } from '../../../games/ratio.ts';
import { FundedAccount } from '../../../../core/ledger/funded-account.ts';
import type { AccountId, TransferId, TransferOrder } from '../../../../core/ledger/ledger.ts';
import type { PendingReason, Platform, RegisteredAgent, ServiceClock } from '../../ports.ts';
import type { TransferKind } from '../../transfer-kinds.ts';

/** The reservations of an open hand: its stakes, and what the house may have to add to them. */
export interface Hold {
  readonly stakes: readonly TransferId[];
  /** All of them together. */
  readonly stakeMicros: Micros;
  readonly cover: TransferId | undefined;
  readonly coverMicros: Micros;
}

/** Moves stakes and payouts between players and the bankroll. Callers check first that both sides are covered. */
export class House {
  readonly #platform: Platform;
  readonly #clock: ServiceClock;
  readonly #bankroll: FundedAccount;

  constructor(parts: { platform: Platform; clock: ServiceClock; issuer: AccountId }) {
    const { platform, clock, issuer } = parts;
    const { ledger, journal, policies } = platform;
    this.#platform = platform;
    this.#clock = clock;
    this.#bankroll = new FundedAccount({
      ledger,
      journal,
      name: 'casino:house',
      mayGoNegative: policies['casino.houseRuin'] === 'negative',
      issuer,
      openingMicros: present(parseUsdc(policies['casino.houseBankroll']), 'policies hold amounts'),
      clock,
    });
  }

  /** What the house can lose. */
  get bankrollMicros(): Micros {
    return this.#bankroll.availableMicros;
  }

  /** True when the house can lose that much beside its reservations for open hands (policy `casino.houseRuin`). */
  covers(lossMicros: Micros): boolean {
    if (this.#platform.policies['casino.houseRuin'] === 'closed') return lossMicros <= this.bankrollMicros;
    return Number.isSafeInteger(this.bankrollMicros - lossMicros);
  }

  /** The highest stake whose top payout the house can pay; the largest safe integer where it cannot lose. */
  stakeCovered({ numerator, denominator }: Ratio): Micros {
    const profit = BigInt(numerator - denominator);
    if (profit <= 0n || this.#platform.policies['casino.houseRuin'] !== 'closed')
      return Number.MAX_SAFE_INTEGER;
    const covered = (BigInt(Math.max(0, this.bankrollMicros)) * BigInt(denominator)) / profit;
    return Number(covered);
  }

  /** Reserves the stake of a hand and the house's part of its best outcome. Asserts that both are covered. */
  hold(bet: { agent: RegisteredAgent; stakeMicros: Micros; lossMicros: Micros }): Hold {
    const { agent, stakeMicros, lossMicros } = bet;
    const house = this.#bankroll.account;
    const parts = { debit: house, credit: agent.account, atMs: this.#clock.nowMs };
    const cover =
      lossMicros === 0 ? undefined : this.#reserved({ amount: lossMicros, kind: 'casino-payout', ...parts });
    return { stakes: [this.#stake(agent, stakeMicros)], stakeMicros, cover, coverMicros: lossMicros };
  }

  /** The reservations of a hold as pending reasons. All stakes of a hand are equal. */
  *reasonsOf(hold: Hold, why: Pick<PendingReason, 'reason' | 'untilMs'>): Iterable<PendingReason> {
    const amountMicros = hold.stakeMicros / hold.stakes.length;
    for (const transfer of hold.stakes) yield { transfer, amountMicros, ...why };
    if (hold.cover !== undefined) yield { transfer: hold.cover, amountMicros: hold.coverMicros, ...why };
  }

  /** Reserves one more stake for the same hand. Asserts that the balance covers it. */
  raise(hold: Hold, bet: { agent: RegisteredAgent; stakeMicros: Micros }): Hold {
    const stakes = [...hold.stakes, this.#stake(bet.agent, bet.stakeMicros)];
    return { ...hold, stakes, stakeMicros: hold.stakeMicros + bet.stakeMicros };
  }

  /** Settles a hand: moves the stakes, releases the cover and pays the payout. */
  close(hold: Hold, { agent, payoutMicros }: { agent: RegisteredAgent; payoutMicros: Micros }): void {
    const { ledger } = this.#platform;
    const atMs = this.#clock.nowMs;
    for (const stake of hold.stakes) ledger.post(stake, atMs);
    if (hold.cover !== undefined) ledger.void(hold.cover, atMs);
    this.#pay(agent, payoutMicros);
    this.#tellReferrers({ agent, stakeMicros: hold.stakeMicros, payoutMicros });
  }

  /** Stake in and payout out, in the same instant. The caller has asked whether both are covered. */
  settle(bet: { agent: RegisteredAgent; stakeMicros: Micros; payoutMicros: Micros }): void {
    const { agent, stakeMicros, payoutMicros } = bet;
    const { ledger } = this.#platform;
    const atMs = this.#clock.nowMs;
    const house = this.#bankroll.account;
    ledger.book({ debit: agent.account, credit: house, amount: stakeMicros, kind: 'casino-stake', atMs });
    this.#pay(agent, payoutMicros);
    this.#tellReferrers(bet);
  }

  /** Reports a settled bet, once, for the referral shares of what the player lost (REF08). */
  #tellReferrers(bet: { agent: RegisteredAgent; stakeMicros: Micros; payoutMicros: Micros }): void {
    const { agent: player, stakeMicros, payoutMicros } = bet;
    const index = { houseAccount: this.#bankroll.account, atMs: this.#clock.nowMs };
    this.#platform.referral.settledBet({ player, stakeMicros, payoutMicros, ...index });
  }

  #pay(agent: RegisteredAgent, amount: Micros): void {
    if (amount === 0) return;
    const parts = { debit: this.#bankroll.account, credit: agent.account, atMs: this.#clock.nowMs };
    this.#platform.ledger.book({ amount, kind: 'casino-payout', ...parts });
  }

  #stake(agent: RegisteredAgent, amount: Micros): TransferId {
    const parts = { debit: agent.account, credit: this.#bankroll.account, atMs: this.#clock.nowMs };
    return this.#reserved({ amount, kind: 'casino-stake', ...parts });
  }

  #reserved(order: TransferOrder<TransferKind>): TransferId {
    const pending = this.#platform.ledger.reserve(order);
    assert(!(pending instanceof Refusal), () => `${order.kind} is covered`);
    return pending;
  }
}
