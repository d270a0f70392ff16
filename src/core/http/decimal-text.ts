/**
 * Patterns of decimal text within bounds, for schemas: the same check as the parser of amounts, in a form that
 * clients can use.
 */
import { assert } from '../base/assert.ts';

/** The bounds of a pattern; a bound that is not such a power throws `InvariantError`. */
export interface DecimalBounds {
  /** 0, or a power of ten from 10^-decimals to 1. */
  readonly minimum: number;
  /** A power of ten from 10, or undefined for the largest whole part that fits. */
  readonly maximum?: number | undefined;
  readonly decimals: number;
}

/** A regular expression that ECMA-262 and Python read alike; at most nine billion without a maximum. */
export function decimalPattern({ minimum, maximum, decimals }: DecimalBounds): string {
  const fraction = `(?:\\.[0-9]{1,${decimals}})?`;
  const large =
    maximum === undefined
      ? [`(?:[1-9][0-9]{0,8}|[1-8][0-9]{9})${fraction}`]
      : [`[1-9][0-9]{0,${digitsOf(maximum) - 2}}${fraction}`, `${maximum}(?:\\.0{1,${decimals}})?`];
  return `^(?:${[...small(minimum, decimals), ...large].join('|')})$`;
}

/** Text below one that is not below the minimum. */
function small(minimum: number, decimals: number): string[] {
  if (minimum === 0) return [`0(?:\\.[0-9]{1,${decimals}})?`];
  const index = Math.round(-Math.log10(minimum));
  assert(
    Math.abs(minimum * 10 ** index - 1) < 1e-9 && index >= 0 && index <= decimals,
    'a power of ten to 1',
  );
  const tails = Array.from({ length: index }, (_, zeros) => {
    const rest = decimals - zeros - 1;
    return `0{${zeros}}[1-9][0-9]{0,${rest}}`;
  });
  return tails.length === 0 ? [] : [`0\\.(?:${tails.join('|')})`];
}

function digitsOf(maximum: number): number {
  const text = String(maximum);
  assert(/^10+$/.test(text), 'a power of ten from 10');
  return text.length;
}
