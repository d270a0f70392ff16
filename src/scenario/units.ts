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

/** What is wrong with a latency as a distribution, or undefined. */
export function latencyMistake(source: LatencySource | undefined): string | undefined {
  const { medianMs, p99Ms } = readLatency(source ?? { median: '0s' });
  if (p99Ms === medianMs || (p99Ms > medianMs && medianMs > 0)) return undefined;
  return 'latency is a map; expected a p99 of at least the median, and a median above 0ms where they differ';
}

/** `0.1%` or `0.001`, as a number from 0 to 1. */
export const readShare = (share: number | string): number =>
  typeof share === 'number' ? share : Number(share.slice(0, -1)) / 100;
