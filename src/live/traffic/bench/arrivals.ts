/** When the requests of a step are due: evenly spaced, or as a Poisson process of the same rate. */
import { Stream } from '../../../core/kernel/stream.ts';

/** How a bench spaces its requests. */
export const arrivalKinds = ['even', 'poisson'] as const;
/** One of `arrivalKinds`. */
export type Arrivals = (typeof arrivalKinds)[number];

/**
 * Due times in milliseconds of `count` arrivals, by their number, to be asked for in rising order. A Poisson process has exactly `count` arrivals in
 * `count / requestsPerSecond` seconds, so that the rate offered is the rate asked for; each step has other gaps, and
 * each run the same.
 */
export function dueTimes(plan: {
  count: number;
  requestsPerSecond: number;
  arrivals: Arrivals;
  step: number;
}): (n: number) => number {
  const { count, requestsPerSecond, arrivals, step } = plan;
  const gapMs = 1000 / requestsPerSecond;
  if (arrivals === 'even') return (n) => n * gapMs;
  // Exponential gaps, scaled to the time of the step, are the gaps of uniform arrivals in order.
  const gaps = gapsOf(step);
  let sum = gaps();
  for (let n = 0; n < count; n++) sum += gaps();
  const scaleMs = (count * gapMs) / sum;
  const again = gapsOf(step);
  let [atMs, made] = [again() * scaleMs, 0];
  return (n) => {
    for (; made < n; made++) atMs += again() * scaleMs;
    return atMs;
  };
}

/** Exponential gaps of mean 1. */
function gapsOf(step: number): () => number {
  const stream = new Stream('bench', `arrivals/${step}`);
  return () => -Math.log1p(-stream.unit());
}
