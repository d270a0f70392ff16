/** When requests are due: what must hold of every ramp, whatever the speed, as the integral of the speed. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseSpeed, Schedule } from '../../../src/live/traffic/plan/schedule.ts';

const ramps = fc.record({
  speed: fc.double({ min: 0.1, max: 1_000, noNaN: true }),
  rampMs: fc.integer({ min: 1, max: 600_000 }),
  fromMs: fc.integer({ min: 0, max: 100_000 }),
});

const scheduleOf = (ramp: { speed: number; rampMs: number; fromMs: number }): Schedule =>
  new Schedule({ ...ramp, toMs: Number.POSITIVE_INFINITY });

/** Trace milliseconds that have passed at a wall time, summed over short steps of a speed that rises evenly to `speed`. */
function passedMs(wallMs: number, { speed, rampMs }: { speed: number; rampMs: number }): number {
  const steps = 2_000;
  const widthMs = wallMs / steps;
  let sumMs = 0;
  for (let step = 0; step < steps; step++) {
    const middleMs = (step + 0.5) * widthMs;
    sumMs += speed * Math.min(1, middleMs / rampMs) * widthMs;
  }
  return sumMs;
}

describe('a schedule', () => {
  it('has passed, at the time at which a request is due, as much of the trace as the rising speed has covered', () => {
    fc.assert(
      fc.property(ramps, fc.double({ min: 0.01, max: 4, noNaN: true }), (ramp, part) => {
        // From within the ramp to well beyond it.
        const traceMs = ramp.speed * ramp.rampMs * part;
        const dueMs = scheduleOf(ramp).dueMs(ramp.fromMs + traceMs);
        const passed = passedMs(dueMs, ramp);
        expect(Math.abs(passed - traceMs)).toBeLessThan(traceMs * 0.002 + 0.001);
      }),
    );
  });

  it('reaches its full speed when the ramp is over, and keeps it', () => {
    fc.assert(
      fc.property(ramps, (ramp) => {
        const schedule = scheduleOf(ramp);
        const atEndMs = ramp.fromMs + (ramp.speed * ramp.rampMs) / 2;
        expect(schedule.dueMs(atEndMs)).toBeCloseTo(ramp.rampMs, 3);
        const laterMs = schedule.dueMs(atEndMs + 1_000 * ramp.speed);
        expect(laterMs - schedule.dueMs(atEndMs)).toBeCloseTo(1_000, 3);
      }),
    );
  });

  it('keeps the recorded distances, divided by the speed, where there is no ramp', () => {
    fc.assert(
      fc.property(ramps, fc.integer({ min: 0, max: 10_000_000 }), (ramp, traceMs) => {
        const schedule = scheduleOf({ ...ramp, rampMs: 0 });
        expect(schedule.dueMs(ramp.fromMs + traceMs)).toBeCloseTo(traceMs / ramp.speed, 6);
        expect(schedule.dueMs(ramp.fromMs - 1)).toBe(0);
      }),
    );
  });

  it('has no due times at the highest speed', () => {
    const schedule = new Schedule({ speed: 'max', rampMs: 0, fromMs: 0, toMs: 50 });
    expect([0, 20, 49].map((atMs) => schedule.dueMs(atMs))).toEqual([0, 0, 0]);
  });

  it('prepares what comes before its window, and ends with the window: the first instant is in it, the last is not', () => {
    const schedule = new Schedule({ speed: 1, rampMs: 0, fromMs: 100, toMs: 200 });
    expect([99, 100].map((atMs) => schedule.isBefore(atMs))).toEqual([true, false]);
    expect([199, 200].map((atMs) => schedule.isAfter(atMs))).toEqual([false, true]);
  });
});

describe('a speed', () => {
  it.each([
    ['max', 'max'],
    ['1000x', 1000],
    ['0.5', 0.5],
    ['9999999', 9_999_999],
    ['0.000001', 0.000001],
  ])('%s is read', (text, speed) => {
    expect(parseSpeed(text)).toBe(speed);
  });

  it.each(['0', '0x', '-1', '1e3', '1x2', '', 'x', '12345678', '1.1234567', ' 1', 'maxx'])(
    '"%s" is none',
    (text) => {
      expect(parseSpeed(text)).toBeUndefined();
    },
  );
});
