/** The earnings of each referrer by level and by payer, and the part that is not paid out yet. */
import type { Journal } from '../../../core/base/journal.ts';
import type { Micros } from '../../../core/base/money.ts';
import { Table } from '../../../core/base/table.ts';
import type { ReferralLevel, RegisteredAgent } from '../ports.ts';

/** The earnings of one referrer, in micro-USDC. */
export interface Purse {
  readonly referrer: RegisteredAgent;
  /** All that was ever earned. */
  earnedMicros: Micros;
  /** By level, nearest first. */
  levelMicros: readonly Micros[];
  /** Not paid yet; paid out without a request. */
  dueMicros: Micros;
  /** Not paid yet; paid out only on a withdrawal. */
  waitingMicros: Micros;
}

/** What one referrer has earned from one agent below it. */
interface Earning {
  earnedMicros: Micros;
}

/** A share of one referrer. */
export interface Credit {
  readonly referrer: RegisteredAgent;
  readonly payer: RegisteredAgent;
  readonly level: ReferralLevel;
  readonly amountMicros: Micros;
  /** Whether it waits for a withdrawal. */
  readonly isWaiting: boolean;
}

/** Keeps the books of shares; moves no money. `Referral` pays and then calls `paidDue` or `emptied`. */
export class Purses {
  readonly #purses: Table<Purse>;
  readonly #earnings: Table<Earning>;

  constructor(journal: Journal) {
    this.#purses = new Table(journal);
    this.#earnings = new Table(journal);
  }

  get(referrer: RegisteredAgent): Purse | undefined {
    return this.#purses.get(referrer.agentId);
  }

  /** Oldest first. */
  all(): Iterable<Purse> {
    return this.#purses.rows();
  }

  earnedFrom(referrer: RegisteredAgent, payer: RegisteredAgent): Micros {
    return this.#earnings.get(earningKey(referrer, payer))?.earnedMicros ?? 0;
  }

  credit(share: Credit): Purse {
    const { referrer, level, amountMicros, isWaiting } = share;
    const purse = this.get(referrer) ?? this.#open(referrer);
    const { earnedMicros, dueMicros, waitingMicros, levelMicros } = purse;
    this.#purses.update(purse, {
      earnedMicros: earnedMicros + amountMicros,
      levelMicros: levelMicros.map((micros, index) => (index + 1 === level ? micros + amountMicros : micros)),
      dueMicros: isWaiting ? dueMicros : dueMicros + amountMicros,
      waitingMicros: isWaiting ? waitingMicros + amountMicros : waitingMicros,
    });
    if (level === 1) this.#noteEarning(share);
    return purse;
  }

  /** Records that the due part has been paid. */
  paidDue(purse: Purse): void {
    this.#purses.update(purse, { dueMicros: 0 });
  }

  /** Records that everything has been paid. */
  emptied(purse: Purse): void {
    this.#purses.update(purse, { dueMicros: 0, waitingMicros: 0 });
  }

  #open(referrer: RegisteredAgent): Purse {
    const nothing = { earnedMicros: 0, levelMicros: [0, 0, 0], dueMicros: 0, waitingMicros: 0 };
    return this.#purses.insert(referrer.agentId, { referrer, ...nothing });
  }

  #noteEarning({ referrer, payer, amountMicros }: Credit): void {
    const key = earningKey(referrer, payer);
    const earning = this.#earnings.get(key) ?? this.#earnings.insert(key, { earnedMicros: 0 });
    this.#earnings.update(earning, { earnedMicros: earning.earnedMicros + amountMicros });
  }
}

const earningKey = (referrer: RegisteredAgent, payer: RegisteredAgent): string =>
  `${referrer.agentId}/${payer.agentId}`;
