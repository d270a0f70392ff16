/** Bins of one round width for amounts; the last bin holds the outliers. */
import { microsPerUsdc, type Micros } from '../../../core/base/money.ts';

/** The bins of a histogram; all but an open-ended last one have the same width. */
export interface Bins {
  readonly widthMicros: Micros;
  /** Lower edges, one per bin, ascending. */
  readonly edges: readonly Micros[];
  /** True if the last bin has no upper edge. */
  readonly isOpenEnded: boolean;
}

const binTarget = 20;

/** Bins up to the 99th percentile of the values; undefined without values. */
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

/** The next width of 1, 2, 5, 10, 20, 50 ... that is large enough; one USDC if all values are equal. */
function roundWidth(micros: number): Micros {
  if (micros <= 0) return microsPerUsdc;
  let power = 1;
  while (power * 10 <= micros) power *= 10;
  return [1, 2, 5, 10].map((factor) => factor * power).find((width) => width >= micros) ?? power * 10;
}

/** Index of the bin that a value falls into. */
export const binOf = (value: Micros, { edges, widthMicros }: Bins): number =>
  Math.min(edges.length - 1, Math.floor((value - (edges[0] ?? 0)) / widthMicros));
