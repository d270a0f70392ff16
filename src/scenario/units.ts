/** Units of a scenario file that the schema has checked already, as numbers of the core. */
import { parseDuration } from '../base/time.ts';
import type { Latency } from '../world/faults.ts';

/** A latency as written; without a 99th percentile it is constant. */
export interface LatencySource {
  median: string;
  p99?: string;
}

export const readLatency = ({ median, p99 = median }: LatencySource): Latency => ({
  medianMs: parseDuration(median) ?? 0,
  p99Ms: parseDuration(p99) ?? 0,
});

/** `0.1%` or `0.001`, as a number from 0 to 1. */
export const readShare = (share: number | string): number =>
  typeof share === 'number' ? share : Math.min(Number(share.slice(0, -1)) / 100, 1);
