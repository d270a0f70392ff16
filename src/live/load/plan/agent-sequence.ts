/**
 * The agents of stages in the order in which they begin: groups take turns by their counts, and each group counts its
 * own agents. The order is the same for every number of workers.
 */
import type { Group } from '../../../simulation/population/group.ts';
import type { WorkerShare } from '../load-call.ts';

/** The golden ratio's fraction: its multiples modulo 1 are spread evenly (a low-discrepancy sequence). */
const goldenShare = (Math.sqrt(5) - 1) / 2;

/** One agent: its group, and its index there, from 0. */
export interface NumberedAgent {
  readonly group: Group;
  readonly index: number;
}

/** Yields the agents of one worker. */
export class AgentSequence {
  readonly #groups: readonly Group[];
  readonly #ends: readonly number[];
  readonly #counts: number[];
  readonly #share: WorkerShare;
  #next = 0;

  /** At least one group. */
  constructor(groups: readonly Group[], share: WorkerShare) {
    this.#groups = groups;
    this.#share = share;
    const ends: number[] = [];
    for (const { count } of groups) ends.push((ends.at(-1) ?? 0) + count);
    this.#ends = ends;
    this.#counts = groups.map(() => 0);
  }

  /** The next agent of this worker. */
  next(): NumberedAgent {
    for (;;) {
      const number = this.#next;
      const agent = this.#agentOf(number);
      this.#next += 1;
      if (number % this.#share.count === this.#share.index) return agent;
    }
  }

  #agentOf(number: number): NumberedAgent {
    const value = ((number * goldenShare) % 1) * (this.#ends.at(-1) ?? 1);
    const at = Math.max(
      0,
      this.#ends.findIndex((end) => end > value),
    );
    const index = this.#counts[at] ?? 0;
    this.#counts[at] = index + 1;
    return { group: this.#groups[at]!, index };
  }
}
