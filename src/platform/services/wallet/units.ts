/**
 * Amounts of any asset: whole base units (wei, lamports, satoshi, micro-USDC) in integers of any size, and decimal
 * text. Text is read digit by digit; no amount ever passes through a double.
 */
import { withoutEndingZeros } from '../../../core/base/digits.ts';

const decimalPattern = /^(0|[1-9]\d{0,29})(?:\.(\d{1,30}))?(?:e([+-]\d{1,2}))?$/;

/**
 * A JSON number or decimal text as base units; undefined for anything else, for a sign, and for more decimals than the
 * asset has. A number counts as the shortest decimal that names it, which is what JSON wrote (gap X17).
 */
export function parseUnits(value: unknown, decimals: number): bigint | undefined {
  if (typeof value === 'number') return Number.isFinite(value) ? unitsOf(String(value), decimals) : undefined;
  return typeof value === 'string' && !value.includes('e') ? unitsOf(value, decimals) : undefined;
}

function unitsOf(text: string, decimals: number): bigint | undefined {
  const [, whole, fraction = '', exponent = '0'] = decimalPattern.exec(text) ?? [];
  if (whole === undefined) return undefined;
  const significant = withoutEndingZeros(fraction);
  const shift = decimals + Number(exponent) - significant.length;
  const digits = BigInt(whole + significant);
  if (shift >= 0) return digits * 10n ** BigInt(shift);
  const divisor = 10n ** BigInt(-shift);
  return digits % divisor === 0n ? digits / divisor : undefined;
}

/** Decimal text with at least two decimals and no further trailing zeros: 1_500_000 at 6 decimals is `1.50`. */
export function formatUnits(units: bigint, decimals: number): string {
  const digits = String(units < 0n ? -units : units).padStart(decimals + 1, '0');
  const whole = digits.slice(0, digits.length - decimals);
  const fraction = withoutEndingZeros(digits.slice(digits.length - decimals));
  return `${units < 0n ? '-' : ''}${whole}.${fraction.padEnd(2, '0')}`;
}
