/** Amounts as decimal text and as JSON numbers, against arithmetic with whole numbers alone. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { formatUnits, parseUnits } from '../../../../src/platform/services/wallet/units.ts';

const decimals = fc.integer({ min: 0, max: 18 });
const digitsOf = (minLength: number, maxLength: number) =>
  fc.array(fc.integer({ min: 0, max: 9 }), { minLength, maxLength }).map((digits) => digits.join(''));

/** `whole.fraction` in base units; undefined where a digit lies below them. */
function counted(whole: string, fraction: string, places: number): bigint | undefined {
  if (/[1-9]/.test(fraction.slice(places))) return undefined;
  return BigInt(whole + fraction.slice(0, places).padEnd(places, '0'));
}

it('decimal text is read digit by digit', () => {
  const isRead = fc.property(digitsOf(1, 30), digitsOf(0, 30), decimals, (digits, fraction, places) => {
    const whole = String(BigInt(digits));
    const text = fraction === '' ? whole : `${whole}.${fraction}`;
    expect(parseUnits(text, places)).toBe(counted(whole, fraction, places));
    for (const wrong of [`-${text}`, `+${text}`, ` ${text}`, `${text} `, `${text}.`, `0${text}`, `x${text}`, `${text}x`])
      expect(parseUnits(wrong, places), wrong).toBeUndefined();
  });
  fc.assert(isRead);
}); // prettier-ignore

it('a whole part and a fraction have thirty digits at most', () => {
  const nines = '9'.repeat(30);
  expect(parseUnits(nines, 0)).toBe(10n ** 30n - 1n);
  expect(parseUnits(`${nines}9`, 0)).toBeUndefined();
  expect(parseUnits(`0.${'0'.repeat(29)}1`, 30)).toBe(1n);
  expect(parseUnits(`0.${'0'.repeat(30)}`, 30)).toBe(0n);
  expect(parseUnits(`0.${'0'.repeat(31)}`, 30)).toBeUndefined();
});

it('a number is the shortest decimal that names it, with an exponent or without', () => {
  const mantissas = fc.integer({ min: 1, max: 999_999_999_999_999 });
  const isRead = fc.property(mantissas, fc.integer({ min: -24, max: 14 }), decimals, (mantissa, exponent, places) => {
    const shift = places + exponent;
    const scaled = shift < 0 ? 10n ** BigInt(-shift) : 1n;
    const whole = BigInt(mantissa) * 10n ** BigInt(Math.max(0, shift));
    const expected = whole % scaled === 0n ? whole / scaled : undefined;
    expect(parseUnits(Number(`${mantissa}e${exponent}`), places)).toBe(expected);
  });
  fc.assert(isRead);
  expect([parseUnits(1e-24, 24), parseUnits(5e29, 2), parseUnits(1e99, 0)]).toEqual([1n, 5n * 10n ** 31n, 10n ** 99n]);
}); // prettier-ignore

it('text with an exponent, and what is no text, is no amount', () => {
  for (const value of [
    '',
    '1e3',
    '1e+3',
    '5e-1',
    '.5',
    '1,5',
    '0x10',
    '١',
    'NaN',
    ['5'],
    [5],
    { toString: () => '5' },
    5n,
    null,
    undefined,
    true,
  ])
    expect(parseUnits(value, 6)).toBeUndefined();
  for (const value of [NaN, Infinity, -Infinity, -1]) expect(parseUnits(value, 6)).toBeUndefined();
});

it('amounts are shown with two decimals at least and no zero behind them, and read back as themselves', () => {
  const units = fc.bigInt({ min: 0n, max: 10n ** 30n });
  const isShown = fc.property(units, decimals, (amount, places) => {
    const text = formatUnits(amount, places);
    expect(text).toMatch(/^(?:0|[1-9]\d*)\.\d\d(?:\d*[1-9])?$/);
    expect(parseUnits(text, places)).toBe(amount);
    expect(formatUnits(-amount, places)).toBe(amount === 0n ? text : `-${text}`);
  });
  fc.assert(isShown);
  expect(formatUnits(1_500_000n, 6)).toBe('1.50');
  expect(formatUnits(-1n, 6)).toBe('-0.000001');
  expect(formatUnits(7n, 0)).toBe('7.00');
});
