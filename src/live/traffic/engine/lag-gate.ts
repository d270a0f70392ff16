/**
 * Decides whether a run is valid: the generator's own lag must be small compared with what it measures. A void run
 * says nothing about the target.
 */
import { percentiles, type Measures } from './measures.ts';

/**
 * Above the first bound a generator is late at any rate; below the second no program that sleeps is on time: timers end
 * a millisecond late.
 */
const lagMsMax = 10;
const lagMsMin = 2;
/** The share of a judged response time that the generator may add. */
const lagShare = 0.1;
/** Beyond this a rate is no longer even, whatever the threshold. */
const judgedLagMsMax = 100;
/** A generator that polls the clock instead of sleeping is in time to this. */
const exactLagMsMin = 0.5;

/** The allowed p99 of the send lag where requests come at this mean interval, in milliseconds. */
export const lagAllowedMs = (meanIntervalMs: number): number =>
  Math.min(lagMsMax, Math.max(lagMsMin, meanIntervalMs / 10));

/** The allowed p99 of the send lag where response times are held against this threshold, in milliseconds. */
export const lagAllowedForMs = (responseMsMax: number): number =>
  Math.min(judgedLagMsMax, Math.max(exactLagMsMin, responseMsMax * lagShare));

/** True where only a generator that polls the clock keeps the allowed lag. */
export const needsExactTimes = (responseMsMax: number): boolean => lagAllowedForMs(responseMsMax) < lagMsMin;

/** Why the run is void, or undefined. */
export function lagVerdict(measures: Measures, allowedMs: number): string | undefined {
  const { p99 } = percentiles(measures.lag);
  if (p99 <= allowedMs) return undefined;
  return `the generator itself was late: p99 of its send lag is ${p99.toFixed(1)} ms, allowed are ${allowedMs.toFixed(1)} ms`;
}
