/** The steps of one bench: they share its budget, run one after another, and end together. */
import { present } from '../../../core/base/assert.ts';
import { CallTallies } from '../measure/call-tallies.ts';
import { LiveSeries } from '../measure/live-series.ts';
import { measuredOf } from '../measure/request-meter.ts';
import { Budget } from '../target/budget.ts';
import type { Target } from '../target/target.ts';
import type { Arrivals } from './arrivals.ts';
import type { Load } from './load.ts';
import type { BenchFigures, BenchLimit, BenchStep } from './result.ts';
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
  readonly #series = new LiveSeries();
  readonly #tallies = new Map<BenchStep, CallTallies>();
  /** The requests of the steps that the metrics stand for. */
  counted = new CallTallies();
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
    const [budget, step, series] = [this.#budget, this.all.length, this.#series];
    const common = { target, load, stepMs, limits, arrivals, budget, series };
    this.#step = new Step({ ...common, requestsPerSecond, step });
    if (this.#isStopped) this.#step.stop();
    const done = await this.#step.run();
    this.all.push(done);
    this.#tallies.set(done, this.#step.tallies);
    return done;
  }

  /** The bench over time, and the requests of these steps, which the metrics stand for. */
  measured(steps: readonly BenchStep[]): Pick<BenchFigures, 'measured'> {
    this.counted = new CallTallies();
    for (const step of steps)
      this.counted.merge(present(this.#tallies.get(step), 'a step is kept with its tallies').plain());
    const seconds = (steps.length * this.#call.stepMs) / 1000;
    const figures = measuredOf(this.counted, this.#series, seconds);
    if (figures === undefined) return {};
    return { measured: { steps: steps.map((step) => this.all.indexOf(step)), ...figures } };
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
