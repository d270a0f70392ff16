/** The bound of the send lag: a run whose generator was late says nothing, and the bound is never a wide one. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  lagAllowedForMs,
  lagAllowedMs,
  lagVerdict,
  needsExactTimes,
} from '../../../src/live/traffic/engine/lag-gate.ts';
import { Measures, recordMs } from '../../../src/live/traffic/engine/measures.ts';

/** A hundred lags, of which `late` are `lateMs` and the others 0.1 ms. */
function lags(lateMs: number, late: number): Measures {
  const measures = new Measures();
  for (let count = 0; count < 100; count++) recordMs(measures.lag, count < late ? lateMs : 0.1);
  return measures;
}

describe('the allowed lag', () => {
  it('is a tenth of the distance of two requests, but never below 2 ms and never above 10 ms', () => {
    fc.assert(
      fc.property(fc.double({ min: 0.001, max: 100_000, noNaN: true }), (intervalMs) => {
        const allowedMs = lagAllowedMs(intervalMs);
        expect(allowedMs).toBeGreaterThanOrEqual(2);
        expect(allowedMs).toBeLessThanOrEqual(10);
        if (allowedMs > 2) expect(allowedMs).toBeLessThanOrEqual((intervalMs / 10) * 1.000001);
        if (allowedMs < 10) expect(allowedMs).toBeGreaterThanOrEqual((intervalMs / 10) * 0.999999);
      }),
    );
  });

  it('is a tenth of a judged response time, from 0.5 ms to 100 ms', () => {
    fc.assert(
      fc.property(fc.double({ min: 0.001, max: 100_000, noNaN: true }), (thresholdMs) => {
        const allowedMs = lagAllowedForMs(thresholdMs);
        expect(allowedMs).toBeGreaterThanOrEqual(0.5);
        expect(allowedMs).toBeLessThanOrEqual(100);
        if (allowedMs > 0.5) expect(allowedMs).toBeLessThanOrEqual(thresholdMs * 0.1000001);
        if (allowedMs < 100) expect(allowedMs).toBeGreaterThanOrEqual(thresholdMs * 0.0999999);
        // A timer ends up to two milliseconds late.
        expect(needsExactTimes(thresholdMs)).toBe(allowedMs < 2);
      }),
    );
  });
});

describe('a run', () => {
  it('is void from the first lag above the allowed one, at its 99th percentile, and says by how much', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 100 }),
        fc.integer({ min: 102, max: 5_000 }),
        (allowedMs, percent) => {
          const lateMs = (allowedMs * percent) / 100;
          expect(lagVerdict(lags(allowedMs * 0.98, 100), allowedMs)).toBeUndefined();
          expect(lagVerdict(lags(lateMs, 1), allowedMs)).toBeUndefined();
          expect(lagVerdict(lags(lateMs, 3), allowedMs)).toMatch(
            /^the generator itself was late: p99 of its send lag is [\d.]+ ms, allowed are [\d.]+ ms$/,
          );
        },
      ),
    );
  });

  it('without a measured request is not void for its lag', () => {
    expect(lagVerdict(new Measures(), 2)).toBeUndefined();
  });
});
