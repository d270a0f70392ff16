/** One constant rate, held for several steps: shows whether a target meets a promised rate. */
import { interval } from '../../../core/base/interval.ts';
import type { BenchFigures, BenchStep } from './result.ts';
import { Step, type StepCall } from './step.ts';

/** Repeats a step at one rate (at least once). The bench holds only if every step holds; `run` may be called once. */
export class ConstantRate {
  readonly #call: StepCall;
  readonly #repeats: number;
  #step: Step | undefined;
  #isStopped = false;

  constructor(call: StepCall, repeats: number) {
    this.#call = call;
    this.#repeats = repeats;
  }

  stop(): void {
    this.#isStopped = true;
    this.#step?.stop();
  }

  async run(): Promise<BenchFigures> {
    const steps: BenchStep[] = [];
    for (let count = 0; count < Math.max(1, this.#repeats) && !this.#isStopped; count++) {
      this.#step = new Step(this.#call);
      steps.push(await this.#step.run());
    }
    const holds = steps.every((step) => step.holds);
    const achieved = steps.map(({ achievedPerSecond }) => achievedPerSecond);
    const isGenerator = steps.some(({ voidReason }) => voidReason !== null);
    return {
      shape: 'constant',
      steps,
      highestPerSecond: holds ? achieved.reduce((sum, rate) => sum + rate, 0) / achieved.length : null,
      perSecond: interval(achieved) ?? null,
      p99Ms: interval(steps.map(({ responseMs }) => responseMs.p99)) ?? null,
      limitedBy: this.#isStopped ? 'stop' : holds ? 'rate' : isGenerator ? 'generator' : 'target',
      ok: holds && !this.#isStopped,
    };
  }
}
