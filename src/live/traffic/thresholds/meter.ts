/**
 * A scenario's thresholds on a live target, under k6's names: `http_req_duration` runs from sending to the response,
 * `http_req_failed` counts requests without a response or with a status from 400 on. The counts of workers are merged
 * before thresholds are judged.
 */
import type { RecordableHistogram } from 'node:perf_hooks';
import { Refusal } from '../../../core/base/refusal.ts';
import {
  holds,
  parseExpectation,
  parseSelector,
  type Expectation,
} from '../../../simulation/scenario/expectation.ts';
import type { ExpectationResult } from '../../../simulation/scenario/result.ts';
import { newHistogram, recordMs } from '../engine/measures.ts';
import { carriedThresholds } from './carried.ts';

/** Exact counts and sums besides the histogram, whose percentiles are accurate to a thousandth. */
export interface Tally {
  requests: number;
  failed: number;
  /** Requests with a duration, and the sum of their durations. */
  timed: number;
  sumMs: number;
  readonly durations: RecordableHistogram;
}

/** The outcome of one request; `durationMs` is undefined if it was never sent. */
export interface TimedOutcome {
  readonly call: string;
  readonly status: number;
  readonly isFailed: boolean;
  readonly durationMs: number | undefined;
}

/**
 * Counts requests for the thresholds that a live target can carry. The constructor ignores thresholds it cannot read.
 */
export class ThresholdMeter {
  readonly #expectations: readonly Expectation[];
  /** One tally per set of tags in the thresholds. */
  readonly #tallies = new Map<string, { tags: [string, string][]; tally: Tally }>();

  constructor(expect: Readonly<Record<string, readonly string[]>>) {
    this.#expectations = Object.entries(carriedThresholds(expect)).flatMap(([name, thresholds]) =>
      expectationsOf(name, thresholds),
    );
    for (const { selector } of this.#expectations) {
      const tags = Object.entries(selector.tags);
      this.#tallies.set(keyOf(selector.tags), { tags, tally: newTally() });
    }
  }

  add({ call, status, isFailed, durationMs }: TimedOutcome): void {
    if (this.#tallies.size === 0) return;
    const [service = '', style = '', operation = ''] = call.split('/');
    const known: Readonly<Record<string, string>> = { service, style, operation, status: String(status) };
    for (const { tags, tally } of this.#tallies.values()) {
      if (!tags.every(([tag, value]) => known[tag] === value)) continue;
      tally.requests += 1;
      if (isFailed) tally.failed += 1;
      if (durationMs === undefined) continue;
      tally.timed += 1;
      tally.sumMs += durationMs;
      recordMs(tally.durations, durationMs);
    }
  }

  /** The tallies as data that can be sent to another thread. */
  tallies(): ReadonlyMap<string, Tally> {
    return new Map(Array.from(this.#tallies, ([key, { tally }]) => [key, tally]));
  }

  /** Adds the tallies of another meter of the same thresholds. */
  merge(others: ReadonlyMap<string, Tally>): void {
    for (const [key, { tally }] of this.#tallies) {
      const other = others.get(key);
      if (other === undefined) continue;
      tally.requests += other.requests;
      tally.failed += other.failed;
      tally.timed += other.timed;
      tally.sumMs += other.sumMs;
      if (other.durations.count > 0) tally.durations.add(other.durations);
    }
  }

  /** The outcome of every threshold after so many seconds of wall time. */
  results(seconds: number): ExpectationResult[] {
    return this.#expectations.map((expectation) => {
      const { name, threshold, selector } = expectation;
      const tally = this.#tallies.get(keyOf(selector.tags))?.tally ?? newTally();
      const value = valueOf(expectation, tally, seconds);
      return { metric: name, threshold, value: value ?? null, ok: holds(expectation, value) };
    });
  }
}

const newTally = (): Tally => ({ requests: 0, failed: 0, timed: 0, sumMs: 0, durations: newHistogram() });

const keyOf = (tags: Readonly<Record<string, string>>): string => JSON.stringify(tags);

/** The expectations of one metric; those that this version cannot read are left out. */
function expectationsOf(name: string, thresholds: readonly string[]): Expectation[] {
  const selector = parseSelector(name);
  if (selector instanceof Refusal) return [];
  return thresholds
    .map((threshold) => parseExpectation(name, selector, threshold))
    .filter((expectation): expectation is Expectation => !(expectation instanceof Refusal));
}

function valueOf({ selector, aggregate }: Expectation, tally: Tally, seconds: number): number | undefined {
  const { requests, failed, timed, sumMs, durations } = tally;
  if (selector.metric === 'http_reqs') return aggregate === 'rate' ? requests / seconds : requests;
  if (selector.metric === 'http_req_failed') return requests === 0 ? undefined : failed / requests;
  if (timed === 0) return undefined;
  if (aggregate === 'avg') return sumMs / timed;
  if (aggregate === 'min') return durations.min / 1000;
  if (aggregate === 'max') return durations.max / 1000;
  const percent = aggregate === 'med' ? 50 : Number(aggregate.slice(2, -1));
  return percent === 0 ? durations.min / 1000 : durations.percentile(percent) / 1000;
}
