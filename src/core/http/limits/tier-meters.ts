/**
 * Builds the meter of one key from a quota row and the policies. Every reading of gaps L1 to L3 is a choice here; the
 * algorithms know none of them. Data common to the keys of a row is made once and shared.
 */
import { dayMs, minuteMs, secondMs } from '../../base/time.ts';
import { firstRequestWindows, fixedWindows } from './fixed-window.ts';
import { gcra } from './gcra.ts';
import type { Meter, Window } from './meter.ts';
import { all } from './meters.ts';
import { tierRows, type QuotaRow, type Tier } from './published-limits.ts';
import { rollingCounters } from './rolling-counters.ts';
import { slidingLog } from './sliding-log.ts';
import { tokenBucket } from './token-bucket.ts';

/** How the published numbers are read. */
export interface MeterPolicy {
  /**
   * Gap L1. `table`: the burst column. `x3`: a bucket of 3 times the minute limit instead of both windows.
   * `x3capped`: that bucket, and never more than 3 times in 10 s.
   */
  readonly burst: 'table' | 'x3' | 'x3capped';
  /** Gap L2. `gcra` replaces the two windows (or the bucket) by one GCRA of the same burst. */
  readonly algorithm: 'windows' | 'gcra';
  /** Gap L3: where a window begins. */
  readonly window: 'sliding' | 'fixed' | 'first-request';
  /** Gap L3: the UTC calendar day, or any 24 hours. */
  readonly day: 'calendar' | 'rolling';
}

/** The readings the gap register recommends. */
export const defaultMeterPolicy: MeterPolicy = {
  burst: 'table',
  algorithm: 'windows',
  window: 'sliding',
  day: 'calendar',
};

const windowMeters = { sliding: slidingLog, fixed: fixedWindows, 'first-request': firstRequestWindows };
const burstFactor = 3; // LIM12

/** The meter of a key of this tier, or undefined where the tier is unlimited. */
export function tierMeter(tier: Tier, policy: MeterPolicy): Meter | undefined {
  const row = tierRows[tier];
  return row === undefined ? undefined : rowMeter(row, policy);
}

/** The meter of one key under one row. The burst policy reads "burst" alike in tiers and in service rows. */
export function rowMeter(row: QuotaRow, policy: MeterPolicy): Meter {
  const isTable = policy.burst === 'table' && policy.algorithm === 'windows';
  const { table, day } = windowsOf(row);
  const short = isTable ? [windowMeters[policy.window](table)] : burstMeters(row, policy);
  return all([...short, longMeter(day, policy)]);
}

/** The meter of plain caps, such as 20 per minute; days follow the day policy, shorter windows the window policy. */
export function capMeter(windows: readonly Window[], policy: MeterPolicy = defaultMeterPolicy): Meter {
  const { short, long } = parted(windows);
  const meters = long.map((window) => longMeter(window, policy));
  return all(short.length === 0 ? meters : [windowMeters[policy.window](short), ...meters]);
}

interface Parts {
  readonly short: readonly Window[];
  readonly long: readonly Window[];
}

const partsOf = new WeakMap<readonly Window[], Parts>();

/** Shorter than a day, and the rest. */
function parted(windows: readonly Window[]): Parts {
  let parts = partsOf.get(windows);
  if (parts === undefined) {
    const short = windows.filter((window) => window.windowMs < dayMs);
    partsOf.set(windows, (parts = { short, long: windows.filter((window) => window.windowMs >= dayMs) }));
  }
  return parts;
}

/** The meter of one cap. */
export function singleCapMeter(cap: Window, policy: MeterPolicy): Meter {
  let windows = windowsOfCap.get(cap);
  if (windows === undefined) windowsOfCap.set(cap, (windows = [cap]));
  return capMeter(windows, policy);
}

const windowsOfCap = new WeakMap<Window, readonly Window[]>();

/** Rule 2 read as a bucket (LIM12, LIM13), or GCRA over the burst column. */
function burstMeters(row: QuotaRow, policy: MeterPolicy): Meter[] {
  const { minute, peak } = windowsOf(row);
  const capacity = policy.burst === 'table' ? row.burstPer10s : peak[0].limit;
  const bucket = policy.algorithm === 'gcra' ? gcra(minute, capacity) : tokenBucket(minute, capacity);
  return policy.burst === 'x3capped' ? [bucket, windowMeters[policy.window](peak)] : [bucket];
}

/** Up to this many uses, a day is logged exactly; above it, counted per minute, which takes no more memory. */
const loggedUsesMax = dayMs / minuteMs;

function longMeter(window: Window, policy: MeterPolicy): Meter {
  if (policy.day === 'calendar') return fixedWindows([window]);
  return window.limit <= loggedUsesMax ? slidingLog([window]) : rollingCounters(window, minuteMs);
}

interface RowWindows {
  readonly minute: Window;
  /** The minute and burst columns of the table. */
  readonly table: readonly Window[];
  /** The ceiling of `x3capped`. */
  readonly peak: readonly [Window];
  readonly day: Window;
}

const windowsByRow = new WeakMap<QuotaRow, RowWindows>();

function windowsOf(row: QuotaRow): RowWindows {
  let windows = windowsByRow.get(row);
  if (windows === undefined) windowsByRow.set(row, (windows = newWindows(row)));
  return windows;
}

function newWindows(row: QuotaRow): RowWindows {
  const minute = { limit: row.perMinute, windowMs: minuteMs };
  return {
    minute,
    table: [minute, { limit: row.burstPer10s, windowMs: 10 * secondMs }],
    peak: [{ limit: burstFactor * row.perMinute, windowMs: 10 * secondMs }],
    day: { limit: row.perDay, windowMs: dayMs },
  };
}
