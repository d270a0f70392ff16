/** Numbers and instants as text. */
import { groupedDigits } from '../../core/base/digits.ts';
import type { Unit } from '../html/charts/chart.ts';

/** Thousands of the whole part are grouped, decimals are not. */
export const grouped = (text: string): string => text.replace(/\d+/, groupedDigits);

/** A rounded count with grouped thousands. */
export const count = (value: number): string => grouped(String(Math.round(value)));

/** An amount in USDC with two decimals. */
export function usdc(value: number): string {
  const [whole = '', cents = ''] = value.toFixed(2).split('.');
  return `${grouped(whole)}.${cents}`;
}

/** The text of a value, by unit. */
export const written: Readonly<Record<Unit, (value: number) => string>> = {
  count,
  usdc,
  percent: (value) => `${Number(value.toFixed(4))}%`,
  figure: (value) => grouped(String(Number(value.toPrecision(5)))),
};

/** A short label of an axis: 12,000 is 12k. */
export function axisText(value: number): string {
  const size = Math.abs(value);
  if (size >= 1e6) return `${Number((value / 1e6).toPrecision(6))}M`;
  if (size >= 1e4) return `${Number((value / 1e3).toPrecision(6))}k`;
  return grouped(String(Number(value.toPrecision(6))));
}

/** `2026-01-05 10:00`, with seconds where there are any; UTC. */
export const clockText = (ms: number): string =>
  new Date(ms)
    .toISOString()
    .slice(0, ms % 60_000 === 0 ? 16 : 19)
    .replace('T', ' ');

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
const dayMs = 86_400_000;

/** A label of a time axis: midnight shows the date, other instants the clock. */
export function timeText(ms: number): string {
  const date = new Date(ms);
  if (ms % dayMs === 0) return `${months[date.getUTCMonth()]} ${date.getUTCDate()}`;
  return date.toISOString().slice(11, ms % 60_000 === 0 ? 16 : 19);
}
