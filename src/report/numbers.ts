/** Numbers as readable text, the same on every machine: no locale is used. */
import { groupedDigits, withoutEndingZeros } from '../core/base/digits.ts';
import { microsPerUsdc, type Micros } from '../core/base/money.ts';
import { formatDuration, type DurationMs } from '../core/base/time.ts';

/** Adds up; the sum of a bucket's or an agent's counts. */
export const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

/** Adds amounts exactly: a turnover may leave the safe integers although no balance does. */
export const sumMicros = (values: readonly Micros[]): bigint =>
  values.reduce((total, value) => total + BigInt(value), 0n);

/** `1234567` is `1,234,567`. */
export function grouped(value: number | bigint): string {
  const [whole = '', fraction] = String(value).split('.');
  const digits = whole.startsWith('-') ? `-${groupedDigits(whole.slice(1))}` : groupedDigits(whole);
  return fraction === undefined ? digits : `${digits}.${fraction}`;
}

/** USDC to the cent, or to the micro where there are any: `1,234.50`, `0.000001`. */
export function groupedUsdc(micros: Micros | bigint): string {
  const exact = BigInt(micros);
  const absolute = exact < 0n ? -exact : exact;
  const unit = BigInt(microsPerUsdc);
  const digits = String(absolute % unit).padStart(6, '0');
  const decimals = digits.endsWith('0000') ? digits.slice(0, 2) : withoutEndingZeros(digits);
  return `${exact < 0n ? '-' : ''}${grouped(absolute / unit)}.${decimals}`;
}

/** USDC rounded to the cent, for charts' captions: `1,234.57`. */
export function roundedUsdc(micros: Micros | bigint): string {
  const exact = BigInt(micros);
  const cents = ((exact < 0n ? -exact : exact) + 5_000n) / 10_000n;
  return `${exact < 0n && cents > 0n ? '-' : ''}${grouped(cents / 100n)}.${String(cents % 100n).padStart(2, '0')}`;
}

/**
 * A share to a tenth of a percent. Only none is `0%` and only all is `100%`; others are at most `>99.9%` and at least
 * `<0.1%`.
 */
export function percent(part: number, whole: number): string {
  if (whole === 0 || part === 0) return '0%';
  if (part === whole) return '100%';
  const share = (part / whole) * 100;
  if (share < 0.1) return '<0.1%';
  return share > 99.9 ? '>99.9%' : `${share.toFixed(1)}%`;
}

/** Whole numbers in full, others to six significant digits. */
export function measured(value: number | null): string {
  if (value === null) return 'not measured';
  return grouped(Number.isInteger(value) ? value : Number(value.toPrecision(6)));
}

/** Three significant digits: `0.123`, `12.3`, `1,230`. */
export const figure = (value: number): string => grouped(Number(value.toPrecision(3)));

/** A rate or ratio: `1.24 million`, `53,200`, `7.4`. */
export function rounded(value: number): string {
  if (!Number.isFinite(value)) return '-';
  if (value >= 1_000_000) return `${grouped(Number((value / 1_000_000).toPrecision(3)))} million`;
  return grouped(value >= 100 ? Math.round(value) : Number(value.toPrecision(2)));
}

const unitWords: Readonly<Record<string, string>> = {
  d: 'day',
  h: 'hour',
  m: 'minute',
  s: 'second',
  ms: 'millisecond',
};

/** `30 days`, `1 day 12 hours`. */
export function spelledDuration(durationMs: DurationMs): string {
  return formatDuration(durationMs).replace(/(\d{1,16})(ms|[dhms])/g, (_, count: string, unit: string) => {
    return `${count} ${unitWords[unit] ?? unit}${count === '1' ? '' : 's'}`;
  });
}

/** `1 agent`, `2 agents`, `no agents`. */
export function counted(count: number, noun: string): string {
  if (count === 0) return `no ${noun}s`;
  return `${grouped(count)} ${noun}${count === 1 ? '' : 's'}`;
}

/** At most `length` characters, with an ellipsis where something is missing. Never cuts a character in two. */
export function clipped(text: string, length: number): string {
  if (text.length <= length) return text;
  const characters = Array.from(text.slice(0, 2 * length + 2));
  return characters.length <= length ? text : `${characters.slice(0, length - 1).join('')}…`;
}
