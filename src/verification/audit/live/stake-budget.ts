/** What all players of a live audit may stake together. */
import { assert } from '../../../core/base/assert.ts';
import type { Micros } from '../../../core/base/money.ts';

/** A stake that is set aside for one round, which may begin without it. */
export interface HeldStake {
  /** The stake is about to be sent. Throws `InvariantError` instead of passing the budget. */
  readonly take: (stakeMicros: Micros) => void;
  /** The round is over: gives back what was not sent. */
  readonly release: () => void;
}

/** Stakes are taken out before they are sent, and never come back: a refused or lost bet may have been taken. */
export class StakeBudget {
  readonly budgetMicros: Micros;
  stakedMicros: Micros = 0;
  stakesSent = 0;
  /** True once no further round may begin, whatever is left: what is under way is finished and revealed. */
  isClosed = false;
  #heldMicros = 0;

  constructor(budgetMicros: Micros) {
    this.budgetMicros = budgetMicros;
  }

  /** What no player has staked or set aside. */
  get leftMicros(): Micros {
    return this.isClosed ? 0 : this.budgetMicros - this.stakedMicros - this.#heldMicros;
  }

  /** Sets a stake aside. */
  hold(stakeMicros: Micros): HeldStake {
    let heldMicros = stakeMicros;
    this.#heldMicros += stakeMicros;
    const release = (): void => {
      this.#heldMicros -= heldMicros;
      heldMicros = 0;
    };
    return {
      release,
      take: (sentMicros) => {
        assert(sentMicros <= heldMicros, 'a round stakes what was set aside, once');
        release();
        this.stakesSent += 1;
        this.stakedMicros += sentMicros;
        assert(this.stakedMicros <= this.budgetMicros, 'no stake is sent beyond the budget');
      },
    };
  }
}
