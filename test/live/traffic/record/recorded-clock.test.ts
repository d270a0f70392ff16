import { describe, expect, it } from 'vitest';
import { RecordedClock } from '../../../../src/live/traffic/record/recorded-clock.ts';

const startMs = Date.UTC(2026, 0, 1, 12) + 377;
const factor = 240;

/** What a target says whose answer leaves it in the middle of the exchange. */
const dateOf = (atMs: number, tookMs: number): number =>
  Math.floor((startMs + factor * (atMs + tookMs / 2)) / 1000) * 1000;

describe('the clock of a recorded target', () => {
  it('is known far closer than one Date tells, however fast it runs', () => {
    const clock = new RecordedClock(factor);
    expect(clock.beganMs).toBeUndefined();
    for (let n = 0; n < 500; n++) {
      const [atMs, tookMs] = [n * 37.3, 1 + ((n * 13) % 40)];
      clock.note(dateOf(atMs, tookMs), { atMs, tookMs });
    }
    expect(Math.abs((clock.beganMs ?? 0) - startMs)).toBeLessThan(150);
  });

  it('passes over an answer that contradicts the others', () => {
    const clock = new RecordedClock(1);
    clock.note(startMs, { atMs: 0, tookMs: 5 });
    clock.note(startMs - 3_600_000, { atMs: 10, tookMs: 5 });
    expect(clock.beganMs).toBe(startMs + 497.5);
  });
});
