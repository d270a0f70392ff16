/** What the ends of orders change, and which of them together change the same. */
import type { Micros } from '../../../core/base/money.ts';
import type { FollowedState, TradingOrder } from './trading-order.ts';

/** What ending an order has changed: USDC available, held, and fees. */
type Effect = readonly [available: Micros, held: Micros, fee: Micros];

/** It reserves the asset, and no money. */
export const isSale = ({ side, isPerp }: TradingOrder): boolean => side === 'sell' && !isPerp;

/** True where it makes no difference which of two orders is filled. */
export const isAlike = (one: TradingOrder, other: TradingOrder): boolean =>
  one.pair === other.pair &&
  one.isPerp === other.isPerp &&
  one.side === other.side &&
  one.limit === other.limit &&
  one.amount === other.amount &&
  one.units === other.units &&
  one.leverage === other.leverage;

/** Nothing while it is open. */
export function effectOf(order: TradingOrder, state: FollowedState): Effect {
  const { holds, amount, fee } = order;
  if (state === 'open') return [0, 0, 0];
  if (state === 'cancelled') return [holds, -holds, 0];
  return isSale(order) ? [amount - fee, 0, fee] : [0, -holds, fee];
}

export const less = (one: Effect, other: Effect): Effect => [
  one[0] - other[0],
  one[1] - other[1],
  one[2] - other[2],
];

/** States of some of the orders that together make up the difference; undefined where there are none. */
export function recastOf(
  pool: readonly TradingOrder[],
  left: Effect,
  states: readonly FollowedState[],
): (readonly [TradingOrder, FollowedState])[] | undefined {
  if (left.every((part) => part === 0)) return [];
  const [order, ...others] = pool;
  if (order === undefined) return undefined;
  const without = recastOf(others, left, states);
  if (without !== undefined) return without;
  for (const state of states) {
    if (state === order.state) continue;
    const rest = less(left, less(effectOf(order, state), effectOf(order, order.state)));
    const found = recastOf(others, rest, states);
    if (found !== undefined) return [[order, state], ...found];
  }
  return undefined;
}
