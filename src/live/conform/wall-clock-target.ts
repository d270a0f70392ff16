/**
 * A target whose clock runs on its own, at a known factor of the wall clock. Its time is estimated from the `Date`
 * header, which has whole seconds, and the wall time since.
 */
import { minuteMs, parseInstant, secondMs, type DurationMs, type Instant } from '../../core/base/time.ts';
import { headerOf } from '../traffic/http/answer-parser.ts';
import { carriesKey } from '../traffic/http/carries-key.ts';
import { RetryBudget } from '../traffic/plan/retry-budget.ts';
import { Forbidden } from '../traffic/target/permit.ts';
import { pathPartOf, type Target } from '../traffic/target/target.ts';
import type { LiveAnswer, LiveClient, LiveRequest } from './live-client.ts';
import type { TargetDriver } from './target-driver.ts';
import { resetSandbox, type Sandboxed } from './sandbox-target.ts';

/** Milliseconds to wait if no event was due. */
const idleMs = 5;
/** Uncertainty besides the service time: a `Date` is truncated to the second, and a clock may be off by one. */
const slackMs = 2_000;

/** How a run against a clock that runs on its own passes its time, in wall milliseconds. */
export interface RunPace {
  /** True to leave out the time between requests. */
  readonly isHurried: boolean;
  /** The longest time of a hurried run. */
  readonly runMs: DurationMs;
  /** The longest time that a run waits for limits of its IP address. */
  readonly limitWaitMs: DurationMs;
}

/** Drives a target with a running clock. Estimates never leave the second that the target stated. */
export class WallClockTarget implements TargetDriver {
  readonly #line: LiveClient;
  readonly #sendsAddresses: boolean;
  readonly #factor: number;
  /** The target's clock and the wall clock at the same moment. */
  #targetMs: Instant;
  #wallMs: number;
  readonly #startedWallMs: number;
  readonly #pace: RunPace;
  readonly #respectsLimits: boolean;
  readonly #retries: RetryBudget;
  readonly #said = new WeakMap<LiveAnswer, Instant>();
  /** The target's clock at the start of the run. */
  readonly startMs: Instant;
  /** The hash of the target's policies, if it reports one. */
  readonly policyHash: string | undefined;

  private constructor(
    { line, sendsAddresses, target }: Sandboxed,
    began: { nowMs: Instant; policyHash: string | undefined },
    pace: RunPace,
  ) {
    this.#line = line;
    this.#sendsAddresses = sendsAddresses;
    this.#factor = target.clock.kind === 'running' ? target.clock.factor : 1;
    this.#targetMs = began.nowMs;
    this.#wallMs = this.#startedWallMs = performance.now();
    this.startMs = began.nowMs;
    this.policyHash = began.policyHash;
    this.#pace = pace;
    this.#respectsLimits = target.respectsLimits;
    this.#retries = new RetryBudget(pace.limitWaitMs);
  }

  /**
   * Reads the target's clock; resets a target that allows that. Rejects with `Forbidden` without a usable response.
   */
  static async begin(sandboxed: Sandboxed, seed: string, pace: RunPace): Promise<WallClockTarget> {
    const { target, line } = sandboxed;
    if (isResettable(target)) {
      const { now, policyHash } = await resetSandbox(sandboxed, { seed });
      const nowMs = plausible(parseInstant(now)) ?? 0;
      return new WallClockTarget(sandboxed, { nowMs, policyHash }, pace);
    }
    const [[service, address] = ['faucet', undefined] as const] = target.services;
    const asked = {
      method: 'GET',
      path: `/${pathPartOf(service)}/`,
      query: {},
      headers: {},
      ownHeaders: '',
      priceMicros: 0,
    };
    const answer = await line.send({ ...asked, body: undefined, isJson: true });
    if (answer.kind === 'failed' && answer.reason !== 'stopped') {
      const what =
        address === undefined ? 'GET' : `GET ${address.basePath}/ at ${address.host}:${address.port}`;
      const why = answer.cause ?? `${what}: ${answer.reason}`;
      throw new Forbidden(`${target.file}: the target does not answer: ${why}`);
    }
    const nowMs = dateOf(answer);
    if (nowMs === undefined)
      throw new Forbidden(`${target.file}: the target does not say what time it is; expected a Date header`);
    const began = { nowMs: nowMs + secondMs / 2, policyHash: undefined };
    return new WallClockTarget(sandboxed, began, pace);
  }

  get isStopped(): boolean {
    return this.#line.isStopped || (this.#pace.isHurried && this.#isTimeOver);
  }

  /**
   * A request without a key counts against its IP address, which earlier runs and other clients share: it is sent again
   * when the target says so.
   */
  async answer(request: LiveRequest, { ip }: { ip: string }): Promise<LiveAnswer> {
    const ownHeaders = this.#sendsAddresses ? `x-sim-ip: ${ip}\r\n` : '';
    for (;;) {
      const answer = await this.#line.send({ ...request, ownHeaders });
      const waitMs = carriesKey(request.headers) ? 0 : this.#retryMs(answer);
      if (waitMs === 0 || this.isStopped) return answer;
      await this.#line.pause(waitMs);
    }
  }

  get limitWaits(): { ms: DurationMs; refused: number } {
    return { ms: this.#retries.waitedMs, refused: this.#retries.refused };
  }

  get #isTimeOver(): boolean {
    return performance.now() - this.#startedWallMs - this.#retries.waitedMs > this.#pace.runMs;
  }

  #retryMs(answer: LiveAnswer): number {
    if (!this.#respectsLimits || answer.kind === 'failed' || answer.status !== 429) return 0;
    return this.#retries.waitMs(0, headerOf(answer.head, 'retry-after'));
  }

  /** A hurried run does not wait for its own clock: whatever its agents do next is due, until its time is over. */
  async untilMs(isIdle: boolean): Promise<Instant> {
    if (this.#pace.isHurried) return Number.MAX_SAFE_INTEGER;
    if (isIdle) await this.#line.pause(idleMs);
    return this.#nowMs();
  }

  answeredAtMs(answer: LiveAnswer): Instant {
    let atMs = this.#said.get(answer);
    if (atMs === undefined) this.#said.set(answer, (atMs = this.#placed(dateOf(answer))));
    return atMs;
  }

  toleranceMs(answer: LiveAnswer): number {
    return slackMs + this.#factor * ((answer.kind === 'answer' ? answer.serviceMs : 0) + idleMs);
  }

  /** The estimate, clamped to the second that the target stated. */
  #placed(saidMs: Instant | undefined): Instant {
    const estimateMs = this.#nowMs();
    if (saidMs === undefined || this.#isAstray(saidMs)) return estimateMs;
    const atMs = Math.min(Math.max(estimateMs, saidMs), saidMs + secondMs - 1);
    if (atMs !== estimateMs) {
      this.#targetMs = atMs;
      this.#wallMs = performance.now();
    }
    return atMs;
  }

  /** A date that is far from the expected time is ignored: a run that followed it might never end. */
  #isAstray(saidMs: Instant): boolean {
    const ownMs = this.startMs + (performance.now() - this.#startedWallMs) * this.#factor;
    return Math.abs(saidMs - ownMs) > minuteMs * (this.#factor + 1);
  }

  #nowMs(): Instant {
    return Math.floor(this.#targetMs + (performance.now() - this.#wallMs) * this.#factor);
  }
}

/** True for an orrery serve whose control calls may be used. */
export const isResettable = ({ services }: Target): boolean => services.has('control');

function dateOf(answer: LiveAnswer): Instant | undefined {
  if (answer.kind === 'failed') return undefined;
  const atMs = Date.parse(headerOf(answer.head, 'date') ?? '');
  return plausible(atMs);
}

/** The range of accepted clocks: a later instant could not be formatted after a long run. */
const [earliestMs, latestMs] = [0, Date.UTC(9000)];

const plausible = (atMs: Instant | undefined): Instant | undefined =>
  atMs !== undefined && atMs >= earliestMs && atMs <= latestMs ? atMs : undefined;
