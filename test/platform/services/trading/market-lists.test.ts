/** What the service says of its markets, with a feed whose prices say which asset and minute they are of. */
import { describe, expect, it } from 'vitest';
import { Fraction } from '../../../../src/core/base/fraction.ts';
import { Refusal } from '../../../../src/core/base/refusal.ts';
import { resolvePolicies, type Policies } from '../../../../src/core/policy/policies.ts';
import { Streams } from '../../../../src/core/kernel/stream.ts';
import type { Platform, ServiceClock } from '../../../../src/platform/services/ports.ts';
import { MarketData } from '../../../../src/platform/services/trading/market-data.ts';
import { marketNames, Markets, type TradedAsset } from '../../../../src/platform/services/trading/markets.ts';
import { PriceFeed } from '../../../../src/platform/services/trading/price-feed.ts';

const minuteMs = 60_000;
const streams = new Streams('7');
const stream = (path: string) => streams.stream(path);
const { assets } = new Markets({ stream, counted: 'perpetuals' });
const placeOf = (asset: TradedAsset): number => assets.findIndex(({ name }) => name === asset.name);
/** A price that says which asset and minute it is of. */
const midOf = (asset: TradedAsset, step: number): number => 1_000_000 + 1_000 * step + placeOf(asset);
const rateOf = (asset: TradedAsset, step: number): number => 8 * (placeOf(asset) + step) + 3;

const closedAsked: (readonly string[])[] = [];

/** Market data at this minute of a Thursday. */
function dataAt(step: number, { policies = {}, closed = [] }: { policies?: Record<string, string>; closed?: readonly string[] } = {}) {
  const reached: [number, number][] = [];
  const feed = {
    stepAt: (atMs: number) => Math.floor(atMs / minuteMs),
    mid: midOf,
    quote: (asset: TradedAsset, at: number) => ({ mid: midOf(asset, at) }),
    fundingRate: rateOf,
    reach: (all: readonly unknown[], at: number) => void reached.push([all.length, at]),
  };
  const data = new MarketData({
    platform: { policies: resolvePolicies('published', policies) as Policies, stream } as unknown as Platform,
    clock: { nowMs: step * minuteMs } as ServiceClock,
    hours: { isClosed: (names: readonly string[]) => (closedAsked.push(names), names.some((name) => closed.includes(name))), jumps: [] },
    feed: feed as unknown as PriceFeed,
  });
  return { data, reached };
} // prettier-ignore

const codeOf = (outcome: unknown): string => (outcome instanceof Refusal ? outcome.code : 'none');

describe('the markets', () => {
  it.each([
    ['perpetuals', 280],
    ['all-markets', 240],
  ])('are all listed, each with its mark and whether it is closed (%s)', (counted, perpetuals) => {
    const { data, reached } = dataAt(5, {
      policies: { 'trading.marketCount': counted },
      closed: ['ETH-PERP', 'SOL-USDC'],
    });
    const views = data.markets(undefined) as Exclude<ReturnType<typeof data.markets>, Refusal>;
    const expected = [
      ...assets.slice(0, perpetuals).map((asset) => [`${asset.name}-PERP`, asset] as const),
      ...assets.slice(0, 40).map((asset) => [asset.pair, asset] as const),
    ];
    const isClosed = (symbol: string): boolean => ['ETH-PERP', 'SOL-PERP', 'SOL-USDC'].includes(symbol);
    expect(views.map(({ market, mark, isClosed: closed }) => [market.symbol, mark, closed])).toEqual(
      expected.map(([symbol, asset]) => [symbol, midOf(asset, 5), isClosed(symbol)]),
    );
    expect(reached).toEqual([[perpetuals + 40, 5]]);
  });

  it('are named by a fault as a perpetual, as a pair, or all together', () => {
    expect(marketNames.slice(0, 5)).toEqual(['all', 'BTC-PERP', 'BTC-USDC', 'ETH-PERP', 'ETH-USDC']);
    expect(marketNames).toEqual(['all', ...assets.flatMap(({ name }) => [`${name}-PERP`, `${name}-USDC`])]);
  });

  it('have a funding rate where there is a perpetual, unless a pair is for the spot market', () => {
    for (const shown of ['with-perp', 'perp-only'] as const) {
      const { data } = dataAt(9, { policies: { 'trading.fundingShown': shown } });
      // Either side of the last asset with a spot market.
      for (const asset of assets.slice(30, 50)) {
        const hides = shown === 'perp-only' && placeOf(asset) < 40;
        expect(data.price({ pair: asset.pair })).toEqual({
          asset,
          quote: { mid: midOf(asset, 9) },
          fundingRate: hides ? null : rateOf(asset, 9),
        });
        expect(data.ticker({ symbol: `${asset.name}-PERP` })).toMatchObject({
          market: { symbol: `${asset.name}-PERP`, type: 'perp' },
          mark: midOf(asset, 9),
          fundingRate: rateOf(asset, 9),
        });
        const spot = data.ticker({ symbol: asset.pair });
        if (placeOf(asset) < 40) expect(spot).toMatchObject({ market: { type: 'spot' }, fundingRate: null });
        else expect(codeOf(spot)).toBe('NOT_FOUND');
      }
      for (const pair of ['BTC-PERP', 'NONE-USDC', ''])
        expect(codeOf(data.price({ pair }))).toBe('NOT_FOUND');
      for (const symbol of ['BTC', 'NONE-PERP', ''])
        expect(codeOf(data.ticker({ symbol }))).toBe('NOT_FOUND');
    }
  });

  it('are worth their mid price, at the present minute or at another', () => {
    const { data } = dataAt(7);
    for (const asset of assets) {
      const scale = 10 ** asset.priceDecimals;
      expect(String(data.worthOf(asset.name))).toBe(String(Fraction.of(midOf(asset, 7) * 1_000_000, scale)));
      expect(data.midAt(asset.name, 3 * minuteMs)).toBe(midOf(asset, 3) / scale);
      expect(data.assetOf(asset.pair)).toMatchObject({ name: asset.name });
    }
    expect([data.worthOf('NONE'), data.midAt('NONE', 0), data.assetOf('BTC')]).toEqual([undefined, Number.NaN, undefined]);
    expect(data.assetNames(3)).toEqual(['BTC', 'ETH', 'SOL']);
  }); // prettier-ignore

  it('are closed by a fault of either name, and on weekends where a policy says so', () => {
    const market = dataAt(0).data.find('BTC-USDC')!;
    closedAsked.length = 0;
    expect(dataAt(0).data.isClosed(market)).toBe(false);
    expect(closedAsked).toEqual([['BTC-USDC', 'BTC-USDC']]);
    // The epoch was a Thursday.
    const days = ['Thursday', 'Friday', 'Saturday', 'Sunday', 'Monday', 'Tuesday', 'Wednesday'];
    for (const [day, name] of days.entries())
      for (const minute of [0, 1_439]) {
        const policies = { 'trading.hours': 'weekdays' };
        const step = (7 * 2_000 + day) * 1_440 + minute;
        expect(dataAt(step, { policies }).data.isClosed(market), name).toBe(name.startsWith('S'));
        expect(dataAt(step).data.isClosed(market)).toBe(false);
      }
  });

  it.each([
    ['8h', 480, 1],
    ['1h', 60, 8],
  ])('pay funding every %s, on the minute', (every, minutes, parts) => {
    const { data } = dataAt(0, { policies: { 'trading.fundingEvery': every } });
    for (let step = 0; step < 1_000; step += 1) expect(data.isFundingTime(step)).toBe(step % minutes === 0);
    const asset = assets[2]!;
    expect(data.fundingRate(asset, 4)).toBe(Math.trunc(rateOf(asset, 4) / parts));
  });
});

describe('the feed of prices', () => {
  const feed = new PriceFeed({ originMs: 1_000, stream, clustering: 'clustered', jumps: [] });

  it('counts minutes from its origin on, and none before', () => {
    expect([-1e9, 0, 1_000, 60_999, 61_000].map((atMs) => feed.stepAt(atMs))).toEqual([0, 0, 0, 0, 1]);
    expect([0, 1_000, 60_999, 61_000].map((atMs) => feed.nextStepMs(atMs))).toEqual([1_000, 61_000, 61_000, 121_000]);
  }); // prettier-ignore

  it('has rates of funding that are a 25th of the return of eight hours, within 0.05%', () => {
    for (const asset of assets.slice(0, 40))
      for (const step of [0, 100, 480, 481, 960, 2_000]) {
        const [now, before] = [feed.mid(asset, step), feed.mid(asset, Math.max(0, step - 480))];
        const share = Math.trunc(((now - before) * 4_000_000) / before);
        expect(feed.fundingRate(asset, step)).toBe(Math.max(-50_000, Math.min(50_000, share)));
      }
  });

  it('has quotes of 24 hours: what the price has changed by, and what was turned over', () => {
    const [asset] = assets as [TradedAsset];
    const turnover = (step: number): number => feed.quote(asset, step).volumeUsdc;
    for (const step of [0, 1, 500, 1_439, 1_440, 1_441, 2_900]) {
      const { mid, bid, ask, changeBasisPoints } = feed.quote(asset, step);
      const before = feed.mid(asset, Math.max(0, step - 1_440));
      expect(mid).toBe(feed.mid(asset, step));
      expect(changeBasisPoints).toBe(Math.round(((mid - before) * 10_000) / before));
      const half = Math.max(1, Math.floor((mid * 2.5) / 10_000));
      expect([bid, ask]).toEqual([mid - half, mid + half]);
    }
    // In the first day it adds up from nothing; later it is what a day's minutes come to.
    expect(turnover(0)).toBe(0);
    for (const step of [1, 700, 1_440]) expect(turnover(step)).toBeGreaterThan(turnover(step - 1));
    const perMinute = turnover(2_880) / 1_440 / asset.turnoverPerMinute;
    expect(perMinute).toBeGreaterThan(0.5);
    expect(perMinute).toBeLessThan(2);
    expect([1, 2, 3].map((mid) => [feed.bid(mid), feed.ask(mid)])).toEqual([[1, 2], [1, 3], [2, 4]]);
  }); // prettier-ignore

  it('holds three days of each asset that was read', () => {
    const own = new PriceFeed({ originMs: 0, stream, clustering: 'clustered', jumps: [] });
    expect(own.daysHeld).toBe(0);
    for (const asset of assets.slice(0, 2)) own.mid(asset, 5 * 1_440);
    expect(own.daysHeld).toBe(6);
    own.mid(assets[2]!, 0);
    expect(own.daysHeld).toBe(7);
  });
});
