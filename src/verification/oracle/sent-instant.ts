/** The instants that a request may name: `date-time` of RFC 3339 in full, once more (docs/decisions/026-instants.md). */
import { dayMs, minuteMs, secondMs, type Instant } from '../../core/base/time.ts';

const pattern =
  /^(\d{4})-(\d{2})-(\d{2})[Tt]([01]\d|2[0-3]):([0-5]\d):([0-5]\d|60)(?:\.(\d+))?(?:[Zz]|([+-])([01]\d|2[0-3]):([0-5]\d))$/;

const lengths = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
/** From the first day of the year 0 to the epoch. */
const epochDays = 719_528;

const isLeap = (year: number): boolean => year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);

/** The days since the epoch; undefined for a day that the calendar does not have. */
function dayOf(year: number, month: number, day: number): number | undefined {
  const leapDay = isLeap(year) ? 1 : 0;
  const length = (lengths[month - 1] ?? 0) + (month === 2 ? leapDay : 0);
  if (day < 1 || day > length) return undefined;
  const ofMonths = lengths.slice(0, month - 1).reduce((sum, days) => sum + days, month > 2 ? leapDay : 0);
  const leapYears =
    Math.floor((year + 3) / 4) - Math.floor((year + 99) / 100) + Math.floor((year + 399) / 400);
  return 365 * year + leapYears + ofMonths + day - 1 - epochDays;
}

/** RFC 3339, 5.7: leap seconds come at the end of June or December in UTC. */
const mayLeap = (minuteEndMs: Instant, year: number): boolean =>
  [year, year + 1].some((each) =>
    [1, 7].some((month) => (dayOf(each, month, 1) ?? 0) * dayMs === minuteEndMs),
  );

/** Undefined for a text that is none. A leap second is the first second of the next day. */
export function sentInstant(text: string): Instant | undefined {
  const parts = pattern.exec(text);
  if (parts === null) return undefined;
  const [year = 0, month = 0, date = 0, hour = 0, minute = 0, second = 0] = parts.slice(1, 7).map(Number);
  const [decimals = '', sign, hours = 0, minutes = 0] = parts.slice(7);
  const day = dayOf(year, month, date);
  if (day === undefined) return undefined;
  const offset = (Number(hours) * 60 + Number(minutes)) * (sign === '-' ? -1 : 1);
  const startMs = day * dayMs + (hour * 60 + minute - offset) * minuteMs;
  if (second === 60 && !mayLeap(startMs + minuteMs, year)) return undefined;
  const atMs = startMs + second * secondMs + Number(`${decimals}000`.slice(0, 3));
  const [firstMs, endMs] = [-epochDays * dayMs, ((dayOf(9999, 12, 31) ?? 0) + 1) * dayMs];
  return atMs >= firstMs && atMs < endMs ? atMs : undefined;
}
