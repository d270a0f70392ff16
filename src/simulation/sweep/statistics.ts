/** The mean over seeds with its confidence interval. */
import { interval, meanOf } from '../../core/base/interval.ts';

/** A mean over seeds; the interval needs at least two of them. */
export interface MeanInterval {
  /** The number of seeds with a value. */
  readonly count: number;
  readonly mean: number;
  /** 95% interval of the mean by Student's t; null for fewer than two. */
  readonly low: number | null;
  readonly high: number | null;
}

/** The mean and its interval; undefined without values. */
export function meanInterval(values: readonly number[]): MeanInterval | undefined {
  const count = values.length;
  if (count === 0) return undefined;
  return { count, ...(interval(values) ?? { mean: meanOf(values), low: null, high: null }) };
}
