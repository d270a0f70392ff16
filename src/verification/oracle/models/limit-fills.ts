/** When a resting order is filled: in the first minute after it was placed whose price reaches its limit (TRD32, gap T5). */
import { dayMs, minuteMs, type Instant, formatInstant } from '../../../core/base/time.ts';
import { reads, type Case } from '../case.ts';
import type { ObservedQuote, Quotes } from './quotes.ts';
import { atTwelve } from './trade-arithmetic.ts';
import type { FollowedState, TradingOrder } from './trading-order.ts';

const minuteOf = (atMs: Instant): number => Math.floor(atMs / minuteMs);

/** Checks `order-lifecycle`, where no fault moves or closes a market, against the prices that answers have shown. */
export class LimitFills {
  readonly #case: Case;
  readonly #quotes: Quotes;

  constructor(file: Case, quotes: Quotes) {
    this.#case = file;
    this.#quotes = quotes;
  }

  /** An answer shows an order in a state. */
  shown(order: TradingOrder, state: FollowedState, atMs: Instant): void {
    const { limit, pair, id } = order;
    // It lapses with the next price.
    if (
      state === 'open' &&
      atMs > order.atMs + dayMs + minuteMs &&
      reads(this.#case, 'trading.orderLife', 'day')
    )
      this.#breaks(`order ${id} is open after a day`);
    const isLapsed = state === 'cancelled' && !order.isNamed && !order.isUnseen;
    if (isLapsed && atMs < order.atMs + dayMs && this.#isUndisturbed(order))
      this.#breaks(`order ${id} is cancelled within its day, and by no call`);
    if (limit === undefined || state === 'cancelled' || !this.#isPlain(order)) return;
    const [first, last] = [minuteOf(order.atMs) + 1, minuteOf(atMs)];
    const known = [...this.#quotes.all(pair).values()].filter(
      ({ minute }) => minute >= first && minute <= last,
    );
    const reached = known.find((quote) => this.#past(order, quote) >= 0n);
    if (state === 'open' && reached !== undefined)
      this.#breaks(
        `order ${id} is open though the price of ${formatInstant(reached.minute * minuteMs)} has reached its limit`,
      );
    const isMissed =
      known.length === last - first + 1 && known.every((quote) => this.#past(order, quote) < 0n);
    if (state === 'filled' && last >= first && isMissed)
      this.#breaks(`order ${id} is filled though no minute has reached its limit`);
  }

  /** An order that is filled where it is placed: never at a price beyond its limit. */
  taken({ side, limit, pair }: Pick<TradingOrder, 'side' | 'limit' | 'pair'>, price: bigint): void {
    if (limit !== undefined && (side === 'buy' ? price > limit : price < limit))
      this.#breaks(`an order to ${side} ${pair} is filled beyond its limit`);
  }

  /** An order that is placed and rests: under one reading the market takes at once what it can. */
  rested(order: TradingOrder): void {
    const { side, limit = 0n, pair, id, atMs } = order;
    const quote = this.#quotes.now(pair, atMs);
    if (quote === undefined || !reads(this.#case, 'trading.marketableLimit', 'taker')) return;
    const price = atTwelve(side === 'buy' ? quote.ask : quote.bid);
    if (this.#isUndisturbed(order) && (side === 'buy' ? limit >= price : limit <= price))
      this.#breaks(`order ${id} rests though the market takes it; trading.marketableLimit is taker`);
  }

  /** By how much a price is past a limit; below 0 it has not reached it. */
  #past({ side, limit = 0n }: TradingOrder, { mid, bid, ask }: ObservedQuote): bigint {
    const price = atTwelve(reads(this.#case, 'trading.limitFill', 'mid') ? mid : side === 'buy' ? ask : bid);
    return side === 'buy' ? limit - price : price - limit;
  }

  #isPlain(order: TradingOrder): boolean {
    return this.#isUndisturbed(order) && reads(this.#case, 'trading.marketableLimit', 'rests');
  }

  /** A venue that has little may leave a sale open. */
  #isUndisturbed({ side }: TradingOrder): boolean {
    const { faults, changed } = this.#case.setting;
    return (
      !faults.some(({ service }) => service === 'trading') &&
      reads(this.#case, 'trading.hours', 'always') &&
      (side === 'buy' || !changed.includes('trading.venue'))
    );
  }

  #breaks(message: string): void {
    this.#case.breaks('order-lifecycle', message);
  }
}
