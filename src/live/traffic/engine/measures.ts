/**
 * Measurements of an engine, in HDR histograms of microseconds that are merged over workers. Response time counts
 * from the intended send time, service time from the actual one.
 */
import { Type, type Static } from 'typebox';
import { closed } from '../../../core/base/schema-parts.ts';
import type { Written } from '../../../core/base/written.ts';
import { createHistogram, type RecordableHistogram } from 'node:perf_hooks';

const highestMicros = 2 ** 40;

/** An HDR histogram of microseconds from 1 to 2^40 (12 days), with three significant figures. */
export const newHistogram = (): RecordableHistogram =>
  createHistogram({ lowest: 1, highest: highestMicros, figures: 3 });

/** Records milliseconds as whole microseconds, from 1 to the highest value. */
export function recordMs(histogram: RecordableHistogram, ms: number): void {
  histogram.record(Math.min(highestMicros, Math.max(1, Math.round(ms * 1000))));
}

/** Why a request was sent later than due, although the generator was in time. */
export const waitReasons = ['session', 'answer', 'connection', 'ceiling', 'limit'] as const;
/** One of `waitReasons`. */
export type WaitReason = (typeof waitReasons)[number];

const Milliseconds = Type.Number({ minimum: 0 });

/** Percentiles and maximum of a time, in milliseconds; part of the bench and replay results. */
export const PercentilesSchema = Type.Object(
  { p50: Milliseconds, p90: Milliseconds, p99: Milliseconds, p999: Milliseconds, max: Milliseconds },
  { ...closed, description: 'milliseconds' },
);

/** Percentiles in milliseconds, as `PercentilesSchema` describes them. */
export type Percentiles = Written<Static<typeof PercentilesSchema>>;

/** Everything one engine measures. Maps count responses by status and failures by reason. */
export class Measures {
  readonly response = newHistogram();
  readonly service = newHistogram();
  /** How late the generator itself picked up requests. */
  readonly lag = newHistogram();
  readonly waits: Readonly<Record<WaitReason, RecordableHistogram>> = {
    session: newHistogram(),
    answer: newHistogram(),
    connection: newHistogram(),
    ceiling: newHistogram(),
    limit: newHistogram(),
  };
  /** Service times of requests sent while few connections were busy, and while all were. */
  readonly serviceAlone = newHistogram();
  readonly serviceCrowded = newHistogram();
  readonly statusCounts = new Map<number, number>();
  readonly failures = new Map<string, number>();
}

/** Percentiles in milliseconds, to the microsecond; all zero for an empty histogram. */
export function percentiles(histogram: RecordableHistogram): Percentiles {
  const at = (percent: number): number => (histogram.count === 0 ? 0 : histogram.percentile(percent) / 1000);
  return {
    p50: at(50),
    p90: at(90),
    p99: at(99),
    p999: at(99.9),
    max: histogram.count === 0 ? 0 : histogram.max / 1000,
  };
}

/** Adds one to the count of `key`, which starts at 0. */
export function count<K>(counts: Map<K, number>, key: K): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}
