/**
 * Which agent referred which. A referrer is registered before the agents it refers, so there is no cycle (gap X6).
 */
import { assert } from '../../../core/base/assert.ts';
import type { Journal } from '../../../core/base/journal.ts';
import { GroupIndex, Table } from '../../../core/base/table.ts';
import type { RegisteredAgent } from '../ports.ts';
import { levelNumbers } from './split.ts';

/** How many agents an agent has below it, by level. */
interface Downline {
  counts: readonly number[];
}

const noCounts: readonly number[] = Object.freeze([0, 0, 0]);

/** Indexes referrals downwards; upwards each agent holds its own referrer. */
export class Tree {
  readonly #referredBy: GroupIndex<RegisteredAgent>;
  readonly #downlines: Table<Downline>;

  constructor(journal: Journal) {
    this.#referredBy = new GroupIndex(journal);
    this.#downlines = new Table(journal);
  }

  joined(agent: RegisteredAgent): void {
    if (agent.referrer === null) return;
    this.#referredBy.add(agent.referrer.agentId, agent);
    for (const [level, above] of chainFrom(agent.referrer).entries()) {
      const downline =
        this.#downlines.get(above.agentId) ?? this.#downlines.insert(above.agentId, { counts: noCounts });
      const counts = downline.counts.map((count, index) => (index === level ? count + 1 : count));
      this.#downlines.update(downline, { counts });
    }
  }

  /** The agents that named this one at registration, oldest first. */
  referredBy(agent: RegisteredAgent): readonly RegisteredAgent[] {
    return this.#referredBy.get(agent.agentId);
  }

  /** Agents one, two and three levels below. */
  countsBelow(agent: RegisteredAgent): readonly number[] {
    return this.#downlines.get(agent.agentId)?.counts ?? noCounts;
  }
}

/** This referrer and those above it, as far as shares reach. */
export function chainFrom(nearest: RegisteredAgent | null): RegisteredAgent[] {
  const chain: RegisteredAgent[] = [];
  for (let above = nearest; above !== null && chain.length < levelNumbers.length; above = above.referrer) {
    const below = chain.at(-1);
    assert(below === undefined || above.number < below.number, 'a referrer registered before its agents');
    chain.push(above);
  }
  return chain;
}
