/**
 * The money of contests. The ledger reserves a stake on the agent's own account. It is then either given back, or
 * collected into the pot and paid out in the same event: the pot is empty between two events.
 */
import { assert } from '../../../../core/base/assert.ts';
import type { Micros } from '../../../../core/base/money.ts';
import { Refusal, refuse, type Outcome } from '../../../../core/base/refusal.ts';
import type { TransferKind } from '../../transfer-kinds.ts';
import type { AccountId, TransferId } from '../../../../core/ledger/ledger.ts';
import type { Platform, RegisteredAgent, ServiceClock } from '../../ports.ts';

/** A reservation of the ledger; null for an amount of 0. */
export type Held = TransferId | null;

/**
 * Holds stakes, gives them back and pays out. Challenges and tournaments of a world share one pot and one fee
 * account.
 */
export class Pot {
  readonly #platform: Platform;
  readonly #clock: ServiceClock;
  readonly #pot: AccountId;
  readonly #fees: AccountId;

  constructor(parts: { platform: Platform; clock: ServiceClock }) {
    this.#platform = parts.platform;
    this.#clock = parts.clock;
    this.#pot = parts.platform.ledger.openAccount('casino:contests');
    this.#fees = parts.platform.ledger.openAccount('casino:contest-fees');
  }

  /** Holds an amount on the agent's account. Refuses INSUFFICIENT_BALANCE. */
  hold(from: RegisteredAgent, stake: { amountMicros: Micros; kind: TransferKind }): Outcome<Held> {
    const { amountMicros: amount, kind } = stake;
    if (amount === 0) return null;
    if (this.#platform.ledger.available(from.account) < amount) {
      return refuse('INSUFFICIENT_BALANCE', 'the USDC balance does not cover the amount');
    }
    const order = { debit: from.account, credit: this.#pot, amount, kind };
    const held = this.#platform.ledger.reserve({ atMs: this.#clock.nowMs, ...order });
    assert(!(held instanceof Refusal), 'the balance covers what was asked for');
    return held;
  }

  giveBack(held: Held): void {
    if (held !== null) this.#platform.ledger.void(held, this.#clock.nowMs);
  }

  /** Moves a stake into the pot. The caller has to pay out the same amount in the same event. */
  collect(held: Held): void {
    if (held !== null) this.#platform.ledger.post(held, this.#clock.nowMs);
  }

  pay(to: RegisteredAgent, prize: { amountMicros: Micros; kind: TransferKind }): void {
    this.#payTo(to.account, prize);
  }

  /** To the casino itself. */
  payFee(amountMicros: Micros): void {
    if (amountMicros === 0) return;
    this.#payTo(this.#fees, { amountMicros, kind: 'challenge-fee' });
  }

  #payTo(credit: AccountId, prize: { amountMicros: Micros; kind: TransferKind }): void {
    const { amountMicros: amount, kind } = prize;
    if (amount === 0) return;
    this.#platform.ledger.book({ debit: this.#pot, credit, amount, kind, atMs: this.#clock.nowMs });
  }
}
