/** The agents that act now, and their processes. An agent that leaves does so after its open requests. */
import type { Kernel } from '../../../core/kernel/kernel.ts';
import type { Process } from '../../../core/kernel/process.ts';
import type { Member } from '../../../simulation/population/member.ts';

/** One agent that acts. */
export interface ActingAgent {
  readonly member: Member;
  process: Process | undefined;
  inFlight: number;
  isLeaving: boolean;
}

/** Called when an agent has arrived, and when it acts no more: `isDone` if its behaviour came to its end. */
export interface ArrivalObserver {
  began(): void;
  ended(member: Member, isDone: boolean): void;
}

/** Starts and ends agents on one kernel. */
export class ActingAgents {
  readonly #kernel: Kernel;
  readonly #observer: ArrivalObserver;
  readonly #agents = new Map<string, ActingAgent>();
  /** Names of agents that have left before their own end. */
  readonly #left = new Set<string>();
  #leavingCount = 0;

  constructor(kernel: Kernel, observer: ArrivalObserver) {
    this.#kernel = kernel;
    this.#observer = observer;
  }

  /** Agents that have begun and do not leave. */
  get count(): number {
    return this.#agents.size - this.#leavingCount;
  }

  find({ name }: Pick<Member, 'name'>): ActingAgent | undefined {
    return this.#agents.get(name);
  }

  /** Whether an agent was made to leave: so does what it has spawned. */
  isLeaving({ name }: Pick<Member, 'name'>): boolean {
    return this.#agents.get(name)?.isLeaving ?? this.#left.has(name);
  }

  /** Starts the process of an agent at the kernel's instant; it acts once it has arrived. */
  begin(member: Member): void {
    const agent: ActingAgent = { member, process: undefined, inFlight: 0, isLeaving: false };
    agent.process = this.#kernel.spawn({
      name: member.name,
      behaviour: member.behaviour,
      run: () => this.#run(agent),
    });
    // Counted from now on: a source must not start more agents than it may before they arrive.
    this.#agents.set(member.name, agent);
    this.#left.delete(member.name);
  }

  /** The agent that began last leaves, at once or after its open requests. */
  endLast(): void {
    let last: ActingAgent | undefined;
    for (const agent of this.#agents.values()) if (!agent.isLeaving) last = agent;
    if (last === undefined) return;
    last.isLeaving = true;
    this.#leavingCount += 1;
    if (last.inFlight === 0) last.process?.end();
  }

  /** Ends all agents without open requests; the others leave. */
  endAll(): void {
    for (const agent of this.#agents.values()) {
      if (!agent.isLeaving) this.#leavingCount += 1;
      agent.isLeaving = true;
      if (agent.inFlight === 0) agent.process?.end();
    }
  }

  *#run(agent: ActingAgent): Generator<unknown, void, unknown> {
    const steps = agent.member.run();
    let [hasBegun, isDone] = [false, false];
    try {
      // The first effect is the wait for the arrival.
      const arrival = steps.next();
      if (arrival.done !== true) yield arrival.value;
      hasBegun = true;
      this.#observer.began();
      yield* steps;
      isDone = true;
    } finally {
      this.#agents.delete(agent.member.name);
      if (agent.isLeaving) {
        this.#leavingCount -= 1;
        this.#left.add(agent.member.name);
      }
      if (hasBegun) this.#observer.ended(agent.member, isDone);
    }
  }
}
