import { describe, expect, test } from 'vitest';
import { dayMs, hourMs, minuteMs, secondMs } from '../../../../src/core/base/time.ts';
import type { Meter } from '../../../../src/core/http/limits/meter.ts';
import { registerCap, tierRows, type QuotaRow } from '../../../../src/core/http/limits/published-limits.ts';
import { emptyReading } from '../../../../src/core/http/limits/reading.ts';
import {
  capMeter,
  defaultMeterPolicy,
  rowMeter,
  tierMeter,
  type MeterPolicy,
} from '../../../../src/core/http/limits/tier-meters.ts';
import { casinoRow, playCap } from '../../../../src/platform/services/casino/limits.ts';
import { domainCap, domainsRow } from '../../../../src/platform/services/domains/limits.ts';
import { createCap, escrowRow } from '../../../../src/platform/services/escrow/limits.ts';
import { faucetRow } from '../../../../src/platform/services/faucet/limits.ts';
import { positionsCap, tradingRow } from '../../../../src/platform/services/trading/limits.ts';
import { sendCap, swapCap, walletRow } from '../../../../src/platform/services/wallet/limits.ts';

const midnightMs = 1_767_225_600_000;

/** The instants a client that never stops asking is admitted at, from `fromMs` on, for `forMs`. */
function greedy(meter: Meter, fromMs: number, forMs: number): number[] {
  const instants: number[] = [];
  let nowMs = fromMs + meter.waitMs(fromMs);
  while (nowMs < fromMs + forMs) {
    meter.consume(nowMs);
    instants.push(nowMs);
    nowMs += meter.waitMs(nowMs);
  }
  return instants;
}

/** The most uses in any half-open stretch of `stretchMs`. */
function peak(instants: readonly number[], stretchMs: number): number {
  let most = 0;
  let from = 0;
  for (let to = 0; to < instants.length; to++) {
    while (instants[from]! + stretchMs <= instants[to]!) from++;
    most = Math.max(most, to - from + 1);
  }
  return most;
}

function tierOf(tier: 'free' | 'pro', policy: Partial<MeterPolicy> = {}): Meter {
  const meter = tierMeter(tier, { ...defaultMeterPolicy, ...policy });
  expect(meter).toBeDefined();
  return meter!;
}

const anyStartMs = midnightMs + 5 * hourMs + 12_345;

describe('tiers as the table has them', () => {
  test('LIM03 LIM05: Free never gets more than 100 in any minute nor 50 in any 10 seconds, and gets both', () => {
    const instants = greedy(tierOf('free'), anyStartMs, 5 * minuteMs);
    expect(peak(instants, minuteMs)).toBe(100);
    expect(peak(instants, 10 * secondMs)).toBe(50);
    expect(instants).toHaveLength(500);
  });

  test('LIM06 LIM08: Pro never gets more than 1,000 in any minute nor 500 in any 10 seconds, and gets both', () => {
    const instants = greedy(tierOf('pro'), anyStartMs, 5 * minuteMs);
    expect(peak(instants, minuteMs)).toBe(1_000);
    expect(peak(instants, 10 * secondMs)).toBe(500);
    expect(instants).toHaveLength(5_000);
  });

  test('LIM04: Free gets 10,000 in a UTC calendar day, and again from midnight on', () => {
    const meter = tierOf('free');
    const instants = greedy(meter, midnightMs, 2 * dayMs);
    expect(instants.filter((instant) => instant < midnightMs + dayMs)).toHaveLength(10_000);
    expect(instants[10_000]).toBe(midnightMs + dayMs);
    expect(instants).toHaveLength(20_000);
  });

  test('LIM07: Pro gets 1,000,000 in a UTC calendar day', () => {
    const instants = greedy(tierOf('pro'), midnightMs, dayMs);
    expect(instants).toHaveLength(1_000_000);
    expect(instants.at(-1)).toBeLessThan(midnightMs + 17 * hourMs);
  });

  test('LIM09: Enterprise has no meter', () => {
    expect(tierMeter('enterprise', defaultMeterPolicy)).toBeUndefined();
  });

  test('LIM04 LIM07: by rolling days, no 24 hours ever hold more than the cap, and a use counts at most a minute too long', () => {
    const free = greedy(tierOf('free', { day: 'rolling' }), anyStartMs, 3 * dayMs);
    expect(peak(free, dayMs)).toBe(10_000);
    expect(free[10_000]! - free[0]!).toBeGreaterThanOrEqual(dayMs);
    expect(free[10_000]! - free[0]!).toBeLessThan(dayMs + minuteMs);
    const pro = greedy(tierOf('pro', { day: 'rolling' }), anyStartMs, 2 * dayMs);
    expect(peak(pro, dayMs)).toBe(1_000_000);
  });
});

describe('the token bucket of rule 2', () => {
  test('LIM12: Free gets 316 in 10 seconds, whichever ends count, and 399 in a minute without its last instant, 400 with it', () => {
    const instants = greedy(tierOf('free', { burst: 'x3' }), anyStartMs, 10 * minuteMs);
    expect(peak(instants, 10 * secondMs)).toBe(316);
    expect(peak(instants, 10 * secondMs + 1)).toBe(316);
    expect(peak(instants, minuteMs)).toBe(399);
    expect(peak(instants, minuteMs + 1)).toBe(400);
  });

  test('LIM12: Pro gets 3,166 in 10 seconds and 3,999 in a minute', () => {
    const instants = greedy(tierOf('pro', { burst: 'x3' }), anyStartMs, 10 * minuteMs);
    expect(peak(instants, 10 * secondMs)).toBe(3_166);
    expect(peak(instants, minuteMs)).toBe(3_999);
  });

  test('LIM13: after the burst, Free is admitted every 600 ms', () => {
    const instants = greedy(tierOf('free', { burst: 'x3' }), anyStartMs, minuteMs);
    expect(instants.slice(300).map((instant) => instant - anyStartMs)).toEqual(
      Array.from({ length: 99 }, (_, use) => 600 * (use + 1)),
    );
  });

  test('LIM12: capped, no 10 seconds hold more than 300', () => {
    const instants = greedy(tierOf('free', { burst: 'x3capped' }), anyStartMs, 10 * minuteMs);
    expect(peak(instants, 10 * secondMs)).toBe(300);
  });

  test('GCRA decides as the bucket does', () => {
    const bucket = greedy(tierOf('free', { burst: 'x3' }), anyStartMs, hourMs);
    expect(greedy(tierOf('free', { burst: 'x3', algorithm: 'gcra' }), anyStartMs, hourMs)).toEqual(bucket);
  });
});

describe('other readings of the table', () => {
  test('GCRA over the table gives Free 66 in 10 seconds and 149 in a minute: neither number of the table', () => {
    const instants = greedy(tierOf('free', { algorithm: 'gcra' }), anyStartMs, 10 * minuteMs);
    expect(peak(instants, 10 * secondMs)).toBe(66);
    expect(peak(instants, minuteMs)).toBe(149);
  });

  test('fixed windows let two bursts through around a boundary', () => {
    const meter = tierOf('free', { window: 'fixed' });
    const instants = [
      ...greedy(meter, midnightMs + 59 * secondMs, secondMs),
      ...greedy(meter, midnightMs + minuteMs, secondMs),
    ];
    expect(peak(instants, 10 * secondMs)).toBe(100);
  });

  test('first-request windows begin with the request, at any time', () => {
    const meter = tierOf('free', { window: 'first-request' });
    const instants = greedy(meter, midnightMs + 59_999, 10 * secondMs + 1);
    expect(instants[50]).toBe(midnightMs + 59_999 + 10 * secondMs);
  });
});

const documented: [string, QuotaRow, [number, number, number]][] = [
  ['LIM03 LIM04 LIM05 free', tierRows.free!, [100, 50, 10_000]],
  ['LIM06 LIM07 LIM08 pro', tierRows.pro!, [1_000, 500, 1_000_000]],
  ['LIM28 LIM29 casino', casinoRow, [60, 100, 10_000]],
  ['LIM31 LIM32 trading', tradingRow, [120, 200, 50_000]],
  ['LIM34 LIM35 wallet', walletRow, [60, 80, 5_000]],
  ['LIM37 LIM38 domains', domainsRow, [30, 50, 1_000]],
  ['LIM40 LIM41 faucet', faucetRow, [10, 10, 100]],
  ['LIM43 LIM44 escrow', escrowRow, [60, 80, 10_000]],
];

test.each(documented)('%s: the row admits its numbers and no more', (_, row, [perMinute, burst, perDay]) => {
  const instants = greedy(rowMeter(row, defaultMeterPolicy), midnightMs, dayMs);
  expect(peak(instants, minuteMs)).toBe(perMinute);
  expect(peak(instants, 10 * secondMs)).toBe(Math.min(burst, perMinute));
  expect(instants).toHaveLength(Math.min(perDay, 1_440 * perMinute));
});

const caps = [
  ['LIM15 casino play', playCap, 60, minuteMs],
  ['LIM16 trading positions', positionsCap, 300, minuteMs],
  ['LIM17 wallet swap', swapCap, 120, minuteMs],
  ['LIM18 register', registerCap, 10, minuteMs],
  ['LIM36 wallet send', sendCap, 20, minuteMs],
  ['LIM39 domains register', domainCap, 10, dayMs],
  ['LIM45 escrow create', createCap, 100, dayMs],
] as const;

test.each(caps)('%s: the cap admits its number in its window and no more', (_, cap, limit, windowMs) => {
  const instants = greedy(capMeter([cap]), midnightMs, 2 * windowMs);
  expect(peak(instants, windowMs)).toBe(limit);
  expect(instants).toHaveLength(2 * limit);
});

test('a daily cap follows the day policy: midnight by the calendar, 24 hours from each use when rolling', () => {
  const noonMs = midnightMs + dayMs / 2;
  const calendar = greedy(capMeter([domainCap]), noonMs, 2 * dayMs);
  expect(calendar[10]).toBe(midnightMs + dayMs);
  const rolling = capMeter([domainCap], { ...defaultMeterPolicy, day: 'rolling' });
  expect(greedy(rolling, noonMs, 2 * dayMs)[10]).toBe(noonMs + dayMs);
});

test('a cap of several windows, days among them, obeys each', () => {
  const meter = capMeter([
    { limit: 5, windowMs: minuteMs },
    { limit: 2, windowMs: secondMs },
    { limit: 12, windowMs: dayMs },
  ]);
  const instants = greedy(meter, midnightMs, dayMs);
  expect([peak(instants, secondMs), peak(instants, minuteMs), instants.length]).toEqual([2, 5, 12]);
});

test('keys of one row do not share what they have used', () => {
  const one = tierOf('free');
  greedy(one, midnightMs, secondMs);
  expect(one.waitMs(midnightMs)).toBeGreaterThan(0);
  expect(tierOf('free').waitMs(midnightMs)).toBe(0);
});

test('the day is read when it is the tightest, and its reset is midnight', () => {
  const meter = tierOf('free');
  greedy(meter, midnightMs, dayMs);
  const reading = emptyReading();
  meter.read(midnightMs + 20 * hourMs, reading);
  expect(reading).toEqual({ limit: 10_000, remaining: 0, windowMs: dayMs, resetAtMs: midnightMs + dayMs });
});

test('when minute and 10 seconds are both spent, the one waited for longer is named with its reset', () => {
  const meter = tierOf('free');
  greedy(meter, midnightMs, secondMs);
  greedy(meter, midnightMs + 10 * secondMs, secondMs);
  const reading = emptyReading();
  meter.read(midnightMs + 11 * secondMs, reading);
  expect(reading).toEqual({
    limit: 100,
    remaining: 0,
    windowMs: minuteMs,
    resetAtMs: midnightMs + minuteMs,
  });
});
