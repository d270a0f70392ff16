/** Funding rates by the hour: an eighth of those of eight hours, with the same sign. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Platform, ServiceClock } from '../../../src/platform/services/ports.ts';
import { MarketData } from '../../../src/platform/services/trading/market-data.ts';
import type { TradedAsset } from '../../../src/platform/services/trading/markets.ts';
import type { PriceFeed } from '../../../src/platform/services/trading/price-feed.ts';

const asset = {} as TradedAsset;

/** The rate of market data whose feed says `rate` for eight hours. */
function shown(rate: number, every: '8h' | '1h'): number {
  const data = new MarketData({
    platform: { policies: { 'trading.fundingEvery': every } } as Platform,
    clock: {} as ServiceClock,
    hours: { isClosed: () => false, jumps: [] },
    feed: { fundingRate: () => rate } as unknown as PriceFeed,
  });
  return data.fundingRate(asset, 0);
}

it('a rate of eight hours is the one of the feed; eight of an hour never exceed it, miss less than eight units, and have its sign', () => {
  fc.assert(
    fc.property(fc.integer({ min: -50_000, max: 50_000 }), (rate) => {
      expect(shown(rate, '8h')).toBe(rate);
      const hourly = shown(rate, '1h');
      expect(Number.isInteger(hourly)).toBe(true);
      expect(Math.abs(hourly * 8)).toBeLessThanOrEqual(Math.abs(rate));
      expect(Math.abs(rate - hourly * 8)).toBeLessThan(8);
      expect(hourly * rate).toBeGreaterThanOrEqual(0);
      expect(shown(-rate, '1h') + hourly).toBe(0);
    }),
  );
});
