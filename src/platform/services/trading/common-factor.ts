/** The return that all assets have in common: one a minute, with clustered variance, drawn day by day. */
import { fillStandardNormals } from '../../../core/kernel/distributions.ts';
import type { Stream } from '../../../core/kernel/stream.ts';
import { BlockSeries } from './block-series.ts';
import { garchAfter, stepsPerDay, type Clustering } from './garch.ts';

/** Standard deviation of a day's common return. */
const dailyVolatility = 0.025;
const meanVariance = dailyVolatility ** 2 / stepsPerDay;
const daysKept = 3;

/** The common returns of a run, a pure function of its seed and the day. */
export class CommonFactor {
  readonly #days: BlockSeries<number, Float64Array>;

  constructor(parts: { stream: (path: string) => Stream; clustering: Clustering }) {
    this.#days = new BlockSeries({
      first: meanVariance,
      kept: daysKept,
      make: (variance, day) => makeDay(variance, parts.stream(`trading/common/${day}`), parts.clustering),
    });
  }

  /** The common returns of a day, minute by minute. */
  day(index: number): Float64Array {
    return this.#days.block(index);
  }
}

function makeDay(
  start: number,
  stream: Stream,
  clustering: Clustering,
): { block: Float64Array; next: number } {
  const block = new Float64Array(stepsPerDay);
  fillStandardNormals(stream, block);
  let variance = start;
  for (let step = 0; step < stepsPerDay; step++) {
    const shock = Math.sqrt(variance) * (block[step] ?? 0);
    block[step] = shock;
    variance = garchAfter({ variance, shock, meanVariance, clustering });
  }
  return { block, next: variance };
}
