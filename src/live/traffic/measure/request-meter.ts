/** Measures the requests of one engine, over time and by operation. */
import { readJson } from '../../../core/base/json-text.ts';
import { formatInstant } from '../../../core/base/time.ts';
import type { PlannedRequest } from '../engine/planned-request.ts';
import type { RawAnswer } from '../http/answer-parser.ts';
import { byCount, CallTallies, operationsOf } from './call-tallies.ts';
import { percentilesOf } from './histogram.ts';
import { LiveSeries } from './live-series.ts';
import type { Measured } from './schema.ts';
import { errorCode, RequestTally, type RequestOutcome } from './tally.ts';

/** Counts every request; times of the warm-up are left out. */
export class RequestMeter {
  readonly #calls = new Map<string, RequestTally>();
  /** Several meters may share one. */
  readonly series: LiveSeries;

  constructor(series: LiveSeries = new LiveSeries()) {
    this.series = series;
  }

  /** All requests until now. The sum of the operations is made here, because a record in a histogram takes time for each request. */
  get tallies(): CallTallies {
    const whole = new CallTallies();
    for (const [call, tally] of this.#calls) {
      const plain = tally.plain();
      whole.merge({ total: plain, calls: [[call, plain]] });
    }
    return whole;
  }

  /** A request is over now: with a response, or without one (status 0). `isTimed` is false in the warm-up. */
  ended(
    { intendedMs, sentMs }: Pick<PlannedRequest, 'intendedMs' | 'sentMs'>,
    outcome: Pick<RequestOutcome, 'call' | 'status' | 'code'>,
    isTimed: boolean,
  ): void {
    const endMs = performance.now();
    // One that no connection was found for was never sent.
    const dueMs = intendedMs === 0 ? endMs : intendedMs;
    const serviceMs = isTimed && sentMs > 0 ? endMs - sentMs : undefined;
    const timed = { ...outcome, serviceMs, responseMs: isTimed ? endMs - dueMs : undefined };
    let tally = this.#calls.get(outcome.call);
    if (tally === undefined) this.#calls.set(outcome.call, (tally = new RequestTally()));
    tally.add(timed);
    this.series.add(timed, { dueMs, endMs });
  }
}

/** The figures as a result has them; `seconds` is the time of the tallied requests. Undefined where there were none. */
export function measuredOf(tallies: CallTallies, series: LiveSeries, seconds: number): Measured | undefined {
  if (series.startedMs === undefined) return undefined;
  const { requests, failed, codes, response, service } = tallies.total;
  const length = Math.max(0.001, seconds);
  return {
    startedAt: formatInstant(Math.floor(series.startedMs)),
    requests,
    perSecond: requests / length,
    failed,
    responseMs: percentilesOf(response),
    serviceMs: percentilesOf(service),
    errors: byCount(codes),
    operations: operationsOf(tallies, length),
    intervalSeconds: series.intervalMs / 1000,
    series: series.rows(),
  };
}

/** The error code of the target in a refusal, or its status; empty below 400. */
export function codeIn({ status, bytes, start, end }: RawAnswer): string {
  if (status < 400) return '';
  const body = start === end ? undefined : readJson(bytes.toString('utf8', start, end));
  return errorCode(status, (body as { code?: unknown } | null | undefined)?.code);
}
