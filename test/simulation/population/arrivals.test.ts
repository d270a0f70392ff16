import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Streams } from '../../../src/core/kernel/stream.ts';
import { arrivalMs, type ArrivalWindow } from '../../../src/simulation/population/arrivals.ts';

const place = (index: number, count: number) => ({
  stream: new Streams('7').stream(`agents/a/${index + 1}/arrival`),
  index,
  count,
});

describe('an arrival', () => {
  it('at one time is at that time, and draws nothing', () => {
    const here = place(3, 10);
    expect(arrivalMs({ atMs: 500, overMs: 0, spread: 'random' }, here)).toBe(500);
    expect(here.stream.word()).toBe(place(3, 10).stream.word());
  });

  it('spread evenly is one after the other at equal distances, the first at once', () => {
    const arrival: ArrivalWindow = { atMs: 100, overMs: 1000, spread: 'even' };
    expect([0, 1, 2, 3].map((index) => arrivalMs(arrival, place(index, 4)))).toEqual([100, 350, 600, 850]);
    expect([0, 1, 2].map((index) => arrivalMs(arrival, place(index, 3)))).toEqual([100, 433, 766]);
  });

  it('is a whole millisecond from `at` and before `at` plus `over`', () => {
    const arrivals = fc.record({
      atMs: fc.nat({ max: 1e12 }),
      overMs: fc.integer({ min: 1, max: 1e12 }),
      spread: fc.constantFrom('random' as const, 'even' as const),
    });
    fc.assert(
      fc.property(arrivals, fc.nat({ max: 999 }), (arrival, index) => {
        const delayMs = arrivalMs(arrival, place(index, 1000));
        expect(Number.isSafeInteger(delayMs)).toBe(true);
        expect(delayMs).toBeGreaterThanOrEqual(arrival.atMs);
        expect(delayMs).toBeLessThan(arrival.atMs + arrival.overMs);
      }),
    );
  });

  it('at random fills the whole span, and does not depend on how many others there are', () => {
    const arrival: ArrivalWindow = { atMs: 0, overMs: 1000, spread: 'random' };
    const delays = Array.from({ length: 2000 }, (_, index) => arrivalMs(arrival, place(index, 2000)));
    for (const from of [0, 250, 500, 750]) {
      const share = delays.filter((delay) => delay >= from && delay < from + 250).length / delays.length;
      expect(Math.abs(share - 0.25)).toBeLessThan(0.05);
    }
    expect(arrivalMs(arrival, place(7, 5000))).toBe(delays[7]);
  });
});
