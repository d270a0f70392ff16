/** The Date header tells virtual time, like every other instant that is answered. */
import { dayMs, formatInstant, secondMs, type Instant } from '../../core/base/time.ts';

/** A cache: consecutive answers share their second nearly always, or else their day. */
let last = { second: Number.NaN, text: '' };
let lastDay = { day: Number.NaN, text: '' };

/** IMF-fixdate (RFC 9110, 5.6.7). */
export function virtualDate(nowMs: Instant): string {
  const second = Math.floor(nowMs / secondMs);
  if (last.second !== second)
    last = { second, text: `${dateOf(Math.floor(nowMs / dayMs))}${timeOf(second * secondMs)} GMT` };
  return last.text;
}

/** `Thu, 01 Jan 2026 `. */
function dateOf(day: number): string {
  if (lastDay.day !== day) lastDay = { day, text: new Date(day * dayMs).toUTCString().slice(0, 17) };
  return lastDay.text;
}

/** `00:00:00`. */
const timeOf = (instant: Instant): string => formatInstant(instant).slice(11, 19);
