/**
 * Finds the highest constant rate at which a target keeps its limits: the rate rises by a factor until a limit
 * breaks, then the interval is halved. The search around that rate is repeated to give a confidence interval, and more
 * often where the target's limit changes meanwhile. All steps are open loop.
 */
import { interval, meanOf, type Interval } from '../../../core/base/interval.ts';
import type { MetricResult } from '../../../simulation/scenario/result.ts';
import { measuresOf } from '../measure/call-tallies.ts';
import { countedOf, isRepeated, type HeldRates } from './repetitions.ts';
import type { BenchFigures, BenchLimit, BenchStep } from './result.ts';
import { limitOf, Steps, type StepsCall } from './steps.ts';

/** One search for the highest rate. Rates are per second; the target's own ceiling bounds `toPerSecond`. */
export interface SaturationCall extends StepsCall {
  /** The first rate and the highest rate to try. */
  readonly fromPerSecond: number;
  readonly toPerSecond: number;
  /** How often the search is repeated; up to three times as often until so many repetitions agree. */
  readonly repeats: number;
}

interface Found {
  /** The highest rate that held; 0 where none did. */
  readonly held: number;
  readonly broken: BenchStep | undefined;
  /** The step at the rate that held. */
  readonly step: BenchStep | undefined;
}

const growth = 1.6;
/** A repetition begins at this factor below and above the rate that held. */
const around = Math.sqrt(growth);
/** The search ends once the gap between a rate that holds and one that does not is this share of the rate. */
const gapShareMax = 0.02;
/** A repetition gives up below this share of the rate that held before. */
const lossMax = 0.1;

const heldIn = (first: Found, repeated: readonly Found[]): HeldRates => [
  first.held,
  ...repeated.map(({ held }) => held),
];
const nothing: Found = { held: 0, broken: undefined, step: undefined };

/** Runs the search once and repeats it from nearby; `run` may be called once and resolves even after `stop`. */
export class Saturation {
  readonly #call: SaturationCall;
  readonly #steps: Steps;

  constructor(call: SaturationCall) {
    this.#call = call;
    this.#steps = new Steps(call);
  }

  /** Sends nothing more; `run` then resolves with the steps so far. */
  stop(): void {
    this.#steps.stop();
  }

  /** The figures of the steps at the rates that held, under the names of a simulated run; after `run`. */
  get measures(): MetricResult[] {
    return measuresOf(this.#steps.counted);
  }

  async run(): Promise<BenchFigures> {
    const first = await this.#halved(await this.#risen());
    const repeated: Found[] = [];
    while (!this.#isDone(first, repeated)) {
      const again = await this.#again(repeated.findLast(({ held }) => held > 0) ?? first);
      if (!this.#steps.isOver) repeated.push(again);
    }
    return this.#figures(first, repeated);
  }

  #isDone(first: Found, repeated: readonly Found[]): boolean {
    return this.#steps.isOver || first.held === 0 || isRepeated(heldIn(first, repeated), this.#call.repeats);
  }

  get #ceiling(): number {
    return Math.min(this.#call.toPerSecond, this.#call.target.requestsPerSecondMax);
  }

  async #risen(): Promise<Found> {
    let found = nothing;
    for (let rate = Math.min(this.#call.fromPerSecond, this.#ceiling); ; rate *= growth) {
      rate = Math.min(rate, this.#ceiling);
      found = await this.#tried(rate, found);
      if (found.broken !== undefined || this.#steps.isOver || rate >= this.#ceiling) return found;
    }
  }

  async #halved(found: Found): Promise<Found> {
    let best = found;
    while (best.broken !== undefined && best.held > 0 && !this.#steps.isOver) {
      const gap = best.broken.offeredPerSecond - best.held;
      if (gap <= best.held * gapShareMax) break;
      best = await this.#tried(best.held + gap / 2, best);
    }
    return best;
  }

  /** Starts below the rate that held before; goes on falling where the target has become slower, and rising where faster. */
  async #again({ held }: Found): Promise<Found> {
    let found = nothing;
    const isAtCeiling = held >= this.#ceiling;
    for (let rate = isAtCeiling ? held : held / around; rate >= held * lossMax; rate /= growth) {
      found = await this.#tried(rate, found);
      if (found.held > 0 || this.#steps.isOver) break;
    }
    for (let rate = held * around; ; rate *= growth) {
      if (found.broken !== undefined || found.held >= this.#ceiling || this.#steps.isOver) break;
      found = await this.#tried(Math.min(this.#ceiling, rate), found);
    }
    return this.#halved(found);
  }

  async #tried(requestsPerSecond: number, before: Found): Promise<Found> {
    const step = await this.#steps.tried(requestsPerSecond);
    // One that was stopped says nothing of its rate.
    if (this.#steps.isStopped && !step.holds && step.limitedBy === null) return before;
    return step.holds ? { ...before, held: requestsPerSecond, step } : { ...before, broken: step };
  }

  #figures(first: Found, all: readonly Found[]): BenchFigures {
    const { count, changedFrom } = countedOf(heldIn(first, all), this.#call.repeats);
    const repeated = all.slice(all.length - count);
    const rates = repeated.map(({ held }) => held);
    const holds = first.held > 0 && rates.every((rate) => rate > 0);
    const p99s = repeated.flatMap(({ step }) => (step === undefined ? [] : [step.responseMs.p99]));
    const broken = [...(changedFrom === null ? [first] : []), ...repeated].flatMap(
      (found) => found.broken ?? [],
    );
    const brokenRates = broken.map(({ offeredPerSecond }) => offeredPerSecond);
    return {
      shape: 'saturation',
      steps: this.#steps.all,
      highestPerSecond: holds ? (rates.length === 0 ? first.held : meanOf(rates)) : null,
      perSecond: rangeOf(repeated) ?? null,
      changedFromPerSecond: changedFrom,
      lowestBrokenPerSecond: broken.length === 0 ? null : Math.min(...brokenRates),
      p99Ms: interval(p99s) ?? null,
      limitedBy: this.#steps.isStopped ? 'stop' : (limitOf(broken) ?? this.#bound),
      ...this.#steps.measured((repeated.length === 0 ? [first] : repeated).flatMap(({ step }) => step ?? [])),
      ok: holds && !this.#steps.isStopped,
    };
  }

  /** The limit of a search that broke nothing. */
  get #bound(): BenchLimit {
    return this.#call.target.requestsPerSecondMax < this.#call.toPerSecond ? 'ceiling' : 'rate';
  }
}

/**
 * The 95% interval over the repetitions. The limit lies between the rate that held and the next one that did not, so
 * that the interval ends at the upper end of the latter.
 */
function rangeOf(repeated: readonly Found[]): Interval | undefined {
  const held = interval(repeated.map((found) => found.held));
  const above = interval(repeated.map((found) => found.broken?.offeredPerSecond ?? found.held));
  return held && above && { ...held, high: Math.max(held.high, above.high) };
}
