/**
 * Time is an integer count of milliseconds since the Unix epoch; a duration is an integer count of milliseconds.
 * Text in and out without `Date`, so that no clock, zone or locale of the machine can enter.
 */

/** Milliseconds since 1970-01-01T00:00:00Z. */
export type Instant = number;
/** A length of time in milliseconds. */
export type DurationMs = number;

export const secondMs = 1_000;
export const minuteMs = 60_000;
export const hourMs = 3_600_000;
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

/** `250ms 30s 10m 6h 3d 2w` and runs of them (`1d12h`), or undefined. The result is a whole number of milliseconds. */
export function parseDuration(text: string): DurationMs | undefined {
  if (!durationPattern.test(text)) return undefined;
  let totalMs = 0;
  for (const [, whole, decimals = '', unit = ''] of text.matchAll(/(\d+)(?:\.(\d+))?(ms|s|m|h|d|w)/g)) {
    const sizeMs = unitMs[unit] ?? Number.NaN;
    totalMs += Number(whole) * sizeMs + (decimals === '' ? 0 : decimalsMs(decimals, sizeMs));
  }
  return Number.isSafeInteger(totalMs) ? totalMs : undefined;
}

/** The part after the point in integers, as doubles would make 1.001s a little less; NaN for parts of a millisecond. */
function decimalsMs(decimals: string, sizeMs: number): DurationMs {
  const scale = 10 ** decimals.length;
  const scaled = Number(decimals) * sizeMs;
  return Number.isSafeInteger(scale) && Number.isSafeInteger(scaled) && scaled % scale === 0
    ? scaled / scale
    : Number.NaN;
}

/** The two largest units that matter: `3d 4h`, `12s`, `250ms`. */
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

const twoDigits = Array.from({ length: 60 }, (_, value) => padded(value, 2));
const threeDigits = Array.from({ length: 1000 }, (_, value) => padded(value, 3));

/** Consecutive instants are of a few days nearly always: today, tomorrow, the day a thing was made. */
const recentDays = Array.from({ length: 16 }, () => ({ days: Number.NaN, text: '' }));

function formatDay(days: number): string {
  const recent = recentDays[days & 15];
  if (recent?.days === days) return recent.text;
  const { year, month, day } = civilFromDays(days);
  const text = `${padded(year, 4)}-${padded(month, 2)}-${padded(day, 2)}`;
  if (recent !== undefined) Object.assign(recent, { days, text });
  return text;
}

/** ISO 8601 in UTC with milliseconds (gap X12): `2026-01-01T00:00:00.000Z`. */
export function formatInstant(instant: Instant): string {
  const days = Math.floor(instant / dayMs);
  const ms = instant - days * dayMs;
  const hour = twoDigits[Math.floor(ms / hourMs)] ?? '';
  const minute = twoDigits[Math.floor((ms % hourMs) / minuteMs)] ?? '';
  const second = twoDigits[Math.floor((ms % minuteMs) / secondMs)] ?? '';
  // Joined, the text is one piece; from a template it would be a chain of nine, and answers are kept.
  return [formatDay(days), 'T', hour, ':', minute, ':', second, '.', threeDigits[ms % secondMs], 'Z'].join(
    '',
  );
}

const instantPattern = /^(\d{4})-(\d{2})-(\d{2})T(\d{2}):(\d{2}):(\d{2})(?:\.(\d{3}))?Z$/;

/** Reads an ISO 8601 instant in UTC, or undefined; a day that no calendar has is refused. */
export function parseInstant(text: string): Instant | undefined {
  const match = instantPattern.exec(text);
  if (match === null) return undefined;
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0, ms = 0] = match
    .slice(1)
    .map((part) => Number(part ?? 0));
  if (hour > 23 || minute > 59 || second > 59) return undefined;
  const instant =
    daysFromCivil({ year, month, day }) * dayMs + hour * hourMs + minute * minuteMs + second * secondMs + ms;
  return formatInstant(instant).slice(0, 10) === text.slice(0, 10) ? instant : undefined;
}
