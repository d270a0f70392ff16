/**
 * How the variance of a minute follows from the minute before: GARCH(1,1) (Bollerslev 1986), so that large moves come
 * in clusters; its half-life is a little over an hour.
 */

/** The grid of prices: one a minute. */
export const stepsPerDay = 1_440;

/** Policy `trading.volatility`. */
export type Clustering = 'clustered' | 'constant';

/** Weight of the last squared return and of the last variance; the rest pulls to the mean. */
const alpha = 0.06;
const beta = 0.93;
/** No burst lifts the variance further above its mean. */
const burstMax = 50;

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
