/** Creates and starts the agents of a scenario. */
import { assert } from '../../core/base/assert.ts';
import type { Kernel } from '../../core/kernel/kernel.ts';
import type { Process } from '../../core/kernel/process.ts';
import type { Agent } from './agent.ts';
import { Member, type GroupContext } from './member.ts';
import type { BackoffPolicy } from './polite.ts';
import type { Group } from './group.ts';

/** By name, so that the order of agents within an instant does not depend on the order of groups in the file. */
const byName = (left: Group, right: Group): number => (left.name < right.name ? -1 : 1);

/** All agents of a scenario. Numbers follow the order of group names; agents act only after `start`. */
export class Population {
  readonly #members: Member[] = [];
  /** Processes with lower numbers are those of the members; later ones are known by their names. */
  readonly #startCount: number;
  readonly #kernel: Kernel;
  readonly #backoff: BackoffPolicy;
  readonly #byGroup = new Map<string, readonly Member[]>();
  readonly #peerIds = new Map<string, readonly string[]>();

  constructor(parts: { kernel: Kernel; groups: readonly Group[]; backoff: BackoffPolicy }) {
    this.#kernel = parts.kernel;
    this.#backoff = parts.backoff;
    for (const group of parts.groups.toSorted(byName)) this.#join(group);
    this.#startCount = this.#members.length;
  }

  /** Group by group, in order of their names; then the groups that were added, in the order in which they were. */
  get members(): readonly Member[] {
    return this.#members;
  }

  /** The names of all groups. */
  get groupNames(): readonly string[] {
    return [...this.#byGroup.keys()];
  }

  /** A further group, which begins now: its arrivals are counted from the present instant. Its name must be new. */
  add(group: Group): readonly Member[] {
    const members = this.#join(group);
    for (const member of members) {
      const { name, behaviour } = member;
      this.#kernel.spawn({ name, behaviour, run: () => member.run() });
    }
    return members;
  }

  /** Starts a process for every agent, which waits for its arrival. */
  start(): void {
    for (const member of this.#members) this.#kernel.spawn(member);
  }

  /** The agent of a process. The name of a spawned process is its agent's name and a suffix. */
  agentOf(process: Process): Agent {
    const direct = process.number < this.#startCount ? this.#members[process.number] : undefined;
    if (direct !== undefined) return direct.agent;
    const [group = '', index = ''] = process.name.split('/');
    const member = this.#byGroup.get(group)?.[Number(index) - 1];
    assert(member !== undefined, () => `process ${process.name} belongs to an agent`);
    return member.agent;
  }

  #join(group: Group): readonly Member[] {
    assert(!this.#byGroup.has(group.name), 'the groups of a population have different names');
    const first = this.#members.length;
    const { streams } = this.#kernel;
    const peers = (name: string): readonly string[] => this.#peersOf(name);
    const setting: GroupContext = { group, first, streams, backoff: this.#backoff, peers };
    const joined = Array.from({ length: group.count }, (_, index) => new Member(first + index, setting));
    for (const member of joined) this.#members.push(member);
    this.#byGroup.set(group.name, joined);
    return joined;
  }

  #peersOf(name: string): readonly string[] {
    let ids = this.#peerIds.get(name);
    if (ids === undefined) {
      const group = this.#byGroup.get(name);
      if (group === undefined) throw new TypeError(`there is no population "${name}" in this scenario`);
      this.#peerIds.set(name, (ids = group.map((member) => member.persona().agentId)));
    }
    return ids;
  }
}
