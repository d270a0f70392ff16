/**
 * Orders that rest: what each holds back, how a step of the prices may end it (gaps T5, T6, T11), and what answers say of
 * it later. Where balances cannot tell which of several orders was filled, the answers decide.
 */
import { dayMs, type Instant } from '../../../core/base/time.ts';
import { reads, type Case } from '../case.ts';
import type { Change, EndWay, OpenEnd } from '../open-ends.ts';
import { effectOf, isAlike, isSale, less, recastOf } from './order-effects.ts';
import type { Positions } from './positions.ts';
import type { Known } from './reducing-orders.ts';
import { feeOn } from './trade-arithmetic.ts';
import type { FollowedState, TradingOrder } from './trading-order.ts';

/** What the fill of an order books elsewhere. */
interface Desks extends Known {
  readonly positions: Positions;
}

/** No more than it says. */
const ofUnknownSize = ({ agent, available = 0 }: Change): Change => ({ agent, upTo: available });

/** At most so many orders are tried for what balances may have meant instead. */
const pooledMax = 10;

/** Books reservations, fills and releases. */
export class RestingOrders {
  readonly #case: Case;
  readonly #desks: Desks;
  readonly #orders: TradingOrder[] = [];
  /** When a fill of unknown size was seen, by agent. */
  readonly #doubtedAtMs = new Map<string, Instant>();

  constructor(file: Case, desks: Desks) {
    this.#case = file;
    this.#desks = desks;
  }

  rests(order: TradingOrder): void {
    const { agent, holds } = order;
    this.#orders.push(order);
    this.#case.books.move(agent, -holds, holds);
    if (isSale(order)) this.#reserve(order, 1n);
    if (isSale(order) && this.#isDaily)
      this.#case.timers.at(order.atMs + dayMs, `the end of order ${order.id}`, () => this.#forget(order));
    const [ways, run] = [() => this.#ways(order), () => this.#unseen(order)];
    order.end = {
      isStep: true,
      get ways() {
        return ways();
      },
      doubted: run,
    };
    this.#case.books.expectEnd(order.end);
    this.#case.books.whenUnseen(agent, { needs: this.#isSeenInHeld(order) ? 'held' : 'available', run });
  }

  /** A sale holds no money back, and what lapses gives back as much as a fill takes. */
  #isSeenInHeld(order: TradingOrder): boolean {
    return !isSale(order) && !this.#isDaily;
  }

  /** No balance will show its fill. */
  #unseen(order: TradingOrder): void {
    // What was taken for its fill may have been another's, of unknown size.
    const isSure = order.state !== 'open' && (order.isNamed || order.endedAtMs !== this.#case.timers.nowMs);
    if (isSure) return;
    order.isUnseen = true;
    order.state = 'open';
    // What has ended in its stead, or it in another's, no balance tells any more.
    for (const other of order.isDoubtful ? this.#orders : [])
      if (other.agent === order.agent && other.isDoubtful && !other.isNamed) other.isUnseen = true;
    if (order.end !== undefined) this.#case.books.expectEnd(order.end);
    this.#case.houses.loosen('trading:fees');
    this.#case.invalidateReferrers(order.agent);
    this.#forget(order);
  }

  /** An answer has cancelled it. */
  cancelled(order: TradingOrder): void {
    order.state = 'cancelled';
    order.isNamed = true;
    if (order.end !== undefined) this.#case.books.settled(order.end);
    this.#case.books.move(order.agent, order.holds, -order.holds);
    if (isSale(order)) this.#reserve(order, -1n);
  }

  /** An answer says what state an order is in; false where that cannot be. */
  named(order: TradingOrder, state: FollowedState, atMs: Instant): boolean {
    if (order.state !== state && !order.isUnseen && !this.#recast(order, state, atMs)) return false;
    if (order.isUnseen) this.#seenAgain(order, state);
    order.state = state;
    if (state === 'open') order.openAtMs = atMs;
    else order.isNamed = true;
    return true;
  }

  /** A balance has shown it. */
  #ended(order: TradingOrder, state: FollowedState): void {
    order.state = state;
    order.endedAtMs = this.#case.timers.nowMs;
    if (this.#doubtedAtMs.get(order.agent) === order.endedAtMs && order.isPerp) this.#forget(order);
    // Where others together change the same, what it has brought is open, if not what it has cost.
    const others = this.#insteadOf(order) ?? [];
    for (const other of others.length === 0 ? [] : [order, ...others]) other.isDoubtful = true;
    if (!order.isDoubtful) return;
    for (const other of this.#orders)
      if (other.agent === order.agent && other.isDoubtful && !other.isNamed) this.#forget(other);
  }

  /** Orders that may have ended now in place of this one; which of two that are alike makes no difference. */
  #insteadOf(order: TradingOrder): TradingOrder[] | undefined {
    const pool = this.#orders.filter(
      (other) =>
        other !== order &&
        other.agent === order.agent &&
        !other.isNamed &&
        !other.isUnseen &&
        !isAlike(order, other) &&
        (other.state === 'open' || other.endedAtMs === order.endedAtMs),
    );
    const effect = effectOf(order, order.state);
    return recastOf(pool.slice(-pooledMax), effect, this.#states)?.map(([other]) => other);
  }

  /** A fill of unknown size: what else was seen at once may have been another way. */
  #doubt({ agent }: TradingOrder): void {
    const { nowMs } = this.#case.timers;
    this.#doubtedAtMs.set(agent, nowMs);
    for (const other of this.#orders)
      if (other.agent === agent && other.isPerp && other.endedAtMs === nowMs) this.#forget(other);
  }

  /** An answer has shown what an agent holds: what may yet change it unseen leaves it unknown. */
  heldShown(agent: string): void {
    for (const order of this.#orders) {
      const mayLapse = isSale(order) && this.#isDaily && this.#case.timers.nowMs >= order.atMs + dayMs;
      if (order.agent === agent && !order.isNamed && (order.isUnseen || mayLapse)) this.#forget(order);
    }
  }

  get #isDaily(): boolean {
    return reads(this.#case, 'trading.orderLife', 'day');
  }

  /** What has been missed of it, an answer has named. */
  #seenAgain(order: TradingOrder, state: FollowedState): void {
    const { books } = this.#case;
    order.isUnseen = books.isLoose(order.agent) || books.isVague(order.agent);
    if (order.end === undefined) return;
    if (state === 'open') books.expectEnd(order.end);
    else books.settled(order.end);
  }

  #ways(order: TradingOrder): EndWay[] {
    return [...this.#fillWays(order), ...(this.#isDaily ? [this.#lapse(order)] : [])];
  }

  #lapse(order: TradingOrder): EndWay {
    const { agent, holds } = order;
    return {
      changes: [{ agent, available: holds, held: -holds }],
      follows: () => {
        this.#ended(order, 'cancelled');
        if (isSale(order)) this.#reserve(order, -1n);
      },
    };
  }

  #fillWays(order: TradingOrder): EndWay[] {
    const { agent, pair, holds, fee, amount, isPerp } = order;
    if (isPerp) return this.#perpWays(order);
    const charged = { service: 'trading', payer: agent, feeMicros: fee } as const;
    const own = isSale(order) ? { agent, available: amount - fee } : { agent, held: -holds };
    return this.#case.sharesOf(charged, true).map(({ changes, isBooked, isOnly }) => ({
      changes: [own, ...changes],
      follows: (isSure) => {
        this.#ended(order, 'filled');
        this.#case.feeCharged({ ...charged, isBooked, isSure: isSure || isOnly });
        const units = this.#unitsOf(order);
        if (units === undefined) return this.#desks.holdings.forget(agent, pair);
        if (isSale(order)) this.#reserve(order, -1n);
        const isBuy = order.side === 'buy';
        const shownAtMs = this.#case.timers.nowMs;
        this.#desks.holdings.traded(agent, pair, { isBuy, units, amount, shownAtMs });
      },
    }));
  }

  #perpWays(order: TradingOrder): EndWay[] {
    const { agent, pair, side, amount, leverage, limit = 0n, holds } = order;
    const { positions, book, quotes } = this.#desks;
    const { nowMs, beforeMs } = this.#case.timers;
    const units = this.#unitsOf(order);
    const filled = (): void => this.#ended(order, 'filled');
    const isPlain =
      !book.isUnknown(agent, pair) &&
      quotes.nextSettlement(beforeMs) > nowMs &&
      this.#othersOf(order).length === 0;
    if (units !== undefined && isPlain)
      return positions.fillWays(agent, {
        pair, side, units, price: limit, amount, leverage, holds, atMs: nowMs, isSinceExact: true, feeOn, filled,
      }); // prettier-ignore
    return this.#vagueWays(order, isPlain);
  }

  /** A fill of which is known that it happened, and no more: what it has done, the next answer shows. */
  #vagueWays(order: TradingOrder, isPlain: boolean): EndWay[] {
    const { agent, pair, holds, fee, amount } = order;
    const { book } = this.#desks;
    const isOpening = isPlain && !book.mayClose(agent, order);
    const others = this.#othersOf(order).reduce((sum, other) => sum + other.amount + other.holds, 0);
    const atStake = isOpening ? amount / 100 : book.exposure(agent, pair) + amount + holds + others;
    // What is closed alone pays a fee on that part alone.
    const isCut = reads(this.#case, 'trading.netting', 'close-only') && !isOpening;
    const charged = { service: 'trading', payer: agent, feeMicros: fee } as const;
    return this.#case.sharesOf(charged, true).map(({ changes, isBooked, isOnly }) => ({
      changes: [
        { agent, held: -holds, upTo: Math.ceil(atStake) + 2 },
        ...(isCut ? changes.map(ofUnknownSize) : changes),
      ],
      follows: (isSure) => {
        this.#ended(order, 'filled');
        this.#doubt(order);
        if (!isCut) return this.#case.feeCharged({ ...charged, isBooked, isSure: isSure || isOnly });
        this.#case.houses.loosen('trading:fees');
        this.#case.invalidateReferrers(agent);
      },
    }));
  }

  /** Other orders on the same position that may be filled in the same step. */
  #othersOf(order: TradingOrder): TradingOrder[] {
    return this.#orders.filter(
      (other) =>
        other !== order &&
        other.isPerp &&
        other.agent === order.agent &&
        other.pair === order.pair &&
        other.state === 'open',
    );
  }

  #unitsOf(order: TradingOrder): bigint | undefined {
    const { units, limit, pair, amount } = order;
    if (units !== undefined || limit === undefined) return units;
    return this.#desks.decimals.unitsFor(pair, { amount, price: limit, isDelivered: isSale(order) });
  }

  #reserve(order: TradingOrder, sign: bigint): void {
    const { agent, pair } = order;
    const units = this.#unitsOf(order);
    if (units === undefined) this.#desks.holdings.forget(agent, pair);
    else this.#desks.holdings.reserve(agent, pair, sign * units);
  }

  #forget({ agent, pair, isPerp }: TradingOrder): void {
    if (isPerp) this.#desks.book.forget(agent, pair);
    else this.#desks.holdings.forget(agent, pair);
  }

  /**
   * Finds which other orders the balances meant, where they were taken for this one or this one was not seen in them:
   * together they have to have changed the same.
   */
  #recast(order: TradingOrder, state: FollowedState, atMs: Instant): boolean {
    const pool = this.#orders.filter(
      (other) =>
        other !== order &&
        other.agent === order.agent &&
        !other.isNamed &&
        !other.isUnseen &&
        other.openAtMs !== atMs,
    );
    const wanted = less(effectOf(order, order.state), effectOf(order, state));
    const recast = recastOf(pool.slice(-pooledMax), wanted, this.#states);
    if (recast === undefined && pool.length <= pooledMax) return false;
    // Of more than are tried, any others may have been meant.
    for (const other of recast === undefined ? pool : []) other.isUnseen = true;
    for (const [other, way] of [[order, state] as const, ...(recast ?? [])]) this.#moved(other, way);
    return true;
  }

  get #states(): readonly FollowedState[] {
    return this.#isDaily ? ['open', 'filled', 'cancelled'] : ['open', 'filled'];
  }

  #moved(order: TradingOrder, state: FollowedState): void {
    order.state = state;
    this.#forget(order);
    const end: OpenEnd | undefined = order.end;
    if (end === undefined) return;
    if (state === 'open') this.#case.books.expectEnd(end);
    else this.#case.books.settled(end);
  }
}
