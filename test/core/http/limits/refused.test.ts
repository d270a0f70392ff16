/** What no meter is made for: a window that admits nothing, a use that no wait would admit, time that goes back. */
import { describe, expect, it } from 'vitest';
import { InvariantError } from '../../../../src/core/base/assert.ts';
import { firstRequestWindows, fixedWindows } from '../../../../src/core/http/limits/fixed-window.ts';
import { gcra } from '../../../../src/core/http/limits/gcra.ts';
import type { Meter, Window } from '../../../../src/core/http/limits/meter.ts';
import { all } from '../../../../src/core/http/limits/meters.ts';
import { rollingCounters } from '../../../../src/core/http/limits/rolling-counters.ts';
import { slidingLog } from '../../../../src/core/http/limits/sliding-log.ts';
import { spacing } from '../../../../src/core/http/limits/spacing.ts';
import { tokenBucket } from '../../../../src/core/http/limits/token-bucket.ts';

const meters: Readonly<Record<string, (window: Window) => Meter>> = {
  'a sliding log': (window) => slidingLog([window]),
  'a fixed window': (window) => fixedWindows([window]),
  'a first-request window': (window) => firstRequestWindows([window]),
  'rolling counters': (window) => rollingCounters(window, 1),
  'a token bucket': (window) => tokenBucket(window, 5),
  'a GCRA': (window) => gcra(window, 5),
};
const everyMeter = Object.entries(meters);
const window = { limit: 5, windowMs: 20 };
/** No whole number from 1 that is safe. */
const wrong = [0, -1, -5, 1.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53];

const fault = (call: () => unknown): string => {
  try {
    call();
    return 'none';
  } catch (error) {
    expect(error).toBeInstanceOf(InvariantError);
    return (error as Error).message;
  }
};

describe.each(everyMeter)('%s', (_name, make) => {
  it('is not made for a window that admits nothing, or has no whole length', () => {
    for (const number of wrong) {
      expect(fault(() => make({ ...window, limit: number }))).toContain('a limit is a whole number from 1');
      expect(fault(() => make({ ...window, windowMs: number }))).toContain('a window lasts a whole ms');
    }
    expect(fault(() => make({ limit: 1, windowMs: 1 }))).toBe('none');
  });

  it('is not asked for less than one use, or for more than ever fit', () => {
    const meter = make(window);
    for (const weight of [0, -1, 6, 100])
      expect(fault(() => meter.waitMs(0, weight))).toContain('a request weighs 1 to the limit of its meter');
    expect([1, 5].map((weight) => fault(() => meter.waitMs(0, weight)))).toEqual(['none', 'none']);
    // Without a weight one use is meant.
    expect(meter.waitMs(0)).toBe(meter.waitMs(0, 1));
  });
});

describe('time', () => {
  it.each<[string, Meter, number]>([
    ['a token bucket', tokenBucket(window, 5), 1],
    ['rolling counters', rollingCounters(window, 4), 4],
    ['spacing', spacing(20), 1],
  ])('never goes back for %s', (_name, meter, byMs) => {
    const startMs = 1_772_345_700_000;
    meter.consume(startMs);
    meter.consume(startMs);
    expect(fault(() => meter.consume(startMs - byMs))).toContain('time never goes back');
    expect(fault(() => meter.consume(startMs))).toBe('none');
  });
});

describe('what is made of parts', () => {
  it('has a part', () => {
    expect(fault(() => all([]))).toContain('a composition has a meter');
    expect(fault(() => slidingLog([]))).toContain('a sliding log watches a window');
  });

  it('has slots that fill its window', () => {
    expect(fault(() => rollingCounters(window, 3))).toContain('a whole number of slots');
    expect(fault(() => rollingCounters(window, 5))).toBe('none');
  });

  it('has a capacity of whole tokens that can be counted exactly', () => {
    for (const capacity of [0, -1, 0.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53 / 20])
      expect(fault(() => tokenBucket(window, capacity))).toContain('a bucket holds whole tokens');
    expect(fault(() => tokenBucket(window, 1))).toBe('none');
    for (const burst of wrong)
      expect(fault(() => gcra(window, burst))).toContain('a burst is a whole number from 1');
    expect(fault(() => gcra(window, 1))).toBe('none');
  });

  it('has a rate whose ticks can be counted exactly', () => {
    expect(fault(() => gcra({ limit: 1_001, windowMs: 1 }, 1))).toContain('at most 1000 uses per ms');
    expect(fault(() => gcra({ limit: 1_000, windowMs: 1 }, 1))).toBe('none');
    expect(fault(() => gcra({ limit: 2_002, windowMs: 2_002 }, 1))).toBe('none');
  });

  it('keeps a space of one use', () => {
    for (const spacingMs of wrong)
      expect(fault(() => spacing(spacingMs))).toContain('a window lasts a whole ms');
    for (const weight of [0, 2]) expect(fault(() => spacing(5).waitMs(0, weight))).toContain('weighs 1');
  });
});
