import { expect, it } from 'vitest';
import { axisText, clockText, count, timeText, usdc, written } from '../../../src/report/browser/numbers.ts';

it.each([
  [0, '0'],
  [999, '999'],
  [9_999, '9,999'],
  [10_000, '10k'],
  [-12_500, '-12.5k'],
  [999_999, '999.999k'],
  [1_000_000, '1M'],
  [-2_345_678, '-2.34568M'],
  [0.000_123_4, '0.0001234'],
])('labels %d on an axis as %s', (value, text) => {
  expect(axisText(value)).toBe(text);
});

it.each([
  ['2026-01-05T00:00:00Z', 'Jan 5'],
  ['2026-12-31T00:00:00Z', 'Dec 31'],
  ['2026-05-05T00:01:00Z', '00:01'],
  ['2026-05-05T00:00:01Z', '00:00:01'],
  ['2026-05-05T13:07:59Z', '13:07:59'],
])('labels %s on a time axis as %s', (instant, text) => {
  expect(timeText(Date.parse(instant))).toBe(text);
});

it.each([
  ['2026-01-05T10:00:00Z', '2026-01-05 10:00'],
  ['2026-01-05T10:00:01Z', '2026-01-05 10:00:01'],
])('writes %s as %s', (instant, text) => {
  expect(clockText(Date.parse(instant))).toBe(text);
});

it('names every month', () => {
  const months = Array.from({ length: 12 }, (_, month) => timeText(Date.UTC(2026, month, 1)).slice(0, 3));
  expect(months).toEqual('Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' '));
});

it('writes a value by its unit, the whole part grouped', () => {
  expect(count(1_234_567.5)).toBe('1,234,568');
  expect(usdc(1234.5)).toBe('1,234.50');
  expect(usdc(-0.125)).toBe('-0.13');
  expect(written.percent(12.345_678)).toBe('12.3457%');
  expect(written.percent(50)).toBe('50%');
  expect(written.figure(1234.5678)).toBe('1,234.6');
  expect(written.count).toBe(count);
  expect(written.usdc).toBe(usdc);
});
