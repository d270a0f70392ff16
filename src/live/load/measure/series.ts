/** A load over time: one row for each interval of a fixed length, with its own percentiles. */
import { decoded, encoded, newHistogram, percentileMs, recordMs, type Histogram } from './histogram.ts';
import { addTo, isFailed, type RequestOutcome } from './tally.ts';
import { count } from '../../traffic/engine/measures.ts';
import type { SeriesRow } from '../result-schema.ts';

/** What is counted in one interval; `agents` and `inFlight` are the highest of each worker, added up. */
export interface IntervalCounts {
  offered: number;
  answered: number;
  failed: number;
  agents: number;
  inFlight: number;
  dropped: number;
}

const countNames = ['offered', 'answered', 'failed', 'agents', 'inFlight', 'dropped'] as const;

/** One interval as data that another process can be sent. */
export interface PlainInterval extends Readonly<IntervalCounts> {
  readonly index: number;
  readonly codes: readonly (readonly [string, number])[];
  readonly failedCalls: readonly (readonly [string, number])[];
  readonly response: string;
}

/** One interval; `response` has the response times of what was answered in it. */
export class LoadInterval implements IntervalCounts {
  readonly index: number;
  offered = 0;
  answered = 0;
  failed = 0;
  agents = 0;
  inFlight = 0;
  dropped = 0;
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
    recordMs(this.response, outcome.responseMs);
  }

  level(agents: number, inFlight: number): void {
    this.agents = Math.max(this.agents, agents);
    this.inFlight = Math.max(this.inFlight, inFlight);
  }

  /** Adds the interval of another worker at the same time. */
  merge(other: LoadInterval): void {
    for (const name of countNames) this[name] += other[name];
    for (const [code, times] of other.codes) addTo(this.codes, code, times);
    for (const [call, times] of other.failedCalls) addTo(this.failedCalls, call, times);
    this.response.add(other.response);
  }

  /** Reads what `plain` wrote. */
  static from(plain: PlainInterval): LoadInterval {
    const interval = new LoadInterval(plain.index);
    for (const name of countNames) interval[name] = plain[name];
    for (const [code, times] of plain.codes) interval.codes.set(code, times);
    for (const [call, times] of plain.failedCalls) interval.failedCalls.set(call, times);
    interval.response.add(decoded(plain.response));
    return interval;
  }

  plain(): PlainInterval {
    const { index, offered, answered, failed, agents, inFlight, dropped } = this;
    return {
      index,
      offered,
      answered,
      failed,
      agents,
      inFlight,
      dropped,
      codes: [...this.codes],
      failedCalls: [...this.failedCalls],
      response: encoded(this.response),
    };
  }
}

/** The row of a finished interval. */
export const rowOf = (interval: LoadInterval, at: { second: number; stage: number }): SeriesRow => ({
  ...at,
  offered: interval.offered,
  answered: interval.answered,
  failed: interval.failed,
  agents: interval.agents,
  inFlight: interval.inFlight,
  dropped: interval.dropped,
  p50: percentileMs(interval.response, 50),
  p95: percentileMs(interval.response, 95),
  p99: percentileMs(interval.response, 99),
  codes: Object.fromEntries(interval.codes),
  failedCalls: Object.fromEntries(interval.failedCalls),
});

/** At most so many rows, whatever the length of a load. */
const rowsMax = 3_600;

/** The length of an interval: a second, or more whole seconds for a load above an hour. */
export const intervalMsOf = (lengthMs: number): number =>
  1000 * Math.max(1, Math.ceil(lengthMs / 1000 / rowsMax));
