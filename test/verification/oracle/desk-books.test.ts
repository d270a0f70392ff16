/** Books of the trading desk alone: spot holdings, prices that were seen, and effects of orders. */
import { describe, expect, it } from 'vitest';
import { hourMs, minuteMs } from '../../../src/core/base/time.ts';
import type { Body } from '../../../src/verification/oracle/exchange.ts';
import { Holdings } from '../../../src/verification/oracle/models/holdings.ts';
import {
  effectOf,
  isAlike,
  isSale,
  less,
  recastOf,
} from '../../../src/verification/oracle/models/order-effects.ts';
import type { FollowedPosition } from '../../../src/verification/oracle/models/position-terms.ts';
import { isLaterMinute, minutesBetween, Quotes } from '../../../src/verification/oracle/models/quotes.ts';
import { parseScaled } from '../../../src/verification/oracle/models/trade-arithmetic.ts';
import type { TradingOrder } from '../../../src/verification/oracle/models/trading-order.ts';
import { caseOf } from './said.ts';

const usdc = 1_000_000;
const unit = 10n ** 12n;
const pair = 'ETH-USDC';
const scaled = (digits: string) => parseScaled(digits)!;
const under = (policies: object = {}, more: object = {}) =>
  caseOf({ setting: { faults: [], changed: Object.keys(policies), policies, ...more } });

describe('a spot holding', () => {
  const row = (qty: string, more: Body = {}): Body => ({ market_type: 'spot', pair, qty, reserved_qty: '0', value: 0, unrealized_pnl: 0, ...more });
  const shown = (holdings: Holdings, rows: readonly Body[], agent = 'alice') => {
    const { file, said } = under();
    holdings.shown(file, { positions: rows }, agent);
    return said;
  };
  const bought = () => {
    const holdings = new Holdings();
    holdings.traded('alice', pair, { isBuy: true, units: 3n * unit, amount: 9 * usdc });
    return holdings;
  };
  const worth = { value: 12, unrealized_pnl: 3 };

  it('is what was bought less what was sold, with its share of the cost', () => {
    const holdings = bought();
    expect(shown(holdings, [row('3', worth)])).toEqual([]);
    expect(holdings.traded('alice', pair, { isBuy: false, units: unit, amount: 5 * usdc })).toBe(true);
    expect(shown(holdings, [row('2', { value: 8, unrealized_pnl: 2 })])).toEqual([]);
    expect(holdings.traded('alice', pair, { isBuy: true, units: unit, amount: 4 * usdc })).toBe(true);
    expect([shown(holdings, [row('3', { value: 10, unrealized_pnl: 0 })]), holdings.free('alice', pair)]).toEqual([[], 3n * unit]);
    expect(holdings.free('alice', 'BTC-USDC')).toBe(0n);
  });

  it.each([
    ['qty', '3.1', 'holdings: alice/ETH-USDC is 3.1; expected 3'],
    ['reserved_qty', '1', 'reserved of alice/ETH-USDC is 1; expected 0'],
    ['unrealized_pnl', 2, 'cost of alice/ETH-USDC is 10.00 USDC; expected 9.00 USDC'],
    ['value', 13, 'cost of alice/ETH-USDC is 10.00 USDC; expected 9.00 USDC'],
  ])('shows its %s', (name, value, message) => {
    expect(shown(bought(), [row('3', { ...worth, [name]: value })])).toEqual([`position-value: ${message}`]);
  });

  it('is missed where it is not shown, and shown where there is none', () => {
    expect(shown(bought(), [])).toEqual(['position-value: holdings: alice/ETH-USDC is 0; expected 3']);
    expect(shown(bought(), [row('3', { ...worth, market_type: 'perp' })])).toHaveLength(1);
    expect(shown(new Holdings(), [row('1')])).toEqual(['position-value: holdings: alice/ETH-USDC is 1; expected 0']);
    expect([shown(bought(), [], 'bob'), shown(bought(), [], 'ali')]).toEqual([[], []]);
  });

  it('is sold as far as it is free', () => {
    const holdings = bought();
    holdings.reserve('alice', pair, unit);
    expect(holdings.free('alice', pair)).toBe(2n * unit);
    expect(shown(holdings, [row('3', { ...worth, reserved_qty: '1' })])).toEqual([]);
    const sale = { isBuy: false, amount: 0 };
    expect([holdings.traded('alice', pair, { ...sale, units: 2n * unit }), holdings.traded('alice', pair, { ...sale, units: 1n })]).toEqual([true, false]);
    const none = new Holdings();
    expect(none.traded('alice', pair, { ...sale, units: 1n })).toBe(false);
    none.forget('alice', pair);
    expect([none.traded('alice', pair, { ...sale, units: 1n }), none.free('alice', pair)]).toEqual([true, undefined]);
  });

  it('that is not known is taken from the next portfolio', () => {
    const holdings = bought();
    holdings.forget('alice', pair);
    expect(shown(holdings, [row('7', { ...worth, reserved_qty: '2' })])).toEqual([]);
    expect([holdings.free('alice', pair), shown(holdings, [row('7', { ...worth, reserved_qty: '2' })])]).toEqual([5n * unit, []]);
    const gone = bought();
    gone.forget('alice', pair);
    expect([shown(gone, []), gone.free('alice', pair)]).toEqual([[], 0n]);
  });

  it('has reserved nothing once all of it is sold', () => {
    const holdings = bought();
    holdings.reserve('alice', pair, 3n * unit);
    holdings.traded('alice', pair, { isBuy: false, units: 3n * unit, amount: 0 });
    expect(shown(holdings, [])).toEqual([]);
  });

  it('has a cost that is not known where a sale and another fill were seen at once', () => {
    const filled = (first: boolean, second: boolean, atMs: readonly [number, number]) => {
      const holdings = bought();
      const one = (isBuy: boolean, shownAtMs: number) => holdings.traded('alice', pair, { isBuy, units: unit, amount: 9 * usdc, shownAtMs });
      one(first, atMs[0]);
      one(second, atMs[1]);
      const units = 3 + (first ? 1 : -1) + (second ? 1 : -1);
      return shown(holdings, [row(String(units), { value: 900, unrealized_pnl: 0 })]).length;
    };
    expect([filled(true, true, [5, 5]), filled(false, true, [5, 5]), filled(true, false, [5, 5]), filled(true, false, [5, 6])]).toEqual([1, 0, 0, 1]);
  });
}); // prettier-ignore

describe('prices that were seen', () => {
  const position = (more: Partial<FollowedPosition> = {}): FollowedPosition => ({ side: 'buy', units: 2n * unit, cost: 6 * usdc, margin: usdc, funding: 0, slack: 0, isTied: true, bought: undefined, sinceMs: 0, isSinceExact: true, ...more });
  const quotes = (policies: object = {}, more: object = {}, rates: Readonly<Record<number, string>> = {}) => {
    const { file } = under(policies, more);
    const seen = new Quotes(file);
    for (const [hour, rate] of Object.entries(rates)) seen.saw(pair, { minute: Number(hour) * 60, bid: scaled('2.9'), ask: scaled('3.1'), mid: scaled('3'), rate });
    return seen;
  };
  const jump = { kind: 'price-jump', service: 'trading', atMs: minuteMs };

  it('are of one minute, and of one step', () => {
    const seen = quotes({}, {}, { 0: '0.0001' });
    expect([seen.now(pair, minuteMs - 1)?.minute, seen.now(pair, minuteMs), seen.now('BTC-USDC', 0)]).toEqual([0, undefined, undefined]);
    expect([seen.stepTo(pair, 0), seen.stepTo(pair, minuteMs), seen.all(pair).size, seen.all('BTC-USDC').size]).toEqual([3n * unit, undefined, 1, 0]);
    const faulty = (fault: object) => quotes({}, { faults: [fault] }, { 0: '0' }).stepTo(pair, 0);
    expect([faulty(jump), faulty({ ...jump, atMs: minuteMs + 1 }), faulty({ ...jump, kind: 'market-closed' }), faulty({ ...jump, kind: 'x', service: 'casino' })]).toEqual([3n * unit, undefined, undefined, 3n * unit]);
  });

  it.each<[object, number, number]>([
    [{}, 0, 8],
    [{}, 8 * hourMs - 1, 8],
    [{}, 8 * hourMs, 16],
    [{ 'trading.fundingEvery': '1h' }, hourMs - 1, 1],
    [{ 'trading.fundingEvery': '1h' }, hourMs, 2],
  ])('are settled next, under %j after %i, at hour %i', (policies, atMs, hours) => {
    expect(quotes(policies).nextSettlement(atMs)).toBe(hours * hourMs);
  });

  it.each<[string, Partial<FollowedPosition>, number]>([
    ['0.0001', {}, -600],
    ['0.0001', { side: 'sell' }, 600],
    ['-0.0001', {}, 600],
    ['-0.0001', { side: 'sell' }, -600],
    ['0.00012345', {}, -740],
    ['0.5', {}, -usdc],
  ])('at a rate of %s on %j change a margin by %i', (rate, more, due) => {
    const seen = quotes({}, {}, { 8: rate });
    expect(seen.aged(pair, position(more), 8 * hourMs)).toEqual({ ...position(more), margin: usdc + due, funding: due });
    expect(seen.aged(pair, position(more), 8 * hourMs - 1)).toEqual(position(more));
    expect(seen.aged(pair, position({ ...more, sinceMs: 8 * hourMs }), 8 * hourMs)).toEqual(position({ ...more, sinceMs: 8 * hourMs }));
  });

  it('that were not seen leave open what a settlement has cost', () => {
    const open = (seen: Quotes, hours: number, more: Partial<FollowedPosition> = {}) => seen.aged(pair, position(more), hours * hourMs).slack;
    // Five hundredths of a percent of four times the cost, and a micro.
    const [each, eachJumped] = [12_001, 300_001];
    expect([open(quotes(), 8), open(quotes(), 16), open(quotes(), 7.99)]).toEqual([each, 2 * each, 0]);
    expect(open(quotes({}, { faults: [jump] }), 8)).toBe(eachJumped);
    expect(open(quotes({}, { faults: [{ ...jump, service: 'casino' }] }), 8)).toBe(each);
    expect(open(quotes({}, {}, { 8: '0.0001' }), 8, { isSinceExact: false })).toBe(each);
    expect(open(quotes({}, {}, { 7: '0.0001' }), 8)).toBe(each);
    expect(open(quotes({ 'trading.fundingEvery': '1h' }, {}, { 1: '0.0001' }), 1)).toBe(each);
    expect(open(quotes({}, {}, { 8: 'x' }), 8)).toBe(each);
    expect([open(quotes(), 1600), open(quotes(), 1608)]).toEqual([200 * each, 201 * 6 * usdc]);
  });

  it('are paid by a venue that may have too little', () => {
    const aged = (rate: string) => quotes({ 'trading.venue': '5' }, {}, { 8: rate }).aged(pair, position(), 8 * hourMs);
    expect([aged('0.0001'), aged('-0.0001')]).toEqual([position({ margin: usdc - 600, funding: -600 }), position({ slack: 600 })]);
  });

  it('come in steps of a minute', () => {
    expect([isLaterMinute(0, minuteMs - 1), isLaterMinute(minuteMs - 1, minuteMs), isLaterMinute(minuteMs, 0)]).toEqual([false, true, false]);
    expect([minutesBetween(0, minuteMs - 1), minutesBetween(minuteMs - 1, minuteMs), minutesBetween(0, 5 * minuteMs)]).toEqual([0, 1, 5]);
  });
}); // prettier-ignore

describe('the effect of an order', () => {
  const order = (more: Partial<TradingOrder> = {}) => ({ pair, isPerp: false, side: 'buy', limit: unit, amount: 10, units: undefined, leverage: 100, holds: 11, fee: 1, state: 'open', ...more }) as TradingOrder;
  const sale = order({ side: 'sell', holds: 0 });

  it('is that of its state', () => {
    expect([isSale(sale), isSale(order()), isSale(order({ side: 'sell', isPerp: true }))]).toEqual([true, false, false]);
    expect((['open', 'cancelled', 'filled'] as const).map((state) => effectOf(order(), state))).toEqual([[0, 0, 0], [11, -11, 0], [0, -11, 1]]);
    expect([effectOf(sale, 'filled'), less([5, 6, 7], [1, 4, 9])]).toEqual([[9, 0, 1], [4, 2, -2]]);
  });

  it('is that of another one that is alike', () => {
    const others: readonly Partial<TradingOrder>[] = [{ pair: 'BTC-USDC' }, { isPerp: true }, { side: 'sell' }, { limit: 2n }, { amount: 11 }, { units: 1n }, { leverage: 200 }];
    expect(isAlike(order(), order({ id: 'x', holds: 5 }))).toBe(true);
    for (const other of others) expect(isAlike(order(), order(other)), Object.keys(other).join()).toBe(false);
  });

  it('may be that of several others together', () => {
    const [small, large] = [order({ holds: 5, fee: 2 }), order({ holds: 6, fee: 3 })];
    const both = ['open', 'filled'] as const;
    expect(recastOf([small, large], [0, -11, 5], both)).toEqual([[small, 'filled'], [large, 'filled']]);
    expect([recastOf([small, large], [0, -6, 3], both), recastOf([small, large], [0, 0, 0], both)]).toEqual([[[large, 'filled']], []]);
    expect([recastOf([small, large], [0, -6, 2], both), recastOf([], [0, -6, 2], both), recastOf([small], [5, -5, 0], both)]).toEqual([undefined, undefined, undefined]);
    expect(recastOf([small], [5, -5, 0], [...both, 'cancelled'])).toEqual([[small, 'cancelled']]);
    expect(recastOf([{ ...small, state: 'filled' }], [0, 5, -2], both)?.[0]?.[1]).toBe('open');
  });
}); // prettier-ignore
