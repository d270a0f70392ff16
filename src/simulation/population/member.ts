/**
 * One member of a population. A run may have a million idle members, so that a member stores almost nothing: names
 * and addresses are computed on demand, the agent is created when it first acts.
 */
import type { DurationMs } from '../../core/base/time.ts';
import { sleep } from '../../core/kernel/effects.ts';
import type { Stream, Streams } from '../../core/kernel/stream.ts';
import { Agent, type AgentParts } from './agent.ts';
import { arrivalMs } from './arrivals.ts';
import { personaOf, type Persona } from './persona.ts';
import type { BackoffPolicy } from './polite.ts';
import type { Group } from './group.ts';

/** Data that the members of one group share. */
export interface GroupContext {
  readonly group: Group;
  /** The number of its first member. */
  readonly first: number;
  readonly streams: Streams;
  readonly backoff: BackoffPolicy;
  readonly peers: (population: string) => readonly string[];
}

/** A member of a group, and the parts of its agent. `run` is the process of the agent: it arrives, then behaves. */
export class Member implements AgentParts {
  /** Position in the population, from 0. */
  readonly number: number;
  declare hasSpawned?: boolean;
  readonly #setting: GroupContext;
  #agent: Agent | undefined = undefined;
  /** That of an agent which has come to its end. */
  #lastKey: string | undefined = undefined;
  #persona: Persona | undefined = undefined;

  constructor(number: number, setting: GroupContext) {
    this.number = number;
    this.#setting = setting;
  }

  get group(): Group {
    return this.#setting.group;
  }

  get name(): string {
    return `${this.group.name}/${this.number - this.#setting.first + 1}`;
  }

  /** The name of its behaviour. */
  get behaviour(): string {
    return this.group.behaviour.name;
  }

  get ip(): string {
    const { first, group } = this.#setting;
    const shared = group.addressCount;
    return virtualIp(shared === null ? this.number : first + ((this.number - first) % shared));
  }

  get backoff(): BackoffPolicy {
    return this.#setting.backoff;
  }

  get agent(): Agent {
    return (this.#agent ??= this.#newAgent());
  }

  /** The API key in use; undefined before registration. */
  get key(): string | undefined {
    return this.#agent === undefined ? this.#lastKey : this.#agent.key;
  }

  persona(): Persona {
    return (this.#persona ??= personaOf(this.#stream('persona'), this.name));
  }

  peers(population: string): readonly string[] {
    return this.#setting.peers(population);
  }

  /** Arrives at its time and then behaves. */
  *run(): Generator<unknown, void, unknown> {
    yield* sleep(this.#arrivalMs());
    yield* this.group.behaviour.run(this.agent, this.group.parameters);
    // It can be derived again from the same stream, and an agent that nothing runs for any more from its key.
    this.#persona = undefined;
    if (this.hasSpawned === true) return;
    this.#lastKey = this.#agent?.key;
    this.#agent = undefined;
  }

  #newAgent(): Agent {
    const agent = new Agent(this);
    agent.authorize(this.#lastKey);
    return agent;
  }

  #arrivalMs(): DurationMs {
    const { group, first } = this.#setting;
    const index = this.number - first;
    return arrivalMs(group.arrival, { stream: this.#stream('arrival'), index, count: group.count });
  }

  #stream(purpose: string): Stream {
    return this.#setting.streams.stream(`agents/${this.name}/${purpose}`);
  }
}

/** An address in 10.0.0.0/8 for each number (gap L16). */
const virtualIp = (number: number): string =>
  `10.${(number >>> 16) & 255}.${(number >>> 8) & 255}.${number & 255}`;
