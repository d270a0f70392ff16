/** Amounts of houses that keep more than six decimals: the documents do not say how many a payout has. */
import type { Micros } from '../../../core/base/money.ts';

/** An integer count of hundredths of a micro-USDC (eight decimals). */
export type Fine = number;

/** Of one micro-USDC. */
export const finePerMicro = 100;

const decimalPattern = /^(\d{1,10})(?:\.(\d{1,18}))?$/;

/**
 * A JSON number or a decimal text, rounded to eight decimals, so that a sum of floating-point numbers is read as what was
 * meant. Undefined for anything else, and above 2^53 hundredths of a micro.
 */
export function parseFine(value: unknown): Fine | undefined {
  if (typeof value === 'number') return value >= 0 && value < 1e10 ? parseFine(value.toFixed(8)) : undefined;
  if (typeof value !== 'string') return undefined;
  const match = decimalPattern.exec(value.trim());
  if (match === null) return undefined;
  const decimals = (match[2] ?? '').slice(0, 8).padEnd(8, '0');
  const fine = Number(match[1]) * 1e8 + Number(decimals);
  return Number.isSafeInteger(fine) ? fine : undefined;
}

/** The whole micros of an amount. */
export const microsOf = (fine: Fine): Micros => Math.floor(fine / finePerMicro);
