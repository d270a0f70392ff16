/** A live command over time: an interval for each second, or for more where it takes longer than the rows are long. */
import { decoded, encoded } from './histogram.ts';
import { LiveInterval, liveRowOf } from './interval.ts';
import type { LiveRow } from './schema.ts';
import type { RequestOutcome } from './tally.ts';

/** A series as data that another thread can be sent. */
export interface PlainSeries {
  /** The start by the wall clock; undefined where nothing was measured. */
  readonly startedMs: number | undefined;
  readonly intervalMs: number;
  readonly intervals: readonly PlainLiveInterval[];
}

interface PlainLiveInterval {
  readonly index: number;
  readonly offered: number;
  readonly answered: number;
  readonly failed: number;
  readonly codes: ReadonlyMap<string, number>;
  readonly failedCalls: ReadonlyMap<string, number>;
  readonly response: string;
}

/** At most so many rows, each of which has a histogram: beyond, two become one. */
const rowsMax = 600;

/** Times of the clock of `performance`, in milliseconds; it begins when the first request is due. */
export class LiveSeries {
  #intervalMs = 1000;
  #startMs: number | undefined;
  #startedMs: number | undefined;
  #intervals = new Map<number, LiveInterval>();

  get intervalMs(): number {
    return this.#intervalMs;
  }

  /** The start by the wall clock; undefined where nothing was measured. */
  get startedMs(): number | undefined {
    return this.#startedMs;
  }

  /** One request, when it is over: it was offered when it was due. */
  add(outcome: RequestOutcome, { dueMs, endMs }: { readonly dueMs: number; readonly endMs: number }): void {
    this.#startMs ??= dueMs;
    this.#startedMs ??= performance.timeOrigin + dueMs;
    this.#at(dueMs - this.#startMs).offered += 1;
    this.#at(endMs - this.#startMs).add(outcome);
  }

  /** Adds what another thread measured in the same time. */
  merge({ startedMs, intervalMs, intervals }: PlainSeries): void {
    if (startedMs === undefined) return;
    this.#startedMs = Math.min(startedMs, this.#startedMs ?? startedMs);
    while (this.#intervalMs < intervalMs) this.#coarsen();
    for (const plain of intervals) {
      const { index, response, ...counts } = plain;
      const interval = Object.assign(new LiveInterval(index), counts);
      interval.response.add(decoded(response));
      this.#at(index * intervalMs).merge(interval);
    }
  }

  plain(): PlainSeries {
    const intervals = Array.from(this.#intervals.values(), (interval) => ({
      index: interval.index,
      offered: interval.offered,
      answered: interval.answered,
      failed: interval.failed,
      codes: interval.codes,
      failedCalls: interval.failedCalls,
      response: encoded(interval.response),
    }));
    return { startedMs: this.#startedMs, intervalMs: this.#intervalMs, intervals };
  }

  /** A row for each interval from the start to the last, those without a request too. */
  rows(): LiveRow[] {
    const length = Math.max(-1, ...this.#intervals.keys()) + 1;
    return Array.from({ length }, (_, index) =>
      liveRowOf(this.#intervals.get(index) ?? new LiveInterval(index), (index * this.#intervalMs) / 1000),
    );
  }

  #at(ms: number): LiveInterval {
    while (ms >= this.#intervalMs * rowsMax) this.#coarsen();
    const index = Math.max(0, Math.floor(ms / this.#intervalMs));
    let interval = this.#intervals.get(index);
    if (interval === undefined) this.#intervals.set(index, (interval = new LiveInterval(index)));
    return interval;
  }

  #coarsen(): void {
    const before = [...this.#intervals.values()];
    this.#intervalMs *= 2;
    this.#intervals = new Map();
    for (const interval of before) this.#at((interval.index * this.#intervalMs) / 2).merge(interval);
  }
}
