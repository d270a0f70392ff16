/**
 * Execution of orders on the desk of their market: reservation while an order rests, release, and trade. Knows no order
 * books, prices or states.
 */
import type { Micros } from '../../../core/base/money.ts';
import { Refusal, refuse, type Outcome } from '../../../core/base/refusal.ts';
import type { Platform, ServiceClock } from '../ports.ts';
import type { Fill, Order, Reservation } from './order-record.ts';
import { marginFor, type PerpDesk } from './perp-desk.ts';
import type { SpotDesk } from './spot-desk.ts';
import type { TradingTreasury } from './treasury.ts';
import type { Ticks } from './units.ts';

/** Reserves, releases and trades whole orders. Keeps no state; the desks and the treasury do. */
export class Execution {
  readonly #platform: Platform;
  readonly #clock: ServiceClock;
  readonly #treasury: TradingTreasury;
  readonly #spot: SpotDesk;
  readonly #perp: PerpDesk;

  constructor(parts: {
    platform: Platform;
    clock: ServiceClock;
    treasury: TradingTreasury;
    spot: SpotDesk;
    perp: PerpDesk;
  }) {
    this.#platform = parts.platform;
    this.#clock = parts.clock;
    this.#treasury = parts.treasury;
    this.#spot = parts.spot;
    this.#perp = parts.perp;
  }

  /**
   * Gap T11: reserves the amount (or the margin) and the fee; a spot sale reserves its lots. Refuses
   * INSUFFICIENT_BALANCE.
   */
  reserve(order: Order): Outcome<Reservation | null> {
    if (this.#platform.policies['trading.reservation'] === 'none') return null;
    const { agent, market, side, lots } = order;
    if (market.type === 'spot' && side === 'sell') {
      if (this.#spot.free(agent, market.asset) < lots) {
        return refuse('INSUFFICIENT_BALANCE', `the ${market.asset.name} balance does not cover the order`);
      }
      this.#spot.reserve(agent, market.asset, lots);
      return { usdc: null, lots };
    }
    const usdc = this.#treasury.reserve(agent, this.heldFor(order));
    return usdc instanceof Refusal ? usdc : { usdc, lots: 0 };
  }

  /** The USDC that a resting order reserves; not for a spot sale, which reserves lots. */
  heldFor({ market, amountMicros, leverage }: Order): Micros {
    const stake = market.type === 'perp' ? marginFor(amountMicros, leverage) : amountMicros;
    return stake + this.#treasury.feeOn(amountMicros, 'maker');
  }

  /** Releases everything that the order has reserved. */
  release({ agent, market, reservation }: Order): void {
    if (reservation === null) return;
    if (reservation.usdc !== null) this.#treasury.release(reservation.usdc);
    if (reservation.lots > 0) this.#spot.reserve(agent, market.asset, -reservation.lots);
  }

  /** Trades the whole order at a price. Refuses INSUFFICIENT_BALANCE, and MARKET_CLOSED if the venue cannot pay. */
  trade(order: Order, price: Ticks, role: 'maker' | 'taker'): Outcome<Fill> {
    const { agent, market, side, lots, amountMicros: valueMicros, leverage } = order;
    const atMs = this.#clock.nowMs;
    if (market.type === 'perp') {
      const traded = this.#perp.trade({ agent, market, side, lots, valueMicros, price, leverage, role });
      if (traded instanceof Refusal) return traded;
      const { lots: tradedLots, valueMicros: tradedMicros, feeMicros } = traded;
      return { price, atMs, lots: tradedLots, valueMicros: tradedMicros, feeMicros };
    }
    const feeMicros = this.#treasury.feeOn(valueMicros, role);
    const trade = { agent, asset: market.asset, side, lots, price, valueMicros, feeMicros };
    return this.#spot.trade(trade) ?? { price, atMs, lots, valueMicros, feeMicros };
  }
}
