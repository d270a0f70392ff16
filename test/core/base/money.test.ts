import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { InvariantError } from '../../../src/core/base/assert.ts';
import {
  formatUsdc,
  formatUsdcSum,
  microsPerUsdc,
  parseUsdc,
  shareOf,
  usdcNumber,
  type Rounding,
} from '../../../src/core/base/money.ts';

const microsMax = Number.MAX_SAFE_INTEGER;
/** From here on two neighbouring doubles are more than a micro apart, so that a JSON number names no one amount. */
const numbersEndMicros = 2 ** 33 * microsPerUsdc;

/** Small amounts, whole ones, and the edges where doubles get coarser, all the way to 2^53. */
const amounts = fc.oneof(
  fc.integer({ min: 0, max: 2_000_000 }),
  fc.maxSafeNat(),
  fc.tuple(fc.integer({ min: 0, max: 53 }), fc.integer({ min: -1000, max: 1000 })).map(([bits, offset]) => {
    return Math.min(microsMax, Math.max(0, 2 ** bits + offset));
  }),
  fc.integer({ min: 0, max: 1000 }).map((below) => microsMax - below),
  fc.nat({ max: 9_007_199_254 }).map((whole) => whole * microsPerUsdc),
);

/** The text a person would write for so many micros, with `decimals` digits after the point. */
function decimalText(micros: number, decimals: number): string {
  const digits = BigInt(micros).toString().padStart(7, '0');
  const fraction = digits.slice(-6).padEnd(decimals, '0').slice(0, decimals);
  return decimals === 0 ? digits.slice(0, -6) : `${digits.slice(0, -6)}.${fraction}`;
}

describe('an amount of money as text', () => {
  it('comes back unchanged for every amount up to 2^53 micros', () => {
    fc.assert(
      fc.property(amounts, (micros) => {
        expect(parseUsdc(formatUsdc(micros))).toBe(micros);
      }),
    );
  });

  it('is written with two to six decimals and no zero too many', () => {
    fc.assert(
      fc.property(amounts, (micros) => {
        const text = formatUsdc(micros);
        expect(text).toMatch(/^(0|[1-9]\d*)\.(\d\d|\d{2,5}[1-9])$/);
        expect(BigInt(text.replace('.', '').padEnd(text.indexOf('.') + 6, '0'))).toBe(BigInt(micros));
        if (micros > 0) expect(formatUsdc(-micros)).toBe(`-${text}`);
      }),
    );
  });

  it.each([
    [0, '0.00'],
    [1, '0.000001'],
    [10, '0.00001'],
    [10_000, '0.01'],
    [100_000, '0.10'],
    [1_500_000, '1.50'],
    [1_230_000, '1.23'],
    [1_234_000, '1.234'],
    [microsMax, '9007199254.740991'],
    [-2_500_000, '-2.50'],
  ])('%d micros are %s', (micros, text) => expect(formatUsdc(micros)).toBe(text));

  it.each([0.5, Number.NaN, Infinity, 2 ** 53])('%d is no amount, and writing it is a bug', (micros) => {
    expect(() => formatUsdc(micros)).toThrow(new InvariantError(`not an amount of money: ${micros}`));
  });

  it('may have any number of decimals up to six, trailing zeros included', () => {
    fc.assert(
      fc.property(amounts, fc.integer({ min: 0, max: 6 }), (micros, decimals) => {
        const cut = 10 ** (6 - decimals);
        const rounded = micros - (micros % cut);
        expect(parseUsdc(decimalText(rounded, decimals))).toBe(rounded);
      }),
    );
  });

  it.each([
    '', ' ', '1 ', ' 1', '+1', '-1', '-0', '.5', '1.', '01', '00', '1e3', '1E3', '0x10', '1,5', '1_000', 'NaN',
    'Infinity', '1.0000000', '0.1234567', '1.2.3', '１', '10000000000', '9007199254.740992', '9999999999.999999',
    '1\n', 'null',
  ])('%j is no amount', (text) => expect(parseUsdc(text)).toBeUndefined()); // prettier-ignore
});

describe('a sum of amounts as text', () => {
  it('is written as one amount is, and exact at any size', () => {
    fc.assert(
      fc.property(fc.array(fc.maxSafeInteger(), { maxLength: 4 }), (list) => {
        const sum = list.reduce((total, micros) => total + BigInt(micros), 0n);
        const digits = String(sum < 0n ? -sum : sum).padStart(7, '0');
        const decimals = digits.slice(-6).replace(/0{1,4}$/, '');
        expect(formatUsdcSum(list)).toBe(`${sum < 0n ? '-' : ''}${digits.slice(0, -6)}.${decimals}`);
      }),
    );
    expect([formatUsdcSum([]), formatUsdcSum([1_500_000, -3_000_000])]).toEqual(['0.00', '-1.50']);
  });
});

describe('an amount of money as a JSON number', () => {
  it('comes back unchanged for every amount below 2^33 USDC', () => {
    const numbers = amounts.filter((micros) => micros < numbersEndMicros);
    fc.assert(
      fc.property(numbers, (micros) => {
        expect(parseUsdc(usdcNumber(micros))).toBe(micros);
        expect(parseUsdc(Number(decimalText(micros, 6)))).toBe(micros);
      }),
      { numRuns: 1000 },
    );
  });

  it('is refused from 2^33 USDC on, where one number denotes more than one amount', () => {
    const top = fc.integer({ min: numbersEndMicros, max: microsMax });
    fc.assert(
      fc.property(top, (micros) => {
        expect(parseUsdc(usdcNumber(micros))).toBeUndefined();
      }),
    );
    expect(parseUsdc(8589934592)).toBeUndefined();
    expect(parseUsdc(8589934591.999999)).toBe(numbersEndMicros - 1);
  });

  it('has at most six decimals: a seventh is refused, never rounded', () => {
    // Below 2^29 doubles lie less than 10^-7 apart, so a seventh decimal is there to be seen.
    const sevenths = fc.tuple(fc.integer({ min: 0, max: 2 ** 29 * 1e6 - 1 }), fc.integer({ min: 1, max: 9 }));
    fc.assert(
      fc.property(sevenths, ([micros, seventh]) => {
        expect(parseUsdc(Number(`${decimalText(micros, 6)}${seventh}`))).toBeUndefined();
      }),
    );
  });

  it('is accepted exactly when its shortest decimal text has at most six decimals', () => {
    const doubles = fc.double({ min: 0, max: 2 ** 32, noNaN: true, noDefaultInfinity: true });
    const short = fc.tuple(fc.nat(), fc.integer({ min: 0, max: 9 })).map(([n, d]) => n / 10 ** d);
    fc.assert(
      fc.property(fc.oneof(doubles, short), (value) => {
        const text = String(value);
        const decimals = text.includes('e') ? Infinity : (text.split('.')[1] ?? '').length;
        expect(parseUsdc(value) !== undefined).toBe(decimals <= 6);
      }),
      { numRuns: 1000 },
    );
  });

  it.each([Number.NaN, Infinity, -Infinity, -1, -0.000001, 1e10, 1e300, 5e-7, 1e-7, Number.MIN_VALUE])(
    '%d is no amount',
    (value) => expect(parseUsdc(value)).toBeUndefined(),
  );

  it('of minus zero is zero', () => expect(parseUsdc(-0)).toBe(0));
});

it.each([[null], [undefined], [true], [[1]], [{}], [1n], [() => 1], [new Number(1)], [Symbol('1')]])(
  'neither text nor number is no amount',
  (value) => expect(parseUsdc(value)).toBeUndefined(),
);

describe('a share of an amount', () => {
  /** The same in integers of any size. */
  function exactShare(micros: number, numerator: number, denominator: number, rounding: Rounding): bigint {
    const product = BigInt(micros) * BigInt(numerator);
    const whole = BigInt(denominator);
    if (rounding === 'floor') return product / whole;
    if (rounding === 'ceil') return (product + whole - 1n) / whole;
    return (2n * product + whole) / (2n * whole);
  }

  const roundings = fc.constantFrom<Rounding>('half-up', 'floor', 'ceil');

  it('is what integers of any size give, rounded once', () => {
    const shares = fc.record({
      micros: fc.oneof(fc.nat({ max: 1000 }), fc.nat({ max: 2 ** 31 - 1 }), fc.maxSafeNat()),
      numerator: fc.nat({ max: 10_000 }),
      denominator: fc.integer({ min: 1, max: 10_000 }),
      rounding: roundings,
    });
    fc.assert(
      fc.property(shares, ({ micros, numerator, denominator, rounding }) => {
        fc.pre(BigInt(micros) * BigInt(numerator) <= BigInt(microsMax));
        const share = shareOf(micros, { numerator, denominator, rounding });
        expect(BigInt(share)).toBe(exactShare(micros, numerator, denominator, rounding));
      }),
      { numRuns: 500 },
    );
  });

  it('rounds halves up, and only halves', () => {
    const percent = (micros: number): number =>
      shareOf(micros, { numerator: 1, denominator: 100, rounding: 'half-up' });
    expect([149, 150, 151, 249, 250].map(percent)).toEqual([1, 2, 2, 2, 3]);
  });

  it('that would leave the safe integers is refused as a bug, not computed wrong', () => {
    const beyond = fc.tuple(fc.maxSafeNat(), fc.integer({ min: 2, max: 10_000 }), roundings);
    fc.assert(
      fc.property(beyond, ([micros, numerator, rounding]) => {
        fc.pre(BigInt(micros) * BigInt(numerator) > BigInt(microsMax));
        expect(() => shareOf(micros, { numerator, denominator: 3, rounding })).toThrow(InvariantError);
      }),
    );
  });

  it('of a negative amount is a bug', () => {
    expect(() => shareOf(-1, { numerator: 1, denominator: 2, rounding: 'floor' })).toThrow(
      new InvariantError('share of -1 leaves the safe integers'),
    );
  });
});
