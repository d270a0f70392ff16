/** The mean of a few repetitions and its confidence interval. */
import { Type, type Static } from 'typebox';
import { closed } from './schema-parts.ts';
import type { Written } from './written.ts';

/** A mean and its 95% interval by Student's t. */
export const IntervalSchema = Type.Object(
  { mean: Type.Number(), low: Type.Number(), high: Type.Number() },
  closed,
);

/** A mean with its 95% interval, as `IntervalSchema` describes it. */
export type Interval = Written<Static<typeof IntervalSchema>>;

/** Two-sided 97.5% points of Student's t for 1 to 30 degrees of freedom. */
const studentT = [
  12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228, 2.201, 2.179, 2.16, 2.145, 2.131,
  2.12, 2.11, 2.101, 2.093, 2.086, 2.08, 2.074, 2.069, 2.064, 2.06, 2.056, 2.052, 2.048, 2.045, 2.042,
];

/** Beyond the table: the first term of the expansion, accurate to three digits. */
const pointOf = (freedom: number): number => studentT[freedom - 1] ?? 1.95996 + 2.42 / freedom;

/** The arithmetic mean; NaN for no values. */
export const meanOf = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;

/** The mean and its 95% interval; undefined for fewer than two values. */
export function interval(values: readonly number[]): Interval | undefined {
  const count = values.length;
  if (count < 2) return undefined;
  const mean = meanOf(values);
  const squares = values.reduce((sum, value) => sum + (value - mean) * (value - mean), 0);
  const half = pointOf(count - 1) * Math.sqrt(squares / (count - 1) / count);
  return { mean, low: mean - half, high: mean + half };
}
