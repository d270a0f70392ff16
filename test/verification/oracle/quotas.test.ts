/** Quotas under each reading of windows, counted by hand. */
import { describe, expect, it } from 'vitest';
import { BucketUses, WindowUses } from '../../../src/verification/oracle/models/quota-uses.ts';
import { areLimitsKnown } from '../../../src/verification/oracle/models/quotas.ts';

const minute = { limit: 2, windowMs: 60_000 };

/** What is left of two uses, the first at 30 s and the second at 50 s, and when more is. */
function readingAt(nowMs: number, window: string): readonly number[] {
  const uses = new WindowUses([minute], { window, day: 'calendar' });
  for (const atMs of [30_000, 50_000]) uses.add(atMs);
  const [reading] = uses.readings(nowMs);
  return [reading?.remaining ?? -1, reading?.resetAtMs ?? -1, reading?.admittedAtMs ?? -1];
}

describe('two uses of a minute', () => {
  it.each([
    ['sliding', 59_999, [0, 90_000, 90_000]],
    ['sliding', 89_999, [0, 90_000, 90_000]],
    ['sliding', 90_000, [1, 110_000, 90_000]],
    ['fixed', 59_999, [0, 60_000, 60_000]],
    ['fixed', 60_000, [2, 60_000, 60_000]],
    ['first-request', 89_999, [0, 90_000, 90_000]],
    ['first-request', 90_000, [2, 90_000, 90_000]],
  ])('%s at %i ms', (window, nowMs, wanted) => expect(readingAt(nowMs, window)).toEqual(wanted));
});

it('a window that slides counts the uses within it, looked at one by one', () => {
  const dayMs = 86_400_000;
  const caps = [minute, { limit: 5, windowMs: 10_000 }, { limit: 2_000, windowMs: dayMs }];
  const uses = new WindowUses(caps, { window: 'sliding', day: 'sliding' });
  const instants: number[] = [];
  let atMs = 0;
  for (let place = 0; place < 400; place += 1) {
    atMs += (place * 7_919) % 5 === 0 ? 0 : ((place * 104_729) % 30_011) * (place % 50 === 0 ? 1_000 : 1);
    for (const [index, { limit, windowMs }] of caps.entries()) {
      const within = instants.filter((used) => used + windowMs > atMs).slice(-limit);
      const late = instants.filter((used) => used + windowMs + 60_000 > atMs).length;
      const resetAtMs = within[0] === undefined ? atMs : within[0] + windowMs;
      const remaining = limit - within.length;
      expect(uses.readings(atMs)[index]).toMatchObject({
        remaining,
        remainingMin: windowMs === dayMs ? Math.max(0, limit - late) : remaining,
        resetAtMs,
        admittedAtMs: remaining > 0 ? atMs : resetAtMs,
      });
    }
    uses.add(atMs);
    instants.push(atMs);
  }
});

it('a bucket gains its uses one by one, and refused requests leave no debt', () => {
  const bucket = new BucketUses({ limit: 2, windowMs: 60_000 }, 3);
  for (const atMs of [1_000_000, 1_000_000, 1_000_000, 1_000_000]) bucket.add(atMs);
  expect(bucket.readings(1_000_000)[0]).toMatchObject({ limit: 3, remaining: 0, admittedAtMs: 1_030_000 });
  expect(bucket.readings(1_030_000)[0]).toMatchObject({
    remaining: 1,
    resetAtMs: 1_060_000,
    windowMs: 90_000,
  });
});

it('says nothing of readings that are not followed', () => {
  expect(areLimitsKnown(['limits.burst', 'casino.faceCards'])).toBe(true);
  expect(areLimitsKnown(['limits.rowScaling', 'limits.upgrade'])).toBe(true);
  expect(areLimitsKnown(['limits.mcp'])).toBe(false);
  expect(areLimitsKnown(['limits.burst', 'limits.rowBurst'])).toBe(false);
});
