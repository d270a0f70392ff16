/**
 * Referral shares: a part of a settled fee or of a player's losses to the house, divided over three levels and held in
 * one account until paid out (gaps X4 to X6, C32). Services use it only through the port.
 */
import { assert } from '../../../core/base/assert.ts';
import type { Micros } from '../../../core/base/money.ts';
import { dayMs } from '../../../core/base/time.ts';
import type { AccountId } from '../../../core/ledger/ledger.ts';
import type {
  FeeService,
  Platform,
  ReferralEarnings,
  ReferralPort,
  ReferralTerms,
  RegisteredAgent,
  ServiceClock,
} from '../ports.ts';
import { NetLosses, type Losses } from './net-losses.ts';
import { Purses, type Purse } from './purses.ts';
import { feeRate, isFeeShared, referralRate } from './rates.ts';
import { floorPart, levelNumbers, splitShare, sum, termsOf } from './split.ts';
import { chainFrom, Tree } from './tree.ts';

type Fee = Parameters<ReferralPort['accrue']>[0];
type SettledBet = Parameters<ReferralPort['settledBet']>[0];

/** Shares of one fee or loss, nearest referrer first, and the account that pays them. */
interface Sharing {
  readonly service: FeeService;
  readonly payer: RegisteredAgent;
  readonly chain: readonly RegisteredAgent[];
  readonly amounts: readonly Micros[];
  readonly from: AccountId;
  readonly atMs: number;
}

/** The services whose direct shares are paid daily, without a request. */
const paidDaily: readonly FeeService[] = ['trading', 'escrow', 'domains'];

/** The referral service of a world. Its account holds exactly the sum of all unpaid shares. */
export class Referral implements ReferralPort {
  readonly #platform: Omit<Platform, 'referral'>;
  readonly #clock: ServiceClock;
  readonly #payable: AccountId;
  readonly #purses: Purses;
  readonly #losses: NetLosses;
  readonly #tree: Tree;

  constructor(platform: Omit<Platform, 'referral'>, clock: ServiceClock) {
    const { journal, policies } = platform;
    this.#platform = platform;
    this.#clock = clock;
    this.#payable = platform.ledger.openAccount('referral:payable');
    this.#purses = new Purses(journal);
    this.#losses = new NetLosses(journal, policies['referral.netLosses']);
    this.#tree = new Tree(journal);
    const payout = policies['referral.payout'];
    // A day is closed before its earnings are paid: of two timers of one instant the older one runs first.
    if (policies['referral.netLosses'] !== 'lifetime') this.#atMidnight(() => this.#closeDay());
    if (payout === 'daily' || payout === 'daily-all') this.#atMidnight(() => this.#payDue());
  }

  /** Notes that an agent has joined, under a referrer or not. */
  joined(agent: RegisteredAgent): void {
    this.#tree.joined(agent);
  }

  accrue(fee: Fee): void {
    const { policies } = this.#platform;
    const { service, payer, named, feeMicros, feesAccount: from, atMs } = fee;
    const nearest = named ?? payer.referrer;
    if (nearest === null || !isFeeShared(service, policies)) return;
    const share = floorPart(feeMicros, feeRate(service, named !== null, policies));
    const isAlone = named !== null && policies['referral.named'] === 'alone';
    const chain = isAlone ? [named] : chainFrom(nearest);
    const amounts = isAlone ? [share] : this.#split(share, chain.length);
    assert(sum(amounts) <= feeMicros, 'referral shares never exceed their fee');
    this.#share({ service, payer, chain, amounts, from, atMs });
  }

  settledBet(bet: SettledBet): void {
    const { policies } = this.#platform;
    if (bet.player.referrer === null || policies['referral.casinoBase'] === 'fees') return;
    const losses = this.#losses.settled(bet);
    if (policies['referral.netLosses'] === 'lifetime') this.#shareLosses(losses, bet.atMs);
  }

  earningsOf(agent: RegisteredAgent): ReferralEarnings {
    const purse = this.#purses.get(agent);
    const earnedMicros = purse?.earnedMicros ?? 0;
    const availableMicros = (purse?.dueMicros ?? 0) + (purse?.waitingMicros ?? 0);
    const counts = this.#tree.countsBelow(agent);
    return {
      referred: this.#tree.referredBy(agent).map((payer) => ({
        agent: payer,
        earnedMicros: this.#purses.earnedFrom(agent, payer),
      })),
      earnedMicros,
      pendingMicros: availableMicros,
      availableMicros,
      withdrawnMicros: earnedMicros - availableMicros,
      levels: levelNumbers.map((level) => ({
        level,
        agents: counts[level - 1] ?? 0,
        earnedMicros: purse?.levelMicros[level - 1] ?? 0,
      })),
    };
  }

  codeOf(agent: RegisteredAgent): string {
    return agent.referralCode;
  }

  terms(): ReferralTerms {
    return termsOf(this.#platform.policies);
  }

  withdraw(agent: RegisteredAgent, into: AccountId, atMs: number): Micros {
    const purse = this.#purses.get(agent);
    if (purse === undefined) return 0;
    const amount = purse.dueMicros + purse.waitingMicros;
    this.#purses.emptied(purse);
    this.#payOut(amount, into, atMs);
    return amount;
  }

  #split(share: Micros, depth: number): Micros[] {
    const { policies } = this.#platform;
    return splitShare(share, depth, {
      split: policies['referral.split'],
      emptyLevels: policies['referral.emptyLevels'],
    });
  }

  /**
   * Shares what a player's losses are owed less what was shared before, so that roundings of small bets do not add up.
   * A house that cannot pay owes the rest until the player's next bet or day; a share never makes a bet fail.
   */
  #shareLosses(losses: Losses, atMs: number): void {
    const { player, baseMicros, sharedMicros, houseAccount: from } = losses;
    const owed = floorPart(baseMicros, referralRate.casino) - sharedMicros;
    const share = Math.min(owed, this.#platform.ledger.available(from));
    if (share <= 0) return;
    const chain = chainFrom(player.referrer);
    const amounts = this.#split(share, chain.length);
    this.#losses.shared(losses, share);
    this.#share({ service: 'casino', payer: player, chain, amounts, from, atMs });
  }

  #share({ service, payer, chain, amounts, from, atMs }: Sharing): void {
    const amount = sum(amounts);
    if (amount === 0) return;
    const kind = 'referral-accrual';
    this.#platform.ledger.book({ debit: from, credit: this.#payable, amount, kind, atMs });
    this.#platform.emit('referralAccrued', amount);
    for (const [index, referrer] of chain.entries()) {
      const amountMicros = amounts[index] ?? 0;
      const level = levelNumbers[index];
      if (amountMicros === 0 || level === undefined) continue;
      const isWaiting = this.#isWaiting(service, level);
      const purse = this.#purses.credit({ referrer, payer, level, amountMicros, isWaiting });
      if (this.#platform.policies['referral.payout'] === 'immediate') this.#pay(purse, atMs);
    }
  }

  /** True if a share is paid only on a withdrawal (docs/decisions/009). */
  #isWaiting(service: FeeService, level: number): boolean {
    switch (this.#platform.policies['referral.payout']) {
      case 'daily':
        return level > 1 || !paidDaily.includes(service);
      case 'withdraw':
        return true;
      case 'daily-all':
      case 'immediate':
        return false;
    }
  }

  #atMidnight(work: () => void): void {
    const { nowMs } = this.#clock;
    this.#clock.schedule((Math.floor(nowMs / dayMs) + 1) * dayMs, () => {
      work();
      this.#atMidnight(work);
    });
  }

  #closeDay(): void {
    for (const losses of this.#losses.closeDay()) this.#shareLosses(losses, this.#clock.nowMs);
  }

  #payDue(): void {
    for (const purse of this.#purses.all()) this.#pay(purse, this.#clock.nowMs);
  }

  #pay(purse: Purse, atMs: number): void {
    const amount = purse.dueMicros;
    this.#purses.paidDue(purse);
    this.#payOut(amount, purse.referrer.account, atMs);
  }

  #payOut(amount: Micros, into: AccountId, atMs: number): void {
    if (amount === 0) return;
    this.#platform.ledger.book({ debit: this.#payable, credit: into, amount, kind: 'referral-payout', atMs });
    this.#platform.emit('referralPaid', amount);
  }
}
