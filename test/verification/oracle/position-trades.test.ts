/** What trades and resting orders do to a position, and to the balance behind it. */
import { describe, expect, it } from 'vitest';
import { minuteMs } from '../../../src/core/base/time.ts';
import { none } from '../../../src/verification/oracle/models/position-book.ts';
import { feeOn } from '../../../src/verification/oracle/models/trade-arithmetic.ts';
import { Desk, pair, position, unit, usdc, type Policies } from './desks.ts';

describe('a trade', () => {
  it('opens, grows and closes a position, with its fee', () => {
    const desk = new Desk();
    desk.trades('buy', 2n);
    expect([desk.has('alice')[0], desk.fees, desk.book.now('alice', pair)]).toEqual([97_994_000, [{ service: 'trading', payer: 'alice', feeMicros: 6000, isBooked: false }], [position()]]);
    desk.trades('buy', 1n, { price: 6n });
    expect(desk.book.now('alice', pair)).toEqual([position({ units: 3n * unit, cost: 12 * usdc, margin: 4 * usdc, bought: 12n * unit * unit })]);
    desk.trades('sell', 3n, { price: 5n });
    expect([desk.book.now('alice', pair), desk.has('alice')[0]]).toEqual([[undefined], 97_994_000 - 2_006_000 + 4 * usdc + 3 * usdc - 15_000]);
  });

  it('has the fee and the quantity that its answer shows', () => {
    const shown = (of: object) => {
      const desk = new Desk();
      desk.trades('buy', 2n, { shown: of });
      return desk.said;
    };
    const wrong = (fee: string) => [`order-terms: ${pair}: no position of the caller gives a fee of ${fee} USDC`];
    expect([shown({ fee: 6000 }), shown({ units: 2n * unit }), shown({ fee: 6001 }), shown({ units: unit })]).toEqual([[], [], wrong('0.006001'), wrong('0.00')]);
  });

  it('is one of several where the position may be gone, and the next balance says which', () => {
    for (const [left, next] of [[99.974, undefined], [96.994, 'sell']] as const) {
      const desk = new Desk();
      desk.book.set('alice', pair, [position()]);
      desk.timers.advance(minuteMs);
      desk.trades('sell', 2n);
      expect([desk.sees(left === 99.974 ? 101.994 : 97.994, 'trading'), desk.book.now('alice', pair)[0]?.side]).toEqual([0, next]);
    }
    const open = (hide: (desk: Desk) => void, sides: 'same' | 'other' = 'same') => {
      const desk = new Desk(sides === 'other' ? { 'trading.netting': 'close-only' } : {});
      desk.book.set('alice', pair, [position({ units: sides === 'other' ? unit : 2n * unit })]);
      desk.timers.advance(minuteMs);
      hide(desk);
      desk.trades('sell', 2n);
      return [desk.fees.length, desk.book.isUnknown('alice', pair), desk.blurred.length];
    };
    expect(open(({ books }) => books.loosen('alice', 'trading'))).toEqual([1, false, 0]);
    expect(open(({ books }) => books.blur('alice', 'x'))).toEqual([1, false, 0]);
    expect(open(({ books }) => books.blur('alice', 'x'), 'other')).toEqual([0, true, 1]);
    expect(open(({ books }) => books.loosen('alice', 'wallet'))).toEqual([0, false, 0]);
  });

  it('of an unknown position is charged all the same, and leaves it unknown', () => {
    const traded = (policies: Policies, shown: object = {}) => {
      const desk = new Desk(policies);
      desk.book.forget('alice', pair);
      desk.trades('buy', 2n, { shown });
      return [desk.fees.map(({ feeMicros }) => feeMicros), desk.blurred.length, desk.book.isUnknown('alice', pair), desk.houses.known('trading:fees')];
    };
    const closing = { 'trading.netting': 'close-only' };
    expect([traded({}), traded({}, { fee: 5 }), traded(closing), traded(closing, { fee: 5 })]).toEqual([[[6000], 0, true, 0], [[5], 0, true, 0], [[], 1, true, undefined], [[5], 0, true, 0]]);
    const desk = new Desk(closing);
    desk.book.set('alice', pair, [position()]);
    expect([desk.positions.isCut('alice', { pair, side: 'sell' }), desk.positions.isCut('alice', { pair, side: 'buy' }), new Desk().positions.isCut('alice', { pair, side: 'sell' })]).toEqual([true, false, false]);
  });

  it('gains no more than a venue has that is short', () => {
    const gain = (changed: readonly string[], venueShort: string) => {
      const desk = new Desk({ 'trading.venueShort': venueShort }, { changed, houses: { 'trading:venue': 1, 'faucet:pool': 0, 'escrow:fees': 0, 'domains:fees': 0, 'casino:fees': 0, 'casino:contest-fees': 0, 'casino:house': 0, 'trading:fees': 0 } });
      desk.trades('buy', 2n);
      desk.trades('sell', 2n, { price: 4n });
      return desk.has('alice')[0];
    };
    const whole = 97_994_000 + 2 * usdc + 2 * usdc - 8000;
    expect([gain(['trading.venue'], 'capped'), gain(['trading.venue'], 'issued'), gain([], 'capped')]).toEqual([whole - usdc, whole, whole]);
  });
}); // prettier-ignore

describe('a resting order', () => {
  const fill = (desk: Desk, more: object = {}) => {
    const filled: number[] = [];
    const ways = desk.positions.fillWays('alice', { pair, side: 'buy', units: 2n * unit, price: 3n * unit, amount: 6 * usdc, leverage: 300, holds: 2_006_000, atMs: 0, isSinceExact: true, feeOn, filled: (fee: number) => void filled.push(fee), ...more });
    return { ways, filled };
  };
  it('opens a position, which the same step may close', () => {
    const desk = new Desk();
    const { ways, filled } = fill(desk);
    expect(ways.map(({ changes }) => changes)).toEqual([[{ agent: 'alice', available: 0, held: -2_006_000, upTo: 0 }], [{ agent: 'alice', available: 0, held: -2_006_000, upTo: 20_121 }]]);
    ways[0]?.follows?.(true);
    expect([filled, desk.fees, desk.book.now('alice', pair)]).toEqual([[6000], [{ service: 'trading', payer: 'alice', feeMicros: 6000, isBooked: false, isSure: true }], [position(), undefined]]);
    ways[1]?.follows?.(false);
    expect([desk.book.now('alice', pair), desk.fees[1]]).toEqual([none, { service: 'trading', payer: 'alice', feeMicros: 6000, isBooked: false, isSure: true }]);
    expect(fill(new Desk({ 'trading.liquidationRest': 'kept' })).ways).toHaveLength(1);
  });

  it('of an agent that is not followed shows in what is held alone', () => {
    for (const hide of [({ books }: Desk) => books.loosen('alice', 'x'), ({ books }: Desk) => books.blur('alice', 'x')]) {
      const desk = new Desk();
      hide(desk);
      const { ways, filled } = fill(desk);
      expect(ways.map(({ changes }) => changes)).toEqual([[{ agent: 'alice', held: -2_006_000 }]]);
      ways[0]?.follows?.(true);
      expect([filled, desk.fees.length, desk.book.now('alice', pair)]).toEqual([[6000], 1, [position(), undefined]]);
    }
    const desk = new Desk({ 'trading.netting': 'close-only' });
    desk.book.set('alice', pair, [position({ side: 'sell', units: unit, isSinceExact: false })]);
    desk.books.blur('alice', 'x');
    const { ways, filled } = fill(desk);
    ways[0]?.follows?.(true);
    expect([filled, desk.fees, desk.blurred, desk.book.isUnknown('alice', pair)]).toEqual([[3000], [], [['alice']], true]);
  });
}); // prettier-ignore
