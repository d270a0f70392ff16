/** What decides when agents begin and end: the scenario's population, a rate of arrivals, or a number of agents. */
import type { LoadPlan } from '../../../simulation/scenario/load-shape.ts';
import type { Member } from '../../../simulation/population/member.ts';
import type { AgentSequence } from '../plan/agent-sequence.ts';
import type { Levels } from '../plan/levels.ts';
import type { LivePopulation } from '../plan/live-population.ts';
import type { WorkerShare } from '../load-call.ts';

/** What a source may do. Wall times in milliseconds from the start of the load. */
export interface Stage {
  /** Starts an agent at that time. */
  begin(member: Member, atMs: number): void;
  /** Ends the agent that began last, after its open request. */
  endLast(): void;
  readonly actingCount: number;
  /** Counts an arrival that found too many agents acting. */
  dropped(): void;
}

/** Called again and again; `act` does what is due. */
export interface AgentSource {
  act(elapsedMs: number): void;
  /** When there is something to do again; Infinity for never. */
  readonly nextMs: number;
  /** True if no agent will begin any more. */
  readonly isOver: boolean;
}

/** All agents of the population; each waits for its arrival by the agents' clock. */
export class WholePopulation implements AgentSource {
  readonly #stage: Stage;
  readonly #population: LivePopulation;
  readonly #share: WorkerShare;
  nextMs = 0;
  isOver = false;

  constructor(stage: Stage, population: LivePopulation, share: WorkerShare) {
    this.#stage = stage;
    this.#population = population;
    this.#share = share;
  }

  act(): void {
    if (this.isOver) return;
    this.isOver = true;
    this.nextMs = Number.POSITIVE_INFINITY;
    const { index, count } = this.#share;
    for (const member of this.#population.members)
      if (member.number % count === index && member.behaviour !== 'scripted') this.#stage.begin(member, 0);
  }
}

/** What the sources of stages are made of. */
export interface StageParts {
  readonly plan: LoadPlan;
  readonly levels: Levels;
  readonly sequence: AgentSequence;
  readonly population: LivePopulation;
  readonly share: WorkerShare;
}

/** A new agent at each arrival, whatever the target does (open loop). */
export class RateOfArrivals implements AgentSource {
  readonly #stage: Stage;
  readonly #parts: StageParts;
  readonly #times: Generator<number, void, undefined>;
  readonly #agentsMax: number;
  #number = 0;
  #nextMs: number;

  constructor(stage: Stage, parts: StageParts) {
    this.#stage = stage;
    this.#parts = parts;
    this.#times = parts.levels.arrivals();
    this.#agentsMax = Math.max(1, Math.floor(parts.plan.agentsMax / parts.share.count));
    this.#nextMs = this.#nextOwn();
  }

  get nextMs(): number {
    return this.#nextMs;
  }

  get isOver(): boolean {
    return this.#nextMs === Number.POSITIVE_INFINITY;
  }

  act(elapsedMs: number): void {
    const { sequence, population } = this.#parts;
    while (this.#nextMs <= elapsedMs) {
      const { group, index } = sequence.next();
      if (this.#stage.actingCount >= this.#agentsMax) this.#stage.dropped();
      else this.#stage.begin(population.memberOf(group, index), this.#nextMs);
      this.#nextMs = this.#nextOwn();
    }
  }

  /** Arrivals are split by number, as agents are. */
  #nextOwn(): number {
    const { index, count } = this.#parts.share;
    for (;;) {
      const next = this.#times.next();
      if (next.done === true) return Number.POSITIVE_INFINITY;
      if (this.#number++ % count === index) return next.value;
    }
  }
}

/** How often the number of agents is adjusted. */
const adjustMs = 20;

/** So many agents act at any time; another begins for each that ends (closed loop). */
export class NumberOfAgents implements AgentSource {
  readonly #stage: Stage;
  readonly #parts: StageParts;
  #nextMs = 0;

  constructor(stage: Stage, parts: StageParts) {
    this.#stage = stage;
    this.#parts = parts;
  }

  get nextMs(): number {
    return this.#nextMs;
  }

  get isOver(): boolean {
    return this.#nextMs === Number.POSITIVE_INFINITY;
  }

  act(elapsedMs: number): void {
    if (elapsedMs < this.#nextMs) return;
    const { levels, sequence, population, plan } = this.#parts;
    if (levels.stageAt(elapsedMs) >= plan.stages.length) {
      this.#nextMs = Number.POSITIVE_INFINITY;
      return;
    }
    const wanted = this.#ownOf(Math.round(levels.at(elapsedMs)));
    for (let count = this.#stage.actingCount; count < wanted; count++) {
      const { group, index } = sequence.next();
      this.#stage.begin(population.memberOf(group, index), elapsedMs);
    }
    for (let count = this.#stage.actingCount; count > wanted; count--) this.#stage.endLast();
    this.#nextMs = elapsedMs + adjustMs;
  }

  /** This worker's part of so many agents. */
  #ownOf(agents: number): number {
    const { index, count } = this.#parts.share;
    return Math.floor(agents / count) + (index < agents % count ? 1 : 0);
  }
}
