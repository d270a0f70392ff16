/** What a few repetitions say together. */

export interface Interval {
  readonly mean: number;
  readonly low: number;
  readonly high: number;
}

/** Two-sided 97.5% points of Student's t by degrees of freedom; beyond ten the last is close enough. */
const studentT = [0, 12.71, 4.3, 3.18, 2.78, 2.57, 2.45, 2.36, 2.31, 2.26, 2.23];

/** Mean and 95% interval of two values or more; undefined of fewer. */
export function interval(values: readonly number[]): Interval | undefined {
  if (values.length < 2) return undefined;
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const squares = values.reduce((sum, value) => sum + (value - mean) ** 2, 0);
  const t = studentT[Math.min(values.length - 1, studentT.length - 1)] ?? 0;
  const half = t * Math.sqrt(squares / (values.length - 1) / values.length);
  return { mean, low: mean - half, high: mean + half };
}
