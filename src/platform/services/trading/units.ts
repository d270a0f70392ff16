/**
 * Whole numbers of the trading service. A price is a count of ticks of 10^-priceDecimals USDC, a quantity a count of
 * lots of 10^-lotDecimals of the asset, and the two add up to 12 decimals, so that in every market
 * lots * ticks / 10^6 is an amount in micro-USDC. A lot is worth a few micros.
 */
import { withoutEndingZeros } from '../../../core/base/digits.ts';
import { exactShare } from '../../../core/base/exact-share.ts';
import type { Micros, Rounding } from '../../../core/base/money.ts';

/** A price: a whole count of 10^-priceDecimals USDC. */
export type Ticks = number;
/** A quantity: a whole count of 10^-lotDecimals of the asset. */
export type Lots = number;

/** Price and lot decimals together. */
export const decimalsTotal = 12;

/** A lot at a price of one tick is the millionth part of a micro. */
export const lotTicksPerMicro = 1_000_000;

/** The worth of a quantity at a price, rounded to a whole micro. */
export const valueOf = (lots: Lots, ticks: Ticks, rounding: Rounding): Micros =>
  exactShare(lots, { numerator: ticks, denominator: lotTicksPerMicro, rounding });

/** The quantity that an amount buys at a price, rounded to a whole lot. */
export const lotsFor = (micros: Micros, ticks: Ticks, rounding: Rounding): Lots =>
  exactShare(micros, { numerator: lotTicksPerMicro, denominator: ticks, rounding });

const powers = Array.from({ length: 16 }, (_, exponent) => Number(`1e${exponent}`));

/** 10 to a whole power from 0 to 15, exactly. */
export const powerOfTen = (exponent: number): number => powers[exponent] ?? Number.NaN;

/** Decimal text without trailing zeros, but with at least two decimals: 1050 at 2 decimals is `10.50`. */
export function formatDecimal(units: number, decimals: number): string {
  const digits = String(units).padStart(decimals + 1, '0');
  const whole = digits.slice(0, digits.length - decimals);
  const fraction = withoutEndingZeros(digits.slice(digits.length - decimals));
  return `${whole}.${fraction.padEnd(2, '0')}`;
}

const decimalPattern = /^(0|[1-9]\d{0,14})(?:\.(\d{1,15}))?$/;

/**
 * A positive JSON number or decimal text as a whole count of 10^-decimals; undefined where it is neither, has more
 * decimals than that, or leaves the safe integers.
 */
export function readDecimal(value: number | string, decimals: number): number | undefined {
  const units = typeof value === 'number' ? unitsOfNumber(value, decimals) : unitsOfText(value, decimals);
  return units !== undefined && Number.isSafeInteger(units) && units > 0 ? units : undefined;
}

/** A double is k/10^d exactly when dividing the nearest integer k by 10^d gives the same double back. */
function unitsOfNumber(value: number, decimals: number): number | undefined {
  const units = Math.round(value * powerOfTen(decimals));
  return units / powerOfTen(decimals) === value ? units : undefined;
}

function unitsOfText(text: string, decimals: number): number | undefined {
  const [, whole, fraction = ''] = decimalPattern.exec(text) ?? [];
  if (whole === undefined) return undefined;
  const significant = withoutEndingZeros(fraction);
  return significant.length > decimals ? undefined : Number(whole + significant.padEnd(decimals, '0'));
}
