/** Amounts sorted into bins of one round width; the last bin takes the few that lie far out. */
import { microsPerUsdc, type Micros } from '../../../core/base/money.ts';

export interface Bins {
  readonly widthMicros: Micros;
  /** Lower edges, one a bin. */
  readonly edges: readonly Micros[];
  /** True where the last bin has no upper edge. */
  readonly isOpenEnded: boolean;
}

const binTarget = 20;

/** Bins that cover the values up to their 99th percentile; undefined for no values. */
export function binsFor(values: readonly Micros[]): Bins | undefined {
  if (values.length === 0) return undefined;
  const sorted = values.toSorted((left, right) => left - right);
  const low = sorted[0] ?? 0;
  const high = sorted.at(-1) ?? 0;
  const most = sorted[Math.floor((sorted.length - 1) * 0.99)] ?? high;
  const widthMicros = roundWidth((most - low) / binTarget);
  const start = Math.floor(low / widthMicros) * widthMicros;
  const edges: Micros[] = [];
  for (let edge = start; edge <= most; edge += widthMicros) edges.push(edge);
  const end = start + edges.length * widthMicros;
  if (high >= end) edges.push(end);
  return { widthMicros, edges, isOpenEnded: high >= end };
}

/** The next of 1, 2, 5, 10, 20, 50 ... that is no smaller; one USDC where all values are equal. */
function roundWidth(micros: number): Micros {
  if (micros <= 0) return microsPerUsdc;
  let power = 1;
  while (power * 10 <= micros) power *= 10;
  return [1, 2, 5, 10].map((factor) => factor * power).find((width) => width >= micros) ?? power * 10;
}

/** Index of the bin that a value falls into. */
export const binOf = (value: Micros, { edges, widthMicros }: Bins): number =>
  Math.min(edges.length - 1, Math.floor((value - (edges[0] ?? 0)) / widthMicros));
