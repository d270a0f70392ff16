/** The public data of the markets: list, prices and funding rates; other services value their assets with them. */
import { Fraction } from '../../../core/base/fraction.ts';
import { microsPerUsdc } from '../../../core/base/money.ts';
import { refuse, type Outcome } from '../../../core/base/refusal.ts';
import { dayMs, hourMs, minuteMs } from '../../../core/base/time.ts';
import type { AssetPrices, MarketHours, Platform, ServiceClock } from '../ports.ts';
import { Markets, type Market, type TradedAsset } from './markets.ts';
import type { PriceFeed, Quote } from './price-feed.ts';
import { powerOfTen, type Ticks } from './units.ts';

/** A market as the list shows it. */
export interface MarketView {
  readonly market: Market;
  readonly mark: Ticks;
  readonly isClosed: boolean;
}

/** The answer to a price request (TRD07): a pair's quote, which spot and perpetual share (gap T15). */
export interface PriceView {
  readonly asset: TradedAsset;
  readonly quote: Quote;
  /** What positions pay at the next settlement, in units of the rate; null for a pair without a perpetual. */
  readonly fundingRate: number | null;
}

/** Reads the price feed at the service's clock; changes nothing. */
export class MarketData implements AssetPrices {
  readonly #platform: Platform;
  readonly #clock: ServiceClock;
  readonly #hours: MarketHours;
  readonly #feed: PriceFeed;
  #knownMarkets: Markets | undefined;

  constructor(parts: { platform: Platform; clock: ServiceClock; hours: MarketHours; feed: PriceFeed }) {
    this.#platform = parts.platform;
    this.#clock = parts.clock;
    this.#hours = parts.hours;
    this.#feed = parts.feed;
  }

  /** Refuses NOT_FOUND. */
  price(input: { pair: string }): Outcome<PriceView> {
    const asset = this.#markets.assetOf(input.pair);
    if (asset === undefined) return refuse('NOT_FOUND', `there is no pair "${input.pair}"`);
    const hidesFunding = asset.hasSpot && this.#platform.policies['trading.fundingShown'] === 'perp-only';
    return {
      asset,
      quote: this.#feed.quote(asset, this.step),
      fundingRate: hidesFunding ? null : this.fundingRate(asset, this.step),
    };
  }

  markets(_input: undefined): Outcome<readonly MarketView[]> {
    const { all } = this.#markets;
    this.#feed.reach(
      all.map(({ asset }) => asset),
      this.step,
    );
    return all.map((market) => ({
      market,
      mark: this.#feed.mid(market.asset, this.step),
      isClosed: this.isClosed(market),
    }));
  }

  /** Refuses NOT_FOUND. */
  ticker(input: { symbol: string }): Outcome<{ market: Market; mark: Ticks; fundingRate: number | null }> {
    const market = this.#markets.find(input.symbol);
    if (market === undefined) return refuse('NOT_FOUND', `there is no market "${input.symbol}"`);
    return {
      market,
      mark: this.#feed.mid(market.asset, this.step),
      fundingRate: market.type === 'perp' ? this.fundingRate(market.asset, this.step) : null,
    };
  }

  /** The mid price of an asset, in micro-USDC for one unit; undefined if it is not traded here. */
  worthOf(name: string): Fraction | undefined {
    const asset = this.#markets.assetOf(`${name}-USDC`);
    if (asset === undefined) return undefined;
    return Fraction.of(this.#feed.mid(asset, this.step) * microsPerUsdc, powerOfTen(asset.priceDecimals));
  }

  /** The first so many assets of the list. */
  assetNames(count: number): readonly string[] {
    return this.#markets.assets.slice(0, count).map(({ name }) => name);
  }

  /** The mid price at an instant of the service's clock in USDC, as a float for display; NaN if it is not traded. */
  midAt(name: string, atMs: number): number {
    const asset = this.#markets.assetOf(`${name}-USDC`);
    if (asset === undefined) return Number.NaN;
    return this.#feed.mid(asset, this.#feed.stepAt(atMs)) / powerOfTen(asset.priceDecimals);
  }

  assetOf(pair: string): TradedAsset | undefined {
    return this.#markets.assetOf(pair);
  }

  find(symbol: string): Market | undefined {
    return this.#markets.find(symbol);
  }

  /** By the calendar or the fault plan. */
  isClosed(market: Market): boolean {
    if (this.#platform.policies['trading.hours'] === 'weekdays' && isWeekend(this.#clock.nowMs)) return true;
    return this.#hours.isClosed([market.symbol, market.asset.pair]);
  }

  /** What positions pay at the next settlement, in units of the rate. */
  fundingRate(asset: TradedAsset, step: number): number {
    const rate = this.#feed.fundingRate(asset, step);
    return this.#platform.policies['trading.fundingEvery'] === '8h' ? rate : Math.trunc(rate / 8);
  }

  /** At 00:00, 08:00 and 16:00 UTC, or at every full hour; the grid begins at a midnight. */
  isFundingTime(step: number): boolean {
    const everyMs = this.#platform.policies['trading.fundingEvery'] === '8h' ? 8 * hourMs : hourMs;
    return step % (everyMs / minuteMs) === 0;
  }

  /** The step of the price grid now. */
  get step(): number {
    return this.#feed.stepAt(this.#clock.nowMs);
  }

  /** Created at first use, since most worlds of a test run never trade. */
  get #markets(): Markets {
    return (this.#knownMarkets ??= new Markets({
      stream: (path) => this.#platform.stream(path),
      counted: this.#platform.policies['trading.marketCount'],
    }));
  }
}

/** Saturday or Sunday in UTC; the epoch was a Thursday. */
const isWeekend = (atMs: number): boolean => (Math.floor(atMs / dayMs) + 3) % 7 >= 5;
