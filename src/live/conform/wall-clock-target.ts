/**
 * A target whose clock runs by itself, at a known factor of the wall clock. Where it stands is estimated from the `Date`
 * of its answers, which is told in whole seconds, and from the time that has passed here since.
 */
import { minuteMs, parseInstant, secondMs, type Instant } from '../../core/base/time.ts';
import { headerOf } from '../traffic/http/answer-parser.ts';
import { Forbidden } from '../traffic/target/permit.ts';
import { pathPartOf, type Target } from '../traffic/target/target.ts';
import type { LiveAnswer, LiveClient, LiveRequest } from './live-client.ts';
import type { TargetDriver } from './target-driver.ts';
import { beginAnew, type Sandboxed } from './sandbox-target.ts';

/** How long to wait when nothing was due. */
const idleMs = 5;
/** Beside what a request took: a `Date` is cut to the second, and a clock may be off by one. */
const slackMs = 2_000;

export class WallClockTarget implements TargetDriver {
  readonly #line: LiveClient;
  readonly #sendsAddresses: boolean;
  readonly #factor: number;
  /** The target's clock and ours at one and the same moment. */
  #targetMs: Instant;
  #wallMs: number;
  readonly #startedWallMs: number;
  readonly #said = new WeakMap<LiveAnswer, Instant>();
  /** Where its clock stood at the beginning. */
  readonly startMs: Instant;
  /** As the target says itself; undefined where it does not. */
  readonly policyHash: string | undefined;

  private constructor(
    { line, sendsAddresses, target }: Sandboxed,
    began: { nowMs: Instant; policyHash: string | undefined },
  ) {
    this.#line = line;
    this.#sendsAddresses = sendsAddresses;
    this.#factor = target.clock.kind === 'running' ? target.clock.factor : 1;
    this.#targetMs = began.nowMs;
    this.#wallMs = this.#startedWallMs = performance.now();
    this.startMs = began.nowMs;
    this.policyHash = began.policyHash;
  }

  /** Asks what time it is there; one that can be begun anew is. Rejects with `Forbidden` where nobody answers. */
  static async begin(sandboxed: Sandboxed, seed: string): Promise<WallClockTarget> {
    const { target, line } = sandboxed;
    if (canBeginAnew(target)) {
      const { now, policyHash } = await beginAnew(sandboxed, { seed });
      return new WallClockTarget(sandboxed, { nowMs: plausible(parseInstant(now)) ?? 0, policyHash });
    }
    const [service = 'faucet'] = target.services.keys();
    const asked = { method: 'GET', path: `/${pathPartOf(service)}/`, query: {}, headers: {}, ownHeaders: '' };
    const answer = await line.send({ ...asked, body: undefined, isJson: true });
    const nowMs = dateOf(answer);
    if (nowMs === undefined)
      throw new Forbidden(`${target.file}: the target does not say what time it is; expected a Date header`);
    return new WallClockTarget(sandboxed, { nowMs: nowMs + secondMs / 2, policyHash: undefined });
  }

  get isStopped(): boolean {
    return this.#line.isStopped;
  }

  answer(request: LiveRequest, { ip }: { ip: string }): Promise<LiveAnswer> {
    return this.#line.send({ ...request, ownHeaders: this.#sendsAddresses ? `x-sim-ip: ${ip}\r\n` : '' });
  }

  async untilMs(isIdle: boolean): Promise<Instant> {
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

  /** The estimate, moved to within the second that the target has named. */
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

  /** A date so far from our own clock is no correction: a run that followed it would never end. */
  #isAstray(saidMs: Instant): boolean {
    const ownMs = this.startMs + (performance.now() - this.#startedWallMs) * this.#factor;
    return Math.abs(saidMs - ownMs) > minuteMs * (this.#factor + 1);
  }

  #nowMs(): Instant {
    return Math.floor(this.#targetMs + (performance.now() - this.#wallMs) * this.#factor);
  }
}

/** True for an orrery serve whose control calls may be used. */
export const canBeginAnew = ({ services }: Target): boolean => services.has('control');

function dateOf(answer: LiveAnswer): Instant | undefined {
  if (answer.kind === 'failed') return undefined;
  const atMs = Date.parse(headerOf(answer.head, 'date') ?? '');
  return plausible(atMs);
}

/** No clock is earlier or later; beyond, an instant could not be written any more once a run has lasted. */
const [earliestMs, latestMs] = [0, Date.UTC(9000)];

const plausible = (atMs: Instant | undefined): Instant | undefined =>
  atMs !== undefined && atMs >= earliestMs && atMs <= latestMs ? atMs : undefined;
