/** What a position may be by now, and what answers show of it, minute by minute. */
import { describe, expect, it } from 'vitest';
import { formatInstant, hourMs, minuteMs } from '../../../src/core/base/time.ts';
import type { Body } from '../../../src/verification/oracle/exchange.ts';
import { none } from '../../../src/verification/oracle/models/position-book.ts';
import type { FollowedPosition } from '../../../src/verification/oracle/models/position-terms.ts';
import { parseScaled } from '../../../src/verification/oracle/models/trade-arithmetic.ts';
import { Desk, pair, position, usdc, type Policies } from './desks.ts';
import { exchangeOf } from './said.ts';

const row: Body = {
  market_type: 'perp',
  pair,
  symbol: 'ETH-PERP',
  side: 'buy',
  qty: '2',
  mark_price: '3',
  entry_price: '3',
  margin: '2',
  unrealized_pnl: '0',
  funding: '0',
  liquidation_price: '2.01',
};

describe('the book', () => {
  it('says what there is, what may be closed and what is at stake', () => {
    const { book } = new Desk();
    expect([book.at('alice', pair, 0), book.now('alice', pair), book.exposure('alice', pair), [...book.pairsOf('alice')]]).toEqual([none, none, 0, []]);
    book.set('alice', pair, [position({ slack: 5 })]);
    expect([book.now('alice', pair), book.exposure('alice', pair), [...book.pairsOf('alice')], [...book.pairsOf('ali')]]).toEqual([[position({ slack: 5 })], 8 * usdc + 5, [pair], []]);
    expect([book.mayClose('alice', { pair, side: 'sell' }), book.mayClose('alice', { pair, side: 'buy' }), book.mayClose('alice', { pair: 'BTC-USDC', side: 'sell' }), book.mayClose('bob', { pair, side: 'sell' })]).toEqual([true, false, false, false]);
    book.set('alice', pair, [position(), position({ cost: 9 * usdc })]);
    expect(book.exposure('alice', pair)).toBe(11 * usdc);
    book.set('alice', pair, none);
    expect([book.now('alice', pair), [...book.pairsOf('alice')]]).toEqual([none, []]);
  });

  it('forgets what may be anything, until it is shown', () => {
    const { book, books } = new Desk();
    book.set('alice', pair, [position()]);
    book.forget('alice', pair);
    expect([book.isUnknown('alice', pair), book.isUnknown('alice', 'BTC-USDC'), book.mayClose('alice', { pair, side: 'buy' }), [...book.pairsOf('alice')], books.isVague('alice')]).toEqual([true, false, true, [pair], true]);
    book.set('alice', pair, none);
    expect([book.isUnknown('alice', pair), books.isVague('alice')]).toEqual([false, false]);
    book.set('alice', pair, Array.from({ length: 8 }, (_, index) => position({ cost: index })));
    expect(book.isUnknown('alice', pair)).toBe(false);
    book.set('alice', pair, Array.from({ length: 9 }, (_, index) => position({ cost: index })));
    expect(book.isUnknown('alice', pair)).toBe(true);
    book.set('alice', pair, [undefined, undefined, undefined, undefined, undefined, undefined, undefined, undefined, undefined, position()]);
    expect([book.isUnknown('alice', pair), book.now('alice', pair)]).toEqual([false, [undefined, position()]]);
  });

  it.each<[Partial<FollowedPosition>, number, boolean]>([
    [{}, minuteMs - 1, false],
    [{}, minuteMs, true],
    [{ sinceMs: minuteMs }, 2 * minuteMs - 1, false],
    [{ isSinceExact: false }, 1, true],
    [{ margin: 6 * usdc }, minuteMs, false],
    [{ margin: 6 * usdc, side: 'sell' }, minuteMs, true],
    [{ margin: 6 * usdc, slack: 1 }, minuteMs, true],
  ])('lets a step of the prices close a position: %j at %i: %s', (more, atMs, mayBeGone) => {
    const { book } = new Desk();
    book.set('alice', pair, [position(more)]);
    expect(book.at('alice', pair, atMs)).toEqual(mayBeGone ? [position(more), undefined] : [position(more)]);
    book.set('alice', pair, [position(more), undefined]);
    expect(book.at('alice', pair, atMs)).toHaveLength(2);
  });

  it.each<[Policies, number]>([
    [{}, 20_121],
    [{ 'trading.liquidationRest': 'kept' }, 0],
    [{ 'trading.liquidation': 'bankruptcy' }, 0],
  ])('lets a liquidation under %j bring up to %i micros', (policies, most) => {
    const back = (micros: number) => {
      const desk = new Desk(policies);
      desk.book.set('alice', pair, [position()]);
      desk.timers.advance(minuteMs);
      return [desk.sees(100 + micros / usdc), desk.book.now('alice', pair)] as const;
    };
    expect(new Desk(policies).book.leftAtMost(position())).toBe(most);
    if (most > 0) expect([back(most), back(most + 1)[0]]).toEqual([[0, none], 1]);
    expect(back(1)[0]).toBe(most > 0 ? 0 : 1);
    const desk = new Desk(policies);
    desk.book.set('alice', pair, [position()]);
    expect(desk.sees(100.000001, 'trading')).toBe(1);
  });

  it('does not say which of several positions was closed', () => {
    const desk = new Desk();
    desk.book.set('alice', pair, [position()]);
    desk.book.set('alice', 'BTC-USDC', [position()]);
    desk.timers.advance(minuteMs);
    expect([desk.sees(100.01), desk.book.now('alice', pair).length, desk.book.now('alice', 'BTC-USDC').length]).toEqual([0, 2, 2]);
    desk.book.set('alice', 'BTC-USDC', none);
    desk.book.forget('alice', pair);
    expect([desk.sees(100.02), desk.book.isUnknown('alice', pair)]).toEqual([0, true]);
  });

  it.each<[string, object, string[]]>([
    ['2.5', {}, [`liquidation-on-time: ${pair}: a position is closed without the 1.00 USDC left of it`]],
    ['2.000001', {}, [`liquidation-on-time: ${pair}: a position is closed without the 0.000002 USDC left of it`]],
    ['2', {}, []],
    ['2.5', { slack: usdc - 1 }, []],
    ['2.5', { slack: usdc - 2 }, [`liquidation-on-time: ${pair}: a position is closed without the 0.000002 USDC left of it`]],
    ['2.5', { isSinceExact: false }, []],
    ['2.5', { sinceMs: minuteMs }, []],
  ])('at %s with %j a position leaves its rest', (price, more, said) => {
    const desk = new Desk();
    desk.book.set('alice', pair, [position(more)]);
    desk.quotes3(1, price);
    desk.book.holdsRest('alice', pair, minuteMs);
    expect(desk.said).toEqual(said);
  });

  it('holds no rest of what is not known, or is kept', () => {
    const rest = (act: (desk: Desk) => void, policies: Policies = {}, atMs = minuteMs) => {
      const desk = new Desk(policies);
      desk.book.set('alice', pair, [position()]);
      desk.quotes3(1, '2.5');
      act(desk);
      desk.book.holdsRest('alice', pair, atMs);
      return desk.said.length;
    };
    const nothing = () => undefined;
    expect(rest(nothing)).toBe(1);
    const silent = [
      rest(({ book }) => book.forget('alice', pair)), rest(({ book }) => book.set('alice', pair, none)), rest(({ book }) => book.set('alice', pair, [position(), undefined])),
      rest(({ books }) => books.loosen('alice', 'x')), rest(({ books }) => books.blur('alice', 'x')), rest(nothing, { 'trading.liquidationRest': 'kept' }), rest(nothing, {}, 2 * minuteMs),
    ];
    expect(silent).toEqual(silent.map(() => 0));
  });
}); // prettier-ignore

describe('what is shown', () => {
  it('is one of those that it may be, and from then on this one', () => {
    const desk = new Desk();
    desk.book.set('alice', pair, [position({ cost: 7 * usdc, bought: undefined }), position()]);
    expect([desk.shows([row]), desk.book.now('alice', pair)]).toEqual([[], [position()]]);
    expect(desk.shows([{ ...row, margin: '3', liquidation_price: null }])).toEqual([`position-value: ${pair}: margin is 3.00; expected 2.00`]);
    expect(new Desk().shows([row])).toEqual([`position-value: a position in ${pair} that no order has opened`]);
    desk.book.forget('alice', pair);
    expect([desk.shows([{ ...row, margin: '3', liquidation_price: null }]), desk.book.now('alice', pair)]).toEqual([[], [position({ margin: 3 * usdc, bought: undefined })]]);
    const byA = { symbol: 'ETH-PERP', side: 'long', size: '2', mark_price: '3', entry_price: '3', margin: '2', unrealized_pnl: '0', funding: '0', liquidation_price: '2.01' };
    const other = new Desk();
    other.trades('buy', 2n);
    expect([other.shows([byA], 'A'), other.shows([{ ...row, market_type: 'spot', pair: 'X' }, row]), other.shows([{ ...row, qty: 'x' }, row])]).toEqual([[], [], []]);
    for (const symbol of ['ETH-USDC', 'eth-PERP', 'xETH-PERPx', '-PERP']) expect(other.shows([{ ...row, symbol }])[0]).toBe('styles-agree: a symbol of a perpetual is false; expected true');
    expect(other.shows([{ ...row, symbol: undefined }])).toEqual([]);
  });

  it('is missing where it cannot be gone', () => {
    const desk = new Desk();
    desk.book.set('alice', pair, [position()]);
    expect(desk.shows([])).toEqual([`position-value: the position in ${pair} is missing at ${formatInstant(0)}`]);
    desk.timers.advance(minuteMs);
    expect([desk.shows([]), desk.book.now('alice', pair)]).toEqual([[], none]);
    const unknown = new Desk();
    unknown.book.forget('alice', pair);
    expect([unknown.shows([]), unknown.book.isUnknown('alice', pair)]).toEqual([[], false]);
    const rest = (pairs: readonly string[]) => {
      const two = new Desk();
      for (const each of pairs) two.book.set('alice', each, [position()]);
      two.quotes3(1, '2.5');
      two.timers.advance(minuteMs);
      return two.shows([]).length;
    };
    expect([rest([pair]), rest([pair, 'BTC-USDC'])]).toEqual([1, 0]);
    const refused = new Desk();
    refused.book.set('alice', pair, [position()]);
    refused.shown.listed(exchangeOf('trading/B/portfolio', { status: 400 }), 'alice');
    expect(refused.said).toEqual([]);
  });

  it('has the funding that was seen', () => {
    const desk = new Desk();
    desk.book.set('alice', pair, [position()]);
    const scaled = parseScaled('3')!;
    desk.quotes.saw(pair, { minute: 480, bid: scaled, ask: scaled, mid: scaled, rate: '0.0001' });
    desk.timers.advance(8 * hourMs);
    expect(desk.shows([{ ...row, margin: '1.9994', funding: '-0.0006' }])).toEqual([]);
    expect(desk.shows([{ ...row, margin: '1.9994', funding: '0.0006' }])).toEqual([`funding-direction: ${pair}: funding is 0.0006 USDC; expected -0.0006 USDC`]);
  });
}); // prettier-ignore
