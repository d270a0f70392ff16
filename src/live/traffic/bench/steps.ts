/** The steps of one bench: they share its budget, run one after another, and end together. */
import { Budget } from '../target/budget.ts';
import type { Target } from '../target/target.ts';
import type { Arrivals } from './arrivals.ts';
import type { Load } from './load.ts';
import type { BenchLimit, BenchStep } from './result.ts';
import { Step, type BenchLimits } from './step.ts';

/** What all steps of a bench have in common; a step lasts `stepMs` milliseconds. */
export interface StepsCall {
  readonly target: Target;
  readonly load: Load;
  readonly stepMs: number;
  readonly limits: BenchLimits;
  /** Even by default. */
  readonly arrivals?: Arrivals;
  /** The budget of the target file by default; a set-up may have taken from it before. */
  readonly budget?: Budget;
}

/** A step that only measured the generator is repeated so often. */
const retries = 2;

/** Runs steps one at a time; after `stop` each resolves soon and holds nothing. */
export class Steps {
  readonly all: BenchStep[] = [];
  readonly #call: StepsCall;
  readonly #budget: Budget;
  #step: Step | undefined;
  #isStopped = false;

  constructor(call: StepsCall) {
    this.#call = call;
    this.#budget = call.budget ?? new Budget(call.target.budget);
  }

  get isStopped(): boolean {
    return this.#isStopped;
  }

  /** True once nothing more may be sent: the bench was stopped, or its budget is spent. */
  get isOver(): boolean {
    return this.#isStopped || this.all.at(-1)?.limitedBy === 'budget';
  }

  /** Sends nothing more. */
  stop(): void {
    this.#isStopped = true;
    this.#step?.stop();
  }

  /** One step at this rate. */
  async at(requestsPerSecond: number): Promise<BenchStep> {
    const { target, load, stepMs, limits, arrivals = 'even' } = this.#call;
    const [budget, step] = [this.#budget, this.all.length];
    this.#step = new Step({ target, load, stepMs, limits, arrivals, requestsPerSecond, budget, step });
    if (this.#isStopped) this.#step.stop();
    const done = await this.#step.run();
    this.all.push(done);
    return done;
  }

  /** A step at this rate, repeated where only the generator broke it: such a step measures nothing. */
  async tried(requestsPerSecond: number): Promise<BenchStep> {
    let step = await this.at(requestsPerSecond);
    for (let count = 0; count < retries && step.limitedBy === 'generator' && !this.isOver; count++)
      step = await this.at(requestsPerSecond);
    return step;
  }
}

const isTarget = (limit: BenchLimit): number => (limit === 'target' ? 1 : 0);

/**
 * What limited a bench: what broke most of these steps. Where two did as often, the target is named last, so that no
 * other limit is taken for its.
 */
export function limitOf(broken: readonly BenchStep[]): BenchLimit | undefined {
  const counts = new Map<BenchLimit, number>();
  for (const { limitedBy } of broken) {
    if (limitedBy !== null) counts.set(limitedBy, (counts.get(limitedBy) ?? 0) + 1);
  }
  const [first] = [...counts].toSorted(
    ([left, leftCount], [right, rightCount]) => rightCount - leftCount || isTarget(left) - isTarget(right),
  );
  return first?.[0];
}
