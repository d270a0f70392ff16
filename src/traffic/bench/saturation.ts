/**
 * The highest constant rate at which a target still keeps its word: rates rise until a threshold breaks, then the gap is
 * halved, then the rate that held is repeated, so that what is said of it has an interval. Every step is open loop.
 */
import { OpenEngine } from '../engine/open-engine.ts';
import { lagVerdict } from '../engine/lag-gate.ts';
import { percentiles, type Percentiles } from '../engine/measures.ts';
import type { Place } from '../http/connection.ts';
import { hostHeader, wireText } from '../http/wire-request.ts';
import { assertPermitted } from '../target/permit.ts';
import type { ServiceAddress, Target } from '../target/target.ts';
import { SteadyScript, type SteadyRequest } from './steady-script.ts';

export interface BenchCall {
  readonly target: Target;
  readonly place: Place;
  readonly address: ServiceAddress;
  /** Below the address of the service; only ever read. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly stepMs: number;
  /** The rate to begin with, and where to stop. */
  readonly fromPerSecond: number;
  readonly toPerSecond: number;
  readonly p99MsMax: number;
  /** Share of requests that may fail, from 0 to 1. */
  readonly failedMax: number;
  readonly repeats: number;
}

export interface BenchStep {
  readonly offeredPerSecond: number;
  readonly achievedPerSecond: number;
  readonly responseMs: Percentiles;
  /** Of all requests those without an answer or with one from 400 on. */
  readonly failed: number;
  readonly sendLagP99Ms: number;
  /** Why the step says nothing of the target. */
  readonly voidReason: string | null;
  readonly holds: boolean;
}

export interface BenchResult {
  readonly target: string;
  readonly path: string;
  readonly steps: readonly BenchStep[];
  /** The highest rate that held in every repetition; null where none did. */
  readonly highestPerSecond: number | null;
  /** The mean of the p99 of the repetitions and its 95% interval. */
  readonly p99Ms: { readonly mean: number; readonly low: number; readonly high: number } | null;
  /** What ended the search: the target, the generator, or the rate asked for. */
  readonly limitedBy: 'target' | 'generator' | 'rate' | 'stop';
  readonly ok: boolean;
}

const growth = 1.6;
const halvings = 3;

export class Saturation {
  readonly #call: BenchCall;
  readonly #steps: BenchStep[] = [];
  #engine: OpenEngine<SteadyRequest> | undefined;
  #isStopped = false;

  constructor(call: BenchCall) {
    this.#call = call;
  }

  /** Sends nothing more; `run` resolves with what is known. */
  stop(): void {
    this.#isStopped = true;
    this.#engine?.stop();
  }

  async run(): Promise<BenchResult> {
    const { fromPerSecond, toPerSecond, target } = this.#call;
    const ceiling = Math.min(toPerSecond, target.requestsPerSecondMax);
    let held = 0;
    let broken: BenchStep | undefined;
    for (
      let rate = Math.min(fromPerSecond, ceiling);
      broken === undefined;
      rate = Math.min(rate * growth, ceiling)
    ) {
      const step = await this.#step(rate);
      if (!step.holds) broken = step;
      else held = rate;
      if (this.#isStopped || rate >= ceiling) break;
    }
    for (let count = 0; count < halvings && broken !== undefined && held > 0 && !this.#isStopped; count++) {
      const rate = (held + broken.offeredPerSecond) / 2;
      const step = await this.#step(rate);
      if (step.holds) held = rate;
      else broken = step;
    }
    return this.#result(held, broken);
  }

  async #result(held: number, broken: BenchStep | undefined): Promise<BenchResult> {
    const { target, path, repeats } = this.#call;
    const repeated: BenchStep[] = [];
    for (let count = 0; count < repeats && held > 0 && !this.#isStopped; count++)
      repeated.push(await this.#step(held));
    const holds = held > 0 && repeated.length > 0 && repeated.every((step) => step.holds);
    const limit = broken === undefined ? 'rate' : broken.voidReason === null ? 'target' : 'generator';
    return {
      target: target.name,
      path,
      steps: this.#steps,
      highestPerSecond: holds ? held : null,
      p99Ms: repeated.length < 2 ? null : interval(repeated.map(({ responseMs }) => responseMs.p99)),
      limitedBy: this.#isStopped ? 'stop' : limit,
      ok: holds && !this.#isStopped,
    };
  }

  async #step(requestsPerSecond: number): Promise<BenchStep> {
    const { target, place, address, path, headers, stepMs, p99MsMax, failedMax } = this.#call;
    const message = wireText(
      {
        method: 'GET',
        path: address.basePath + path,
        query: undefined,
        headers,
        ownHeaders: '',
        body: undefined,
        isJson: false,
      },
      hostHeader(address),
    );
    const sessions = Math.max(1, Math.round((requestsPerSecond * stepMs) / 1000));
    const engine = new OpenEngine<SteadyRequest>(
      {
        places: [place],
        connectionsMax: target.connectionsMax,
        requestsPerSecondMax: target.requestsPerSecondMax,
        timeoutMs: target.timeoutMs,
        // Connections are opened and code is compiled in the first tenth.
        warmUpMs: stepMs / 10,
        isInLine: false,
        permit: ({ method }) => assertPermitted(target, method),
      },
      new SteadyScript({
        sessions,
        sessionLength: 1,
        requestsPerSecond,
        method: 'GET',
        message: () => message ?? '',
      }),
    );
    this.#engine = engine;
    await engine.run();
    const { measures, counts, elapsedMs } = engine;
    const bad = [...measures.statusCounts].reduce(
      (sum, [status, count]) => sum + (status >= 400 ? count : 0),
      0,
    );
    const responseMs = percentiles(measures.response);
    const failed = counts.failed + bad;
    const late = lagVerdict(measures, 1000 / requestsPerSecond);
    const voidReason = counts.heldBack > 0 ? 'too many requests waited for the target' : late;
    const step: BenchStep = {
      offeredPerSecond: requestsPerSecond,
      achievedPerSecond: (counts.answered / elapsedMs) * 1000,
      responseMs,
      failed,
      sendLagP99Ms: percentiles(measures.lag).p99,
      voidReason: voidReason ?? null,
      holds:
        voidReason === undefined &&
        !engine.isStopped &&
        responseMs.p99 < p99MsMax &&
        failed <= failedMax * sessions,
    };
    this.#steps.push(step);
    return step;
  }
}

/** Two-sided 97.5% points of Student's t by degrees of freedom; beyond ten the last is close enough. */
const studentT = [0, 12.71, 4.3, 3.18, 2.78, 2.57, 2.45, 2.36, 2.31, 2.26, 2.23];

/** Mean and 95% interval of a few repetitions. */
export function interval(values: readonly number[]): { mean: number; low: number; high: number } {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const squares = values.reduce((sum, value) => sum + (value - mean) ** 2, 0);
  const t = studentT[Math.min(values.length - 1, studentT.length - 1)] ?? 0;
  const half = t * Math.sqrt(squares / (values.length - 1) / values.length);
  return { mean, low: mean - half, high: mean + half };
}
