/** Shares and payouts in the words of a report; nothing is decided with them. */
import { groupedDigits, withoutEnding, withoutEndingZeros } from '../../core/base/digits.ts';
import { Fraction } from '../../core/base/fraction.ts';

/** `4.6486%`: at most four decimals of a percent. */
export function percentText(share: Fraction): string {
  const text = withoutEnding(withoutEndingZeros((share.toNumber() * 100).toFixed(4)), '.');
  return `${text === '-0' ? '0' : text}%`;
}

/** The exact decimal where there is one, such as `34.3`; else the fraction. */
export function exactText(value: Fraction): string {
  let [rest, decimals] = [value.denominator, 0];
  for (; rest % 10n === 0n; rest /= 10n) decimals += 1;
  for (; rest % 2n === 0n; rest /= 2n) decimals += 1;
  for (; rest % 5n === 0n; rest /= 5n) decimals += 1;
  if (rest !== 1n) return value.toString();
  const scaled = (value.numerator * 10n ** BigInt(decimals)) / value.denominator;
  const digits = (scaled < 0n ? -scaled : scaled).toString().padStart(decimals + 1, '0');
  const whole = digits.slice(0, digits.length - decimals);
  const part = withoutEndingZeros(digits.slice(digits.length - decimals));
  return `${scaled < 0n ? '-' : ''}${whole}${part === '' ? '' : `.${part}`}`;
}

/** As `exactText`, with the whole digits in groups of three: `250,000`, `5,070,292.5`. */
export function groupedText(value: Fraction): string {
  const [whole = '', part] = exactText(value).split('.');
  if (!/^\d+$/.test(whole)) return exactText(value);
  return part === undefined ? groupedDigits(whole) : `${groupedDigits(whole)}.${part}`;
}

/** USDC as people write it, rounded to the cent: `2,499,990,000`, `0.50`. */
export function usdcText(amount: Fraction): string {
  const cents = amount.mul(Fraction.of(100));
  const rounded = (cents.numerator * 2n + cents.denominator) / (cents.denominator * 2n);
  const part = rounded % 100n;
  return `${groupedDigits(String(rounded / 100n))}${part === 0n ? '' : `.${String(part).padStart(2, '0')}`}`;
}

/** `34.3x`, `250,000x`, or `2.0453x (7363/3600)`. */
export function multipleText(payout: Fraction): string {
  const text = groupedText(payout);
  return text.includes('/') ? `${payout.toNumber().toFixed(4)}x (${text})` : `${text}x`;
}

/** The fraction in lowest terms; where that is too long to read, the place that has it. */
export function fractionText(value: Fraction): string {
  const text = value.toString();
  return text.length <= 40 ? text : 'the fraction is in audit.json';
}

/** The value without its sign, exact. */
export const absolute = (value: Fraction): Fraction =>
  value.numerator < 0n ? Fraction.zero.sub(value) : value;
