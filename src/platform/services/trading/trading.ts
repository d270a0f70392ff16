/**
 * Trading: orders on spot pairs and perpetuals at prices of a seeded model (specification.md, Trading). A market order
 * is filled at once, a limit order rests until the price reaches its limit; both are filled in full (gaps T5, T6).
 */
import { Refusal, refuse, type Outcome } from '../../../core/base/refusal.ts';
import { dayMs, type Instant } from '../../../core/base/time.ts';
import type { Page } from '../../../core/http/paging.ts';
import type { AccountId } from '../../../core/ledger/ledger.ts';
import type {
  MarketHours,
  PendingHolder,
  PendingReason,
  Platform,
  RegisteredAgent,
  ServiceClock,
} from '../ports.ts';
import { Execution } from './execution.ts';
import { Grid } from './grid.ts';
import { MarketData } from './market-data.ts';
import type { Market } from './markets.ts';
import type { Order, OrderFilter, OrderSide, Placement } from './order-record.ts';
import { Orders } from './orders.ts';
import { PerpDesk } from './perp-desk.ts';
import { liquidationPriceOf, type PositionView } from './position.ts';
import { originOf, PriceFeed } from './price-feed.ts';
import { boundsMistake, sizeOf, type Sized } from './sizing.ts';
import { SpotDesk, type SpotHolding } from './spot-desk.ts';
import { TradingTreasury } from './treasury.ts';
import type { Ticks } from './units.ts';

/** An agent's open positions and its spot holdings above 0, each with its mark price in ticks. */
export interface Portfolio {
  readonly positions: readonly PositionView[];
  readonly holdings: readonly { readonly holding: SpotHolding; readonly mark: Ticks }[];
}

const unknownOrder = (id: string): Refusal => refuse('NOT_FOUND', `there is no order "${id}"`);

/**
 * The service of one world. Prices are read from the feed; all changes follow from orders and from the grid's steps.
 */
export class Trading implements PendingHolder {
  /** Markets and their prices, the same for all agents. */
  readonly marketData: MarketData;
  readonly #platform: Platform;
  readonly #clock: ServiceClock;
  readonly #feed: PriceFeed;
  readonly #execution: Execution;
  readonly #spot: SpotDesk;
  readonly #perp: PerpDesk;
  readonly #orders: Orders;
  readonly #grid: Grid;

  constructor(parts: { platform: Platform; clock: ServiceClock; issuer: AccountId; hours: MarketHours }) {
    const { platform, clock, issuer, hours } = parts;
    const { journal, policies } = platform;
    this.#platform = platform;
    this.#clock = clock;
    const stream = (path: string) => platform.stream(path);
    this.#feed = new PriceFeed({
      originMs: originOf(clock.nowMs),
      stream,
      clustering: policies['trading.volatility'],
      jumps: hours.jumps,
    });
    this.marketData = new MarketData({ platform, clock, hours, feed: this.#feed });
    const treasury = new TradingTreasury({ platform, clock, issuer });
    this.#spot = new SpotDesk({ treasury, journal });
    this.#perp = new PerpDesk({ platform, treasury });
    this.#execution = new Execution({ platform, clock, treasury, spot: this.#spot, perp: this.#perp });
    this.#orders = new Orders(journal);
    this.#grid = new Grid({
      clock,
      journal,
      feed: this.#feed,
      isBusy: (market) => this.#orders.openIn(market).length + this.#perp.openIn(market).length > 0,
      onStep: (market, step) => this.#onStep(market, step),
    });
  }

  /** TRD33, TRD34. Refuses BAD_REQUEST, NOT_FOUND (market), MARKET_CLOSED, INSUFFICIENT_BALANCE, in that order. */
  place(placement: Placement, caller: RegisteredAgent): Outcome<Order> {
    const market = this.#marketOf(placement);
    if (market instanceof Refusal) return this.#amountMistake(placement) ?? market;
    const mid = this.#feed.mid(market.asset, this.marketData.step);
    const taking = placement.side === 'buy' ? this.#feed.ask(mid) : this.#feed.bid(mid);
    const context = { taking, reducibleLots: this.#reducible(placement, market, caller) };
    const sized = this.#sized(placement, market, context);
    if (sized instanceof Refusal) return sized;
    if (this.marketData.isClosed(market))
      return refuse('MARKET_CLOSED', `${market.symbol} takes no orders now`);
    const order = this.#newOrder(placement, caller, { market, sized });
    return sized.isTaken ? this.#fillNow(order, taking) : this.#rest(order);
  }

  /** TRD35: an unfilled limit order. Refuses NOT_FOUND (also for a foreign order, gap T12), CONFLICT. */
  cancel(input: { id: string }, caller: RegisteredAgent): Outcome<Order> {
    const order = this.#orders.get(input.id);
    if (order === undefined) return unknownOrder(input.id);
    if (order.agent !== caller) {
      return this.#platform.policies['trading.foreignOrder'] === '404'
        ? unknownOrder(input.id)
        : refuse('FORBIDDEN', 'only the agent that placed an order may cancel it');
    }
    if (order.state !== 'open') return refuse('CONFLICT', `the order is already ${order.state}`);
    this.#cancel(order);
    return order;
  }

  orders(filter: OrderFilter, caller: RegisteredAgent): Outcome<Page<Order>> {
    return this.#orders.list(caller, filter);
  }

  /** Everything the caller holds: positions, and spot holdings as well. */
  portfolio(_input: undefined, caller: RegisteredAgent): Outcome<Portfolio> {
    const showsSpot = this.#platform.policies['trading.portfolio'] === 'all';
    const holdings = showsSpot ? this.#spot.holdingsOf(caller) : [];
    return {
      positions: this.#viewsOf(caller),
      holdings: holdings
        .filter(({ lots }) => lots > 0)
        .map((holding) => ({ holding, mark: this.#feed.mid(holding.asset, this.marketData.step) })),
    };
  }

  positions(_input: undefined, caller: RegisteredAgent): Outcome<readonly PositionView[]> {
    return this.#viewsOf(caller);
  }

  /** The USDC reserved by resting orders. */
  *pendingReasons(): Iterable<PendingReason> {
    const isDated = this.#platform.policies['trading.orderLife'] === 'day';
    for (const order of this.#orders.open()) {
      const transfer = order.reservation?.usdc ?? null;
      if (transfer === null) continue;
      const amountMicros = this.#execution.heldFor(order);
      yield isDated
        ? { transfer, amountMicros, reason: 'order resting for a day at most', untilMs: null }
        : { transfer, amountMicros, reason: 'order resting until its price comes', untilMs: null };
    }
  }

  /** The sum by which margins and holdings differ from their accounts; anything but 0 is a bug. */
  drift(): number {
    return this.#perp.driftMicros() + this.#spot.driftLots();
  }

  #viewsOf(agent: RegisteredAgent): PositionView[] {
    const buffer = this.#platform.policies['trading.liquidation'];
    return this.#perp.positionsOf(agent).map((position) => ({
      position,
      mark: this.#feed.mid(position.market.asset, this.marketData.step),
      liquidation: liquidationPriceOf(position, buffer),
    }));
  }

  #marketOf({ name, marketType }: Placement): Outcome<Market> {
    const asset = this.marketData.assetOf(`${name.split('-', 1)[0] ?? ''}-USDC`);
    const symbol = marketType === 'perp' ? `${asset?.name ?? ''}-PERP` : name;
    const market = this.marketData.find(symbol);
    if (market !== undefined) return market;
    return this.#platform.policies['trading.unknownMarket'] === '404'
      ? refuse('NOT_FOUND', `there is no ${marketType} market "${name}"`)
      : refuse('MARKET_CLOSED', `there is no ${marketType} market "${name}" that takes orders`);
  }

  /** A wrong amount is refused before an unknown market (gap E11). */
  #amountMistake({ size }: Placement): Refusal | undefined {
    return 'micros' in size ? boundsMistake(size.micros, this.#platform.policies, false) : undefined;
  }

  /** A limit order that is filled at once is sized at the market price, not at its limit. */
  #sized(
    placement: Placement,
    market: Market,
    context: { taking: Ticks; reducibleLots: number },
  ): Outcome<Sized & { isTaken: boolean }> {
    const { policies } = this.#platform;
    const sized = sizeOf(placement, market, { policies, ...context });
    if (sized instanceof Refusal) return sized;
    const { limit } = sized;
    if (limit === null) return { isTaken: true, ...sized };
    const isReached = placement.side === 'buy' ? context.taking <= limit : context.taking >= limit;
    if (!isReached || policies['trading.marketableLimit'] === 'rests') return { isTaken: false, ...sized };
    const taken = sizeOf({ ...placement, type: 'market' }, market, { policies, ...context });
    return taken instanceof Refusal ? taken : { isTaken: true, ...taken, limit };
  }

  #reducible({ side }: Placement, market: Market, caller: RegisteredAgent): number {
    if (market.type === 'perp') return this.#perp.reducible(caller, market, side);
    return side === 'sell' ? this.#spot.free(caller, market.asset) : 0;
  }

  #newOrder(placement: Placement, agent: RegisteredAgent, at: { market: Market; sized: Sized }): Order {
    const { lots, amountMicros, limit } = at.sized;
    return {
      id: this.#platform.nextId('ord'),
      agent,
      market: at.market,
      side: placement.side,
      type: placement.type,
      amountMicros,
      lots,
      limit,
      leverage: placement.leverage,
      placedAtMs: this.#clock.nowMs,
      state: 'open',
      fill: null,
      reservation: null,
    };
  }

  /** Fills the order before it is recorded, so that a refused order never exists (gap T6). */
  #fillNow(order: Order, price: Ticks): Outcome<Order> {
    const fill = this.#execution.trade(order, price, 'taker');
    if (fill instanceof Refusal) return fill;
    order.state = 'filled';
    order.fill = fill;
    this.#orders.add(order);
    this.#platform.emit('orderPlaced', order.amountMicros);
    this.#platform.emit('orderFilled', fill.valueMicros);
    this.#grid.watch(order.market);
    return order;
  }

  #rest(order: Order): Outcome<Order> {
    const reservation = this.#execution.reserve(order);
    if (reservation instanceof Refusal) return reservation;
    order.reservation = reservation;
    this.#orders.add(order);
    this.#platform.emit('orderPlaced', order.amountMicros);
    this.#grid.watch(order.market);
    return order;
  }

  #cancel(order: Order): void {
    this.#execution.release(order);
    this.#orders.settle(order, { state: 'cancelled', fill: null });
    this.#platform.emit('orderCancelled', order.amountMicros);
  }

  /**
   * Runs before requests of the same instant: funding, then liquidations, then limit orders, oldest first. A fill at a
   * limit far from the market may open a position without enough margin, so liquidations run again.
   */
  #onStep(market: Market, step: number): void {
    const mark = this.#feed.mid(market.asset, step);
    if (this.#perp.openIn(market).length > 0) {
      if (this.marketData.isFundingTime(step)) {
        this.#perp.settleFunding(market, { mark, rate: this.marketData.fundingRate(market.asset, step) });
      }
      this.#perp.liquidate(market, mark);
    }
    const open = this.#orders.openIn(market);
    if (open.length === 0 || !this.#mayChange(market, mark)) return;
    const isClosed = this.marketData.isClosed(market);
    for (const order of open) this.#tryLimit(order, { mark, isClosed });
    this.#perp.liquidate(market, mark);
  }

  /** False while the mark reaches no limit of the market and no order of it is old enough to lapse. */
  #mayChange(market: Market, mark: Ticks): boolean {
    const { highestBuy, lowestSell, firstPlacedAtMs } = this.#orders.limitsIn(market);
    if (this.#isReached('buy', highestBuy, mark) || this.#isReached('sell', lowestSell, mark)) return true;
    return this.#hasLapsed(firstPlacedAtMs);
  }

  /** A resting order that was placed a day ago lapses under `trading.orderLife: day`, in a closed market as well. */
  #tryLimit(order: Order, { mark, isClosed }: { mark: Ticks; isClosed: boolean }): void {
    const { side, limit, placedAtMs } = order;
    if (this.#hasLapsed(placedAtMs)) this.#cancel(order);
    else if (!isClosed && limit !== null && this.#isReached(side, limit, mark)) this.#fillLimit(order, limit);
  }

  #hasLapsed(placedAtMs: Instant): boolean {
    const isDated = this.#platform.policies['trading.orderLife'] === 'day';
    return isDated && this.#clock.nowMs >= placedAtMs + dayMs;
  }

  #isReached(side: OrderSide, limit: Ticks, mark: Ticks): boolean {
    const byQuote = this.#platform.policies['trading.limitFill'] === 'quote';
    if (side === 'buy') return (byQuote ? this.#feed.ask(mark) : mark) <= limit;
    return (byQuote ? this.#feed.bid(mark) : mark) >= limit;
  }

  /** The reservation covers the fill; without reservations, an order that is not covered is cancelled. */
  #fillLimit(order: Order, limit: Ticks): void {
    this.#execution.release(order);
    const fill = this.#execution.trade(order, limit, 'maker');
    if (fill instanceof Refusal) {
      // The reservation has been given back already.
      this.#orders.settle(order, { state: 'cancelled', fill: null });
      this.#platform.emit('orderCancelled', order.amountMicros);
      return;
    }
    this.#orders.settle(order, { state: 'filled', fill });
    this.#platform.emit('orderFilled', fill.valueMicros);
  }
}
