/** Decimal arithmetic of trades, in integers: a second opinion on worth, fee and margin. */
import type { Micros } from '../../../core/base/money.ts';
import { reads, text, type Case } from '../case.ts';
import type { Body } from '../exchange.ts';

/** A decimal number as a whole number of its last place. */
export interface Scaled {
  readonly units: bigint;
  readonly decimals: number;
}

/** A positive decimal; undefined for what is none, or has more than 12 decimals. */
export function parseScaled(digits: string): Scaled | undefined {
  const match = /^(\d+)(?:\.(\d{1,12}))?$/.exec(/e-/.test(digits) ? Number(digits).toFixed(12) : digits);
  if (match === null) return undefined;
  const decimals = match[2] ?? '';
  return { units: BigInt(`${match[1] ?? ''}${decimals}`), decimals: decimals.length };
}

/** Quantity times price in micro-USDC. */
export function worthOf(qty: Scaled, price: Scaled, rounding: 'floor' | 'ceil'): Micros {
  const product = qty.units * price.units * 1_000_000n;
  const scale = 10n ** BigInt(qty.decimals + price.decimals);
  const quotient = product / scale;
  return Number(rounding === 'ceil' && product % scale > 0n ? quotient + 1n : quotient);
}

/** TRD13: 0.1%, half a micro rounded up. */
export const feeOn = (worth: Micros): Micros => Math.floor((worth + 500) / 1000);

/** Gap T4: what an order pays that is filled at once. */
export const takerFeeOn = (file: Case, worth: Micros): Micros =>
  reads(file, 'trading.takerFee', 'none') ? 0 : feeOn(worth);

/** Gap T9: the worth over the leverage, rounded up; the leverage in hundredths. */
export const marginOf = (worth: Micros, leverageHundredths: number): Micros =>
  Number((BigInt(worth) * 100n + BigInt(leverageHundredths) - 1n) / BigInt(leverageHundredths));

/** A number of an answer; undefined where it is none. */
export const scaled = (body: Body, field: string): Scaled | undefined => parseScaled(text(body, field) ?? '');

/** In units of 12 decimals. */
export const atTwelve = ({ units, decimals }: Scaled): bigint => units * 10n ** BigInt(12 - decimals);

/** Units of 12 decimals as a decimal number. */
export function decimalOf(twelfths: bigint): string {
  if (twelfths < 0n) return `-${decimalOf(-twelfths)}`;
  const { units, decimals } = withoutZeros({ units: twelfths, decimals: 12 });
  const digits = String(units).padStart(decimals + 1, '0');
  const whole = digits.length - decimals;
  return decimals === 0 ? digits : `${digits.slice(0, whole)}.${digits.slice(whole)}`;
}

/** The same number with no decimal more than it needs. */
export function withoutZeros({ units, decimals }: Scaled): Scaled {
  if (decimals === 0 || units % 10n !== 0n) return { units, decimals };
  return withoutZeros({ units: units / 10n, decimals: decimals - 1 });
}
