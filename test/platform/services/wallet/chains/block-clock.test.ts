/** The blocks of bitcoin: at random, each day by itself, and from few draws. */
import { expect, it } from 'vitest';
import { dayMs, minuteMs } from '../../../../../src/core/base/time.ts';
import { Streams, type Stream } from '../../../../../src/core/kernel/stream.ts';
import { BlockClock } from '../../../../../src/platform/services/wallet/chains/block-clock.ts';

const streams = new Streams('blocks');

function counted(): { clock: BlockClock; drawn: string[] } {
  const drawn: string[] = [];
  const clock = new BlockClock('bitcoin', (path) => {
    drawn.push(path);
    return streams.stream(path);
  });
  return { clock, drawn };
}

it('blocks are apart as chance has it, and in order', () => {
  const { clock } = counted();
  const times = Array.from({ length: 200 }, (_, index) => clock.blockAfter(dayMs, index + 1));
  const gaps = times.slice(1).map((atMs, index) => atMs - times[index]!);
  expect(Math.min(...gaps)).toBeGreaterThan(0);
  expect([Math.min(...gaps) < minuteMs, Math.max(...gaps) > 30 * minuteMs]).toEqual([true, true]);
});

it('midnight belongs to the day that it begins', () => {
  // Waits of ten minutes, of which the last of a day would end at midnight.
  const even = { unit: () => 1 - Math.exp(-0.999_999_9) } as unknown as Stream;
  const clock = new BlockClock('bitcoin', () => even);
  expect(clock.blockAfter(dayMs, 1)).toBe(dayMs + 10 * minuteMs);
  expect(clock.blockAfter(2 * dayMs - 10 * minuteMs, 1)).toBe(2 * dayMs + 10 * minuteMs);
  expect(clock.blockAfter(2 * dayMs - 10 * minuteMs - 1, 1)).toBe(2 * dayMs - 10 * minuteMs);
});

it('a day is drawn once while it is kept, and eight are kept', () => {
  const { clock, drawn } = counted();
  const first = clock.blockAfter(0, 1);
  for (let day = 1; day < 8; day++) clock.blockAfter(day * dayMs, 1);
  expect([clock.blockAfter(0, 1), drawn.length, new Set(drawn).size]).toEqual([first, 8, 8]);
  clock.blockAfter(8 * dayMs, 1);
  expect([clock.blockAfter(0, 1), drawn.length, drawn.at(-1)]).toEqual([first, 10, drawn[0]]);
});
