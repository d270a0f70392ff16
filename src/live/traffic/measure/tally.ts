/** Counts and times of a group of requests. Tallies of several workers add up exactly. */
import { count } from '../engine/measures.ts';
import { decoded, encoded, newHistogram, recordMs, type Histogram } from './histogram.ts';

/** The end of one request: a response, or none (status 0). Times in wall milliseconds. */
export interface RequestOutcome {
  /** service/style/operation; empty for a path that the documents do not have. */
  readonly call: string;
  readonly status: number;
  /** The error code of the target or the reason of a failure; empty for a success. */
  readonly code: string;
  /** From when the request was due; undefined in a warm-up. */
  readonly responseMs: number | undefined;
  /** From when it was sent; undefined if it never was. */
  readonly serviceMs: number | undefined;
}

const codeFormat = /^[A-Za-z0-9_.-]{1,48}$/;

/** The code of a refusal for the figures: that of the target where it has the form of one, otherwise the status. */
export const errorCode = (status: number, code: unknown): string =>
  typeof code === 'string' && codeFormat.test(code) ? code : String(status);

/** A status from 400 on, or no response. */
export const isFailed = ({ status }: Pick<RequestOutcome, 'status'>): boolean =>
  status === 0 || status >= 400;

/** A tally as data that another process can be sent. */
export interface PlainTally {
  readonly requests: number;
  readonly failed: number;
  readonly timeouts: number;
  readonly limited: number;
  readonly sumMs: number;
  readonly statuses: readonly (readonly [number, number])[];
  readonly codes: readonly (readonly [string, number])[];
  readonly response: string;
  readonly service: string;
}

/** Distinct error codes that one tally keeps; further ones count as `other`. */
const codesMax = 200;

/** One group of requests. `response` counts from when each was due, `service` from when it was sent. */
export class RequestTally {
  requests = 0;
  failed = 0;
  timeouts = 0;
  /** Responses with status 429. */
  limited = 0;
  /** The sum of all response times. */
  sumMs = 0;
  readonly statuses = new Map<number, number>();
  readonly codes = new Map<string, number>();
  readonly response: Histogram = newHistogram();
  readonly service: Histogram = newHistogram();

  add(outcome: RequestOutcome): void {
    const { status, code, responseMs, serviceMs } = outcome;
    this.requests += 1;
    if (isFailed(outcome)) {
      this.failed += 1;
      count(this.codes, this.codes.has(code) || this.codes.size < codesMax ? code : 'other');
    }
    if (code === 'timeout') this.timeouts += 1;
    if (status === 429) this.limited += 1;
    if (status > 0) count(this.statuses, status);
    if (responseMs !== undefined) {
      this.sumMs += responseMs;
      recordMs(this.response, responseMs);
    }
    if (serviceMs !== undefined) recordMs(this.service, serviceMs);
  }

  merge(other: PlainTally): void {
    this.requests += other.requests;
    this.failed += other.failed;
    this.timeouts += other.timeouts;
    this.limited += other.limited;
    this.sumMs += other.sumMs;
    for (const [status, times] of other.statuses) addTo(this.statuses, status, times);
    for (const [code, times] of other.codes) addTo(this.codes, code, times);
    this.response.add(decoded(other.response));
    this.service.add(decoded(other.service));
  }

  plain(): PlainTally {
    const { requests, failed, timeouts, limited, sumMs } = this;
    return {
      requests,
      failed,
      timeouts,
      limited,
      sumMs,
      statuses: [...this.statuses],
      codes: [...this.codes],
      response: encoded(this.response),
      service: encoded(this.service),
    };
  }
}

/** Adds a number to the entry of a map, which starts at 0. */
export function addTo<K>(counts: Map<K, number>, key: K, times: number): void {
  counts.set(key, (counts.get(key) ?? 0) + times);
}
