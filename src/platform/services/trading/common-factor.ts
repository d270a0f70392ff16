/** The return that all assets have in common: one a minute, with clustered variance, drawn day by day. */
import { fillStandardNormals } from '../../../core/kernel/distributions.ts';
import type { Stream } from '../../../core/kernel/stream.ts';
import { BlockSeries } from './block-series.ts';
import { garchAfter, stepsPerDay, type Clustering } from './garch.ts';
import { Unfolding } from './unfolding.ts';

/** Standard deviation of a day's common return. */
const dailyVolatility = 0.025;
const meanVariance = dailyVolatility ** 2 / stepsPerDay;
const daysKept = 3;

/** A day of them. */
interface CommonDay {
  /** Minute by minute, as far as they are worked out. */
  readonly returns: Float64Array;
  readonly unfolding: Unfolding;
}

/** The common returns of a run, a pure function of its seed and the day. */
export class CommonFactor {
  readonly #days: BlockSeries<number, CommonDay>;

  constructor(parts: { stream: (path: string) => Stream; clustering: Clustering }) {
    this.#days = new BlockSeries({
      first: meanVariance,
      kept: daysKept,
      make: (variance, day) => makeDay(variance, parts.stream(`trading/common/${day}`), parts.clustering),
    });
  }

  /** The common returns of a day, minute by minute, up to a step at least. */
  day(index: number, step = stepsPerDay - 1): Float64Array {
    const { returns, unfolding } = this.#days.block(index);
    unfolding.upTo(step);
    return returns;
  }
}

function makeDay(
  start: number,
  stream: Stream,
  clustering: Clustering,
): { block: CommonDay; next: () => number } {
  const returns = new Float64Array(stepsPerDay);
  let variance = start;
  const unfolding = new Unfolding(stepsPerDay, (from, to) => {
    fillStandardNormals(stream, returns.subarray(from, to));
    for (let step = from; step < to; step++) {
      const shock = Math.sqrt(variance) * (returns[step] ?? 0);
      returns[step] = shock;
      variance = garchAfter({ variance, shock, meanVariance, clustering });
    }
  });
  const next = (): number => {
    unfolding.upTo(stepsPerDay - 1);
    return variance;
  };
  return { block: { returns, unfolding }, next };
}
