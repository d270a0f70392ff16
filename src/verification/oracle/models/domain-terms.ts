/** What a name costs, how long a year of it is and how its dates are written, as the policies read it (DOM11, DOM12, gaps N1 to N3, N7). */
import type { Micros } from '../../../core/base/money.ts';
import { dayMs, formatInstant, parseInstant, type Instant } from '../../../core/base/time.ts';
import { reads, type Case } from '../case.ts';
import type { Body } from '../exchange.ts';

const namePattern = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.(?:agent|bot|dao|orrery|sim)$/;

/** True for a name in lower case that may be registered. */
export const isName = (file: Case, name: string): boolean =>
  namePattern.test(name) && !(reads(file, 'domains.labels', 'unreserved') && /^..--/.test(name));

/** The whole years of a request; undefined for what breaks the form. */
export function yearsIn(body: Body | undefined): number | undefined {
  const years = body?.['years'] ?? 1;
  const isWhole = typeof years === 'number' && Number.isInteger(years);
  return isWhole && years >= 1 && years <= 10 ? years : undefined;
}

/** The price of one year. */
export function yearly(file: Case, name: string): Micros {
  const { length } = name.slice(0, name.indexOf('.'));
  const [short, four, long] = [100_000_000, 40_000_000, 10_000_000];
  if (length > 4 || reads(file, 'domains.prices', 'flat')) return long;
  return length === 4 ? four : short;
}

/** The same date and time of another year, 29 February becoming the 28th; or so many times 365 days. */
export function yearsAfter(file: Case, atMs: Instant, years: number): Instant {
  if (reads(file, 'domains.year', '365d')) return atMs + years * 365 * dayMs;
  const shown = formatInstant(atMs);
  const year = String(Number(shown.slice(0, 4)) + years).padStart(4, '0');
  return parseInstant(year + shown.slice(4)) ?? parseInstant(`${year}-02-28${shown.slice(10)}`) ?? 0;
}

/** Gap N3: a date of style B is an instant, or its day alone. */
export function shownDate(file: Case, style: string, atMs: Instant): string {
  const shown = formatInstant(atMs);
  return style === 'B' && reads(file, 'domains.dates', 'day') ? shown.slice(0, 10) : shown;
}

/** Whole years before an expiry that have not begun. */
export function yearsAhead(file: Case, expiresAtMs: Instant, atMs: Instant): number {
  let years = 0;
  while (yearsAfter(file, expiresAtMs, -years - 1) > atMs) years += 1;
  return years;
}
