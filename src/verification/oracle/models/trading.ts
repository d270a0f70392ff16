/** Orders, holdings and positions as the documents have them: fair fills, a fee of 0.1%, margin by leverage (TRD13, TRD19, TRD26, TRD33). */
import type { Micros } from '../../../core/base/money.ts';
import { minuteMs } from '../../../core/base/time.ts';
import {
  amountIn,
  expectField,
  isAsExpected,
  isElsewhere,
  isOk,
  objects,
  outcomeOf,
  reads,
  sentMicros,
  text,
  type Case,
  type Model,
} from '../case.ts';
import { checkPage, shownPage } from '../pages.ts';
import type { AuditedExchange } from '../exchange.ts';
import { checkFilteredOrders } from './filtered-orders.ts';
import { checkFill } from './fair-fill.ts';
import { Holdings } from './holdings.ts';
import { Positions, type ObservedQuote } from './positions.ts';
import {
  atTwelve,
  feeOn,
  marginOf,
  parseScaled,
  scaled,
  takerFeeOn,
  worthOf,
  type Scaled,
} from './trade-arithmetic.ts';
import { checkOrderBounds } from './order-bounds.ts';
import type { TradingOrder } from './trading-order.ts';

/** Checks `order-terms` and `order-lifecycle`; books fills, fees and reserved amounts. */
export class TradingModel implements Model {
  readonly service = 'trading';
  readonly #case: Case;
  readonly #orders = new Map<string, TradingOrder>();
  /** Of spot assets, in units of 12 decimals, by agent and pair. */
  readonly #holdings = new Holdings();
  /** Agents some of whose orders may have been filled since. */
  readonly #rested = new Set<string>();
  /** Prices by pair, with the minute they hold for. */
  readonly #quotes = new Map<string, ObservedQuote>();
  readonly #positions: Positions;

  constructor(file: Case) {
    this.#case = file;
    this.#positions = new Positions(file, { quotes: this.#quotes, rested: this.#rested });
  }

  answered(exchange: AuditedExchange, caller: string | undefined): void {
    if (exchange.operation === 'price') this.#quoted(exchange);
    if (caller === undefined) return;
    switch (exchange.operation) {
      case 'place':
        return this.#placed(exchange, caller);
      case 'cancel':
        return this.#cancelled(exchange, caller);
      case 'orders':
        return this.#listed(exchange, caller);
      case 'portfolio':
        return this.#portfolio(exchange, caller);
      case 'positions':
        return this.#positions.listed(exchange, caller);
    }
  }

  #quoted({ status, answer, atMs }: AuditedExchange): void {
    if (status !== 200) return;
    const [bid, ask, mid] = [scaled(answer, 'bid'), scaled(answer, 'ask'), scaled(answer, 'mid')];
    if (bid === undefined || ask === undefined || mid === undefined) return;
    const isFair = atTwelve(bid) <= atTwelve(mid) && atTwelve(mid) <= atTwelve(ask) && bid.units > 0n;
    expectField(this.#case, 'order-terms', { name: 'bid, mid and ask in order', seen: isFair, wanted: true });
    this.#quotes.set(text(answer, 'pair') ?? '', {
      minute: Math.floor(atMs / minuteMs),
      bid,
      ask,
      mid,
      rate: text(answer, 'funding_rate'),
    });
  }

  #placed(exchange: AuditedExchange, caller: string): void {
    checkOrderBounds(this.#case, exchange);
    if (!isOk(exchange)) return this.#refused(exchange, caller);
    if (exchange.style === 'A') this.#placedA(exchange, caller);
    else this.#placedB(exchange, caller);
  }

  /** Checks the balance alone: all other reasons to refuse an order depend on prices. */
  #refused(exchange: AuditedExchange, caller: string): void {
    const { body, style } = exchange;
    if (isElsewhere(exchange) || style !== 'B' || outcomeOf(exchange) !== 'INSUFFICIENT_BALANCE') return;
    const amount = sentMicros(body, 'amount');
    if (amount === undefined || body?.['side'] !== 'buy' || body['market_type'] === 'perp') return;
    const needed = amount + takerFeeOn(this.#case, amount);
    if (this.#case.books.available(caller) >= needed) {
      this.#case.breaks('order-lifecycle', `an order that needs ${needed} is refused though that is there`);
    }
  }

  #placedA({ body, answer, atMs }: AuditedExchange, caller: string): void {
    const id = text(answer, 'order_id') ?? '';
    const symbol = text(body, 'symbol') ?? '';
    const pair = symbol.replace('-PERP', '-USDC');
    const isFilled = answer['entry_price'] !== null;
    const order: TradingOrder = {
      id,
      agent: caller,
      pair,
      state: isFilled ? 'filled' : 'open',
      end: undefined,
      holds: 0,
      lots: undefined,
    };
    this.#orders.set(id, order);
    // Gap T2: one reading has the words of style B too.
    const side = ['long', 'buy'].includes(String(body?.['side'])) ? 'buy' : 'sell';
    const leverage = Math.round(Number(body?.['leverage'] ?? 1) * 100);
    const lots = parseScaled(String(body?.['size']));
    const price = parseScaled(String(isFilled ? answer['entry_price'] : body?.['price']));
    if (lots === undefined || price === undefined) return this.#case.books.loosen(caller, this.service);
    const isInUsdc = reads(this.#case, 'trading.sizeA', 'quote');
    const amount = isInUsdc ? (sentMicros(body, 'size') ?? 0) : worthOf(lots, price, 'ceil');
    // How much of the asset that is, no answer tells.
    if (isInUsdc) this.#rested.add(caller);
    if (isFilled) this.#positions.traded(caller, { pair, side, amount, leverage, qty: lots, price, atMs });
    else this.#resting(order, { isPerp: true, side, amount, leverage, lots });
  }

  #placedB({ body, answer, atMs }: AuditedExchange, caller: string): void {
    const amount = sentMicros(body, 'amount') ?? 0;
    const side = String(body?.['side']);
    const isPerp = body?.['market_type'] === 'perp';
    const leverage = Math.round(Number(body?.['leverage'] ?? 1) * 100);
    const pair = text(body, 'pair') ?? '';
    const isFilled = answer['status'] === 'filled';
    const qty = scaled(answer, 'fill_qty');
    const price = scaled(answer, 'fill_price');
    const order: TradingOrder = {
      id: text(answer, 'order_id') ?? '',
      agent: caller,
      pair,
      state: isFilled ? 'filled' : 'open',
      end: undefined,
      holds: 0,
      lots: undefined,
    };
    this.#orders.set(order.id, order);
    const stated = amountIn(answer, 'amount', amount);
    expectField(this.#case, 'order-terms', stated);
    if (!isFilled) {
      const limit = parseScaled(String(body?.['price']));
      return this.#resting(order, { isPerp, side, amount, leverage, lots: limit });
    }
    const isWhole = !isPerp || !this.#positions.isCut(caller, { pair, side });
    if (isWhole)
      expectField(this.#case, 'order-terms', amountIn(answer, 'fee', takerFeeOn(this.#case, amount)));
    if (qty === undefined || price === undefined) return;
    if (isWhole) checkFill(this.#case, this.#quotes, { pair, side, amount, qty, price, atMs, isPerp });
    if (isPerp) this.#positions.traded(caller, { pair, side, amount, leverage, qty, price, atMs });
    else this.#tradedSpot(caller, { pair, side, amount, qty });
  }

  #tradedSpot(caller: string, trade: { pair: string; side: string; amount: Micros; qty: Scaled }): void {
    const { pair, side, amount, qty } = trade;
    const fee = takerFeeOn(this.#case, amount);
    const isBuy = side === 'buy';
    this.#case.books.move(caller, isBuy ? -(amount + fee) : amount - fee);
    this.#holdings.add(caller, pair, isBuy ? atTwelve(qty) : -atTwelve(qty));
    const left = this.#holdings.of(caller, pair);
    if (left < 0n && !this.#rested.has(caller)) {
      this.#case.breaks('order-lifecycle', `${pair} is sold that the seller does not have`);
    }
    this.#case.feeCharged({ service: 'trading', payer: caller, feeMicros: fee });
  }

  #resting(
    order: TradingOrder,
    terms: { isPerp: boolean; side: string; amount: Micros; leverage: number; lots: Scaled | undefined },
  ): void {
    const { isPerp, side, amount, leverage } = terms;
    const { agent } = order;
    const isSale = side === 'sell' && !isPerp;
    const holds = isSale ? 0 : (isPerp ? marginOf(amount, leverage) : amount) + feeOn(amount);
    Object.assign(order, { holds });
    this.#rested.add(agent);
    this.#case.invalidateReferrers(agent);
    this.#case.houses.loosen('trading:fees');
    this.#case.books.move(agent, -holds, holds);
    const filled = (): void => {
      order.state = 'filled';
      this.#case.feeCharged({ service: 'trading', payer: agent, feeMicros: feeOn(amount) });
    };
    // A sale brings the amount less the fee; what it delivers is not followed further.
    const changes = isSale ? [{ agent, available: amount - feeOn(amount) }] : [{ agent, held: -holds }];
    const lapsed = (): void => {
      order.state = 'cancelled';
    };
    const back = [{ agent, available: holds, held: -holds }];
    const isForADay = reads(this.#case, 'trading.orderLife', 'day');
    const others = isForADay ? [{ changes: back, follows: lapsed }] : [];
    order.end = this.#case.books.expectEnd({ ways: [{ changes, follows: filled }, ...others] });
    if (isSale || isPerp) this.#case.books.loosen(agent, this.service);
  }

  #cancelled(exchange: AuditedExchange, caller: string): void {
    const order = this.#orders.get(exchange.params['id'] ?? '');
    const seen = outcomeOf(exchange);
    if (isElsewhere(exchange)) return;
    if (order === undefined || order.agent !== caller) {
      const isForbidden = order !== undefined && reads(this.#case, 'trading.foreignOrder', '403');
      const outcome = isForbidden ? 'FORBIDDEN' : 'NOT_FOUND';
      isAsExpected(this.#case, exchange, { outcome, property: 'order-lifecycle' });
      return;
    }
    const isLoose = this.#case.books.isLoose(caller);
    if (seen === 'CONFLICT') {
      // It may have been filled in the meantime, and the balance has not been looked at since.
      if (
        order.state === 'open' &&
        !isLoose &&
        this.#case.books.held(caller) >= order.holds &&
        order.holds > 0
      ) {
        if (order.end !== undefined && !this.#case.books.isOpen(order.end)) return;
        const end = order.end;
        if (end === undefined || this.#isTakenForTwin(order)) return;
        this.#case.books.settled(end);
        for (const reading of end.ways) this.#case.books.apply(reading.changes);
        for (const way of end.ways) way.follows?.();
      }
      return;
    }
    const outcome = order.state === 'open' ? 'OK' : 'CONFLICT';
    if (!isAsExpected(this.#case, exchange, { outcome, property: 'order-lifecycle' })) return;
    order.state = 'cancelled';
    if (order.end !== undefined) this.#case.books.settled(order.end);
    this.#case.books.move(caller, order.holds, -order.holds);
    expectField(this.#case, 'order-lifecycle', {
      name: 'status',
      seen: exchange.answer['status'],
      wanted: 'cancelled',
    });
  }

  /** Of two orders that hold the same, the books cannot tell which one was filled: it was this one, and the other is open. */
  #isTakenForTwin(order: TradingOrder): boolean {
    const { agent, holds, end } = order;
    for (const twin of this.#orders.values()) {
      if (twin === order || twin.agent !== agent || twin.holds !== holds || twin.state !== 'filled') continue;
      if (twin.end === undefined || this.#case.books.isOpen(twin.end)) continue;
      Object.assign(order, { state: 'filled', end: twin.end });
      Object.assign(twin, { state: 'open', end });
      return true;
    }
    return false;
  }

  #listed(exchange: AuditedExchange, caller: string): void {
    if (!isOk(exchange)) return;
    const { query, answer } = exchange;
    const { status = 'all', pair } = query;
    const shown = objects(answer, 'orders');
    for (const row of shown) {
      const order = this.#orders.get(text(row, 'order_id') ?? '');
      expectField(this.#case, 'keys-isolated', {
        name: 'owner of an order',
        seen: order?.agent,
        wanted: caller,
      });
    }
    const own = [...this.#orders.values()]
      .toReversed()
      .filter((order) => order.agent === caller && (pair === undefined || order.pair === pair));
    if (status !== 'all') return checkFilteredOrders(this.#case, exchange, own);
    checkPage(this.#case, exchange, own.length);
    const wanted = shownPage(exchange, own, 20)
      .map(({ id }) => id)
      .join(' ');
    const seen = shown.map((row) => text(row, 'order_id')).join(' ');
    expectField(this.#case, 'lists-complete', { name: 'orders', seen, wanted });
  }

  #portfolio(exchange: AuditedExchange, caller: string): void {
    if (!isOk(exchange)) return;
    for (const row of objects(exchange.answer, 'positions')) {
      if (row['market_type'] === 'perp') this.#positions.shown(row, { caller, atMs: exchange.atMs });
    }
    if (reads(this.#case, 'trading.portfolio', 'perps')) return;
    if (this.#rested.has(caller) || this.#case.books.isLoose(caller)) return;
    this.#holdings.shown(this.#case, exchange.answer, caller);
  }
}
