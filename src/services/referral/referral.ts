/**
 * Referral shares: carved out of a settled fee, held in one account until paid out (gaps X4, X6). The share of a fee
 * never exceeds the fee. Services reach it through the port alone.
 */
import { assert } from '../../base/assert.ts';
import { shareOf, type Micros } from '../../base/money.ts';
import { GroupIndex, Table } from '../../base/table.ts';
import { dayMs } from '../../base/time.ts';
import type { AccountId } from '../../ledger/ledger.ts';
import type { Agent, Platform, ReferralEarnings, ReferralPort, ServiceClock } from '../ports.ts';
import { faucetReferralPercent, referralPercent } from './rates.ts';

/** What one referrer has earned from one payer. */
interface Earning {
  readonly referrer: Agent;
  readonly payer: Agent;
  earnedMicros: Micros;
}

/** What one referrer has coming. */
interface Purse {
  readonly referrer: Agent;
  earnedMicros: Micros;
  pendingMicros: Micros;
}

type Fee = Parameters<ReferralPort['accrue']>[0];

export class Referral implements ReferralPort {
  readonly #platform: Omit<Platform, 'referral'>;
  readonly #clock: ServiceClock;
  readonly #payable: AccountId;
  readonly #purses: Table<Purse>;
  readonly #earnings: Table<Earning>;
  readonly #referredBy: GroupIndex<Agent>;

  constructor(platform: Omit<Platform, 'referral'>, clock: ServiceClock) {
    this.#platform = platform;
    this.#clock = clock;
    this.#payable = platform.ledger.openAccount('referral:payable');
    this.#purses = new Table(platform.journal);
    this.#earnings = new Table(platform.journal);
    this.#referredBy = new GroupIndex(platform.journal);
    if (platform.policies['referral.payout'] === 'daily') this.#payAtMidnight();
  }

  /** Notes that an agent has joined under a referrer. */
  joined(agent: Agent): void {
    if (agent.referrer !== null) this.#referredBy.add(agent.referrer.agentId, agent);
  }

  accrue(fee: Fee): void {
    const referrer = fee.named ?? fee.payer.referrer;
    if (referrer === null) return;
    const percent = this.#percent(fee);
    const share = shareOf(fee.feeMicros, { numerator: percent, denominator: 100, rounding: 'floor' });
    assert(share <= fee.feeMicros, 'a referral share never exceeds its fee');
    if (share === 0) return;
    const { ledger } = this.#platform;
    ledger.book({
      debit: fee.feesAccount,
      credit: this.#payable,
      amount: share,
      kind: 'referral-accrual',
      atMs: fee.atMs,
    });
    this.#book(referrer, fee.payer, share);
    this.#platform.emit('referralAccrued', share);
    if (this.#platform.policies['referral.payout'] === 'immediate')
      this.#pay(this.#purseOf(referrer), fee.atMs);
  }

  earningsOf(agent: Agent): ReferralEarnings {
    const purse = this.#purses.get(agent.agentId);
    return {
      referred: this.#referredBy.get(agent.agentId).map((payer) => ({
        agent: payer,
        earnedMicros: this.#earnings.get(earningKey(agent, payer))?.earnedMicros ?? 0,
      })),
      earnedMicros: purse?.earnedMicros ?? 0,
      pendingMicros: purse?.pendingMicros ?? 0,
    };
  }

  /** A call that names its referrer pays the service's rate; the faucet's flat 15% is about account referrers. */
  #percent(fee: Fee): number {
    const isFlat = this.#platform.policies['referral.faucetRate'] === 'flat' && fee.named === null;
    return isFlat ? faucetReferralPercent : referralPercent[fee.service];
  }

  #book(referrer: Agent, payer: Agent, share: Micros): void {
    const purse = this.#purseOf(referrer);
    this.#purses.update(purse, {
      earnedMicros: purse.earnedMicros + share,
      pendingMicros: purse.pendingMicros + share,
    });
    const key = earningKey(referrer, payer);
    const earning =
      this.#earnings.get(key) ?? this.#earnings.insert(key, { referrer, payer, earnedMicros: 0 });
    this.#earnings.update(earning, { earnedMicros: earning.earnedMicros + share });
  }

  #purseOf(referrer: Agent): Purse {
    return (
      this.#purses.get(referrer.agentId) ??
      this.#purses.insert(referrer.agentId, { referrer, earnedMicros: 0, pendingMicros: 0 })
    );
  }

  #payAtMidnight(): void {
    const { nowMs } = this.#clock;
    this.#clock.schedule((Math.floor(nowMs / dayMs) + 1) * dayMs, () => {
      for (const purse of this.#purses.rows()) this.#pay(purse, this.#clock.nowMs);
      this.#payAtMidnight();
    });
  }

  #pay(purse: Purse, atMs: number): void {
    const amount = purse.pendingMicros;
    if (amount === 0) return;
    this.#platform.ledger.book({
      debit: this.#payable,
      credit: purse.referrer.account,
      amount,
      kind: 'referral-payout',
      atMs,
    });
    this.#purses.update(purse, { pendingMicros: 0 });
    this.#platform.emit('referralPaid', amount);
  }
}

const earningKey = (referrer: Agent, payer: Agent): string => `${referrer.agentId}/${payer.agentId}`;
