/** Orders, holdings and positions as the documents have them: fair fills, a fee of 0.1%, margin by leverage (TRD13, TRD19, TRD26, TRD33). */
import type { Micros } from '../../../core/base/money.ts';
import { minuteMs } from '../../../core/base/time.ts';
import {
  amountIn,
  expectField,
  isAsExpected,
  isElsewhere,
  isOk,
  micros,
  objects,
  outcomeOf,
  reads,
  text,
  type Case,
  type Model,
} from '../case.ts';
import { usdc } from '../usdc.ts';
import { checkPage, shownPage } from '../pages.ts';
import type { AuditedExchange } from '../exchange.ts';
import { askedFor, sizeAt, type AskedOrder } from './asked-order.ts';
import { checkFilteredOrders } from './filtered-orders.ts';
import { checkEntry, checkFill, checkQuantity } from './fair-fill.ts';
import { Holdings } from './holdings.ts';
import { LimitFills } from './limit-fills.ts';
import { MarketDecimals } from './market-decimals.ts';
import { PositionBook } from './position-book.ts';
import { Positions } from './positions.ts';
import { ShownPositions } from './shown-positions.ts';
import { Quotes } from './quotes.ts';
import { checkReducing, type Known } from './reducing-orders.ts';
import { RestingOrders } from './resting-orders.ts';
import {
  atTwelve,
  feeOn,
  marginOf,
  parseScaled,
  scaled,
  takerFeeOn,
  type Scaled,
} from './trade-arithmetic.ts';
import { checkOrderBounds, checkReportedBounds } from './order-bounds.ts';
import { orderStates, type FollowedState, type TradingOrder } from './trading-order.ts';

/** Checks `order-terms` and `order-lifecycle`; books fills, fees and reserved amounts. */
export class TradingModel implements Model {
  readonly service = 'trading';
  readonly #case: Case;
  readonly #orders = new Map<string, TradingOrder>();
  readonly #holdings = new Holdings();
  readonly #decimals = new MarketDecimals();
  readonly #quotes: Quotes;
  readonly #book: PositionBook;
  readonly #positions: Positions;
  readonly #shown: ShownPositions;
  readonly #resting: RestingOrders;
  readonly #desks: Known;
  readonly #fills: LimitFills;

  constructor(file: Case) {
    this.#case = file;
    this.#quotes = new Quotes(file);
    this.#fills = new LimitFills(file, this.#quotes);
    this.#book = new PositionBook(file, this.#quotes);
    this.#positions = new Positions(file, this.#book);
    this.#shown = new ShownPositions(file, this.#book);
    this.#desks = {
      book: this.#book, holdings: this.#holdings, quotes: this.#quotes, decimals: this.#decimals,
    }; // prettier-ignore
    this.#resting = new RestingOrders(file, { ...this.#desks, positions: this.#positions });
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
        this.#shown.listed(exchange, caller);
        return this.#resting.heldShown(caller);
    }
  }

  #quoted({ status, answer, atMs }: AuditedExchange): void {
    if (status !== 200) return;
    const [bid, ask, mid] = [scaled(answer, 'bid'), scaled(answer, 'ask'), scaled(answer, 'mid')];
    if (bid === undefined || ask === undefined || mid === undefined) return;
    const isFair = atTwelve(bid) <= atTwelve(mid) && atTwelve(mid) <= atTwelve(ask) && bid.units > 0n;
    expectField(this.#case, 'order-terms', { name: 'bid, mid and ask in order', seen: isFair, wanted: true });
    const pair = text(answer, 'pair') ?? '';
    this.#decimals.sawPrice(pair, bid, mid, ask);
    const minute = Math.floor(atMs / minuteMs);
    this.#quotes.saw(pair, { minute, bid, ask, mid, rate: text(answer, 'funding_rate') });
  }

  #placed(exchange: AuditedExchange, caller: string): void {
    checkOrderBounds(this.#case, exchange);
    checkReportedBounds(this.#case, exchange);
    if (!isOk(exchange)) return this.#refused(exchange, caller);
    if (exchange.style === 'A') this.#placedA(exchange, caller);
    else this.#placedB(exchange, caller);
  }

  /** Beside the balance, reasons to refuse an order depend on prices. */
  #refused(exchange: AuditedExchange, caller: string): void {
    checkReducing(this.#case, exchange, { ...this.#desks, caller });
    if (isElsewhere(exchange) || outcomeOf(exchange) !== 'INSUFFICIENT_BALANCE') return;
    const needed = this.#neededFor(askedFor(this.#case, exchange), caller);
    const { books } = this.#case;
    if (needed === undefined || !books.isSettled(caller)) return;
    if (books.available(caller) >= needed)
      this.#case.breaks(
        'order-lifecycle',
        `an order that needs ${usdc(needed)} is refused though that is there`,
      );
  }

  /** Undefined where a price decides that no answer has shown. A limit may rest, and needs the fee of one that does. */
  #neededFor(
    { isPerp, side, pair, amount, leverage, limit }: AskedOrder,
    caller: string,
  ): Micros | undefined {
    const isOpening = isPerp && !this.#book.mayClose(caller, { pair, side });
    if (amount === undefined || (isPerp ? !isOpening : side === 'sell')) return undefined;
    const fee = (limit === undefined ? this.#takerFee : feeOn)(amount);
    return (isPerp ? marginOf(amount, leverage) : amount) + fee;
  }

  readonly #takerFee = (worth: Micros): Micros => takerFeeOn(this.#case, worth);

  #placedA(exchange: AuditedExchange, caller: string): void {
    const { body, answer } = exchange;
    const asked = askedFor(this.#case, exchange);
    const isFilled = answer['entry_price'] !== null;
    const price = isFilled ? parseScaled(String(answer['entry_price'])) : undefined;
    const at = price === undefined ? asked.limit : atTwelve(price);
    const { pair } = asked;
    const { units, amount } = sizeAt(asked, at, this.#decimals);
    if (amount === undefined || at === undefined) return this.#case.books.loosen(caller, this.service);
    const order = { ...asked, amount };
    this.#keeps(text(answer, 'order_id') ?? '', caller, order, isFilled);
    if (!isFilled) return;
    this.#decimals.sawPrice(pair, price);
    if (asked.units !== undefined) this.#decimals.sawQuantity(pair, parseScaled(String(body?.['size'])));
    checkEntry(this.#case, this.#quotes, order, at);
    this.#fills.taken(asked, at);
    const trade = { ...order, price: at, isSinceExact: true, shown: {}, feeOn: this.#takerFee };
    if (units === undefined) this.#positions.tradedUnknown(caller, trade);
    else this.#positions.traded(caller, { ...trade, units });
  }

  #placedB(exchange: AuditedExchange, caller: string): void {
    const { answer, atMs } = exchange;
    const asked = askedFor(this.#case, exchange);
    const { isPerp, pair, side, leverage, amount = 0 } = asked;
    const isFilled = answer['status'] === 'filled';
    this.#keeps(text(answer, 'order_id') ?? '', caller, { ...asked, amount }, isFilled);
    expectField(this.#case, 'order-terms', amountIn(answer, 'amount', amount));
    const [qty, price, fee] = [
      scaled(answer, 'fill_qty'),
      scaled(answer, 'fill_price'),
      micros(answer, 'fee'),
    ];
    if (!isFilled || qty === undefined || price === undefined) return;
    this.#decimals.sawPrice(pair, price);
    this.#fills.taken(asked, atTwelve(price));
    const isWhole = !isPerp || !this.#positions.isCut(caller, { pair, side });
    if (isWhole) {
      expectField(this.#case, 'order-terms', amountIn(answer, 'fee', this.#takerFee(amount)));
      checkFill(this.#case, this.#quotes, { pair, side, amount, qty, price, atMs, isPerp });
      checkQuantity(this.#case, this.#decimals, { pair, side, amount, qty, price, isPerp });
    }
    this.#decimals.sawQuantity(pair, qty);
    if (!isPerp) return this.#tradedSpot(caller, { pair, side, amount, qty });
    const ordered = this.#decimals.unitsFor(pair, { amount, price: atTwelve(price), isDelivered: false });
    this.#positions.traded(caller, {
      pair, side, amount, leverage, atMs, isSinceExact: true,
      units: isWhole ? atTwelve(qty) : (ordered ?? atTwelve(qty)),
      price: atTwelve(price),
      shown: { fee, units: atTwelve(qty) },
      feeOn: isWhole || ordered !== undefined ? this.#takerFee : () => fee ?? 0,
    }); // prettier-ignore
  }

  #tradedSpot(caller: string, trade: { pair: string; side: string; amount: Micros; qty: Scaled }): void {
    const { pair, side, amount, qty } = trade;
    const fee = this.#takerFee(amount);
    const isBuy = side === 'buy';
    this.#case.books.move(caller, isBuy ? -(amount + fee) : amount - fee);
    if (!this.#holdings.traded(caller, pair, { isBuy, units: atTwelve(qty), amount }))
      this.#case.breaks('order-lifecycle', `${pair} is sold that the seller does not have`);
    this.#case.feeCharged({ service: 'trading', payer: caller, feeMicros: fee });
  }

  #keeps(id: string, agent: string, asked: AskedOrder & { amount: Micros }, isFilled: boolean): void {
    const { isPerp, side, amount, leverage, atMs } = asked;
    const stake = isPerp ? marginOf(amount, leverage) : amount;
    const order: TradingOrder = {
      ...asked,
      id,
      agent,
      state: isFilled ? 'filled' : 'open',
      isNamed: isFilled,
      isUnseen: false,
      isDoubtful: false,
      endedAtMs: undefined,
      openAtMs: atMs,
      end: undefined,
      holds: !isPerp && side === 'sell' ? 0 : stake + feeOn(amount),
      fee: feeOn(amount),
    };
    this.#orders.set(id, order);
    if (isFilled) return;
    this.#resting.rests(order);
    this.#fills.rested(order);
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
    if (seen === 'CONFLICT') {
      // It may have been filled or have lapsed in the meantime.
      const isLapsed = reads(this.#case, 'trading.orderLife', 'day') && order.state === 'cancelled';
      if (order.state === 'open') this.#holdsState(order, 'filled', exchange.atMs);
      else if (!isLapsed) order.isNamed = true;
      return;
    }
    if (seen === 'OK' && !order.isNamed) this.#holdsState(order, 'open', exchange.atMs);
    const outcome = order.state === 'open' ? 'OK' : 'CONFLICT';
    if (!isAsExpected(this.#case, exchange, { outcome, property: 'order-lifecycle' })) return;
    this.#resting.cancelled(order);
    expectField(this.#case, 'order-lifecycle', {
      name: 'status',
      seen: exchange.answer['status'],
      wanted: 'cancelled',
    });
  }

  /** What an answer says of the state of an order, against what the balances have said. */
  #holdsState(order: TradingOrder, state: FollowedState, atMs: number): void {
    this.#fills.shown(order, state, atMs);
    if (order.isNamed) {
      if (order.state !== state)
        this.#case.breaks('order-lifecycle', `order ${order.id} is ${state}; expected ${order.state}`);
      return;
    }
    if (this.#resting.named(order, state, atMs)) return;
    const said = `order ${order.id} is ${state}, and the balances of its owner are those of ${order.state}`;
    this.#case.breaks('order-lifecycle', said);
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
      const state = orderStates.find((name) => name === row['status']);
      if (order?.agent === caller && state !== undefined) this.#holdsState(order, state, exchange.atMs);
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
    this.#shown.listed(exchange, caller);
    const showsSpot = isOk(exchange) && !reads(this.#case, 'trading.portfolio', 'perps');
    if (showsSpot) this.#holdings.shown(this.#case, exchange.answer, caller);
    this.#resting.heldShown(caller);
  }
}
