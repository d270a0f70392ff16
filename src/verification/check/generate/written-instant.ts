/** Instants as callers write them: every form that RFC 3339 has, and texts that are nearly one (docs/decisions/026-instants.md). */
import { formatInstant, hourMs, minuteMs, type Instant } from '../../../core/base/time.ts';
import type { Draw } from './draw.ts';

const shifted = (atMs: Instant, offsetMs: number, offset: string): string =>
  formatInstant(atMs + offsetMs).replace('Z', offset);

/** Texts of the same instant, most of them with an offset. */
const forms: readonly ((atMs: Instant) => string)[] = [
  (atMs) => shifted(atMs, 2 * hourMs, '+02:00'),
  (atMs) => shifted(atMs, -(5 * hourMs + 30 * minuteMs), '-05:30'),
  (atMs) => shifted(atMs, 14 * hourMs, '+14:00'),
  (atMs) => shifted(atMs, 0, '+00:00'),
  (atMs) => formatInstant(atMs).toLowerCase(),
  (atMs) => formatInstant(atMs).replace('Z', '999Z'),
];

/** Texts that are no instant of the form. */
const misforms: readonly ((atMs: Instant) => string)[] = [
  (atMs) => formatInstant(atMs).replace('Z', ''),
  (atMs) => shifted(atMs, 2 * hourMs, '+0200'),
  (atMs) => formatInstant(atMs).replace('T', ' '),
  (atMs) => formatInstant(atMs).slice(0, 10),
  (atMs) => formatInstant(atMs).replace(/T..:/, 'T24:'),
];

/** As the platform itself writes it, in another form, or seldom as a text that has to be refused. */
export function writtenInstant(atMs: Instant, draw: Draw, otherPercent = 30): string {
  const way = draw.integer(100);
  if (way < 4) return draw.pick(misforms)(atMs);
  return way < otherPercent ? draw.pick(forms)(atMs) : formatInstant(atMs);
}
