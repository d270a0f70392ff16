/**
 * What an engine measures, in HDR histograms of microseconds that are merged over workers. Response time counts from
 * when a request was meant to be sent, service time from when it was.
 */
import { Type, type Static } from 'typebox';
import { closed } from '../../../core/base/schema-parts.ts';
import type { Written } from '../../../core/base/written.ts';
import { createHistogram, type RecordableHistogram } from 'node:perf_hooks';

const highestMicros = 2 ** 40;

export const newHistogram = (): RecordableHistogram =>
  createHistogram({ lowest: 1, highest: highestMicros, figures: 3 });

/** Milliseconds as they are recorded: whole microseconds from 1. */
export function recordMs(histogram: RecordableHistogram, ms: number): void {
  histogram.record(Math.min(highestMicros, Math.max(1, Math.round(ms * 1000))));
}

/** Why a request left later than it was due, although the generator was in time. */
export const waitReasons = ['session', 'answer', 'connection', 'ceiling', 'limit'] as const;
export type WaitReason = (typeof waitReasons)[number];

const Milliseconds = Type.Number({ minimum: 0 });

export const PercentilesSchema = Type.Object(
  { p50: Milliseconds, p90: Milliseconds, p99: Milliseconds, p999: Milliseconds, max: Milliseconds },
  { ...closed, description: 'milliseconds' },
);

export type Percentiles = Written<Static<typeof PercentilesSchema>>;

export class Measures {
  readonly response = newHistogram();
  readonly service = newHistogram();
  /** How much later than due the generator itself turned to a request. */
  readonly lag = newHistogram();
  readonly waits: Readonly<Record<WaitReason, RecordableHistogram>> = {
    session: newHistogram(),
    answer: newHistogram(),
    connection: newHistogram(),
    ceiling: newHistogram(),
    limit: newHistogram(),
  };
  readonly statusCounts = new Map<number, number>();
  readonly failures = new Map<string, number>();
}

/** Milliseconds to the microsecond; nulls would be no numbers, so an empty histogram is all zero. */
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

export function count<K>(counts: Map<K, number>, key: K): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}
