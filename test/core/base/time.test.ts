import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  dayMs,
  durationMaxMs,
  durationMaxText,
  exactDuration,
  formatDuration,
  formatInstant,
  hourMs,
  isTooLong,
  minuteMs,
  parseDuration,
  parseInstant,
  secondMs,
} from '../../../src/core/base/time.ts';

const lastMs = Date.UTC(9999, 11, 31, 23, 59, 59, 999);
const instants = fc.oneof(
  fc.integer({ min: 0, max: lastMs }),
  fc.integer({ min: 0, max: Math.floor(lastMs / dayMs) }).map((day) => day * dayMs),
  fc.integer({ min: 1970, max: 9999 }).map((year) => Date.UTC(year, 1, 28, 23, 59, 59, 999)),
  fc.integer({ min: 1970, max: 9999 }).map((year) => Date.UTC(year, 2, 1)),
);

describe('an instant', () => {
  it('is written as the calendar of the language writes it, from 1970 to 9999', () => {
    fc.assert(
      fc.property(instants, (instant) => {
        expect(formatInstant(instant)).toBe(new Date(instant).toISOString());
      }),
      { numRuns: 2000 },
    );
  });

  it('comes back from its text', () => {
    fc.assert(
      fc.property(instants, (instant) => {
        const text = formatInstant(instant);
        expect(parseInstant(text)).toBe(instant);
        const wholeSecond = instant - (instant % secondMs);
        expect(parseInstant(text.replace(/\.\d{3}Z$/, 'Z'))).toBe(wholeSecond);
      }),
    );
  });

  it('may lie before 1970', () => {
    fc.assert(
      fc.property(fc.integer({ min: Date.UTC(1000, 0, 1), max: 0 }), (instant) => {
        expect(formatInstant(instant)).toBe(new Date(instant).toISOString());
        expect(parseInstant(formatInstant(instant))).toBe(instant);
      }),
    );
  });

  it('exists on exactly the days that the calendar has', () => {
    const dates = fc.tuple(
      fc.integer({ min: 1970, max: 2410 }),
      fc.oneof(fc.nat({ max: 13 }), fc.nat({ max: 99 })),
      fc.oneof(fc.nat({ max: 32 }), fc.nat({ max: 99 })),
    );
    const two = (value: number): string => String(value).padStart(2, '0');
    fc.assert(
      fc.property(dates, ([year, month, day]) => {
        const daysInMonth = new Date(Date.UTC(year, month, 0)).getUTCDate();
        const exists = month >= 1 && month <= 12 && day >= 1 && day <= daysInMonth;
        const expected = exists ? Date.UTC(year, month - 1, day, 1, 2, 3) : undefined;
        expect(parseInstant(`${year}-${two(month)}-${two(day)}T01:02:03Z`)).toBe(expected);
      }),
      { numRuns: 2000 },
    );
  });

  it.each([
    '2026-02-29T00:00:00Z', '2100-02-29T00:00:00Z', '2026-04-31T00:00:00Z', '2026-13-01T00:00:00Z',
    '2026-00-10T00:00:00Z', '2026-01-00T00:00:00Z', '2026-01-01T24:00:00Z', '2026-01-01T23:60:00Z',
    '2026-01-01T23:59:60Z', '2026-01-01', '2026-01-01T00:00Z', '2026-01-01T00:00:00',
    '2026-01-01 00:00:00Z', '26-01-01T00:00:00Z', '', 'now',
    ' 2026-01-01T00:00:00Z', '2026-01-01T00:00:00Z\n', '-2026-01-01T00:00:00Z',
    '2026-01-01T00:00:00.Z', '2026-01-01T00:00:00,5Z', '2026-01-01T00:00:00+0100', '2026-01-01T00:00:00+01',
    '2026-01-01T00:00:00+24:00', '2026-01-01T00:00:00+00:60', '2026-01-01T00:00:00Z+01:00', '2026-02-29T00:00:00+01:00',
    '2026-01-01T00:00:61Z', '2026-12-31T22:59:60Z', '2026-12-31T23:58:60Z', '2026-12-30T23:59:60Z', '2026-03-31T23:59:60Z',
    '2026-12-31T23:59:60+01:00', '0000-01-01T00:00:00+00:01', '9999-12-31T23:59:59-00:01', '9999-12-31T23:59:60Z', '２０26-01-01T00:00:00Z',
  ])('%j is refused', (text) => expect(parseInstant(text)).toBeUndefined()); // prettier-ignore

  it.each([
    ['2026-01-01T00:00:00+00:00', '2026-01-01T00:00:00.000Z'],
    ['2026-01-01T00:00:00-00:00', '2026-01-01T00:00:00.000Z'],
    ['2026-01-01T00:00:00.123456+00:00', '2026-01-01T00:00:00.123Z'],
    ['2026-01-01T00:00:00.999999999Z', '2026-01-01T00:00:00.999Z'],
    ['2026-01-01T00:00:00.1Z', '2026-01-01T00:00:00.100Z'],
    ['2026-01-01t00:00:00z', '2026-01-01T00:00:00.000Z'],
    ['1996-12-19T16:39:57-08:00', '1996-12-20T00:39:57.000Z'],
    ['1937-01-01T12:00:27.87+00:20', '1937-01-01T11:40:27.870Z'],
    ['2024-02-29T23:30:00-01:00', '2024-03-01T00:30:00.000Z'],
    ['2026-01-01T00:00:00+23:59', '2025-12-31T00:01:00.000Z'],
    ['1990-12-31T23:59:60Z', '1991-01-01T00:00:00.000Z'],
    ['1990-12-31T15:59:60-08:00', '1991-01-01T00:00:00.000Z'],
    ['2015-06-30T23:59:60.5Z', '2015-07-01T00:00:00.500Z'],
    ['0000-01-01T00:00:00Z', '0000-01-01T00:00:00.000Z'],
    ['0000-02-29T00:00:00Z', '0000-02-29T00:00:00.000Z'],
  ])('%s is %s', (text, expected) => {
    expect(formatInstant(parseInstant(text) ?? Number.NaN)).toBe(expected);
  });

  it('may have an offset and any number of decimals', () => {
    const two = (value: number): string => String(value).padStart(2, '0');
    const offsets = fc.tuple(fc.constantFrom('+', '-'), fc.nat({ max: 23 }), fc.nat({ max: 59 }));
    const inside = fc.integer({ min: dayMs, max: lastMs - dayMs });
    fc.assert(
      fc.property(
        inside,
        offsets,
        fc.stringMatching(/^\d{0,9}$/),
        (instant, [sign, hours, minutes], more) => {
          const offsetMs = (hours * 60 + minutes) * minuteMs * (sign === '-' ? -1 : 1);
          const local = new Date(instant + offsetMs).toISOString().slice(0, -1);
          expect(parseInstant(`${local}${more}${sign}${two(hours)}:${two(minutes)}`)).toBe(instant);
        },
      ),
    );
  });

  it.each(['2000-02-29T00:00:00Z', '2024-02-29T12:00:00Z', '9999-12-31T23:59:59.999Z'])(
    '%s exists',
    (text) => {
      expect(parseInstant(text)).toBe(Date.parse(text));
    },
  );
});

const unitsMs = { ms: 1, s: secondMs, m: minuteMs, h: hourMs, d: dayMs, w: 7 * dayMs } as const;
type Unit = keyof typeof unitsMs;
const units = fc.constantFrom(...(Object.keys(unitsMs) as Unit[]));

/** A decimal number of a unit in integers of any size: undefined unless it is a whole number of milliseconds. */
function exactMs(whole: bigint, decimals: string, unit: Unit): bigint | undefined {
  const scale = 10n ** BigInt(decimals.length);
  const scaled = (whole * scale + BigInt(decimals === '' ? 0 : decimals)) * BigInt(unitsMs[unit]);
  return scaled % scale === 0n ? scaled / scale : undefined;
}

describe('a duration', () => {
  it.each([
    ['250ms', 250],
    ['30s', 30 * secondMs],
    ['10m', 10 * minuteMs],
    ['6h', 6 * hourMs],
    ['3d', 3 * dayMs],
    ['2w', 14 * dayMs],
    ['1d12h', 36 * hourMs],
    ['1h30m15s250ms', 5_415_250],
    ['1.5h', 90 * minuteMs],
    ['0.1s', 100],
    ['1.001s', 1001],
    ['1.005s', 1005],
    ['2.3h', 8_280_000],
    ['0s', 0],
    ['30m2h', 150 * minuteMs],
  ])('%s is %d ms', (text, expected) => expect(parseDuration(text)).toBe(expected));

  it.each([
    '', '30', '1.5', 'h', '1 h', ' 1h', '1h ', '-1h', '+1h', '1e3s', '1H', '1min', '1y', '.5h', '1.h', '1h30', '1,5h',
    '0.5ms', '0.5ms0.5ms', '1.0000000000000000s', '0.9007199254740993w', '0.0001s', '1.0005s', '1h\n', 'Infinityh', '9007199254740992ms', '99999999999999999999w',
  ])('%j is refused', (text) => expect(parseDuration(text)).toBeUndefined()); // prettier-ignore

  it('with decimals is exact: accepted if and only if it is a whole number of milliseconds', () => {
    const texts = fc.tuple(fc.nat({ max: 5000 }), fc.stringMatching(/^\d{0,6}$/), units);
    fc.assert(
      fc.property(texts, ([whole, decimals, unit]) => {
        const text = decimals === '' ? `${whole}${unit}` : `${whole}.${decimals}${unit}`;
        const exact = exactMs(BigInt(whole), decimals, unit);
        expect(parseDuration(text)).toBe(exact === undefined ? undefined : Number(exact));
      }),
      { numRuns: 2000 },
    );
  });

  it('in parts is their sum', () => {
    const parts = fc.array(fc.tuple(fc.nat({ max: 1000 }), units), { minLength: 1, maxLength: 5 });
    fc.assert(
      fc.property(parts, (list) => {
        const text = list.map(([count, unit]) => `${count}${unit}`).join('');
        const sum = list.reduce((total, [count, unit]) => total + count * unitsMs[unit], 0);
        expect(parseDuration(text)).toBe(sum);
      }),
    );
  });

  it.each([
    [0, '0ms'],
    [999, '999ms'],
    [1_000, '1s'],
    [12_000, '12s'],
    [59_999, '59s'],
    [90_000, '1m 30s'],
    [3 * dayMs + 4 * hourMs + 5 * minuteMs, '3d 4h'],
    [dayMs, '1d'],
    [14 * dayMs, '14d'],
  ])('of %d ms reads %s', (durationMs, text) => expect(formatDuration(durationMs)).toBe(text));

  it('of whole hours within two units comes back from its text', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 10_000 }), (hours) => {
        expect(parseDuration(formatDuration(hours * hourMs).replace(' ', ''))).toBe(hours * hourMs);
      }),
    );
  });

  it('is written exactly in the largest units, each at most once, and read back', () => {
    const pattern = /^(?:\d+d)?(?:(?:1?\d|2[0-3])h)?(?:[1-5]?\dm)?(?:[1-5]?\ds)?(?:\d{1,3}ms)?$/;
    const durations = fc.oneof(
      fc.integer({ min: 0, max: durationMaxMs }),
      fc.integer({ min: 0, max: 2 * dayMs }),
      fc.integer({ min: 0, max: 100_000 }).map((minutes) => minutes * minuteMs),
    );
    fc.assert(
      fc.property(durations, (durationMs) => {
        const text = exactDuration(durationMs);
        expect(text).toMatch(pattern);
        expect(parseDuration(text)).toBe(durationMs);
        if (durationMs > 0) expect(text).not.toMatch(/(?<!\d)0/);
      }),
    );
    expect([0, 1, dayMs, 5_400_000].map(exactDuration)).toEqual(['0s', '1ms', '1d', '1h30m']);
  });

  it('leads from 1970 to the year 9999 at most', () => {
    expect(durationMaxMs).toBe(Date.UTC(9999, 0, 1));
    expect(durationMaxText).toBe('at most 2932532d: a longer one would leave the years from 1970 to 9999');
    const texts = ['2932532d', '2932531d24h', '2932532d1ms', '9007199254740993ms', '1h', 'long'];
    expect(texts.map(parseDuration)).toEqual([
      durationMaxMs, durationMaxMs, undefined, undefined, hourMs, undefined,
    ]); // prettier-ignore
    expect(texts.map(isTooLong)).toEqual([false, false, true, true, false, false]);
  });
});
