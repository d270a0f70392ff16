/**
 * Decides whether a run is valid: the generator's own lag must be small compared with what it measures. A void run
 * says nothing about the target.
 */
import { percentiles, type Measures } from './measures.ts';

/**
 * Above the first bound a generator is late at any rate; below the second no program on a shared machine is on time.
 */
const lagMsMax = 10;
const lagMsMin = 1;

/** Why the run is void, or undefined. */
export function lagVerdict(measures: Measures, meanIntervalMs: number): string | undefined {
  const { p99 } = percentiles(measures.lag);
  const allowedMs = Math.min(lagMsMax, Math.max(lagMsMin, meanIntervalMs / 10));
  if (p99 <= allowedMs) return undefined;
  return `the generator itself was late: p99 of its send lag is ${p99.toFixed(1)} ms, allowed are ${allowedMs.toFixed(1)} ms`;
}
