/** Shares and payouts in the words of a report; nothing is decided with them. */
import { withoutEnding, withoutEndingZeros } from '../../core/base/digits.ts';
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

/** The value without its sign, exact. */
export const absolute = (value: Fraction): Fraction =>
  value.numerator < 0n ? Fraction.zero.sub(value) : value;
