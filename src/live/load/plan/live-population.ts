/**
 * The agents of a load. Those of the scenario's own counts are the members of a simulated population: equal names,
 * addresses, identities and random streams. Stages may need more; they continue the numbers of their group.
 */
import type { Kernel } from '../../../core/kernel/kernel.ts';
import type { Process } from '../../../core/kernel/process.ts';
import type { Group } from '../../../simulation/population/group.ts';
import { Member } from '../../../simulation/population/member.ts';
import type { BackoffPolicy } from '../../../simulation/population/polite.ts';
import { Population } from '../../../simulation/population/population.ts';
import { startScript, type ScriptedCall } from '../../../simulation/population/script.ts';

/** What the agents are made of. */
export interface PopulationParts {
  readonly kernel: Kernel;
  readonly groups: readonly Group[];
  readonly backoff: BackoffPolicy;
}

/** Makes agents by group and number; nothing acts before its process is spawned. */
export class LivePopulation {
  readonly #parts: PopulationParts;
  readonly #population: Population;
  readonly #first = new Map<string, number>();
  readonly #more = new Map<string, Member>();
  #moreCount = 0;

  constructor(parts: PopulationParts) {
    this.#parts = parts;
    this.#population = new Population(parts);
    for (const { number, group } of this.#population.members)
      if (!this.#first.has(group.name)) this.#first.set(group.name, number);
  }

  /** The members of the scenario's own counts, in the order of their numbers. */
  get members(): readonly Member[] {
    return this.#population.members;
  }

  /** The agent of a group with that index, from 0; beyond the group's count a further one. */
  memberOf(group: Group, index: number): Member {
    const first = this.#first.get(group.name) ?? 0;
    if (index < group.count) {
      const own = this.members[first + index];
      if (own !== undefined) return own;
    }
    const name = `${group.name}/${index + 1}`;
    let member = this.#more.get(name);
    if (member === undefined) {
      // Numbers decide addresses alone; those beyond the population are used by no other group.
      const number = this.members.length + this.#moreCount++;
      member = new Member(number, {
        group,
        first: number - index,
        streams: this.#parts.kernel.streams,
        backoff: this.#parts.backoff,
        peers: (population) => this.members[first]?.peers(population) ?? [],
      });
      this.#more.set(name, member);
    }
    return member;
  }

  /** Forgets a further agent that has ended. */
  forget({ name }: Member): void {
    this.#more.delete(name);
  }

  /** The agent of a process; the name of a spawned process is its agent's name and a suffix. */
  memberByProcess({ name }: Process): Member | undefined {
    const [group = '', index = ''] = name.split('/');
    const further = this.#more.get(`${group}/${index}`);
    if (further !== undefined) return further;
    const member = this.members[(this.#first.get(group) ?? 0) + Number(index) - 1];
    // The number of a further agent that is forgotten may lead to another group.
    return member?.group.name === group ? member : undefined;
  }

  /** Starts the single calls of the scenario. */
  startCalls(calls: readonly ScriptedCall[]): void {
    startScript(calls, { kernel: this.#parts.kernel, population: this.#population });
  }
}
