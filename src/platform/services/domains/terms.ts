/** Prices, terms and dates of domains (gaps N1, N3, N7). */
import { microsPerUsdc, type Micros } from '../../../core/base/money.ts';
import { Refusal, refuse, type Outcome } from '../../../core/base/refusal.ts';
import { dayMs, formatInstant, parseInstant, type Instant } from '../../../core/base/time.ts';
import type { Policies } from '../../../core/policy/policies.ts';
import { partsOf } from './domain-name.ts';

/** DOM13. */
export const yearsMax = 10;
const yearsDefault = 1;
/** Under policy `domains.grace: 30d`, how long only the last owner may renew. */
export const graceMs = 30 * dayMs;
/** Within this time of its end a domain is shown as `expiring`. */
const expiringMs = 30 * dayMs;
/** The last year that an ISO 8601 date of four digits can name. */
const calendarYearMax = 9999;

/** Whole years from 1 to 10, 1 when left out (DOM02, DOM13, DOM14, both styles), or BAD_REQUEST. */
export function readYears(years: number | undefined): Outcome<number> {
  const value = years ?? yearsDefault;
  if (Number.isInteger(value) && value >= 1 && value <= yearsMax) return value;
  return refuse('BAD_REQUEST', `years must be a whole number from 1 to ${yearsMax}`);
}

/** USDC a year by the length of the label; the last row is for all longer ones (gap N1). */
const pricesByLength = [
  { lengthMax: 3, usdc: 100 },
  { lengthMax: 4, usdc: 40 },
] as const;
const defaultPriceMicros = 10 * microsPerUsdc;

/** The price of one year of a name. */
export function yearlyPriceMicros(name: string, policies: Policies): Micros {
  if (policies['domains.prices'] === 'flat') return defaultPriceMicros;
  const { length } = partsOf(name).label;
  const row = pricesByLength.find(({ lengthMax }) => length <= lengthMax);
  return row === undefined ? defaultPriceMicros : row.usdc * microsPerUsdc;
}

/**
 * The instant `years` later, or earlier if negative: the same date and time of another year (29 February becomes 28
 * February), or 365 days a year, by policy `domains.year`. Refuses BAD_REQUEST beyond the year 9999.
 */
export function yearsAfter(instant: Instant, years: number, policies: Policies): Outcome<Instant> {
  if (policies['domains.year'] === '365d') return within(instant + years * 365 * dayMs);
  const text = formatInstant(instant);
  const year = Number(text.slice(0, 4)) + years;
  if (year > calendarYearMax) return tooLate;
  const yearText = String(year).padStart(4, '0');
  return (
    parseInstant(yearText + text.slice(4)) ?? parseInstant(`${yearText}-02-28${text.slice(10)}`) ?? tooLate
  );
}

const tooLate = refuse('BAD_REQUEST', `a domain expires by the end of the year ${calendarYearMax}`);
const lastInstant = parseInstant(`${calendarYearMax}-12-31T23:59:59.999Z`) ?? 0;
const within = (instant: Instant): Outcome<Instant> => (instant <= lastInstant ? instant : tooLate);

/** The whole years between now and an expiry that lie beyond the current one, and the expiry without them (gap N9). */
export function withoutUnusedYears(
  expiresAtMs: Instant,
  nowMs: Instant,
  policies: Policies,
): { years: number; expiresAtMs: Instant } {
  let unused = { years: 0, expiresAtMs };
  for (;;) {
    const years = unused.years + 1;
    const earlierMs = yearsAfter(expiresAtMs, -years, policies);
    if (earlierMs instanceof Refusal || earlierMs <= nowMs) return unused;
    unused = { years, expiresAtMs: earlierMs };
  }
}

/** A date of style B, by policy `domains.dates`: the instant that style A shows, or its UTC day (gap N3). */
export const dateText = (instant: Instant, policies: Policies): string =>
  policies['domains.dates'] === 'day' ? formatInstant(instant).slice(0, 10) : formatInstant(instant);

/** The expiry status of DOM08: `active`, `expiring` in its last 30 days, `expired` during grace. */
export function expiryStatus(
  tenure: { readonly expiresAtMs: Instant; readonly isInGrace: boolean },
  nowMs: Instant,
): 'active' | 'expiring' | 'expired' {
  if (tenure.isInGrace) return 'expired';
  return tenure.expiresAtMs - nowMs <= expiringMs ? 'expiring' : 'active';
}
