/** One constant rate, held for several steps: shows whether a target meets a promised rate. */
import { interval, meanOf } from '../../../core/base/interval.ts';
import type { MetricResult } from '../../../simulation/scenario/result.ts';
import { measuresOf } from '../measure/call-tallies.ts';
import type { BenchFigures } from './result.ts';
import { limitOf, Steps, type StepsCall } from './steps.ts';

/** One rate a second. */
export interface ConstantCall extends StepsCall {
  readonly requestsPerSecond: number;
}

/** Repeats a step at one rate (at least once). The bench holds only if every step holds; `run` may be called once. */
export class ConstantRate {
  readonly #requestsPerSecond: number;
  readonly #repeats: number;
  readonly #steps: Steps;

  constructor(call: ConstantCall, repeats: number) {
    this.#requestsPerSecond = call.requestsPerSecond;
    this.#repeats = repeats;
    this.#steps = new Steps(call);
  }

  stop(): void {
    this.#steps.stop();
  }

  /** The figures of all steps under the names of a simulated run; after `run`. */
  get measures(): MetricResult[] {
    return measuresOf(this.#steps.counted);
  }

  async run(): Promise<BenchFigures> {
    const { all: steps } = this.#steps;
    for (let count = 0; count < Math.max(1, this.#repeats) && !this.#steps.isOver; count++)
      await this.#steps.at(this.#requestsPerSecond);
    const { isStopped } = this.#steps;
    const holds = steps.every((step) => step.holds);
    const achieved = steps.map(({ achievedPerSecond }) => achievedPerSecond);
    return {
      shape: 'constant',
      steps,
      highestPerSecond: holds && steps.length > 0 ? meanOf(achieved) : null,
      perSecond: interval(achieved) ?? null,
      p99Ms: interval(steps.map(({ responseMs }) => responseMs.p99)) ?? null,
      limitedBy: isStopped ? 'stop' : (limitOf(steps) ?? 'rate'),
      ...this.#steps.measured(steps),
      ok: holds && !isStopped,
    };
  }
}
