/** Whole numbers of the trading service: exact shares, prices and quantities as text, and what a position is worth. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { exactShare } from '../../../src/core/base/exact-share.ts';
import type { RegisteredAgent } from '../../../src/platform/services/ports.ts';
import type { Market } from '../../../src/platform/services/trading/markets.ts';
import { DoubtfulPositions } from '../../../src/platform/services/trading/doubtful-positions.ts';
import {
  type Position,
  closingOf,
  gainOf,
  isExhausted,
  liquidationPriceOf,
  soundRangeOf,
  worthAt,
} from '../../../src/platform/services/trading/position.ts';
import {
  formatDecimal,
  lotsFor,
  readDecimal,
  valueOf,
} from '../../../src/platform/services/trading/units.ts';

const anyMicros = fc.integer({ min: 1, max: 1_000_000_000_000 });
const anyTicks = fc.integer({ min: 10_000, max: 100_000_000 });

describe('exact shares', () => {
  it('agree with bigint arithmetic at any size, in every rounding', () => {
    const rounding = fc.constantFrom('floor' as const, 'ceil' as const, 'half-up' as const);
    fc.assert(
      fc.property(fc.maxSafeNat(), fc.maxSafeNat(), rounding, (value, numerator, how) => {
        const denominator = Math.max(1, numerator);
        const part = Math.floor(numerator / 3);
        const product = BigInt(value) * BigInt(part);
        const floor = product / BigInt(denominator);
        const rest = product % BigInt(denominator);
        const up =
          how === 'floor'
            ? 0n
            : how === 'ceil'
              ? rest > 0n
                ? 1n
                : 0n
              : rest * 2n >= BigInt(denominator) && rest > 0n
                ? 1n
                : 0n;
        expect(BigInt(exactShare(value, { numerator: part, denominator, rounding: how }))).toBe(floor + up);
      }),
    );
  });

  it('refuse an unsafe integer as a result, and negative amounts', () => {
    const share = { numerator: 3, denominator: 1, rounding: 'floor' } as const;
    expect(() => exactShare(Number.MAX_SAFE_INTEGER, share)).toThrow(/safe integers/);
    expect(() => exactShare(-1, share)).toThrow(/no share/);
  });
});

describe('decimals', () => {
  it.each([
    [1050, 2, '10.50'],
    [1, 7, '0.0000001'],
    [100, 2, '1.00'],
    [123, 0, '123.00'],
    [12_340, 3, '12.34'],
  ])('%d at %d decimals is written %s', (units, decimals, text) =>
    expect(formatDecimal(units, decimals)).toBe(text),
  );

  it('read what they write, as text and as a number', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1e12 }), fc.integer({ min: 0, max: 10 }), (units, decimals) => {
        expect(readDecimal(formatDecimal(units, decimals), decimals)).toBe(units);
        expect(readDecimal(units / 10 ** decimals, decimals)).toBe(units);
      }),
    );
  });

  it.each([
    ['-1'],
    ['1e3'],
    ['1.001'],
    [''],
    ['1.'],
    ['.5'],
    ['01'],
    [0],
    [-2],
    [1.001],
    [Number.NaN],
    [Infinity],
  ])('refuse %j at two decimals', (value) => expect(readDecimal(value, 2)).toBeUndefined());
});

describe('lots and ticks', () => {
  it('never gain by a conversion and back', () => {
    fc.assert(
      fc.property(anyMicros, anyTicks, (micros, ticks) => {
        expect(valueOf(lotsFor(micros, ticks, 'floor'), ticks, 'floor')).toBeLessThanOrEqual(micros);
        expect(valueOf(lotsFor(micros, ticks, 'ceil'), ticks, 'ceil')).toBeGreaterThanOrEqual(micros);
      }),
    );
  });
});

describe('positions', () => {
  const anyPosition = fc
    .record({
      side: fc.constantFrom('buy' as const, 'sell' as const),
      lots: fc.integer({ min: 2, max: 1_000_000_000 }),
      entry: anyTicks,
      leverage: fc.integer({ min: 1, max: 10 }),
      exit: anyTicks,
    })
    .map(({ side, lots, entry, leverage, exit }) => {
      const costMicros = worthAt(side, lots, entry);
      const marginMicros = Math.ceil(costMicros / leverage);
      const owner = { agent: {} as RegisteredAgent, market: {} as Market };
      const entryLotTicks = BigInt(lots) * BigInt(entry);
      const opened = { side, lots, costMicros, entryLotTicks, marginMicros };
      const position: Position = { ...owner, ...opened, fundingMicros: 0 };
      return { position, entry, exit };
    });

  it('name the first mark at which they are liquidated, or none', () => {
    fc.assert(
      fc.property(anyPosition, fc.constantFrom('maintenance', 'bankruptcy'), ({ position }, buffer) => {
        // The smallest order is 1 USDC: a position without any margin cannot be opened.
        fc.pre(position.marginMicros > 0);
        const price = liquidationPriceOf(position, buffer);
        const better = position.side === 'buy' ? 1 : -1;
        expect(isExhausted(position, price ?? 0, buffer)).toBe(
          price !== null || isExhausted(position, 0, buffer),
        );
        if (price === null) expect(isExhausted(position, 1, buffer)).toBe(false);
        else expect(isExhausted(position, price + better, buffer)).toBe(false);
      }),
    );
  });

  it('gain nothing when they are closed at the price they were opened at', () => {
    fc.assert(
      fc.property(anyPosition, ({ position, entry }) => {
        const gain = gainOf(position, entry);
        expect(gain).toBeLessThanOrEqual(0);
        expect(gain).toBeGreaterThanOrEqual(-1);
      }),
    );
  });

  it('never lose more than their margin, in one piece or in two, and two pieces never bring more than one', () => {
    fc.assert(
      fc.property(anyPosition, fc.nat(99), ({ position, exit }, percent) => {
        const { lots, marginMicros, costMicros } = position;
        const whole = closingOf(position, lots, exit);
        expect(whole).toMatchObject({ marginMicros, costMicros });
        expect(whole.gainMicros).toBeGreaterThanOrEqual(-marginMicros);
        const some = Math.max(1, Math.floor((lots * percent) / 100));
        const first = closingOf(position, some, exit);
        const rest = {
          ...position,
          lots: lots - some,
          marginMicros: marginMicros - first.marginMicros,
          costMicros: costMicros - first.costMicros,
        };
        const second = closingOf(rest, rest.lots, exit);
        expect(first.gainMicros).toBeGreaterThanOrEqual(-first.marginMicros);
        expect(first.marginMicros + second.marginMicros).toBe(marginMicros);
        const isCapped = whole.gainMicros === -marginMicros;
        if (!isCapped) expect(first.gainMicros + second.gainMicros).toBeLessThanOrEqual(whole.gainMicros + 2);
      }),
    );
  });

  it('are exhausted at the maintenance margin before they are bankrupt', () => {
    fc.assert(
      fc.property(anyPosition, ({ position, exit }) => {
        if (isExhausted(position, exit, 'bankruptcy')) {
          expect(isExhausted(position, exit, 'maintenance')).toBe(true);
        }
        const equity = position.marginMicros + gainOf(position, exit);
        const limit = Math.ceil(valueOf(position.lots, exit, 'floor') * 0.005);
        expect(isExhausted(position, exit, 'maintenance')).toBe(equity <= limit);
      }),
    );
  });

  it('within their sound range are never exhausted', () => {
    fc.assert(
      fc.property(anyPosition, anyTicks, ({ position }, anywhere) => {
        const { lowest, highest } = soundRangeOf(position);
        const marks = [anywhere, Math.ceil(lowest), Math.floor(lowest) + 1, Math.floor(highest)];
        for (const mark of marks.filter((at) => at > lowest && at < highest)) {
          expect(isExhausted(position, mark, 'maintenance')).toBe(false);
          expect(isExhausted(position, mark, 'bankruptcy')).toBe(false);
        }
      }),
    );
  });

  it('that are in doubt are all that a search of every open position finds, in its order', () => {
    const factor = fc.double({ min: 0.97, max: 1.03, noNaN: true });
    const walk = fc.array(fc.record({ factor, drawn: anyPosition }), { minLength: 60, maxLength: 90 });
    const kinds = ['open', 'open', 'change', 'none', 'none', 'close'] as const;
    let liquidated = 0;
    fc.assert(
      fc.property(walk, fc.nat(), anyTicks, (steps, chosen, start) => {
        const doubtful = new DoubtfulPositions();
        let open: Position[] = [];
        let mark = start;
        for (const [index, { factor: by, drawn }] of steps.entries()) {
          const kind = open.length === 0 ? 'open' : kinds[index % kinds.length];
          const { side, lots, marginMicros, costMicros } = drawn.position;
          const cost = worthAt(side, lots, mark);
          const margin = Math.ceil(cost * (marginMicros / costMicros));
          const atMark = { ...drawn.position, costMicros: cost, marginMicros: margin };
          const chosenOne = open[(chosen + index) % open.length] ?? atMark;
          if (kind === 'open') open = [...open, atMark];
          if (kind === 'change') Object.assign(chosenOne, atMark);
          if (kind === 'close') open = open.filter((each) => each !== chosenOne);
          if (kind === 'close') chosenOne.lots = 0;
          if (kind !== 'none') doubtful.changed(kind === 'open' ? atMark : chosenOne);
          mark = Math.max(1, Math.round(mark * by));
          const exhausted = (position: Position): boolean => isExhausted(position, mark, 'maintenance');
          const found = open.filter(exhausted);
          expect(doubtful.at(mark, open).filter(exhausted)).toEqual(found);
          liquidated += found.length;
        }
      }),
    );
    expect(liquidated).toBeGreaterThan(100);
  });
});
