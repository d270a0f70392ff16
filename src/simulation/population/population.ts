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
  /** Group by group, in order of their names. */
  readonly members: readonly Member[];
  readonly #kernel: Kernel;
  readonly #byGroup = new Map<string, readonly Member[]>();
  readonly #peerIds = new Map<string, readonly string[]>();

  constructor(parts: { kernel: Kernel; groups: readonly Group[]; backoff: BackoffPolicy }) {
    this.#kernel = parts.kernel;
    const members: Member[] = [];
    const peers = (name: string): readonly string[] => this.#peersOf(name);
    for (const group of parts.groups.toSorted(byName)) {
      const first = members.length;
      const setting: GroupContext = {
        group,
        first,
        streams: parts.kernel.streams,
        backoff: parts.backoff,
        peers,
      };
      for (let index = 0; index < group.count; index++) members.push(new Member(first + index, setting));
      this.#byGroup.set(group.name, members.slice(first));
    }
    this.members = members;
  }

  /** Starts a process for every agent, which waits for its arrival. */
  start(): void {
    for (const member of this.members) this.#kernel.spawn(member);
  }

  /** The agent of a process. The name of a spawned process is its agent's name and a suffix. */
  agentOf(process: Process): Agent {
    const direct = this.members[process.number];
    if (direct !== undefined) return direct.agent;
    const [group = '', index = ''] = process.name.split('/');
    const member = this.#byGroup.get(group)?.[Number(index) - 1];
    assert(member !== undefined, `process ${process.name} belongs to an agent`);
    return member.agent;
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
