import { bugsOf } from './bug.ts';

const desk = 'platform/services/trading/perp-desk';
const spot = 'platform/services/trading/spot-desk';
const treasury = 'platform/services/trading/treasury';
const trading = 'platform/services/trading/trading';

/** Fees, fills, reservations, margins, funding and liquidations. */
export const tradingBugs = bugsOf('trading', [
  ['trading-fee-half', treasury, 'numerator: 1, denominator: 1_000,', 'numerator: 1, denominator: 2_000,'],
  ['trading-fee-rounded-down', treasury, "rounding: 'half-up' };", "rounding: 'floor' };"],
  ['spot-fee-not-charged', spot, 'this.#treasury.charge(agent, feeMicros);\n        const holding = this.#holdingOf(agent, asset);\n        this.#holdings.update(holding, {\n            lots: holding.lots + lots,', 'const holding = this.#holdingOf(agent, asset);\n        this.#holdings.update(holding, {\n            lots: holding.lots + lots,'],
  ['spot-sale-keeps-the-asset', spot, 'lots: left,', 'lots,'],
  ['spot-buys-twice-the-lots', spot, 'lots: holding.lots + lots,', 'lots: holding.lots + 2 * lots,'],
  ['spot-sells-what-is-not-there', spot, 'if (this.free(agent, asset) < lots) return short(asset.name);', 'if (this.free(agent, asset) < 0) return short(asset.name);'],
  ['spot-short-of-the-fee', spot, 'if (this.#treasury.available(agent) < valueMicros + feeMicros)', 'if (this.#treasury.available(agent) < valueMicros + 2 * feeMicros)'],
  ['market-order-at-mid', trading, "const taking = placement.side === 'buy' ? this.#feed.ask(mid) : this.#feed.bid(mid);", 'const taking = mid;'],
  ['buyers-get-the-bid', trading, "placement.side === 'buy' ? this.#feed.ask(mid) : this.#feed.bid(mid)", "placement.side === 'buy' ? this.#feed.bid(mid) : this.#feed.ask(mid)"],
  ['spread-turned-around', 'platform/services/trading/price-feed', 'return mid + halfSpreadOf(mid);', 'return mid - 2 * halfSpreadOf(mid);'],
  ['cancelled-by-anybody', trading, 'if (order.agent !== caller) {', 'if (order.agent === undefined) {'],
  ['cancelled-when-filled', trading, "if (order.state !== 'open') return refuse", "if (order.state === 'cancelled') return refuse"],
  ['cancel-keeps-the-reservation', trading, 'this.#execution.release(order);\n        this.#orders.settle(order, { state: \'cancelled\', fill: null });', "this.#orders.settle(order, { state: 'cancelled', fill: null });"],
  ['resting-order-reserves-no-fee', 'platform/services/trading/execution', "return stake + this.#treasury.feeOn(amountMicros, 'maker');", 'return stake;'],
  ['margin-rounded-down', desk, "numerator: 100, denominator: leverage, rounding: 'ceil' });", "numerator: 100, denominator: leverage, rounding: 'floor' });"],
  ['margin-without-leverage', desk, 'marginMicros: marginFor(openingLots === 0 ? 0 : share(openingLots), trade.leverage),', 'marginMicros: marginFor(openingLots === 0 ? 0 : share(openingLots), 100),'],
  ['perp-fee-forgotten', desk, 'this.#treasury.charge(trade.agent, feeMicros);', ''],
  ['perp-margin-not-counted', desk, 'marginMicros: position.marginMicros + marginMicros,', 'marginMicros: marginMicros,'],
  ['funding-sign', desk, "const payers = at.rate > 0 ? 'buy' : 'sell';", "const payers = at.rate > 0 ? 'sell' : 'buy';"],
  ['funding-drains-margins', desk, "this.#treasury.move('trading:margin', 'trading:funding', { amount, kind: 'trading-funding' });", ''],
  ['funding-twice-as-high', desk, 'denominator: ratePerUnit,', 'denominator: ratePerUnit / 2,'],
  ['liquidation-never', trading, 'this.#perp.liquidate(market, this.#feed.mid(market.asset, step));', ''],
  ['liquidation-one-step-late', trading, 'this.#perp.liquidate(market, this.#feed.mid(market.asset, step));', 'this.#perp.liquidate(market, this.#feed.mid(market.asset, Math.max(0, step - 30)));'],
  ['bell-rings-once', 'platform/services/trading/grid', 'if (markets.length > 0)', 'if (markets.length > 99)'],
  ['late-steps-are-of-now', 'platform/services/trading/grid', 'const step = this.#feed.stepAt(atMs);', 'const step = this.#feed.stepAt(this.#clock.nowMs);'],
  ['profit-turned-around', 'platform/services/trading/position', "return position.side === 'buy' ? worth - position.costMicros : position.costMicros - worth;", "return position.side === 'buy' ? position.costMicros - worth : worth - position.costMicros;"],
  ['orders-leak-one', 'platform/services/trading/orders', 'own.filter((order) => matches(order, filter)), filter.wish)', 'own.filter((order) => matches(order, filter)), { ...filter.wish, limit: filter.wish.limit + 1 })'],
  ['orders-oldest-first', 'platform/services/trading/orders', 'newestFirst(isAll ? own : own', 'newestFirst(isAll ? own.toReversed() : own'],
]); // prettier-ignore
