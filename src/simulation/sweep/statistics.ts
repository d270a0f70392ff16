/** The mean over seeds, and how exactly it is known. */
import { interval, meanOf } from '../../core/base/interval.ts';

export interface MeanInterval {
  /** How many seeds measured it. */
  readonly count: number;
  readonly mean: number;
  /** 95% interval of the mean by Student's t; null for fewer than two. */
  readonly low: number | null;
  readonly high: number | null;
}

/** Undefined where there is nothing to take a mean of. */
export function meanInterval(values: readonly number[]): MeanInterval | undefined {
  const count = values.length;
  if (count === 0) return undefined;
  return { count, ...(interval(values) ?? { mean: meanOf(values), low: null, high: null }) };
}
