/** A meter is driven by instants that never decrease: one that does is a fault of the caller. */
import { expect, it } from 'vitest';
import { firstRequestWindows, fixedWindows } from '../../../../src/core/http/limits/fixed-window.ts';
import { slidingLog } from '../../../../src/core/http/limits/sliding-log.ts';

it.each([
  ['fixed', fixedWindows, 60_000],
  ['first-request', firstRequestWindows, 1],
  ['sliding', slidingLog, 1],
] as const)('a use of a %s window before an earlier one is a fault', (_name, make, byMs) => {
  const startMs = 1_772_345_700_000;
  const meter = make([{ limit: 5, windowMs: 60_000 }]);
  meter.consume(startMs);
  meter.consume(startMs);
  expect(() => meter.consume(startMs - byMs)).toThrow('time never goes back');
});
