/**
 * The price of one asset at every minute, as a pure function of seed and minute (docs/market-model.md): the common
 * return, its own return with GARCH(1,1) variance, occasional jumps, and a weak reversion to the first price. Only
 * additions, multiplications, divisions and square roots, which give the same bits on every machine.
 */
import { fillStandardNormals, normal, poisson } from '../../../core/kernel/distributions.ts';
import type { Stream } from '../../../core/kernel/stream.ts';
import { BlockSeries } from './block-series.ts';
import { garchAfter, stepsPerDay, type Clustering } from './garch.ts';
import type { TradedAsset } from './markets.ts';
import { powerOfTen, type Ticks } from './units.ts';

/** A day of one asset. */
export interface PriceDay {
  /** The mid price in ticks at each minute. */
  readonly mids: Float64Array;
  /** USDC that changed hands from the first minute of the series to each minute, whole. */
  readonly turnover: Float64Array;
}

/** The state at the end of a day, from which the next day is computed. */
interface PathState {
  readonly price: number;
  readonly variance: number;
  readonly turnover: number;
}

const jumpsPerDay = 1 / 3;
const jumpDeviation = 0.02;
/** The share of the distance to the first price that is closed in a step. */
const pull = 1 / (90 * stepsPerDay);
/** No step moves a price further than this, up or down. */
const returnMax = 0.2;
/** No price leaves the range of a hundredth to a hundred times the first one. */
const rangeFactor = 100;
/** Today and yesterday are read together for the 24-hour change; around midnight a third day as well. */
const daysKept = 3;

const jumpSize = normal(0, jumpDeviation);
const jumpCount = poisson(jumpsPerDay);

/** The price series of one asset; days are computed on demand and in order. */
export class PricePath {
  readonly #days: BlockSeries<PathState, PriceDay>;
  /** The day that was read last: every minute of it is asked for. */
  #last: { readonly index: number; readonly day: PriceDay } | undefined;

  constructor(parts: {
    asset: TradedAsset;
    /** The common returns of a day, minute by minute. */
    common: (day: number) => Float64Array;
    stream: (path: string) => Stream;
    clustering: Clustering;
  }) {
    const { asset } = parts;
    const meanVariance = asset.dailyVolatility ** 2 / stepsPerDay;
    this.#days = new BlockSeries({
      first: { price: asset.firstPrice, variance: meanVariance, turnover: 0 },
      kept: daysKept,
      make: (start, day) => {
        const stream = parts.stream(`trading/price/${asset.name}/${day}`);
        return makeDay(asset, start, { stream, common: parts.common(day), clustering: parts.clustering });
      },
    });
  }

  day(index: number): PriceDay {
    if (this.#last?.index !== index) this.#last = { index, day: this.#days.block(index) };
    return this.#last.day;
  }

  /** How many days have been made so far, kept or not. */
  get daysMade(): number {
    return this.#days.made;
  }

  /** Makes the next day. */
  makeNext(): void {
    this.#days.makeNext();
  }

  /** How many days are held in memory. */
  get daysHeld(): number {
    return this.#days.size;
  }
}

/** How many ticks a USDC is. */
const ticksPerUsdc = ({ priceDecimals }: TradedAsset): Ticks => powerOfTen(priceDecimals);

/** The highest price there can be, in ticks. */
export const highestTicks = (asset: TradedAsset): Ticks =>
  Math.round(asset.firstPrice * rangeFactor * ticksPerUsdc(asset));

function makeDay(
  asset: TradedAsset,
  start: PathState,
  drawn: { stream: Stream; common: Float64Array; clustering: Clustering },
): { block: PriceDay; next: PathState } {
  const { stream, common, clustering } = drawn;
  const mids = new Float64Array(stepsPerDay);
  const turnovers = new Float64Array(stepsPerDay);
  const jumps = drawJumps(stream);
  const normals = new Float64Array(stepsPerDay);
  fillStandardNormals(stream, normals);
  const scale = ticksPerUsdc(asset);
  const meanVariance = asset.dailyVolatility ** 2 / stepsPerDay;
  const meanDeviation = Math.sqrt(meanVariance);
  const lowest = asset.firstPrice / rangeFactor;
  const highest = asset.firstPrice * rangeFactor;
  let { price, variance, turnover } = start;
  for (let step = 0; step < stepsPerDay; step++) {
    mids[step] = Math.max(1, Math.round(price * scale));
    turnovers[step] = turnover;
    const own = Math.sqrt(variance) * (normals[step] ?? 0);
    variance = garchAfter({ variance, shock: own, meanVariance, clustering });
    const distance = (price - asset.firstPrice) / (price + asset.firstPrice);
    const jump = jumps.get(step) ?? 0;
    const move = asset.beta * (common[step] ?? 0) + own + jump - pull * 2 * distance;
    price *= 1 + Math.min(returnMax, Math.max(-returnMax, move));
    price = Math.min(highest, Math.max(lowest, price));
    turnover += Math.round(asset.turnoverPerMinute * (0.2 + Math.abs(own) / meanDeviation));
  }
  return { block: { mids, turnover: turnovers }, next: { price, variance, turnover } };
}

/** The jumps of a day, by minute; two in one minute add up. */
function drawJumps(stream: Stream): ReadonlyMap<number, number> {
  const jumps = new Map<number, number>();
  for (let left = jumpCount(stream); left > 0; left--) {
    const step = stream.integer(stepsPerDay);
    jumps.set(step, (jumps.get(step) ?? 0) + jumpSize(stream));
  }
  return jumps;
}
