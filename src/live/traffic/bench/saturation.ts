/**
 * Finds the highest constant rate at which a target keeps its limits: the rate rises by a factor until a limit
 * breaks, then the interval is halved. The search around that rate is repeated to give a confidence interval. All
 * steps are open loop.
 */
import type { Target } from '../target/target.ts';
import { interval } from '../../../core/base/interval.ts';
import type { Load } from './load.ts';
import type { BenchFigures, BenchLimit, BenchStep } from './result.ts';
import { Step, type BenchLimits } from './step.ts';

/**
 * One search for the highest rate. Rates are per second; a step lasts `stepMs`; the target's own ceiling bounds
 * `toPerSecond`.
 */
export interface SaturationCall {
  readonly target: Target;
  readonly load: Load;
  readonly stepMs: number;
  /** The first rate and the highest rate to try. */
  readonly fromPerSecond: number;
  readonly toPerSecond: number;
  readonly limits: BenchLimits;
  /** How often the search is repeated. */
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
const halvings = 3;
const retries = 2;

/** Runs the search once and repeats it from nearby; `run` may be called once and resolves even after `stop`. */
export class Saturation {
  readonly #call: SaturationCall;
  readonly #steps: BenchStep[] = [];
  #step: Step | undefined;
  #isStopped = false;

  constructor(call: SaturationCall) {
    this.#call = call;
  }

  /** Sends nothing more; `run` then resolves with the steps so far. */
  stop(): void {
    this.#isStopped = true;
    this.#step?.stop();
  }

  async run(): Promise<BenchFigures> {
    const first = await this.#halved(await this.#risen());
    const repeated: Found[] = [];
    for (let count = 0; count < this.#call.repeats && first.held > 0 && !this.#isStopped; count++) {
      const again = await this.#again(first);
      if (!this.#isStopped) repeated.push(again);
    }
    return this.#figures(first, repeated);
  }

  get #ceiling(): number {
    return Math.min(this.#call.toPerSecond, this.#call.target.requestsPerSecondMax);
  }

  async #risen(): Promise<Found> {
    let found: Found = { held: 0, broken: undefined, step: undefined };
    for (let rate = Math.min(this.#call.fromPerSecond, this.#ceiling); ; rate *= growth) {
      rate = Math.min(rate, this.#ceiling);
      found = await this.#tried(rate, found);
      if (found.broken !== undefined || this.#isStopped || rate >= this.#ceiling) return found;
    }
  }

  async #halved(found: Found): Promise<Found> {
    let best = found;
    for (let count = 0; count < halvings && best.broken !== undefined && best.held > 0; count++) {
      if (this.#isStopped) break;
      best = await this.#tried((best.held + best.broken.offeredPerSecond) / 2, best);
    }
    return best;
  }

  /** Starts below the rate that held before, to notice a target that has become slower. */
  async #again({ held }: Found): Promise<Found> {
    let found: Found = { held: 0, broken: undefined, step: undefined };
    const isAtCeiling = held >= this.#ceiling;
    for (const rate of isAtCeiling ? [held] : [held / around, Math.min(this.#ceiling, held * around)]) {
      if (found.broken === undefined && !this.#isStopped) found = await this.#tried(rate, found);
    }
    return this.#halved(found);
  }

  async #tried(requestsPerSecond: number, before: Found): Promise<Found> {
    let step = await this.#stepAt(requestsPerSecond);
    // A step in which only the generator was late measures nothing: it is repeated.
    for (let count = 0; count < retries && this.#isOnlyVoid(step); count++)
      step = await this.#stepAt(requestsPerSecond);
    return step.holds ? { ...before, held: requestsPerSecond, step } : { ...before, broken: step };
  }

  #isOnlyVoid({ voidReason, failed, offeredPerSecond }: BenchStep): boolean {
    const { limits, stepMs } = this.#call;
    const isFailing = failed > (limits.failedMax * offeredPerSecond * stepMs) / 1000;
    return voidReason !== null && !isFailing && !this.#isStopped;
  }

  async #stepAt(requestsPerSecond: number): Promise<BenchStep> {
    const { target, load, stepMs, limits } = this.#call;
    this.#step = new Step({ target, load, stepMs, requestsPerSecond, limits });
    const step = await this.#step.run();
    this.#steps.push(step);
    return step;
  }

  #figures(first: Found, repeated: readonly Found[]): BenchFigures {
    const rates = repeated.map(({ held }) => held);
    const perSecond = interval(rates) ?? null;
    const holds = first.held > 0 && rates.every((rate) => rate > 0);
    const p99s = repeated.flatMap(({ step }) => (step === undefined ? [] : [step.responseMs.p99]));
    return {
      shape: 'saturation',
      steps: this.#steps,
      highestPerSecond: holds ? (perSecond?.mean ?? rates[0] ?? first.held) : null,
      perSecond,
      p99Ms: interval(p99s) ?? null,
      limitedBy: this.#isStopped ? 'stop' : limitOf([first, ...repeated]),
      ok: holds && !this.#isStopped,
    };
  }
}

/** `generator` only if no step broke for another reason. */
function limitOf(found: readonly Found[]): BenchLimit {
  const broken = found.flatMap((one) => one.broken ?? []);
  if (broken.length === 0) return 'rate';
  return broken.some(({ voidReason }) => voidReason === null) ? 'target' : 'generator';
}
