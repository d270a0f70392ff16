/** Starts the agents of a scenario: who they are, when they arrive, whom they know. */
import { assert } from '../../core/base/assert.ts';
import type { Kernel } from '../../core/kernel/kernel.ts';
import type { Process } from '../../core/kernel/process.ts';
import type { Agent } from './agent.ts';
import { Member, type Setting } from './member.ts';
import type { BackoffPolicy } from './polite.ts';
import type { Group } from './group.ts';

/** By name, so that agents act in one order within an instant, whichever group was written first. */
const byName = (left: Group, right: Group): number => (left.name < right.name ? -1 : 1);

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
      const setting: Setting = { group, first, streams: parts.kernel.streams, backoff: parts.backoff, peers };
      for (let index = 0; index < group.count; index++) members.push(new Member(first + index, setting));
      this.#byGroup.set(group.name, members.slice(first));
    }
    this.members = members;
  }

  /** Gives every agent a process that arrives at its time and then behaves. */
  start(): void {
    for (const member of this.members) this.#kernel.spawn(member);
  }

  /** The agent that a process acts for. A process that an agent spawned bears the agent's name and a suffix. */
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
