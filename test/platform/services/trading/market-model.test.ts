/** Prices against the recursion of docs/market-model.md, computed here once more from the same draws. */
import { describe, expect, it } from 'vitest';
import { fillStandardNormals, normal, poisson } from '../../../../src/core/kernel/distributions.ts';
import { Streams, type Stream } from '../../../../src/core/kernel/stream.ts';
import { CommonFactor } from '../../../../src/platform/services/trading/common-factor.ts';
import { Markets, type TradedAsset } from '../../../../src/platform/services/trading/markets.ts';
import { highestTicks, PricePath } from '../../../../src/platform/services/trading/price-path.ts';

const minutes = 1_440;
const streamsOf = (seed: string) => {
  const streams = new Streams(seed);
  return (path: string): Stream => streams.stream(path);
};

type Clustering = 'clustered' | 'constant';

function normalsOf(stream: Stream): Float64Array {
  const normals = new Float64Array(minutes);
  fillStandardNormals(stream, normals);
  return normals;
}

/** The variance after a return: a = 0.06, b = 0.93, at most 50 times its mean. */
const varianceAfter = (variance: number, move: number, mean: number): number =>
  Math.min(50 * mean, 0.01 * mean + 0.06 * move ** 2 + 0.93 * variance);

/** The common returns of so many days: 2.5% a day. */
function commonReturns(stream: (path: string) => Stream, days: number, clustering: Clustering): number[] {
  const mean = 0.025 ** 2 / minutes;
  let variance = mean;
  return Array.from({ length: days }, (_, day) => [...normalsOf(stream(`trading/common/${day}`))])
    .flat()
    .map((z) => {
      const move = Math.sqrt(variance) * z;
      if (clustering === 'clustered') variance = varianceAfter(variance, move, mean);
      return move;
    });
}

interface Model {
  readonly stream: (path: string) => Stream;
  readonly days: number;
  readonly clustering: Clustering;
  readonly common: readonly number[];
}

/** Mid prices in ticks and turnovers of so many days. */
function modelled(asset: TradedAsset, { stream, days, clustering, common }: Model) {
  const [first, mean] = [asset.firstPrice, asset.dailyVolatility ** 2 / minutes];
  let [price, variance, turnover] = [first, mean, 0];
  const mids: number[] = [];
  const turnovers: number[] = [];
  for (let day = 0; day < days; day += 1) {
    const draws = stream(`trading/price/${asset.name}/${day}`);
    const jumps = new Map<number, number>();
    for (let count = poisson(1 / 3)(draws); count > 0; count -= 1) {
      const minute = draws.integer(minutes);
      jumps.set(minute, (jumps.get(minute) ?? 0) + normal(0, 0.02)(draws));
    }
    for (const [minute, z] of normalsOf(draws).entries()) {
      mids.push(Math.max(1, Math.round(price * 10 ** asset.priceDecimals)));
      turnovers.push(turnover);
      const own = Math.sqrt(variance) * z;
      if (clustering === 'clustered') variance = varianceAfter(variance, own, mean);
      const pull = (2 * (price - first)) / (price + first) / (90 * minutes);
      const move =
        asset.beta * (common[day * minutes + minute] ?? Number.NaN) + own + (jumps.get(minute) ?? 0) - pull;
      price *= 1 + Math.max(-0.2, Math.min(0.2, move));
      price = Math.max(first / 100, Math.min(first * 100, price));
      turnover += Math.round(asset.turnoverPerMinute * (0.2 + Math.abs(own) / Math.sqrt(mean)));
    }
  }
  return { mids, turnovers };
}

/** How far two series are from each other, at the minute where they differ most. */
function farthest(one: readonly number[], other: readonly number[]): number {
  expect(one).toHaveLength(other.length);
  return one.reduce((most, value, at) => Math.max(most, Math.abs(value - (other[at] ?? Number.NaN))), 0);
}

const usual = new Markets({ stream: streamsOf('7'), counted: 'perpetuals' }).assets[0]!;
/** So restless that its moves meet their bound, and that it falls to its lowest price, which is below a tick. */
const wild: TradedAsset = { ...usual, name: 'WILD', firstPrice: 40, priceDecimals: 0, dailyVolatility: 7 };
/** Rises to its highest price, for all that is common to it moves up. */
const rising: TradedAsset = { ...usual, name: 'RISING' };

describe.each(['clustered', 'constant'] as const)('a price whose volatility is %s', (clustering) => {
  const days = 6;
  const stream = streamsOf('model');
  const common = commonReturns(stream, days, clustering);

  it('follows common returns of 2.5% a day', () => {
    const factor = new CommonFactor({ stream, clustering });
    const made = Array.from({ length: days }, (_, day) => [...factor.day(day)]).flat();
    expect(farthest(made, common)).toBeLessThan(1e-12);
  });

  it.each([
    ['an asset of the list', usual, 0],
    ['one that meets the bounds of moves and falls', wild, 0],
    ['one that rises', rising, 0.005],
  ])('moves as the model says: %s', (_, asset, more) => {
    const lifted = common.map((move) => move + more);
    const { mids, turnovers } = modelled(asset, { stream, days, clustering, common: lifted });
    const commonOf = (day: number) => Float64Array.from(lifted.slice(day * minutes, (day + 1) * minutes));
    const path = new PricePath({ asset, common: commonOf, stream, clustering });
    for (let day = 0; day < days; day += 1) {
      const made = path.day(day);
      expect(farthest([...made.mids], mids.slice(day * minutes, (day + 1) * minutes))).toBe(0);
      expect(farthest([...made.turnover], turnovers.slice(day * minutes, (day + 1) * minutes))).toBe(0);
    }
    expect([path.daysMade, path.daysHeld]).toEqual([days, 3]);
    const highest = Math.round(asset.firstPrice * 100 * 10 ** asset.priceDecimals);
    expect(highestTicks(asset)).toBe(highest);
    expect([mids.includes(highest), mids.includes(1)]).toEqual([asset === rising, asset === wild]);
  });
});
