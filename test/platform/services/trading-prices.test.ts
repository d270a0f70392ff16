/** The market model: determinism, independence of who reads what, bounds, and the statistics it promises. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Streams } from '../../../src/core/kernel/stream.ts';
import { spotCount } from '../../../src/platform/services/trading/assets.ts';
import { BlockSeries } from '../../../src/platform/services/trading/block-series.ts';
import { stepsPerDay, type Clustering } from '../../../src/platform/services/trading/garch.ts';
import { Markets } from '../../../src/platform/services/trading/markets.ts';
import type { PriceJump } from '../../../src/platform/services/ports.ts';
import { PriceFeed } from '../../../src/platform/services/trading/price-feed.ts';

const streamsOf = (seed: string) => {
  const streams = new Streams(seed);
  return (path: string) => streams.stream(path);
};

function newModel(seed: string, clustering: Clustering = 'clustered', jumps: readonly PriceJump[] = []) {
  const stream = streamsOf(seed);
  const markets = new Markets({ stream, counted: 'perpetuals' });
  return { assets: markets.assets, markets, feed: new PriceFeed({ originMs: 0, stream, clustering, jumps }) };
}

/** For what is true of prices whatever was read before. */
const shared = newModel('7');

/** Relative returns of an asset over a span, minute by minute. */
function returnsOf({ assets, feed }: ReturnType<typeof newModel>, place: number, steps: number): number[] {
  const asset = assets[place];
  if (asset === undefined) throw new Error('there is such an asset');
  const mids = Array.from({ length: steps }, (_, step) => feed.mid(asset, step));
  return mids.slice(1).map((mid, index) => mid / (mids[index] ?? mid) - 1);
}

const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;

function correlation(left: readonly number[], right: readonly number[]): number {
  const [leftMean, rightMean] = [mean(left), mean(right)];
  const product = mean(left.map((value, index) => (value - leftMean) * ((right[index] ?? 0) - rightMean)));
  const deviation = (values: readonly number[], centre: number): number =>
    Math.sqrt(mean(values.map((value) => (value - centre) ** 2)));
  return product / (deviation(left, leftMean) * deviation(right, rightMean));
}

it('days that are made for all assets together are those that are made for each alone', () => {
  const [alone, together] = [newModel('7'), newModel('7')];
  const read = [0, 5, 9, 279].flatMap((place) => alone.assets[place] ?? []);
  const step = 12 * stepsPerDay + 7;
  for (const asset of read.slice(2)) together.feed.mid(asset, 3 * stepsPerDay);
  together.feed.reach(read, step);
  const quotes = (feed: PriceFeed) => read.map((asset) => [feed.quote(asset, step), feed.mid(asset, 5_000)]);
  expect(quotes(together.feed)).toEqual(quotes(alone.feed));
});

describe('the list of markets', () => {
  it('has 280 perpetuals and 40 spot pairs, each symbol once', () => {
    const { all } = newModel('7').markets;
    expect(all.filter(({ type }) => type === 'perp')).toHaveLength(280);
    expect(all.filter(({ type }) => type === 'spot')).toHaveLength(spotCount);
    expect(new Set(all.map(({ symbol }) => symbol)).size).toBe(320);
  });

  it('names the same markets under every seed, at other prices', () => {
    const [first, second] = [newModel('1').assets, newModel('2').assets];
    expect(first.map(({ name }) => name)).toEqual(second.map(({ name }) => name));
    expect(first.filter(({ firstPrice }, place) => firstPrice === second[place]?.firstPrice)).toEqual([]);
  });

  it('begins every price with seven digits, and gives price and lot twelve decimals together', () => {
    const { assets, feed } = shared;
    const wrong = assets.filter(
      (asset) =>
        asset.priceDecimals + asset.lotDecimals !== 12 || !/^\d{7}$/.test(String(feed.mid(asset, 0))),
    );
    expect(wrong).toEqual([]);
  });
});

describe('prices', () => {
  it('are the same for the same seed, and others for another', () => {
    expect(returnsOf(newModel('7'), 0, 5_000)).toEqual(returnsOf(newModel('7'), 0, 5_000));
    expect(returnsOf(newModel('7'), 0, 500)).not.toEqual(returnsOf(newModel('8'), 0, 500));
  });

  it('do not depend on what was read before, in which order, or of which asset', () => {
    const model = newModel('7');
    const expected = [0, 1, 41, 279].map((place) => {
      const asset = model.assets[place];
      if (asset === undefined) throw new Error('there is such an asset');
      return {
        place,
        mids: Array.from({ length: 8 * stepsPerDay }, (_, step) => model.feed.mid(asset, step)),
      };
    });
    const read = fc.record({ which: fc.nat(3), step: fc.nat(8 * stepsPerDay - 1) });
    fc.assert(
      fc.property(fc.array(read, { minLength: 1, maxLength: 30 }), (reads) => {
        const { assets, feed } = newModel('7');
        for (const { which, step } of reads) {
          const { place, mids } = expected[which] ?? { place: 0, mids: [] };
          const asset = assets[place];
          if (asset === undefined) throw new Error('there is such an asset');
          expect(feed.mid(asset, step)).toBe(mids[step]);
        }
      }),
      { numRuns: 40 },
    );
  });

  it('are whole ticks, positive, and within a hundredth and a hundred times the first', () => {
    const { assets, feed } = newModel('7');
    const wrong: unknown[] = [];
    for (const asset of assets.slice(0, 12)) {
      const first = feed.mid(asset, 0);
      const [least, most] = [Math.floor(first / 100), Math.ceil(first * 100) + 100];
      for (let step = 0; step < 60 * stepsPerDay; step += 97) {
        const mid = feed.mid(asset, step);
        const isRight = Number.isSafeInteger(mid) && mid >= least && mid <= most;
        if (!isRight) wrong.push([asset.name, step, mid, least, most]);
      }
    }
    expect(wrong).toEqual([]);
  });

  it('are correlated for every pair of twelve assets, and no two are equal', () => {
    const model = newModel('7');
    const returns = Array.from({ length: 12 }, (_, place) => returnsOf(model, place, 10 * stepsPerDay));
    for (let left = 0; left < returns.length; left++) {
      for (let right = left + 1; right < returns.length; right++) {
        const together = correlation(returns[left] ?? [], returns[right] ?? []);
        expect(together).toBeGreaterThan(0.05);
        expect(together).toBeLessThan(0.95);
      }
    }
  });

  it.each([
    ['clustered', 0.08, 1],
    ['constant', -0.06, 0.06],
  ] as const)('have squared returns that remember (%s): lag 1 to 5 between %d and %d', (kind, low, high) => {
    const returns = returnsOf(newModel('7', kind), 1, 20 * stepsPerDay);
    // A jump is not a cluster, and would dominate the statistic.
    const cut = 6 * Math.sqrt(mean(returns.map((move) => move * move)));
    const squares = returns.map((move) => Math.min(move * move, cut * cut));
    const lags = [1, 2, 3, 4, 5].map((lag) => correlation(squares.slice(lag), squares.slice(0, -lag)));
    expect(mean(lags)).toBeGreaterThan(low);
    expect(mean(lags)).toBeLessThan(high);
  });

  it('have returns without autocorrelation, so that the last minute predicts nothing', () => {
    const returns = returnsOf(newModel('7'), 1, 20 * stepsPerDay);
    expect(Math.abs(correlation(returns.slice(1), returns.slice(0, -1)))).toBeLessThan(0.03);
  });

  it('are quoted with a spread of 5 basis points, and a bid is always below its ask', () => {
    const { assets, feed } = shared;
    for (const asset of assets) {
      const { bid, mid, ask } = feed.quote(asset, 2_000);
      expect((ask - bid) / mid).toBeCloseTo(0.0005, 5);
    }
    for (const mid of [2, 3, 10, 100]) expect(feed.bid(mid)).toBeLessThan(feed.ask(mid));
  });

  it('show the change and the turnover of exactly 24 hours', () => {
    const { assets, feed } = shared;
    const [asset] = assets;
    if (asset === undefined) throw new Error('there is an asset');
    const quote = feed.quote(asset, 3_000);
    const before = feed.mid(asset, 3_000 - stepsPerDay);
    expect(quote.changeBasisPoints).toBe(Math.round((quote.mid / before - 1) * 10_000));
    expect(quote.volumeUsdc).toBeGreaterThan(0);
    expect(feed.quote(asset, 0)).toMatchObject({ changeBasisPoints: 0, volumeUsdc: 0 });
  });

  it('have funding rates within 0.05% either way, and both ways', () => {
    const { assets, feed } = shared;
    const rates = assets.flatMap((asset) =>
      [960, 1_440, 1_920, 2_400].map((step) => feed.fundingRate(asset, step)),
    );
    expect(Math.max(...rates)).toBe(50_000);
    expect(Math.min(...rates)).toBe(-50_000);
    expect(rates.every(Number.isSafeInteger)).toBe(true);
    expect(new Set(rates).size).toBeGreaterThan(200);
  });

  it('use bounded memory, whatever is read', () => {
    const { assets, feed } = newModel('7');
    for (let day = 0; day < 12; day++) for (const asset of assets) feed.mid(asset, day * stepsPerDay);
    expect(feed.daysHeld).toBeLessThanOrEqual(3 * assets.length);
  });
});

describe('a series in blocks', () => {
  it('computes each block from the state before it, keeps the last few, and computes a dropped one again', () => {
    const made: number[] = [];
    const series = new BlockSeries<number, number>({
      first: 1,
      kept: 2,
      make: (start, index) => {
        made.push(index);
        return { block: start * 10, next: start + 1 };
      },
    });
    expect(series.block(3)).toBe(40);
    expect(series.size).toBe(2);
    expect(series.block(0)).toBe(10);
    expect(series.block(3)).toBe(40);
    expect(made).toEqual([0, 1, 2, 3, 0]);
  });
});

describe('a jump of the fault plan', () => {
  const atMs = 100 * 60_000 + 30_000;

  it('moves only its pair, by its share, from the next minute on, and leaves past prices unchanged', () => {
    const plain = newModel('jump');
    const jumped = newModel('jump', 'clustered', [{ pair: 'BTC-USDC', atMs, basisPoints: -1_200 }]);
    const [btc, eth] = plain.assets;
    if (btc === undefined || eth === undefined) throw new Error('there are such assets');
    for (const step of [0, 99, 100, 101, 102, 2_000]) {
      const expected = plain.feed.mid(btc, step) * (step > 100 ? 0.88 : 1);
      expect(Math.abs(jumped.feed.mid(btc, step) - expected)).toBeLessThanOrEqual(0.5);
      expect(jumped.feed.mid(eth, step)).toBe(plain.feed.mid(eth, step));
    }
    const change = (feed: PriceFeed): number => feed.quote(btc, 110).changeBasisPoints;
    expect(change(jumped.feed)).toBeLessThan(change(plain.feed) - 1_000);
    expect(jumped.feed.fundingRate(btc, 110)).toBe(-50_000);
  });

  it('for all pairs moves all of them; jumps accumulate; prices stay whole ticks within their range', () => {
    const up = Array.from({ length: 20 }, () => ({ pair: 'all', atMs, basisPoints: 10_000 }));
    const down = Array.from({ length: 40 }, () => ({ pair: 'all', atMs, basisPoints: -9_000 }));
    for (const asset of newModel('jump').assets.slice(0, 30)) {
      const highest = newModel('jump', 'clustered', up).feed.mid(asset, 101);
      expect(highest).toBe(Math.round(asset.firstPrice * 100 * 10 ** asset.priceDecimals));
      const { feed } = newModel('jump', 'clustered', down);
      const lowest = feed.mid(asset, 101);
      expect(lowest).toBe(1);
      expect(feed.bid(lowest)).toBeLessThan(feed.ask(lowest));
    }
  });
});
