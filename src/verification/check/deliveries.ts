/**
 * Whether the network of a scenario delivers as it is planned: nothing is lost or comes twice unless that is planned, no client waits
 * longer than its timeout, and shares and times are within what chance allows.
 */
import type { DurationMs } from '../../core/base/time.ts';
import type { Scenario } from '../../simulation/scenario/scenario.ts';
import { hasBehaviours } from './metamorphic/scripted.ts';

/** A right network is found wrong once in so many runs; and its natural logarithm, which is not computed alike everywhere. */
const oneRunIn = 1e9;
const logOfRuns = 20.723265836946414;
/** Nothing is under way for longer, whatever its latency. */
const underWayMsMax: DurationMs = 600_000;

/** One answer, or the end of waiting for it, which has status 0. */
export interface Receipt {
  readonly status: number;
  readonly sentAtMs: number;
  readonly receivedAtMs: number;
}

/** Counts of one run. */
export class Deliveries {
  readonly #scenario: Scenario;
  readonly #isSlow: boolean;
  #arrived = 0;
  #received = 0;
  #lost = 0;
  /** Answers that took at least the median of one way, and such that took more than both ways should. */
  #atMedian = 0;
  #tooLong = 0;
  #mistake: string | undefined;

  constructor(scenario: Scenario) {
    this.#scenario = scenario;
    this.#isSlow = scenario.faults.some(({ kind }) => kind === 'slow');
  }

  arrived(): void {
    this.#arrived += 1;
  }

  received({ status, sentAtMs, receivedAtMs }: Receipt): void {
    const { latency, timeoutMs } = this.#scenario.network;
    const waitedMs = receivedAtMs - sentAtMs;
    const isLost = status === 0;
    if (isLost ? waitedMs !== timeoutMs : waitedMs > timeoutMs)
      this.#mistake ??= `a client waits ${waitedMs} ms for ${isLost ? 'no' : 'an'} answer; its timeout is ${timeoutMs} ms`;
    this.#received += 1;
    if (isLost) this.#lost += 1;
    if (latency !== null && waitedMs >= latency.medianMs) this.#atMedian += 1;
    if (latency !== null && waitedMs > 2 * latency.p99Ms) this.#tooLong += 1;
  }

  /** What is wrong at the end of the run; undefined for nothing. */
  mistake(): string | undefined {
    return (
      this.#mistake ?? (hasBehaviours(this.#scenario) ? undefined : (this.#ofCounts() ?? this.#ofTimes()))
    );
  }

  /**
   * Calls whose instant comes, and of these such that must have arrived, or have been waited for in full. A call that needs an answer comes
   * after it: where answers are late or lost, none is sure.
   */
  #calls(): { due: number; sure: number; over: number } {
    const { calls, forMs, network } = this.#scenario;
    const isPrompt = !this.#isSlow && network.drop + network.dropAnswer === 0;
    const until = (beforeMs: DurationMs): number =>
      calls.filter(({ atMs }) => atMs + beforeMs <= forMs).length;
    const delayMs = network.latency === null ? 0 : underWayMsMax;
    if (!isPrompt) return { due: until(0), sure: 0, over: 0 };
    return { due: until(0), sure: until(delayMs), over: until(delayMs + network.timeoutMs + 1) };
  }

  #ofCounts(): string | undefined {
    const { drop, dropAnswer, duplicate, latency } = this.#scenario.network;
    const { due, sure, over } = this.#calls();
    const lossless = drop + dropAnswer === 0 && latency === null && !this.#isSlow;
    const lossMin = drop + (1 - drop) * dropAnswer;
    const checks: readonly (readonly [isWrong: boolean, message: string])[] = [
      [duplicate === 0 && this.#arrived > due, `${due} calls arrive ${this.#arrived} times, and none is to arrive twice`],
      [drop === 0 && this.#arrived < sure, `${this.#arrived} of ${sure} calls arrive, and none is to be lost`],
      [this.#received > due || this.#received < over, `${over} to ${due} calls have an end, and ${this.#received} ends are seen`],
      [lossless && this.#lost > 0, `${this.#lost} calls have no answer, and none is to be lost`],
      [never(lossMin, this.#received) && this.#lost === 0, `none of ${this.#received} calls is lost; expected ${shareText(lossMin)} of them`],
      [never(duplicate, sure) && this.#arrived <= sure, `none of ${sure} calls arrives twice; expected ${shareText(duplicate)} of them`],
      [latency === null && !this.#isSlow && this.#lost > most(lossMin, due), `${this.#lost} of ${due} calls have no answer; expected ${shareText(lossMin)} of them`],
      [this.#arrived - due > most(duplicate, due), `${due} calls arrive ${this.#arrived} times; expected ${shareText(duplicate)} of them to arrive twice`],
    ]; // prettier-ignore
    return checks.find(([isWrong]) => isWrong)?.[1];
  }

  /** Of two ways of which each takes the median or more half of the time, three in four take as long together. */
  #ofTimes(): string | undefined {
    const { latency } = this.#scenario.network;
    if (latency === null || this.#isSlow || latency.medianMs === 0) return undefined;
    const slack = slackOf(this.#received) / this.#received;
    const [early, late] = [this.#received - this.#atMedian, this.#tooLong - this.#lost];
    if (early / this.#received > 0.25 + slack)
      return `${early} of ${this.#received} answers take less than ${latency.medianMs} ms; expected a fourth of them`;
    return late / this.#received > 0.02 + slack
      ? `${late} of ${this.#received} answers take more than ${2 * latency.p99Ms} ms; expected one in fifty`
      : undefined;
  }
}

const shareText = (share: number): string => `${Math.round(share * 1_000) / 10}%`;

/** By how much a count of so many draws may be above its mean (Hoeffding). */
const slackOf = (draws: number): number => Math.sqrt((draws * logOfRuns) / 2);

/** The most of a count of draws with a share. */
const most = (share: number, draws: number): number => draws * share + slackOf(draws);

/** True where what has this share in each draw would have to be seen. */
function never(share: number, draws: number): boolean {
  let chance = 1;
  for (let count = 0; count < draws; count += 1) chance *= 1 - share;
  return chance < 1 / oneRunIn;
}
