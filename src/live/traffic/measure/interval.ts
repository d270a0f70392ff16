/** What a live command counts in one interval of its time. */
import { count } from '../engine/measures.ts';
import { newHistogram, percentileMs, recordMs, type Histogram } from './histogram.ts';
import { addTo, isFailed, type RequestOutcome } from './tally.ts';
import type { LiveRow } from './schema.ts';

/** One interval; `response` has the response times of what was answered in it. */
export class LiveInterval {
  readonly index: number;
  /** Requests that were due in it. */
  offered = 0;
  answered = 0;
  failed = 0;
  /** Failed requests by error code, and by operation. */
  readonly codes = new Map<string, number>();
  readonly failedCalls = new Map<string, number>();
  readonly response: Histogram = newHistogram();

  constructor(index: number) {
    this.index = index;
  }

  add(outcome: RequestOutcome): void {
    if (outcome.status > 0) this.answered += 1;
    if (isFailed(outcome)) {
      this.failed += 1;
      count(this.codes, outcome.code);
      count(this.failedCalls, outcome.call);
    }
    if (outcome.responseMs !== undefined) recordMs(this.response, outcome.responseMs);
  }

  /** Adds what another worker, or another interval, has counted. */
  merge(other: LiveInterval): void {
    this.offered += other.offered;
    this.answered += other.answered;
    this.failed += other.failed;
    for (const [code, times] of other.codes) addTo(this.codes, code, times);
    for (const [call, times] of other.failedCalls) addTo(this.failedCalls, call, times);
    this.response.add(other.response);
  }
}

/** The row of a finished interval that began so many seconds after the start. */
export const liveRowOf = (interval: LiveInterval, second: number): LiveRow => ({
  second,
  offered: interval.offered,
  answered: interval.answered,
  failed: interval.failed,
  p50: percentileMs(interval.response, 50),
  p95: percentileMs(interval.response, 95),
  p99: percentileMs(interval.response, 99),
  codes: Object.fromEntries(interval.codes),
  failedCalls: Object.fromEntries(interval.failedCalls),
});
