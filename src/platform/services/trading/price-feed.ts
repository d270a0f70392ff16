/**
 * The quotes of the service: the model's mid price of each minute with a spread around it, change and turnover of the
 * last 24 hours, and the funding rate. Reading changes nothing but the cache.
 */
import { dayMs, minuteMs, type Instant } from '../../../core/base/time.ts';
import type { Stream } from '../../../core/kernel/stream.ts';
import { CommonFactor } from './common-factor.ts';
import { stepsPerDay, type Clustering } from './garch.ts';
import type { PriceJump } from '../ports.ts';
import type { TradedAsset } from './markets.ts';
import { highestTicks, PricePath, type PriceDay } from './price-path.ts';
import type { Ticks } from './units.ts';

/** The values that GET /price shows, as whole numbers. */
export interface Quote {
  readonly bid: Ticks;
  readonly ask: Ticks;
  readonly mid: Ticks;
  /** The change over 24 hours in hundredths of a percent. */
  readonly changeBasisPoints: number;
  /** USDC over 24 hours. */
  readonly volumeUsdc: number;
}

/** Units of a funding rate: 50,000 is 0.05%. */
export const ratePerUnit = 100_000_000;
/** Gap T8: the rate of 8 hours lies between minus and plus 0.05%. */
const rateMax = 50_000;
/** The premium is this share of the return over the last 8 hours: 1 / 25. */
const premiumShare = 25;

const fundingHorizonSteps = 8 * 60;
/** Half of the spread of 5 basis points, in millionths of the mid. */
const halfSpread = { numerator: 250, denominator: 1_000_000 };

/** The start of the price series: the midnight a day before the run's first day, so that 24 hours of history exist. */
export const originOf = (startMs: Instant): Instant => (Math.floor(startMs / dayMs) - 1) * dayMs;

/** The inputs of a feed: all of a run's prices follow from them. */
export interface FeedParts {
  readonly originMs: Instant;
  readonly stream: (path: string) => Stream;
  readonly clustering: Clustering;
  /** Price jumps of the fault plan, in order of time; the list grows. */
  readonly jumps: readonly PriceJump[];
}

/** Prices of all assets by step of the grid; a step is one minute, counted from `originMs`. */
export class PriceFeed {
  readonly #originMs: Instant;
  readonly #common: CommonFactor;
  readonly #paths = new Map<string, PricePath>();
  readonly #parts: FeedParts;

  constructor(parts: FeedParts) {
    this.#parts = parts;
    this.#originMs = parts.originMs;
    this.#common = new CommonFactor(parts);
  }

  /** The step of the grid that holds at an instant; before the first one, the first. */
  stepAt(atMs: Instant): number {
    return Math.max(0, Math.floor((atMs - this.#originMs) / minuteMs));
  }

  /** The time at which the next step after an instant begins. */
  nextStepMs(atMs: Instant): Instant {
    return this.#originMs + (Math.floor((atMs - this.#originMs) / minuteMs) + 1) * minuteMs;
  }

  /**
   * Makes the days before a step for all of these assets, day by day. What is read does not depend on it, but a day's common returns
   * are kept for a few days only: they would be drawn again for each asset.
   */
  reach(assets: readonly TradedAsset[], step: number): void {
    const paths = new Set(assets.map((asset) => this.#pathOf(asset)));
    const last = Math.floor(step / stepsPerDay);
    const first = Math.min(...[...paths].map(({ daysMade }) => daysMade));
    for (let day = first; day < last; day += 1)
      for (const path of paths) if (path.daysMade === day) path.makeNext();
  }

  /** The mid price, which is the mark price as well. */
  mid(asset: TradedAsset, step: number): Ticks {
    const { mids } = this.#day(asset, Math.floor(step / stepsPerDay));
    const mid = mids[step % stepsPerDay] ?? 1;
    return this.#parts.jumps.length === 0 ? mid : this.#afterJumps(asset, step, mid);
  }

  /** A jump takes effect from the step after it, so that no price changes within a minute. */
  #afterJumps(asset: TradedAsset, step: number, mid: Ticks): Ticks {
    let moved = mid;
    for (const { pair, atMs, basisPoints } of this.#parts.jumps) {
      const isMeant = pair === 'all' || pair === asset.pair;
      if (isMeant && step > this.stepAt(atMs)) moved = Math.round((moved * (10_000 + basisPoints)) / 10_000);
    }
    return Math.min(highestTicks(asset), Math.max(1, moved));
  }

  bid(mid: Ticks): Ticks {
    return Math.max(1, mid - halfSpreadOf(mid));
  }

  ask(mid: Ticks): Ticks {
    return mid + halfSpreadOf(mid);
  }

  quote(asset: TradedAsset, step: number): Quote {
    const mid = this.mid(asset, step);
    const before = Math.max(0, step - stepsPerDay);
    const midBefore = this.mid(asset, before);
    return {
      mid,
      bid: this.bid(mid),
      ask: this.ask(mid),
      changeBasisPoints: Math.round(((mid - midBefore) * 10_000) / midBefore),
      volumeUsdc: this.#turnover(asset, step) - this.#turnover(asset, before),
    };
  }

  /** The 8-hour funding rate at a step, in units of `ratePerUnit`; longs pay shorts if it is positive. */
  fundingRate(asset: TradedAsset, step: number): number {
    const mid = this.mid(asset, step);
    const before = this.mid(asset, Math.max(0, step - fundingHorizonSteps));
    const premium = Math.trunc(((mid - before) * (ratePerUnit / premiumShare)) / before);
    return Math.min(rateMax, Math.max(-rateMax, premium));
  }

  /** How many days of prices are in memory, over all assets. */
  get daysHeld(): number {
    return [...this.#paths.values()].reduce((sum, path) => sum + path.daysHeld, 0);
  }

  #turnover(asset: TradedAsset, step: number): number {
    return this.#day(asset, Math.floor(step / stepsPerDay)).turnover[step % stepsPerDay] ?? 0;
  }

  #day(asset: TradedAsset, day: number): PriceDay {
    return this.#pathOf(asset).day(day);
  }

  #pathOf(asset: TradedAsset): PricePath {
    let path = this.#paths.get(asset.name);
    if (path === undefined) {
      const common = (index: number): Float64Array => this.#common.day(index);
      path = new PricePath({ asset, common, ...this.#parts });
      this.#paths.set(asset.name, path);
    }
    return path;
  }
}

/** At least a tick, so that a bid is below its ask in every market. */
const halfSpreadOf = (mid: Ticks): Ticks =>
  Math.max(1, Math.floor((mid * halfSpread.numerator) / halfSpread.denominator));
