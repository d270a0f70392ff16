/** One step of a bench: an open-loop load at one rate, with its measurements and what limited it. */
import { GeneratorWatch, type GeneratorFigures } from '../engine/generator-watch.ts';
import { lagAllowedForMs, lagVerdict, needsExactTimes } from '../engine/lag-gate.ts';
import { generatorPartOf, limiterOf } from '../engine/limiter.ts';
import { percentiles, type Measures } from '../engine/measures.ts';
import { OpenEngine } from '../engine/open-engine.ts';
import type { PlannedRequest } from '../engine/planned-request.ts';
import type { Budget } from '../target/budget.ts';
import type { CallTallies } from '../measure/call-tallies.ts';
import type { LiveSeries } from '../measure/live-series.ts';
import { RequestMeter } from '../measure/request-meter.ts';
import { assertPermitted } from '../target/permit.ts';
import type { Target } from '../target/target.ts';
import type { Arrivals } from './arrivals.ts';
import type { Load } from './load.ts';
import type { BenchStep } from './result.ts';
import { WatchedScript } from './watched-script.ts';

/** The limits that a step has to keep in order to hold. */
export interface BenchLimits {
  readonly p99MsMax: number;
  /** Share of requests that may fail, from 0 to 1. */
  readonly failedMax: number;
}

/** One step: `requestsPerSecond` for `stepMs` milliseconds. */
export interface StepCall {
  readonly target: Target;
  readonly load: Load;
  readonly stepMs: number;
  readonly requestsPerSecond: number;
  readonly limits: BenchLimits;
  readonly arrivals: Arrivals;
  /** What all steps of a bench take their requests and money from. */
  readonly budget: Budget;
  /** Which step of the bench it is, from 0. */
  readonly step: number;
  /** All steps of a bench over time. */
  readonly series: LiveSeries;
}

/** A step holds only if the target answers at this share of the rate that was offered. */
const achievedShareMin = 0.99;

/** Sends one step, at least one request; the first tenth is warm-up and not measured. `run` may be called once. */
export class Step {
  readonly #call: StepCall;
  readonly #requests: number;
  readonly #script: WatchedScript<PlannedRequest>;
  readonly #engine: OpenEngine<PlannedRequest>;
  readonly #meter: RequestMeter;

  constructor(call: StepCall) {
    const { target, load, stepMs, requestsPerSecond, arrivals, step, limits, budget, series } = call;
    this.#call = call;
    this.#requests = Math.max(1, Math.round((requestsPerSecond * stepMs) / 1000));
    // The first tenth opens connections and compiles code.
    const warmUpMs = stepMs / 10;
    this.#meter = new RequestMeter(series);
    this.#script = new WatchedScript({
      meter: this.#meter,
      script: load.script({ requests: this.#requests, requestsPerSecond, arrivals, step }),
      budget,
      window: { fromMs: warmUpMs, toMs: stepMs },
      // Not at once: the engine is about to write.
      onSpent: () => setImmediate(() => this.#engine.stop()),
    });
    this.#engine = new OpenEngine<PlannedRequest>(
      {
        endpoints: load.endpoints,
        connectionsMax: target.connectionsMax,
        requestsPerSecondMax: target.requestsPerSecondMax,
        timeoutMs: target.timeoutMs,
        warmUpMs,
        isInLine: false,
        isExact: needsExactTimes(limits.p99MsMax),
        permit: ({ method }) => assertPermitted(target, method),
      },
      this.#script,
    );
  }

  /** All its requests; times are those after the warm-up. */
  get tallies(): CallTallies {
    return this.#meter.tallies;
  }

  stop(): void {
    this.#engine.stop();
  }

  async run(): Promise<BenchStep> {
    const watch = new GeneratorWatch();
    await this.#engine.run().finally(() => watch.stop());
    const { requestsPerSecond } = this.#call;
    const { measures } = this.#engine;
    return {
      offeredPerSecond: requestsPerSecond,
      achievedPerSecond: requestsPerSecond * this.#script.achievedShare,
      responseMs: percentiles(measures.response),
      serviceMs: percentiles(measures.service),
      failed: this.#failed,
      statuses: Object.fromEntries(measures.statusCounts),
      failures: Object.fromEntries(measures.failures),
      sendLagP99Ms: percentiles(measures.lag).p99,
      waitedMs: { ceiling: this.#meanMs('ceiling'), connection: this.#meanMs('connection') },
      generator: watch.figures,
      ...this.#verdict(watch.figures),
    };
  }

  get #failed(): number {
    return this.#engine.counts.failed + this.#script.refused;
  }

  #verdict(
    generator: GeneratorFigures,
  ): Pick<BenchStep, 'holds' | 'limitedBy' | 'generatorPart' | 'voidReason'> {
    const { measures, counts, isStopped } = this.#engine;
    const { p99MsMax, failedMax } = this.#call.limits;
    const lateReason = lagVerdict(measures, lagAllowedForMs(p99MsMax));
    const isSpent = this.#script.withheld !== undefined;
    const isFailing = this.#failed > failedMax * this.#requests;
    const isInTime = percentiles(measures.response).p99 < p99MsMax;
    const isLate = lateReason !== undefined;
    const isKept = !isSpent && !isFailing && !isLate && isInTime && this.#isAchieved;
    if (isKept && !isStopped && measures.response.count === 0) return unmeasured;
    const unlimited = { holds: isKept && !isStopped, limitedBy: null, generatorPart: null, voidReason: null };
    if (isKept || (isStopped && !isSpent)) return unlimited;
    const isHeldBack = counts.heldBack > 0;
    const limitedBy = limiterOf({ measures, generator, p99MsMax, isFailing, isSpent, isLate, isHeldBack });
    if (limitedBy !== 'generator') return { ...unlimited, limitedBy };
    const generatorPart = generatorPartOf(generator, percentiles(measures.lag).p99);
    return { ...unlimited, limitedBy, generatorPart, voidReason: lateReason ?? lateReasonOf(generator) };
  }

  /** A rate of less than one request below the offered one is no difference. */
  get #isAchieved(): boolean {
    return this.#script.achievedShare >= achievedShareMin || this.#script.missing < 1;
  }

  /** Over all answered requests, also those that did not wait. */
  #meanMs(reason: keyof Measures['waits']): number {
    const { count, mean } = this.#engine.measures.waits[reason];
    return count === 0 ? 0 : (count * mean) / 1000 / Math.max(1, this.#engine.counts.answered);
  }
}

/** The verdict on a step that kept every limit because nothing was held against it. */
const unmeasured = {
  holds: false,
  limitedBy: null,
  generatorPart: null,
  voidReason: 'no request was measured after the warm-up',
} as const;

const lateReasonOf = ({ eventLoopDelayP99Ms }: GeneratorFigures): string =>
  `the generator itself was late: p99 of its event loop's delay is ${eventLoopDelayP99Ms.toFixed(1)} ms`;
