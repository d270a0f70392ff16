/** Parts of the trading desk alone: what was asked for, how finely markets count, and fair fills. */
import { describe, expect, it } from 'vitest';
import { minuteMs } from '../../../src/core/base/time.ts';
import type { Body } from '../../../src/verification/oracle/exchange.ts';
import { askedFor, sizeAt } from '../../../src/verification/oracle/models/asked-order.ts';
import { checkEntry, checkFill, checkQuantity } from '../../../src/verification/oracle/models/fair-fill.ts';
import { MarketDecimals } from '../../../src/verification/oracle/models/market-decimals.ts';
import { checkReportedBounds } from '../../../src/verification/oracle/models/order-bounds.ts';
import { Quotes } from '../../../src/verification/oracle/models/quotes.ts';
import { parseScaled } from '../../../src/verification/oracle/models/trade-arithmetic.ts';
import { caseOf, exchangeOf } from './said.ts';

const usdc = 1_000_000;
const unit = 10n ** 12n;
const pair = 'ETH-USDC';
const scaled = (digits: string) => parseScaled(digits)!;
const under = (policies: object = {}, more: object = {}) =>
  caseOf({ setting: { faults: [], changed: Object.keys(policies), policies, ...more } });

describe('what is asked for', () => {
  const asked = (style: string, body: Body | undefined, policies: object = {}) =>
    askedFor(under(policies).file, exchangeOf(`trading/${style}/place`, { body, atMs: 7 }));

  it.each<[string, Body | undefined, object, object]>([
    ['B', { pair, side: 'buy', amount: '2.5' }, {}, { pair, isPerp: false, side: 'buy', amount: 2.5 * usdc, leverage: 100, limit: undefined, units: undefined, atMs: 7 }],
    ['B', { pair, side: 'sell', amount: 2, market_type: 'perp', leverage: 2.25 }, {}, { isPerp: true, side: 'sell', leverage: 225 }],
    ['B', { pair, side: 'long', amount: 2, market_type: 'spot' }, {}, { isPerp: false, side: 'sell' }],
    ['B', { pair, side: 'buy', amount: 2, type: 'limit', price: '3000.5' }, {}, { limit: 30_005n * unit / 10n }],
    ['B', { pair, side: 'buy', amount: 2, type: 'limit', price: 3000.5 }, {}, { limit: 30_005n * unit / 10n }],
    ['B', { pair, side: 'buy', amount: 2, type: 'limit', price: [3000] }, {}, { limit: undefined }],
    ['B', { pair, side: 'buy', amount: 2, price: '3000.5' }, {}, { limit: undefined }],
    ['B', { pair, side: 'buy', size: 2 }, {}, { amount: 0, units: undefined }],
    ['B', undefined, {}, { pair: '', isPerp: false, side: 'sell', amount: 0 }],
    ['A', { symbol: 'ETH-PERP', side: 'long', size: '0.25' }, {}, { pair, isPerp: true, side: 'buy', amount: undefined, units: unit / 4n }],
    ['A', { symbol: 'ETH-PERP', side: 'buy', size: 0.25 }, {}, { side: 'buy', units: unit / 4n }],
    ['A', { symbol: 'ETH-PERP', side: 'short', size: 0.25 }, {}, { side: 'sell' }],
    ['A', { symbol: 'ETH-USDC', side: 'long', size: 1 }, {}, { pair: '' }],
    ['A', { symbol: 'PERP-PERP', side: 'long', size: 1 }, {}, { pair: 'PERP-USDC' }],
    ['A', { symbol: 'ETH-PERP', side: 'long', size: 2.5 }, { 'trading.sizeA': 'quote' }, { amount: 2.5 * usdc, units: undefined }],
    ['B', { pair, side: 'buy', amount: 2 }, { 'trading.sizeA': 'quote' }, { amount: 2 * usdc, units: undefined }],
  ])('in style %s by row %#', (style, body, policies, wanted) => expect(asked(style, body, policies)).toMatchObject(wanted));

  it('has its worth, or its quantity, at a price', () => {
    const decimals = new MarketDecimals();
    const size = (style: string, body: Body, policies: object, price: bigint | undefined) => sizeAt(asked(style, body, policies), price, decimals);
    const byA = { symbol: 'ETH-PERP', side: 'long', size: '0.0000003' };
    expect(size('A', byA, {}, undefined)).toEqual({ units: 300_000n, amount: undefined });
    expect(size('A', byA, {}, 2n * unit)).toEqual({ units: 300_000n, amount: 1 });
    const quote = { 'trading.sizeA': 'quote' };
    expect(size('A', { ...byA, size: 5 }, quote, 2n * unit)).toEqual({ units: undefined, amount: 5 * usdc });
    decimals.sawPrice(pair, scaled('2.000001'));
    decimals.sawQuantity(pair, scaled('0.000001'));
    expect(size('A', { ...byA, size: 5 }, quote, 3n * unit)).toEqual({ units: 1_666_666_000_000n, amount: 5 * usdc });
  });
}); // prettier-ignore

describe('how finely a market counts', () => {
  const seen = (price: string, quantity: string) => {
    const decimals = new MarketDecimals();
    decimals.sawPrice(pair, undefined, scaled('1'), scaled(price));
    decimals.sawQuantity(pair, scaled(quantity));
    return decimals;
  };

  it('is known where prices and quantities have twelve decimals together', () => {
    expect([seen('1.001', '0.000000001'), seen('1.001', '0.00000001'), seen('1.0010', '0.000000001')].map((one) => one.ofQuantity(pair))).toEqual([9, undefined, 9]);
    expect(seen('1.001', '0.000000001').ofQuantity('BTC-USDC')).toBeUndefined();
    const one = seen('1.001', '0.000000001');
    one.sawPrice(pair, scaled('1.01'));
    one.sawQuantity(pair, scaled('0.1'));
    one.sawQuantity(pair, scaled('0.00'));
    one.sawQuantity(pair, undefined);
    expect(one.ofQuantity(pair)).toBe(9);
    const priceOnly = new MarketDecimals();
    priceOnly.sawPrice(pair, scaled('1.123456789012'));
    expect(priceOnly.ofQuantity(pair)).toBeUndefined();
  });

  it('leaves units that are no finer than a quantity that was taken', () => {
    const coarse = seen('1', '0.01');
    expect([0n, unit / 100n, unit / 50n, unit / 100n + 1n, unit / 1000n].map((units) => coarse.isCoarse(pair, units))).toEqual([true, true, true, false, false]);
    expect([coarse.isCoarse('BTC-USDC', 0n), new MarketDecimals().isCoarse(pair, 0n)]).toEqual([false, false]);
    expect(seen('1', '0.123456789012').isCoarse(pair, 1n)).toBe(true);
  });

  it('says what an amount buys, and what a sale of it delivers', () => {
    const known = seen('1.001', '0.000000001');
    const units = (amount: number, price: bigint, isDelivered: boolean) => known.unitsFor(pair, { amount, price, isDelivered });
    expect([units(usdc, 3n * unit, false), units(usdc, 3n * unit, true), units(3 * usdc, 3n * unit, true)]).toEqual([333_333_333_000n, 333_333_334_000n, unit]);
    expect([units(usdc, 0n, false), units(usdc, -1n, false), units(usdc, 1n, false)]).toEqual([undefined, undefined, 10n ** 24n]);
  });
}); // prettier-ignore

describe('a fill', () => {
  const fill = (side: string, qty: string, price: string, isPerp = false) => {
    const { file, said } = under();
    checkFill(file, new Quotes(file), { pair, side, amount: usdc, qty: scaled(qty), price: scaled(price), atMs: 0, isPerp });
    return said;
  };
  const unfair = (qty: string) => [`order-terms: a fair quantity for 1.00 USDC, ${qty} is false; expected true`];

  it.each<[string, string, boolean, readonly string[]]>([
    ['buy', '0.333', false, []],
    ['buy', '0.332', false, unfair('0.332')],
    ['buy', '0.334', false, unfair('0.334')],
    ['buy', '0.3330', false, []],
    ['sell', '0.334', false, []],
    ['sell', '0.333', false, unfair('0.333')],
    ['sell', '0.335', false, unfair('0.335')],
    ['sell', '0.333', true, []],
    ['sell', '0.334', true, unfair('0.334')],
  ])('to %s %s is fair: row %#', (side, qty, isPerp, said) => expect(fill(side, qty, '3', isPerp)).toEqual(said));

  it('that comes out even is fair on both sides', () => {
    for (const side of ['buy', 'sell']) expect([fill(side, '0.25', '4'), fill(side, '0.24', '4').length, fill(side, '0.26', '4').length]).toEqual([[], side === 'buy' ? 0 : 1, side === 'buy' ? 1 : 0]);
  });

  it('has the price that was shown in its minute', () => {
    const priced = (side: string, price: string, atMs: number) => {
      const { file, said } = under();
      const quotes = new Quotes(file);
      quotes.saw(pair, { minute: 1, bid: scaled('3'), ask: scaled('3.2'), mid: scaled('3.1'), rate: undefined });
      checkEntry(file, quotes, { pair, side, atMs }, BigInt(Number(price) * 10) * unit / 10n);
      return said;
    };
    expect([priced('buy', '3.2', minuteMs), priced('sell', '3', 2 * minuteMs - 1)]).toEqual([[], []]);
    expect(priced('buy', '3', minuteMs)).toEqual(['order-terms: entry_price is 3; expected 3.2']);
    expect(priced('sell', '3.2', minuteMs)).toEqual(['order-terms: entry_price is 3.2; expected 3']);
    expect([priced('buy', '9', minuteMs - 1), priced('buy', '9', 2 * minuteMs)]).toEqual([[], []]);
    const { file, said } = under();
    const quotes = new Quotes(file);
    quotes.saw(pair, { minute: 0, bid: scaled('4'), ask: scaled('4'), mid: scaled('4'), rate: undefined });
    checkFill(file, quotes, { pair, side: 'buy', amount: 3 * usdc, qty: scaled('1'), price: scaled('3'), atMs: 0, isPerp: true });
    expect(said).toEqual(['order-terms: fill_price is 3; expected 4']);
  });

  it('has the whole lots of its market', () => {
    const decimals = new MarketDecimals();
    const quantity = (side: string, qty: string, isPerp: boolean) => {
      const { file, said } = under();
      checkQuantity(file, decimals, { pair, side, amount: usdc, qty: scaled(qty), price: scaled('3'), isPerp });
      return said;
    };
    expect(quantity('buy', '9', false)).toEqual([]);
    decimals.sawPrice(pair, scaled('3.000000001'));
    decimals.sawQuantity(pair, scaled('0.001'));
    const wrong = (seen: string, wanted: string) => [`order-terms: fill_qty for 1.00 USDC is ${seen}; expected ${wanted}`];
    expect([quantity('buy', '0.333', false), quantity('sell', '0.334', false), quantity('sell', '0.333', true)]).toEqual([[], [], []]);
    expect([quantity('buy', '0.332', false), quantity('sell', '0.333', false), quantity('sell', '0.334', true)]).toEqual([wrong('0.332', '0.333'), wrong('0.333', '0.334'), wrong('0.334', '0.333')]);
  });
}); // prettier-ignore

it('a message says what an order must be worth as the run has it', () => {
  const said = (error: unknown) => {
    const { file, said: all } = under({ 'trading.orderMin': '2', 'trading.orderMax': '900' });
    checkReportedBounds(file, exchangeOf('trading/B/place', { answer: { error } }));
    return all;
  };
  const message = (least: string, most: string) => `an order must be worth ${least} to ${most} USDC`;
  expect([message('2.00', '900.00'), message('0.000001', '900'), `x ${message('9', '9')}`, `${message('9', '9')}.`, undefined].map(said)).toEqual([[], [], [], [], []]);
  for (const wrong of [message('2.01', '900.00'), message('2.00', '901'), message('0', '900')])
    expect(said(wrong)).toEqual([`order-terms: other bounds of an order are reported than it has: ${wrong}`]);
}); // prettier-ignore
