/**
 * Money is an integer count of micro-USDC (6 decimals), held in a safe integer.
 * Nothing else in Orrery turns text or a JSON number into money, or money into text.
 */
import { withoutEndingZeros } from './digits.ts';
import { assert } from './assert.ts';

/** An integer number of millionths of a USDC, guarded at 2^53. */
export type Micros = number;

/** Micro-USDC in one USDC. */
export const microsPerUsdc = 1_000_000;

const decimalPattern = /^(?:0|[1-9]\d{0,9})(?:\.(\d{1,6}))?$/;

/**
 * Reads an amount from a JSON number or a decimal string (gap X17).
 * Returns undefined for anything else: NaN, a sign, an exponent, a seventh decimal, above 2^53 micros as text, and as
 * a number from 2^33 USDC on.
 */
export function parseUsdc(value: unknown): Micros | undefined {
  if (typeof value === 'number') return parseNumber(value);
  return typeof value === 'string' ? parseDecimal(value) : undefined;
}

/** From 2^33 USDC on, adjacent doubles differ by more than a micro, so that a number no longer denotes one amount. */
const numberEndUsdc = 2 ** 33;

/**
 * A double is k/10^6 exactly when dividing the nearest integer k by 10^6 gives the same double back. The whole part is
 * taken off first: multiplied together, the errors of a large amount could add up to more than half a micro.
 */
function parseNumber(value: number): Micros | undefined {
  if (!(value >= 0 && value < numberEndUsdc)) return undefined;
  const whole = Math.floor(value);
  const micros = whole * microsPerUsdc + Math.round((value - whole) * microsPerUsdc);
  return micros / microsPerUsdc === value ? micros : undefined;
}

function parseDecimal(text: string): Micros | undefined {
  const match = decimalPattern.exec(text);
  if (match === null) return undefined;
  const fraction = match[1] ?? '';
  const whole = fraction === '' ? text : text.slice(0, text.length - fraction.length - 1);
  const micros = Number(whole) * microsPerUsdc + Number(fraction.padEnd(6, '0'));
  return Number.isSafeInteger(micros) ? micros : undefined;
}

/** Decimal text with two to six decimals: 1_500_000 is `1.50`, 1 is `0.000001`. Negative amounts keep their sign. */
export function formatUsdc(micros: Micros): string {
  assert(Number.isSafeInteger(micros), () => `not an amount of money: ${micros}`);
  const absolute = Math.abs(micros);
  const whole = Math.floor(absolute / microsPerUsdc);
  return `${micros < 0 ? '-' : ''}${whole}.${decimals(absolute - whole * microsPerUsdc)}`;
}

/** A sum in the format of `formatUsdc`, exact beyond 2^53 micros: amounts from outside may add up to more. */
export function formatUsdcSum(amounts: Iterable<Micros>): string {
  let sum = 0n;
  for (const micros of amounts) sum += BigInt(micros);
  const absolute = sum < 0n ? -sum : sum;
  const unit = BigInt(microsPerUsdc);
  return `${sum < 0n ? '-' : ''}${absolute / unit}.${decimals(Number(absolute % unit))}`;
}

/** Two to six decimals. */
function decimals(rest: Micros): string {
  if (rest % 10_000 === 0) return twoDigits[rest / 10_000] ?? '';
  return withoutEndingZeros(String(rest).padStart(6, '0'));
}

const twoDigits = Array.from({ length: 100 }, (_, value) => String(value).padStart(2, '0'));

/** The JSON number of style A's responses: 1_500_000 is 1.5. Exact for every amount below 2^33 USDC. */
export function usdcNumber(micros: Micros): number {
  return micros / microsPerUsdc;
}

/** How a share is rounded to whole micros. */
export type Rounding = 'half-up' | 'floor' | 'ceil';

/** `micros * numerator / denominator` in exact integer arithmetic, rounded once. */
export function shareOf(
  micros: Micros,
  share: { numerator: number; denominator: number; rounding: Rounding },
): Micros {
  const { numerator, denominator, rounding } = share;
  const product = micros * numerator;
  assert(Number.isSafeInteger(product) && product >= 0, () => `share of ${micros} leaves the safe integers`);
  const remainder = product % denominator;
  const quotient = (product - remainder) / denominator;
  if (remainder === 0 || rounding === 'floor') return quotient;
  if (rounding === 'ceil') return quotient + 1;
  return remainder * 2 >= denominator ? quotient + 1 : quotient;
}
