/**
 * The variance of a minute, from the minute before: GARCH(1,1) (Bollerslev 1986), so that large moves come in clusters;
 * its half-life is a little over an hour.
 */

/** The grid of prices: one a minute. */
export const stepsPerDay = 1_440;

/** Policy `trading.volatility`. */
export type Clustering = 'clustered' | 'constant';

/** The weights of the last squared return and of the last variance; the mean has the rest. */
const alpha = 0.06;
const beta = 0.93;
/** The variance is at most this many times its mean. */
const burstMax = 50;

/**
 * The variance of the next minute, from the variance and the return (`shock`) of this one; capped at 50 times the
 * mean.
 */
export function garchAfter(step: {
  variance: number;
  shock: number;
  meanVariance: number;
  clustering: Clustering;
}): number {
  const { variance, shock, meanVariance, clustering } = step;
  if (clustering === 'constant') return meanVariance;
  const next = (1 - alpha - beta) * meanVariance + alpha * shock * shock + beta * variance;
  return Math.min(next, burstMax * meanVariance);
}
