/**
 * Whether a run may be believed: what the generator itself was late by must be small beside what it measures. A run that
 * fails here says nothing about the target, however it looks.
 */
import { percentiles, type Measures } from './measures.ts';

/** Above this a generator is late at any rate; below the other no program on a shared machine is in time. */
const lagMsMax = 10;
const lagMsMin = 1;

/** Why the run is void, or undefined. */
export function lagVerdict(measures: Measures, meanIntervalMs: number): string | undefined {
  const { p99 } = percentiles(measures.lag);
  const allowedMs = Math.min(lagMsMax, Math.max(lagMsMin, meanIntervalMs / 10));
  if (p99 <= allowedMs) return undefined;
  return `the generator itself was late: p99 of its send lag is ${p99.toFixed(1)} ms, allowed are ${allowedMs.toFixed(1)} ms`;
}
