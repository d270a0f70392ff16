/** A load over time: one row for each interval of a fixed length, with its own percentiles. */
import { decoded, encoded } from '../../traffic/measure/histogram.ts';
import { LiveInterval, liveRowOf } from '../../traffic/measure/interval.ts';
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

const levelNames = ['agents', 'inFlight', 'dropped'] as const;
const countNames = ['offered', 'answered', 'failed', ...levelNames] as const;

/** One interval as data that another process can be sent. */
export interface PlainInterval extends Readonly<IntervalCounts> {
  readonly index: number;
  readonly codes: readonly (readonly [string, number])[];
  readonly failedCalls: readonly (readonly [string, number])[];
  readonly response: string;
}

/** One interval of a load, with the numbers of agents and open requests. */
export class LoadInterval extends LiveInterval implements IntervalCounts {
  agents = 0;
  inFlight = 0;
  dropped = 0;

  level(agents: number, inFlight: number): void {
    this.agents = Math.max(this.agents, agents);
    this.inFlight = Math.max(this.inFlight, inFlight);
  }

  /** Adds the interval of another worker at the same time. */
  override merge(other: LoadInterval): void {
    super.merge(other);
    for (const name of levelNames) this[name] += other[name];
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
  ...liveRowOf(interval, at.second),
  stage: at.stage,
  agents: interval.agents,
  inFlight: interval.inFlight,
  dropped: interval.dropped,
});

/** At most so many rows, whatever the length of a load. */
const rowsMax = 3_600;

/** The length of an interval: a second, or more whole seconds for a load above an hour. */
export const intervalMsOf = (lengthMs: number): number =>
  1000 * Math.max(1, Math.ceil(lengthMs / 1000 / rowsMax));
