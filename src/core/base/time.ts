/**
 * Time is an integer count of milliseconds since the Unix epoch; a duration is an integer count of milliseconds.
 * Text in and out without `Date`, so that no clock, zone or locale of the machine can enter.
 */

/** Milliseconds since 1970-01-01T00:00:00Z. */
export type Instant = number;
/** A length of time in milliseconds. */
export type DurationMs = number;

/** One second in milliseconds. */
export const secondMs = 1_000;
/** One minute in milliseconds. */
export const minuteMs = 60_000;
/** One hour in milliseconds. */
export const hourMs = 3_600_000;
/** One day of 24 hours in milliseconds. */
export const dayMs = 86_400_000;

const unitMs: Readonly<Record<string, number>> = {
  ms: 1,
  s: secondMs,
  m: minuteMs,
  h: hourMs,
  d: dayMs,
  w: 7 * dayMs,
};
const durationPattern = /^(?:\d+(?:\.\d+)?(?:ms|s|m|h|d|w))+$/;

/** The longest duration: all of virtual time, from 1970 to 9999. */
export const durationMaxMs: DurationMs = 2_932_532 * dayMs;
/** The limit of durations, for error messages. */
export const durationMaxText = 'at most 2932532d: a longer one would leave the years from 1970 to 9999';

/**
 * `250ms 30s 10m 6h 3d 2w` and runs of them (`1d12h`), or undefined. The result is a whole number of milliseconds and
 * at most `durationMaxMs`.
 */
export function parseDuration(text: string): DurationMs | undefined {
  const totalMs = readDuration(text);
  return Number.isSafeInteger(totalMs) && totalMs <= durationMaxMs ? totalMs : undefined;
}

/** True for text of the form of a duration that is longer than any may be. */
export const isTooLong = (text: string): boolean => readDuration(text) > durationMaxMs;

/** NaN for text of another form, or a fraction of a millisecond. */
function readDuration(text: string): number {
  if (!durationPattern.test(text)) return Number.NaN;
  let totalMs = 0;
  for (const [, whole, decimals = '', unit = ''] of text.matchAll(/(\d+)(?:\.(\d+))?(ms|s|m|h|d|w)/gy)) {
    const sizeMs = unitMs[unit] ?? Number.NaN;
    totalMs += Number(whole) * sizeMs + (decimals === '' ? 0 : decimalsMs(decimals, sizeMs));
  }
  return totalMs;
}

/**
 * The decimal part in integer arithmetic, because doubles would round 1.001s down; NaN for a fraction of a
 * millisecond.
 */
function decimalsMs(decimals: string, sizeMs: number): DurationMs {
  const scale = 10 ** decimals.length;
  const scaled = Number(decimals) * sizeMs;
  return Number.isSafeInteger(scale) && Number.isSafeInteger(scaled) && scaled % scale === 0
    ? scaled / scale
    : Number.NaN;
}

/** The two largest non-zero units: `3d 4h`, `12s`, `250ms`. */
export function formatDuration(durationMs: DurationMs): string {
  if (durationMs < secondMs) return `${durationMs}ms`;
  const parts: string[] = [];
  let restMs = durationMs;
  for (const unit of ['d', 'h', 'm', 's'] as const) {
    const sizeMs = unitMs[unit] ?? 1;
    const count = Math.floor(restMs / sizeMs);
    restMs -= count * sizeMs;
    if (count > 0) parts.push(`${count}${unit}`);
  }
  return parts.slice(0, 2).join(' ');
}

/** In the largest units that make it up exactly: `86400000` is `1d`, `5400000` is `1h30m`. `parseDuration` reads it. */
export function exactDuration(durationMs: DurationMs): string {
  let restMs = durationMs;
  let written = '';
  for (const unit of ['d', 'h', 'm', 's', 'ms'] as const) {
    const sizeMs = unitMs[unit] ?? 1;
    const count = Math.floor(restMs / sizeMs);
    restMs -= count * sizeMs;
    if (count > 0) written += `${count}${unit}`;
  }
  return written === '' ? '0s' : written;
}

/** Days since the epoch to year, month and day (H. Hinnant, "chrono-compatible low-level date algorithms"). */
function civilFromDays(days: number): { year: number; month: number; day: number } {
  const shifted = days + 719_468;
  const era = Math.floor(shifted / 146_097);
  const dayOfEra = shifted - era * 146_097;
  const yearOfEra = Math.floor(
    (dayOfEra -
      Math.floor(dayOfEra / 1460) +
      Math.floor(dayOfEra / 36_524) -
      Math.floor(dayOfEra / 146_096)) /
      365,
  );
  const dayOfYear = dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100));
  const shiftedMonth = Math.floor((5 * dayOfYear + 2) / 153);
  const day = dayOfYear - Math.floor((153 * shiftedMonth + 2) / 5) + 1;
  const month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9;
  return { year: yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, day };
}

/** The inverse of `civilFromDays`. */
function daysFromCivil(date: { year: number; month: number; day: number }): number {
  const year = date.month <= 2 ? date.year - 1 : date.year;
  const era = Math.floor(year / 400);
  const yearOfEra = year - era * 400;
  const shiftedMonth = date.month > 2 ? date.month - 3 : date.month + 9;
  const dayOfYear = Math.floor((153 * shiftedMonth + 2) / 5) + date.day - 1;
  const dayOfEra = yearOfEra * 365 + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100) + dayOfYear;
  return era * 146_097 + dayOfEra - 719_468;
}

const padded = (value: number, width: number): string => String(value).padStart(width, '0');

/** `T00:00:` to `T23:59:`. */
const minuteOfDayTexts = Array.from(
  { length: dayMs / minuteMs },
  (_, minute) => `T${padded(Math.floor(minute / 60), 2)}:${padded(minute % 60, 2)}:`,
);
const secondTexts = Array.from({ length: 60 }, (_, second) => `${padded(second, 2)}.`);
const millisecondTexts = Array.from({ length: 1000 }, (_, ms) => `${padded(ms, 3)}Z`);

/** Texts of the minutes or days that instants fall in: a cache, because the same ones recur. `count` is a power of 2. */
function cachedTexts(count: number, textOf: (unit: number) => string): (unit: number) => string {
  const recent = Array.from({ length: count }, () => ({ unit: Number.NaN, text: '' }));
  return (unit) => {
    const entry = recent[unit & (count - 1)];
    if (entry?.unit === unit) return entry.text;
    const text = textOf(unit);
    if (entry === undefined) return text;
    entry.unit = unit;
    entry.text = text;
    return text;
  };
}

/** `2026-01-01`, from days since the epoch. */
const dayText = cachedTexts(16, (days) => {
  const { year, month, day } = civilFromDays(days);
  return `${padded(year, 4)}-${padded(month, 2)}-${padded(day, 2)}`;
});

/** `2026-01-01T00:00:`, from minutes since the epoch. */
const minuteText = cachedTexts(1024, (minutes) => {
  const days = Math.floor(minutes / minuteOfDayTexts.length);
  return `${dayText(days)}${minuteOfDayTexts[minutes - days * minuteOfDayTexts.length] ?? ''}`;
});

/** ISO 8601 in UTC with milliseconds (gap X12): `2026-01-01T00:00:00.000Z`. */
export function formatInstant(instant: Instant): string {
  const minutes = Math.floor(instant / minuteMs);
  const ms = instant - minutes * minuteMs;
  const second = Math.floor(ms / secondMs);
  // V8 joins two texts of 13 characters or more without a copy, so this text shares the one of its minute.
  const ofMinute = `${secondTexts[second] ?? ''}${millisecondTexts[ms - second * secondMs] ?? ''}`;
  return `${minuteText(minutes)}${ofMinute}`;
}

/** `date-time` of RFC 3339, 5.6: T and Z in either case, any number of decimals, Z or an offset. */
const instantPattern =
  /^(\d{4})-(\d{2})-(\d{2})T(\d{2}):(\d{2}):(\d{2})(?:\.(\d+))?(?:Z|([+-])(\d{2}):(\d{2}))$/i;

/** What `parseInstant` reads, for messages that say what was expected. */
export const instantExpected = 'an instant in RFC 3339 such as 2026-02-01T00:00:00Z';

/** The first and the last instant that a year of four digits can write in UTC. */
const firstMs = daysFromCivil({ year: 0, month: 1, day: 1 }) * dayMs;
const endMs = daysFromCivil({ year: 10_000, month: 1, day: 1 }) * dayMs;

/**
 * Reads an RFC 3339 instant, or undefined. Decimals beyond milliseconds are dropped. A leap second, 23:59:60 UTC on
 * the last day of June or December, is the first second of the next day, as in POSIX time. A day that the calendar
 * does not have is refused, and an offset that leads out of the years 0000 to 9999 in UTC
 * (docs/decisions/026-instants.md).
 */
export function parseInstant(text: string): Instant | undefined {
  const match = instantPattern.exec(text);
  if (match === null) return undefined;
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = match.slice(1, 7).map(Number);
  const [decimals = '', sign, offsetHours, offsetMinutes] = match.slice(7);
  const isTime = hour <= 23 && minute <= 59 && second <= 60;
  const offsetMs = sign === undefined ? 0 : offsetOf(sign, Number(offsetHours), Number(offsetMinutes));
  if (!isTime || offsetMs === undefined || !hasDay({ year, month, day })) return undefined;
  const minuteStartMs =
    daysFromCivil({ year, month, day }) * dayMs + hour * hourMs + minute * minuteMs - offsetMs;
  if (second === 60 && !endsWithLeapSecond(minuteStartMs + minuteMs)) return undefined;
  const instant = minuteStartMs + second * secondMs + Number(decimals.padEnd(3, '0').slice(0, 3));
  return instant >= firstMs && instant < endMs ? instant : undefined;
}

function offsetOf(sign: string, hours: number, minutes: number): DurationMs | undefined {
  if (hours > 23 || minutes > 59) return undefined;
  return (sign === '-' ? -1 : 1) * (hours * hourMs + minutes * minuteMs);
}

/** A day or a month of two digits that the calendar does not have lies in another month, counted from the first. */
const hasDay = (date: { year: number; month: number; day: number }): boolean =>
  civilFromDays(daysFromCivil(date)).month === date.month;

/** RFC 3339, 5.7: leap seconds come at the end of June or December in UTC. */
function endsWithLeapSecond(minuteEndMs: Instant): boolean {
  if (minuteEndMs % dayMs !== 0) return false;
  const { month, day } = civilFromDays(minuteEndMs / dayMs);
  return day === 1 && (month === 1 || month === 7);
}
