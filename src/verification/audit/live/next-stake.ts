/** What one player may stake next: at most what is left of the common budget, and what the account has. */
import type { Micros } from '../../../core/base/money.ts';
import { blackjack } from '../../../platform/games/blackjack.ts';
import type { AccountBalance } from './account-balance.ts';
import type { LiveHabits } from './habits.ts';
import type { LiveBet, LiveCallSequence, RoundEnd } from './round.ts';
import type { StakeBudget } from './stake-budget.ts';

/** Why no further stake is placed. */
export type PoorEnd =
  'the budget is used up' | 'the budget of requests is used up' | 'the balance does not cover another bet';

export class NextStake {
  readonly #habits: LiveHabits;
  readonly #purse: StakeBudget;
  readonly #balance: AccountBalance;

  constructor({ habits, purse }: { habits: LiveHabits; purse: StakeBudget }, balance: AccountBalance) {
    this.#habits = habits;
    this.#purse = purse;
    this.#balance = balance;
  }

  /** The largest stake that budget and account cover. */
  get mostMicros(): Micros {
    const { leftMicros } = this.#purse;
    return Math.min(leftMicros, this.#balance.spendable ?? leftMicros);
  }

  /** The next stake, of at most this; undefined where the smallest is larger. */
  next(mostMicros = Number.MAX_SAFE_INTEGER): Micros | undefined {
    return this.#habits.stakeMicros(Math.min(this.mostMicros, mostMicros));
  }

  /** Why there is no next stake. */
  poor(): PoorEnd {
    if (this.#purse.isClosed) return 'the budget of requests is used up';
    return this.#habits.stakeMicros(this.#purse.leftMicros) === undefined
      ? 'the budget is used up'
      : 'the balance does not cover another bet';
  }

  /** A hand is doubled only where budget and account cover both stakes. */
  isToDouble({ entry }: LiveBet, stakeMicros: Micros): boolean {
    return (
      entry.game.id === blackjack.id &&
      2 * stakeMicros <= this.mostMicros &&
      this.#habits.doubles?.() === true
    );
  }

  /** Counts every stake of a round before its request is sent. */
  *counted(round: LiveCallSequence<RoundEnd>, mostMicros: Micros): LiveCallSequence<RoundEnd> {
    const held = this.#purse.hold(mostMicros);
    let step = round.next();
    while (step.done !== true) {
      const { stakeMicros = 0 } = step.value;
      if (stakeMicros > 0) held.take(stakeMicros);
      step = round.next(yield step.value);
    }
    held.release();
    return step.value;
  }
}
