/** Durations, shares and latencies as people write them: their schemas, and what they are as numbers of the core. */
import { Type } from 'typebox';
import { parseDuration } from '../base/time.ts';
import type { Latency } from './faults.ts';

export const Duration = Type.String({
  pattern: '^(\\d+(\\.\\d+)?(ms|s|m|h|d|w))+$',
  description: 'a duration such as 250ms, 30s, 10m, 6h, 3d or 2w',
});

export const Share = Type.Union(
  [Type.Number({ minimum: 0, maximum: 1 }), Type.String({ pattern: '^\\d{1,3}(\\.\\d+)?%$' })],
  { description: 'a share such as 0.1% or 0.001' },
);

export const LatencyText = Type.Object(
  { median: Duration, p99: Type.Optional(Duration) },
  { additionalProperties: false, description: 'a latency such as { median: 40ms, p99: 400ms }' },
);

/** A latency as written; without a 99th percentile it is constant. */
export interface LatencySource {
  median: string;
  p99?: string;
}

/** The schema has checked the form already. */
export const readLatency = ({ median, p99 = median }: LatencySource): Latency => ({
  medianMs: parseDuration(median) ?? 0,
  p99Ms: parseDuration(p99) ?? 0,
});

/** `0.1%` or `0.001`, as a number from 0 to 1. */
export const readShare = (share: number | string): number =>
  typeof share === 'number' ? share : Math.min(Number(share.slice(0, -1)) / 100, 1);
