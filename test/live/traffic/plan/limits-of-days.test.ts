/** Refusals for the rate that a clock explains: a window that is over on the target's clock, and a day that other clients share. */
import { describe, expect, it } from 'vitest';
import { answerOf, scripted } from './scripted.ts';

const [secondMs, hourMs, dayMs] = [1_000, 3_600_000, 86_400_000];
/** The trace begins at midnight. */
const startMs = Date.UTC(2026, 0, 1);
/** Two seconds, and twice the time of the exchange beside five milliseconds. */
const toleranceMs = 2_000 + 5 + 5;

const keyed = { authorization: 'Bearer the-key' };
/** An answer without a date that can be read tells no time. */
const dateAt = (shiftMs: number | undefined) => ({
  date: shiftMs === undefined ? 'x' : new Date(startMs + shiftMs).toUTCString(),
});

async function explained(record: object, live: ReturnType<typeof answerOf>): Promise<string[]> {
  const { script, requests, differences } = await scripted([{ n: 0, at: 0, ...record }], 'limits: ignore\n');
  script.textOf(requests[0]!);
  script.answered(requests[0]!, live, 5);
  script.work(Number.POSITIVE_INFINITY);
  return differences();
}

describe('a recorded refusal that the target does not repeat', () => {
  const shifts = [undefined, 2 * secondMs, 3 * secondMs, hourMs, -hourMs, 13 * hourMs, dayMs + hourMs];
  const cases = shifts.flatMap((shiftMs) => [429, 403].flatMap((status) => ['1d', '1m'].flatMap((window) => [0, 3_602, 3_603].flatMap((left) => [true, false].map((hasKey) => ({ shiftMs, status, window, left, hasKey }))))));

  it('is explained by a day that is over, or that others share, and by nothing else', async () => {
    for (const each of cases) {
      const { shiftMs, status, window, left, hasKey } = each;
      // Of which limit it is no document says, so that the tier explains nothing.
      const record = { status, answer: { limit: 7, window, retry_after_seconds: left }, ...(hasKey ? { headers: keyed } : {}) };
      const [found] = await explained(record, answerOf(200, {}, dateAt(shiftMs)));
      const laterMs = (shiftMs ?? 0) - Math.round((shiftMs ?? 0) / dayMs) * dayMs;
      const isDay = shiftMs !== undefined && status === 429 && window === '1d';
      const isOver = isDay && left * secondMs <= laterMs + toleranceMs;
      const isOther = isDay && !hasKey && Math.abs(laterMs) > toleranceMs;
      expect(found, JSON.stringify(each)).toBe(`1 status ${isOver || isOther ? 'limit' : 'null'}`);
    }
  });

  it.each<[number, number, number | undefined, string]>([
    [429, 30, 0, 'time'], [429, 60, 0, 'time'], [429, 61, 0, 'null'], [429, -1, 0, 'null'], [403, 30, 0, 'null'], [429, 30, undefined, 'null'],
  ])('with status %i on both sides may have %i seconds left of its minute', async (status, left, shiftMs, explanation) => {
    const body = { limit: 7, window: '1m' };
    const live = answerOf(status, { ...body, retry_after_seconds: left }, dateAt(shiftMs));
    const found = await explained({ status, answer: { ...body, retry_after_seconds: 10 }, headers: keyed }, live);
    expect(found).toEqual([`1 amount /retry_after_seconds ${explanation}`]);
  });
}); // prettier-ignore
