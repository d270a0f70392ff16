/** One step of a bench: an open-loop load at one constant rate, with its measurements. */
import { OpenEngine } from '../engine/open-engine.ts';
import { lagVerdict } from '../engine/lag-gate.ts';
import { percentiles } from '../engine/measures.ts';
import { assertPermitted } from '../target/permit.ts';
import type { Target } from '../target/target.ts';
import type { Load } from './load.ts';
import type { BenchStep } from './result.ts';
import { SteadyScript, type SteadyRequest } from './steady-script.ts';

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
}

/** Sends one step, at least one request; the first tenth is warm-up and not measured. `run` may be called once. */
export class Step {
  readonly #call: StepCall;
  readonly #requests: number;
  readonly #engine: OpenEngine<SteadyRequest>;

  constructor(call: StepCall) {
    const { target, load, stepMs, requestsPerSecond } = call;
    this.#call = call;
    this.#requests = Math.max(1, Math.round((requestsPerSecond * stepMs) / 1000));
    const messageOf = (session: number) => load.messages[load.pick(session)];
    const script = new SteadyScript({
      sessions: this.#requests,
      sessionLength: 1,
      requestsPerSecond,
      method: 'GET',
      message: (_position, _before, session) => messageOf(session)?.text ?? '',
      endpoint: (session) => messageOf(session)?.endpoint ?? 0,
    });
    this.#engine = new OpenEngine<SteadyRequest>(
      {
        endpoints: load.endpoints,
        connectionsMax: target.connectionsMax,
        requestsPerSecondMax: target.requestsPerSecondMax,
        timeoutMs: target.timeoutMs,
        // The first tenth opens connections and compiles code.
        warmUpMs: stepMs / 10,
        isInLine: false,
        permit: ({ method }) => assertPermitted(target, method),
      },
      script,
    );
  }

  stop(): void {
    this.#engine.stop();
  }

  async run(): Promise<BenchStep> {
    const { requestsPerSecond, limits } = this.#call;
    await this.#engine.run();
    const { measures, counts, elapsedMs, isStopped } = this.#engine;
    const refused = [...measures.statusCounts].reduce(
      (sum, [status, count]) => sum + (status >= 400 ? count : 0),
      0,
    );
    const responseMs = percentiles(measures.response);
    const failed = counts.failed + refused;
    const late = lagVerdict(measures, 1000 / requestsPerSecond);
    const voidReason = counts.heldBack > 0 ? 'too many requests waited for the target' : late;
    const isKept = responseMs.p99 < limits.p99MsMax && failed <= limits.failedMax * this.#requests;
    return {
      offeredPerSecond: requestsPerSecond,
      achievedPerSecond: (counts.answered / elapsedMs) * 1000,
      responseMs,
      failed,
      sendLagP99Ms: percentiles(measures.lag).p99,
      voidReason: voidReason ?? null,
      holds: voidReason === undefined && !isStopped && isKept,
    };
  }
}
