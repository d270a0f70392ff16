/** A key that is refused and counted all the same (gap L4) must not grow without end. */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { slidingLog } from '../../../src/http/limits/sliding-log.ts';
import { defaultMeterPolicy, rowMeter, type MeterPolicy } from '../../../src/http/limits/tier-meters.ts';
import { contenders } from './contenders.ts';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

function heapBytes(): number {
  collectGarbage();
  return process.memoryUsage().heapUsed;
}

/** What `count` meters hold after `uses` uses each, one every `stepMs`. */
function bytesPerMeter(
  make: () => { consume(nowMs: number): void },
  options: { uses: number; stepMs: number },
) {
  const count = 50;
  const before = heapBytes();
  const meters = Array.from({ length: count }, make);
  for (const meter of meters) {
    for (let use = 0; use < options.uses; use++) meter.consume(1_767_225_600_000 + use * options.stepMs);
  }
  const bytes = (heapBytes() - before) / count;
  expect(meters).toHaveLength(count);
  return bytes;
}

const windows = [
  { limit: 100, windowMs: 60_000 },
  { limit: 50, windowMs: 10_000 },
];
const kibibyte = 1_024;

/** An unbounded log of 40,000 instants would take 312 KiB. */
test.each(contenders)('$name keeps under 8 KiB a key after 40,000 uses that were refused', (contender) => {
  expect(bytesPerMeter(() => contender.make(windows), { uses: 40_000, stepMs: 1 })).toBeLessThan(
    8 * kibibyte,
  );
});

test('a key of 1,000,000 per rolling day keeps under 64 KiB, though it was busy for a week', () => {
  const policy: MeterPolicy = { ...defaultMeterPolicy, day: 'rolling' };
  const row = { perMinute: 10, burstPer10s: 10, perDay: 1_000_000 };
  expect(bytesPerMeter(() => rowMeter(row, policy), { uses: 40_320, stepMs: 15_000 })).toBeLessThan(
    64 * kibibyte,
  );
});

test('a sliding log of 1,000 that is seldom used keeps under 1 KiB', () => {
  const make = () => slidingLog([{ limit: 1_000, windowMs: 60_000 }]);
  expect(bytesPerMeter(make, { uses: 5_000, stepMs: 10_000 })).toBeLessThan(kibibyte);
});
