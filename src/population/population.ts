/** Starts the agents of a scenario: who they are, when they arrive, whom they know. */
import { assert } from '../base/assert.ts';
import type { DurationMs } from '../base/time.ts';
import { sleep } from '../kernel/effects.ts';
import type { Kernel } from '../kernel/kernel.ts';
import type { Process } from '../kernel/process.ts';
import { Agent } from './agent.ts';
import { arrivalMs, type Arrival } from './arrivals.ts';
import type { Behaviour } from './define-agent.ts';
import { personaOf, type Persona } from './persona.ts';
import type { BackoffPolicy } from './polite.ts';

/** One line of a scenario's population. */
export interface Group {
  /** How agents are named and found as peers; unique within a scenario. */
  readonly name: string;
  readonly behaviour: Behaviour;
  readonly count: number;
  readonly arrival: Arrival;
  /** Parsed values for every declared parameter. */
  readonly parameters: Readonly<Record<string, unknown>>;
  /** How many virtual IP addresses the group shares; null gives every agent its own. */
  readonly addressCount: number | null;
}

/** One agent with the group it came from. */
export interface Member {
  readonly agent: Agent;
  readonly group: Group;
}

export class Population {
  readonly members: readonly Member[];
  readonly #kernel: Kernel;
  readonly #byGroup = new Map<string, readonly Member[]>();
  readonly #peerIds = new Map<string, readonly string[]>();
  readonly #personas: (Persona | undefined)[] = [];

  constructor(parts: { kernel: Kernel; groups: readonly Group[]; backoff: BackoffPolicy }) {
    this.#kernel = parts.kernel;
    const members: Member[] = [];
    for (const group of parts.groups) {
      const first = members.length;
      for (let index = 0; index < group.count; index++) {
        members.push({ agent: this.#newAgent(group, { index, first, backoff: parts.backoff }), group });
      }
      this.#byGroup.set(group.name, members.slice(first));
    }
    this.members = members;
  }

  /** Gives every agent a process that arrives at its time and then behaves. */
  start(): void {
    for (const { agent, group } of this.members) {
      this.#kernel.spawn({
        name: agent.name,
        number: agent.number,
        behaviour: group.behaviour.name,
        run: () => this.#life(agent, group),
      });
    }
  }

  /** The agent that a process acts for. A process that an agent spawned bears the agent's name and a suffix. */
  agentOf(process: Process): Agent {
    const direct = this.members[process.number]?.agent;
    if (direct !== undefined) return direct;
    const [group = '', index = ''] = process.name.split('/');
    const member = this.#byGroup.get(group)?.[Number(index) - 1];
    assert(member !== undefined, `process ${process.name} belongs to an agent`);
    return member.agent;
  }

  *#life(agent: Agent, group: Group): Generator<unknown, void, unknown> {
    const arrival = this.#kernel.streams.stream(`agents/${agent.name}/arrival`);
    const delayMs: DurationMs = arrivalMs(group.arrival, {
      stream: arrival,
      index: agent.number - this.#firstOf(group),
      count: group.count,
    });
    yield* sleep(delayMs);
    yield* group.behaviour.run(agent, group.parameters);
  }

  #firstOf(group: Group): number {
    return this.#byGroup.get(group.name)?.[0]?.agent.number ?? 0;
  }

  #newAgent(group: Group, place: { index: number; first: number; backoff: BackoffPolicy }): Agent {
    const number = place.first + place.index;
    const shared = group.addressCount;
    return new Agent({
      number,
      name: `${group.name}/${place.index + 1}`,
      ip: virtualIp(shared === null ? number : place.first + (place.index % shared)),
      persona: () => this.#personaOf(number, `${group.name}/${place.index + 1}`),
      peers: (name) => this.#peersOf(name),
      backoff: place.backoff,
    });
  }

  #personaOf(number: number, name: string): Persona {
    return (this.#personas[number] ??= personaOf(
      this.#kernel.streams.stream(`agents/${name}/persona`),
      number,
    ));
  }

  #peersOf(name: string): readonly string[] {
    let ids = this.#peerIds.get(name);
    if (ids === undefined) {
      const group = this.#byGroup.get(name);
      if (group === undefined) throw new TypeError(`there is no population "${name}" in this scenario`);
      this.#peerIds.set(name, (ids = group.map(({ agent }) => agent.persona.agentId)));
    }
    return ids;
  }
}

/** An address in 10.0.0.0/8 for each number (gap L16). */
const virtualIp = (number: number): string =>
  `10.${(number >>> 16) & 255}.${(number >>> 8) & 255}.${number & 255}`;
