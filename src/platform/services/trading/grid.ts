/**
 * The timer of the price grid: once a minute it calls `onStep` for each market with open orders or positions. It is not
 * scheduled while there is no such market.
 */
import { Table } from '../../../core/base/table.ts';
import type { Journal } from '../../../core/base/journal.ts';
import type { ServiceClock } from '../ports.ts';
import type { Market } from './markets.ts';
import type { PriceFeed } from './price-feed.ts';

interface Watch {
  markets: readonly Market[];
  isSet: boolean;
}

/** Drives limit orders, funding and liquidations. Callers report each market that may have become busy. */
export class Grid {
  readonly #clock: ServiceClock;
  readonly #feed: PriceFeed;
  readonly #onStep: (market: Market, step: number) => void;
  readonly #isBusy: (market: Market) => boolean;
  readonly #table: Table<Watch>;
  readonly #watch: Watch;

  constructor(parts: {
    clock: ServiceClock;
    feed: PriceFeed;
    journal: Journal;
    /** True while the market has open orders or positions. */
    isBusy: (market: Market) => boolean;
    onStep: (market: Market, step: number) => void;
  }) {
    this.#clock = parts.clock;
    this.#feed = parts.feed;
    this.#isBusy = parts.isBusy;
    this.#onStep = parts.onStep;
    this.#table = new Table(parts.journal);
    this.#watch = this.#table.insert('watch', { markets: [], isSet: false });
  }

  /** Includes the market from the next step on, if it is busy. */
  watch(market: Market): void {
    const { markets, isSet } = this.#watch;
    if (!this.#isBusy(market)) return;
    if (!markets.includes(market)) this.#table.update(this.#watch, { markets: [...markets, market] });
    if (!isSet) this.#set(this.#feed.nextStepMs(this.#clock.nowMs));
  }

  #set(atMs: number): void {
    this.#table.update(this.#watch, { isSet: true });
    this.#clock.schedule(atMs, () => this.#ring(atMs));
  }

  /** A step belongs to the minute it was scheduled for, even if a held or stepped clock runs it late. */
  #ring(atMs: number): void {
    const step = this.#feed.stepAt(atMs);
    for (const market of this.#watch.markets) this.#onStep(market, step);
    const markets = this.#watch.markets.filter((market) => this.#isBusy(market));
    this.#table.update(this.#watch, { markets, isSet: false });
    if (markets.length > 0) this.#set(this.#feed.nextStepMs(atMs));
  }
}
