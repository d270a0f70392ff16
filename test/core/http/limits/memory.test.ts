/** A key that is refused and counted all the same (gap L4) must not grow without end. */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import type { Meter } from '../../../../src/core/http/limits/meter.ts';
import { slidingLog } from '../../../../src/core/http/limits/sliding-log.ts';
import {
  defaultMeterPolicy,
  rowMeter,
  type MeterPolicy,
} from '../../../../src/core/http/limits/tier-meters.ts';
import { contenders } from './contenders.ts';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

function heapBytes(): number {
  collectGarbage();
  return process.memoryUsage().heapUsed;
}

interface Load {
  /** So many that what they hold, not what the process does besides, decides the figure. */
  readonly meters: number;
  readonly uses: number;
  readonly stepMs: number;
}

function loaded(make: () => Meter, load: Load): Meter[] {
  const meters = Array.from({ length: load.meters }, make);
  for (const meter of meters) {
    for (let use = 0; use < load.uses; use++) meter.consume(1_767_225_600_000 + use * load.stepMs);
  }
  return meters;
}

/** The first round, not counted, pays for compiled code and whatever else is made once. */
function bytesPerMeter(make: () => Meter, load: Load): number {
  loaded(make, { ...load, meters: 10 });
  const before = heapBytes();
  const meters = loaded(make, load);
  const bytes = (heapBytes() - before) / load.meters;
  expect(meters).toHaveLength(load.meters);
  return bytes;
}

const windows = [
  { limit: 100, windowMs: 60_000 },
  { limit: 50, windowMs: 10_000 },
];
const kibibyte = 1_024;

/** An unbounded log of 20,000 instants would take 156 KiB. */
test.each(contenders)('$name keeps under 16 KiB a key after 20,000 uses that were refused', (contender) => {
  const bytes = bytesPerMeter(() => contender.make(windows), { meters: 20, uses: 20_000, stepMs: 1 });
  expect(bytes).toBeLessThan(16 * kibibyte);
});

test('a key of 1,000,000 per rolling day keeps under 64 KiB, though it was busy for a week', () => {
  const policy: MeterPolicy = { ...defaultMeterPolicy, day: 'rolling' };
  const row = { perMinute: 10, burstPer10s: 10, perDay: 1_000_000 };
  const bytes = bytesPerMeter(() => rowMeter(row, policy), { meters: 20, uses: 40_320, stepMs: 15_000 });
  expect(bytes).toBeLessThan(64 * kibibyte);
});

/** A ring that grew to its limit would take 8 KiB. */
test('a sliding log of 1,000 that is seldom used keeps under 2 KiB', () => {
  const make = () => slidingLog([{ limit: 1_000, windowMs: 60_000 }]);
  expect(bytesPerMeter(make, { meters: 500, uses: 1_500, stepMs: 10_000 })).toBeLessThan(2 * kibibyte);
});
