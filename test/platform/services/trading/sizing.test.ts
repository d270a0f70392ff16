/** Orders as whole numbers of their market: what they are worth, where the bounds are (gap T10), and how amounts round. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Refusal } from '../../../../src/core/base/refusal.ts';
import type { Policies } from '../../../../src/core/policy/policies.ts';
import { DoubtfulPositions } from '../../../../src/platform/services/trading/doubtful-positions.ts';
import { entryPriceOf, withFill, withLeft } from '../../../../src/platform/services/trading/entry-price.ts';
import type { Market } from '../../../../src/platform/services/trading/markets.ts';
import { otherSide, type Placement } from '../../../../src/platform/services/trading/order-record.ts';
import {
  liquidationPriceOf,
  soundRangeOf,
  type Position,
} from '../../../../src/platform/services/trading/position.ts';
import { boundsMistake, sizeOf } from '../../../../src/platform/services/trading/sizing.ts';
import { lotsFor, powerOfTen, readDecimal, valueOf } from '../../../../src/platform/services/trading/units.ts'; // prettier-ignore

const policies = { 'trading.orderMin': '1.00', 'trading.orderMax': '10000.00' } as unknown as Policies;
const marketOf = (type: 'spot' | 'perp', priceDecimals = 4): Market =>
  ({ type, asset: { name: 'ETH', priceDecimals, lotDecimals: 12 - priceDecimals } }) as unknown as Market;

/** 3000 USDC in ticks of a ten-thousandth. */
const taking = 30_000_000;

function sized(
  placement: Partial<Placement>,
  { type = 'spot', reducibleLots = 0 }: { type?: 'spot' | 'perp'; reducibleLots?: number } = {},
) {
  const whole = { name: 'ETH-USDC', marketType: type, side: 'buy', type: 'market', price: undefined, leverage: 100, size: { micros: 3_000_000 }, ...placement } as Placement;
  const outcome = sizeOf(whole, marketOf(type), { taking, reducibleLots, policies });
  return outcome instanceof Refusal ? `${outcome.code}: ${outcome.message}` : outcome;
} // prettier-ignore

describe('the size of an order', () => {
  it.each<[string, Partial<Placement>, 'spot' | 'perp', number]>([
    ['bought for an amount is rounded down', { size: { micros: 3_000_001 } }, 'spot', 100_000],
    ['bought for a little less is a lot less', { size: { micros: 2_999_999 } }, 'spot', 99_999],
    ['sold on the spot market for an amount is rounded up', { side: 'sell', size: { micros: 3_000_001 } }, 'spot', 100_001],
    ['sold as a perpetual for an amount is rounded down', { side: 'sell', size: { micros: 3_000_001 } }, 'perp', 100_000],
  ])('%s', (_what, placement, type, lots) => {
    expect(sized(placement, { type })).toMatchObject({ lots, limit: null });
  }); // prettier-ignore

  it('is the quantity that was asked for, and is worth no less than that', () => {
    expect(sized({ size: { quantity: '0.001' } })).toEqual({ lots: 100_000, amountMicros: 3_000_000, limit: null });
    expect(sized({ size: { quantity: 0.00100001 } })).toEqual({ lots: 100_001, amountMicros: 3_000_030, limit: null });
    expect(sized({ size: { quantity: '1.000000001' } })).toMatch(/^BAD_REQUEST: size must be positive, with at most 8 decimals for ETH$/);
    expect(sized({ size: { quantity: 0 } })).toMatch(/^BAD_REQUEST: size must be positive/);
  }); // prettier-ignore

  it('follows from its limit, where it has one', () => {
    expect(sized({ type: 'limit', price: '1500' })).toEqual({ lots: 200_000, amountMicros: 3_000_000, limit: 15_000_000 });
    expect(sized({ type: 'limit', price: 1500.5 })).toMatchObject({ limit: 15_005_000 });
    expect(sized({ type: 'market', price: '1500' })).toMatchObject({ lots: 100_000, limit: null });
    for (const price of ['1500.00001', 0, '-1', undefined])
      expect(sized({ type: 'limit', price })).toBe('BAD_REQUEST: price must be positive, with at most 4 decimals for ETH');
  }); // prettier-ignore

  it.each([
    ['3', true], ['2.9999', false], ['3000000', true], ['3000000.0001', false],
  ])('may have a limit of %s, a thousandth or a thousand times the market: %s', (price, may) => {
    const outcome = sized({ type: 'limit', price });
    if (may) expect(outcome).toMatchObject({ limit: Math.round(Number(price) * 10_000) });
    else expect(outcome).toBe('BAD_REQUEST: price is more than 1000 times off the market');
  }); // prettier-ignore

  it('is a lot at least, and no more than is exact', () => {
    expect(sized({ size: { micros: 29 } }, { reducibleLots: 1 })).toBe('BAD_REQUEST: that is less than the least quantity of ETH');
    expect(sized({ size: { micros: 30 } }, { reducibleLots: 1 })).toMatchObject({ lots: 1 });
    expect(sized({ size: { micros: 9e15 }, type: 'limit', price: '3' })).toBe('BAD_REQUEST: the order is too large');
    expect(sized({ size: { quantity: '90000000' } })).toBe('BAD_REQUEST: the order is too large');
  }); // prettier-ignore

  it.each<[number, number, boolean]>([
    [999_999, 0, false], [1_000_000, 0, true], [10_000_000_000, 0, true], [10_000_000_001, 0, false], [999_999, 33_333, true], [999_999, 33_332, false],
    [30, 1, true], [10_000_000_001, 1_000_000_000, false],
  ])('worth %i micros, with %i lots to reduce, is in the bounds: %s', (micros, reducibleLots, is) => {
    const outcome = sized({ size: { micros } }, { reducibleLots });
    if (is) expect(outcome).toMatchObject({ amountMicros: micros });
    else expect(outcome).toMatch(/^BAD_REQUEST: an order must be worth (?:1\.0+|0\.000001) to 10000\.0+ USDC$/);
  }); // prettier-ignore

  it('has no minimum where it only reduces', () => {
    expect([boundsMistake(1, policies, true), boundsMistake(0, policies, true) === undefined]).toEqual([undefined, false]);
    expect(boundsMistake(999_999, policies, false)?.message).toBe(boundsMistake(10_000_000_001, policies, false)?.message);
  }); // prettier-ignore
});

describe('prices and quantities', () => {
  it.each<[number | string, number, number | undefined]>([
    ['1', 15, 1e15], ['9.1', 15, undefined], ['1', 0, 1], ['1.0', 0, 1], ['1.10', 1, 11], ['0', 2, undefined], ['0.00', 2, undefined], ['00', 2, undefined],
    ['999999999999999', 0, 999_999_999_999_999], ['1000000000000000', 0, undefined], ['0.000000000000001', 15, 1], ['1.0000000000000000', 2, undefined], [1e15, 2, undefined], [0.1 + 0.2, 1, undefined], [0.3, 1, 3],
    [' 1', 2, undefined], ['1 ', 2, undefined], ['1,5', 2, undefined], [Number.MAX_SAFE_INTEGER, 0, Number.MAX_SAFE_INTEGER], [2 ** 53, 0, undefined],
  ])('%j at %i decimals is %s', (value, decimals, units) => expect(readDecimal(value, decimals)).toBe(units)); // prettier-ignore

  it('are exact powers of ten, from 0 to 15', () => {
    expect([0, 1, 6, 15].map(powerOfTen)).toEqual([1, 10, 1e6, 1e15]);
    expect([powerOfTen(16), powerOfTen(-1)]).toEqual([Number.NaN, Number.NaN]);
  });

  it('round by a micro and a lot at most', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1e9 }), fc.integer({ min: 1, max: 1e8 }), (lots, ticks) => {
        const [down, up] = [valueOf(lots, ticks, 'floor'), valueOf(lots, ticks, 'ceil')];
        const exact = BigInt(lots) * BigInt(ticks);
        expect([BigInt(down), BigInt(up)]).toEqual([exact / 1_000_000n, (exact + 999_999n) / 1_000_000n]);
        expect(BigInt(lotsFor(lots, ticks, 'floor'))).toBe((BigInt(lots) * 1_000_000n) / BigInt(ticks));
      }),
      { numRuns: 50 },
    );
  });

  it('have the average of their fills, to the nearest tick, and keep it when a part is sold', () => {
    const fills = fc.array(fc.record({ lots: fc.integer({ min: 1, max: 1e9 }), price: fc.integer({ min: 1, max: 1e8 }) }), { minLength: 1, maxLength: 4 });
    fc.assert(
      fc.property(fills, fc.double({ min: 0, max: 1, noNaN: true }), (list, share) => {
        const lots = list.reduce((sum, fill) => sum + fill.lots, 0);
        const entry = list.reduce((sum, fill) => withFill(sum, fill.lots, fill.price), 0n);
        const average = list.reduce((sum, fill) => sum + fill.price * (fill.lots / lots), 0);
        expect(Math.abs(entryPriceOf(entry, lots) - average)).toBeLessThanOrEqual(0.51);
        const left = Math.max(1, Math.floor(lots * share));
        expect(Math.abs(entryPriceOf(withLeft(entry, left, lots), left) - average)).toBeLessThanOrEqual(1.51);
        if (list.length === 1) expect(entryPriceOf(entry, lots)).toBe(list[0]?.price);
      }),
      { numRuns: 50 },
    );
    expect([entryPriceOf(3n, 2), entryPriceOf(1n, 2), entryPriceOf(1n, 3), withLeft(7n, 0, 0), withLeft(7n, 0, 2)]).toEqual([2, 1, 0, 0n, 0n]);
    expect([otherSide('buy'), otherSide('sell')]).toEqual(['sell', 'buy']);
  }); // prettier-ignore
});

describe('positions that may be liquidated', () => {
  /** A hundred million lots are worth 100 USDC a tick. */
  const position = (side: 'buy' | 'sell', leverage: number, change: Partial<Position> = {}): Position => {
    const [lots, costMicros] = [100_000_000, 10_000_000];
    return { side, lots, costMicros, marginMicros: costMicros / leverage, entryLotTicks: 0n, fundingMicros: 0, ...change } as Position;
  }; // prettier-ignore
  const open = [position('buy', 2), position('sell', 2), position('buy', 10), position('sell', 10)];

  it('are those beside their sound range, in the order of the market', () => {
    const doubtful = new DoubtfulPositions();
    const at = (mark: number) => doubtful.at(mark, open).map((each) => open.indexOf(each));
    expect([at(100_000), at(80_000), at(40_000), at(120_000), at(200_000)]).toEqual([
      [],
      [2],
      [0, 2],
      [3],
      [1, 3],
    ]);
    for (const mark of [100_500, 99_500, 91_000, 110_000, 49_000, 150_000, 89_500])
      for (const [index, each] of open.entries()) {
        const { lowest, highest } = soundRangeOf(each);
        expect(at(mark).includes(index)).toBe(mark <= lowest || mark >= highest);
      }
  });

  it('are looked at again where they change, and not where they are closed', () => {
    const doubtful = new DoubtfulPositions();
    expect(doubtful.at(100_000, open)).toEqual([]);
    const changed = position('buy', 100);
    doubtful.changed(changed);
    expect(doubtful.at(100_000, [...open, changed])).toEqual([changed]);
    changed.lots = 0;
    expect(doubtful.at(100_000, [...open, changed])).toEqual([]);
    for (let n = 0; n < 40; n++) doubtful.changed(open[0]!);
    expect(doubtful.at(100_000, open)).toEqual([]);
  });

  it.each(['maintenance', 'bankruptcy'] as const)('are so at the nearest mark (%s), and at no nearer one', (buffer) => {
    const prices = open.map((each) => liquidationPriceOf(each, buffer));
    expect(prices).toEqual(buffer === 'bankruptcy' ? [50_000, 150_000, 90_000, 110_000] : [50_251, 149_254, 90_452, 109_453]);
    expect(liquidationPriceOf(position('buy', 1), buffer)).toBe(buffer === 'bankruptcy' ? null : liquidationPriceOf(position('buy', 1), buffer));
  }); // prettier-ignore
});
