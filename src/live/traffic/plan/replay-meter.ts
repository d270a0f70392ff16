/** What a replay measures of its requests: for the thresholds of the scenario, over time and by operation. */
import { codeIn, RequestMeter } from '../measure/request-meter.ts';
import type { FailureReason } from '../http/connection.ts';
import type { RawAnswer } from '../http/answer-parser.ts';
import { ThresholdMeter } from '../thresholds/meter.ts';
import type { ScriptedRequest } from './scripted-request.ts';

/** Preparing requests and those of the warm-up count without their times, and not for the thresholds. */
export class ReplayMeter {
  readonly thresholds: ThresholdMeter;
  readonly requests = new RequestMeter();
  readonly #warmUpMs: number;

  constructor(expect: Readonly<Record<string, readonly string[]>>, warmUpMs: number) {
    this.thresholds = new ThresholdMeter(expect);
    this.#warmUpMs = warmUpMs;
  }

  /** A response; thresholds do not judge one that is asked for again because of a rate limit. */
  answered(request: ScriptedRequest, answer: RawAnswer, serviceMs: number | undefined): void {
    const { status } = answer;
    this.#count(request, status, codeIn(answer));
    if (serviceMs !== undefined) this.#judge(request, status, serviceMs);
  }

  failed(request: ScriptedRequest, reason: FailureReason): void {
    this.#count(request, 0, reason);
    this.#judge(request, 0, request.sentMs === 0 ? undefined : performance.now() - request.sentMs);
  }

  #count(request: ScriptedRequest, status: number, code: string): void {
    this.requests.ended(request, { call: request.record.call, status, code }, this.#isTimed(request));
  }

  #judge(request: ScriptedRequest, status: number, durationMs: number | undefined): void {
    if (!this.#isTimed(request)) return;
    const isFailed = status < 200 || status >= 400;
    this.thresholds.add({ call: request.record.call, status, isFailed, durationMs });
  }

  #isTimed({ isMeasured, dueMs = Number.POSITIVE_INFINITY }: ScriptedRequest): boolean {
    return isMeasured && dueMs >= this.#warmUpMs;
  }
}
