/** The mean over seeds, and how exactly it is known. */

export interface MeanInterval {
  /** How many seeds measured it. */
  readonly count: number;
  readonly mean: number;
  /** 95% interval of the mean by Student's t; null for fewer than two. */
  readonly low: number | null;
  readonly high: number | null;
}

/** Two-sided 97.5% points of Student's t for 1 to 30 degrees of freedom. */
const studentT = [
  12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228, 2.201, 2.179, 2.16, 2.145, 2.131,
  2.12, 2.11, 2.101, 2.093, 2.086, 2.08, 2.074, 2.069, 2.064, 2.06, 2.056, 2.052, 2.048, 2.045, 2.042,
];

/** Beyond the table the first term of its expansion is right to the third digit. */
const pointOf = (freedom: number): number => studentT[freedom - 1] ?? 1.95996 + 2.42 / freedom;

/** Undefined where there is nothing to take a mean of. */
export function meanInterval(values: readonly number[]): MeanInterval | undefined {
  const count = values.length;
  if (count === 0) return undefined;
  const mean = values.reduce((sum, value) => sum + value, 0) / count;
  if (count === 1) return { count, mean, low: null, high: null };
  const squares = values.reduce((sum, value) => sum + (value - mean) * (value - mean), 0);
  const half = pointOf(count - 1) * Math.sqrt(squares / (count - 1) / count);
  return { count, mean, low: mean - half, high: mean + half };
}
