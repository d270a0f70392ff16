import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { EventQueue } from '../../../src/core/kernel/event-queue.ts';
import { priority } from '../../../src/core/kernel/event.ts';
import type { EventHandle, Priority } from '../../../src/core/kernel/event.ts';
import { TimerHeap } from '../../../src/core/kernel/timer-heap.ts';
import type { Timer } from '../../../src/core/kernel/timer-heap.ts';
import { expectSame } from '../../expect-same.ts';

const startMs = 1_767_225_600_000;
const target = { fire: () => {} };

function drain(queue: EventQueue, untilMs = Number.POSITIVE_INFINITY): [number, number][] {
  const popped: [number, number][] = [];
  while (queue.pop(untilMs)) popped.push([queue.nowMs - startMs, queue.argument]);
  return popped;
}

type Command =
  | { do: 'schedule'; delayMs: number; priority: Priority }
  | { do: 'cancel'; which: number }
  | { do: 'pop'; withinMs: number }
  | { do: 'advance'; byMs: number };

const delayMs = fc.oneof(
  fc.constantFrom(0, 1, 255, 256, 257, 2 ** 18 - 1, 2 ** 18, 2 ** 28 - 1, 2 ** 28, 2 ** 38, 2 ** 48),
  fc.integer({ min: 0, max: 3 }),
  fc.integer({ min: 0, max: 60_000 }),
  fc.integer({ min: 0, max: 2 ** 31 - 1 }),
  fc.integer({ min: 0, max: 200 * 365 * 86_400_000 }),
);
const command: fc.Arbitrary<Command> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant('schedule' as const),
      delayMs,
      priority: fc.constantFrom<Priority>(0, 1, 2, 3),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('cancel' as const), which: fc.nat(200) }) },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('pop' as const),
      withinMs: fc.oneof(delayMs, fc.constant(Number.POSITIVE_INFINITY)),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('advance' as const), byMs: delayMs }) },
);

/** The plainest thing that keeps the same promise: one heap for each priority. */
class Oracle {
  readonly heaps = [0, 1, 2, 3].map(() => new TimerHeap<number>());
  nowMs = startMs;

  get size(): number {
    return this.heaps.reduce((sum, heap) => sum + heap.size, 0);
  }

  pop(untilMs: number): number | undefined {
    const firstMs = Math.min(...this.heaps.map((heap) => heap.peekAtMs() ?? Number.POSITIVE_INFINITY));
    if (firstMs > untilMs || firstMs === Number.POSITIVE_INFINITY) return undefined;
    this.nowMs = firstMs;
    return this.heaps.find((heap) => heap.peekAtMs() === firstMs)?.pop()?.item;
  }
}

function compare(commands: readonly Command[]): void {
  const queue = new EventQueue(startMs);
  const oracle = new Oracle();
  const scheduled: { handle: EventHandle; timer: Timer<number>; priority: Priority }[] = [];
  const popBoth = (untilMs: number): boolean => {
    const expected = oracle.pop(untilMs);
    expectSame(queue.pop(untilMs) ? queue.argument : undefined, expected);
    expectSame(queue.nowMs, oracle.nowMs);
    return expected !== undefined;
  };
  const execute = (step: Command): void => {
    if (step.do === 'schedule') {
      const atMs = oracle.nowMs + step.delayMs;
      const handle = queue.schedule(atMs, step.priority, target, scheduled.length);
      const timer = oracle.heaps[step.priority]?.push(atMs, scheduled.length);
      if (timer !== undefined) scheduled.push({ handle, timer, priority: step.priority });
    } else if (step.do === 'cancel') {
      const entry = scheduled[step.which];
      if (entry === undefined) return;
      expectSame(queue.cancel(entry.handle), oracle.heaps[entry.priority]?.remove(entry.timer));
    } else if (step.do === 'pop') {
      popBoth(oracle.nowMs + step.withinMs);
    } else {
      const toMs = oracle.nowMs + step.byMs;
      while (popBoth(toMs));
      queue.advance(toMs);
      oracle.nowMs = toMs;
    }
    expectSame(queue.size, oracle.size);
  };
  commands.forEach(execute);
  while (popBoth(Number.POSITIVE_INFINITY));
}

describe('the event queue', () => {
  it('agrees with four binary heaps on every schedule, cancel, pop and advance', () => {
    fc.assert(
      fc.property(fc.array(command, { maxLength: 150 }), (commands) => compare(commands)),
      { numRuns: 1500 },
    );
  });

  it('agrees with four binary heaps on thousands of events that crowd the same slots', () => {
    const crowded = fc.oneof(
      { weight: 9, arbitrary: fc.integer({ min: 0, max: 700 }) },
      { weight: 1, arbitrary: fc.integer({ min: 0, max: 600_000 }) },
    );
    const schedules = fc.array(fc.tuple(crowded, fc.constantFrom<Priority>(0, 1, 2, 3)), {
      minLength: 2000,
      maxLength: 4000,
    });
    fc.assert(
      fc.property(schedules, (rows) =>
        compare(
          rows.flatMap(([delay, rank], index): Command[] => [
            { do: 'schedule', delayMs: delay, priority: rank },
            ...(index % 3 === 0 ? [{ do: 'pop', withinMs: 100 } as const] : []),
          ]),
        ),
      ),
      { numRuns: 10 },
    );
  });

  it('agrees with four binary heaps when the clock is moved in small steps without events', () => {
    const near = fc.integer({ min: 0, max: 700 });
    const step: fc.Arbitrary<Command> = fc.oneof(
      fc.record({
        do: fc.constant('schedule' as const),
        delayMs: near,
        priority: fc.constantFrom<Priority>(1, 2),
      }),
      fc.record({ do: fc.constant('advance' as const), byMs: near.map((ms) => ms >> 2) }),
    );
    fc.assert(
      fc.property(fc.array(step, { maxLength: 100 }), (commands) => compare(commands)),
      { numRuns: 500 },
    );
  });

  it('runs the events of one instant by priority and then in the order they were scheduled', () => {
    const queue = new EventQueue(startMs);
    const order = [priority.control, priority.agent, priority.due, priority.delivery, priority.agent];
    order.forEach((rank, index) => queue.schedule(startMs + 500, rank, target, index));
    expect(drain(queue)).toEqual([2, 3, 1, 4, 0].map((index) => [500, index]));
  });

  it('lets a due event that is scheduled in the middle of an instant go before the rest of that instant', () => {
    const queue = new EventQueue(startMs);
    queue.schedule(startMs, priority.agent, target, 1);
    queue.schedule(startMs, priority.agent, target, 2);
    queue.pop(startMs);
    queue.schedule(startMs, priority.due, target, 3);
    expect(drain(queue)).toEqual([
      [0, 3],
      [0, 2],
    ]);
  });

  it('leaves the clock alone when nothing is due, and takes events before what it looked at', () => {
    const queue = new EventQueue(startMs);
    queue.schedule(startMs + 100_000, priority.agent, target, 1);
    queue.schedule(startMs + 100_001, priority.agent, target, 2);
    expect(queue.pop(startMs + 99_999)).toBe(false);
    expect(queue.nowMs).toBe(startMs);
    queue.schedule(startMs + 5, priority.agent, target, 3);
    expect(drain(queue)).toEqual([
      [5, 3],
      [100_000, 1],
      [100_001, 2],
    ]);
  });

  it('ignores the handle of an event that fired, even when its place is in use again', () => {
    const queue = new EventQueue(startMs);
    const first = queue.schedule(startMs + 1, priority.agent, target, 1);
    queue.pop(startMs + 1);
    const second = queue.schedule(startMs + 2, priority.agent, target, 2);
    expect(queue.cancel(first)).toBe(false);
    expect(queue.cancel(second)).toBe(true);
    expect(queue.cancel(second)).toBe(false);
    expect(queue.cancel(0)).toBe(false);
    expect(queue.size).toBe(0);
  });

  it('carries any number as argument', () => {
    const queue = new EventQueue(startMs);
    const numbers = [0, -1, 0.5, 2 ** 53 - 1, Number.POSITIVE_INFINITY];
    for (const number of numbers) queue.schedule(startMs, priority.agent, target, number);
    expect(drain(queue).map(([, argument]) => argument)).toEqual(numbers);
  });

  it.each([
    ['the past', startMs - 1],
    ['a fraction of a millisecond', startMs + 0.5],
    ['not a number', Number.NaN],
    ['never', Number.POSITIVE_INFINITY],
    ['beyond the safe integers', 2 ** 53],
  ])('refuses an event at %s', (_, atMs) => {
    const queue = new EventQueue(startMs);
    expect(() => queue.schedule(atMs, priority.agent, target, 0)).toThrow(String(atMs));
    expect(queue.size).toBe(0);
  });
});

describe('the clock of the queue', () => {
  it.each([startMs - 1, startMs + 0.5, Number.NaN, 2 ** 53])('does not go to %d', (toMs) => {
    expect(() => new EventQueue(startMs).advance(toMs)).toThrow(
      `the clock can't go from ${startMs} to ${toMs}`,
    );
  });

  it.each([0.5, Number.NaN, 2 ** 53])('does not start at %d', (atMs) => {
    expect(() => new EventQueue(atMs)).toThrow(`a queue can't start at ${atMs}`);
  });

  it('has no event before the time that it names, and none is named where there is none', () => {
    fc.assert(
      fc.property(fc.array(delayMs, { maxLength: 20 }), (delays) => {
        const queue = new EventQueue(startMs);
        for (const delay of delays) queue.schedule(startMs + delay, priority.agent, target, 0);
        for (;;) {
          const named = queue.nextNotBeforeMs();
          const isLeft = queue.size > 0;
          expectSame(Number.isFinite(named), isLeft);
          if (!queue.pop(Number.POSITIVE_INFINITY)) return;
          expect(named).toBeLessThanOrEqual(queue.nowMs);
        }
      }),
    );
  });

  it('names the time of the next event exactly within 256 milliseconds', () => {
    const queue = new EventQueue(startMs);
    for (const delay of [3, 200, 255]) queue.schedule(startMs + delay, priority.agent, target, 0);
    const named = [3, 200, 255].map(() => [queue.nextNotBeforeMs() - startMs, queue.pop(startMs + 255)]);
    expect(named).toEqual([
      [3, true],
      [200, true],
      [255, true],
    ]);
  });

  it('has a target that must not fire before the first event', () => {
    expect(() => new EventQueue(startMs).target.fire(0)).toThrow(
      'an event fired before the first one was popped',
    );
  });
});

describe('a slot', () => {
  it('is cancelled for the target that has it, once', () => {
    const queue = new EventQueue(startMs);
    const other = { fire: () => {} };
    queue.schedule(startMs + 1, priority.agent, target, 1);
    const slot = queue.scheduledSlot;
    queue.schedule(startMs + 1, priority.agent, other, 2);
    expect(queue.cancelSlot(slot, other)).toBe(false);
    expect(queue.cancelSlot(slot, target)).toBe(true);
    expect(queue.cancelSlot(slot, target)).toBe(false);
    expect(drain(queue)).toEqual([[1, 2]]);
  });
});

describe('a crowd', () => {
  it('is prefetched before its turn, and has its turns in the same order', () => {
    const queue = new EventQueue(startMs);
    let nearCount = 0;
    const near = { fire: () => {}, prefetch: () => (nearCount += 1) };
    const scheduled: { delayMs: number; rank: Priority; number: number; handle: EventHandle }[] = [];
    for (let number = 0; number < 80_000; number += 1) {
      // Hundreds of one millisecond, more than are prefetched at once; some that nothing can be done for.
      const [delay, rank] = [(number * 7919) % 300, (number % 4) as Priority];
      const handle = queue.schedule(startMs + delay, rank, number % 5 === 0 ? target : near, number);
      scheduled.push({ delayMs: delay, rank, number, handle });
    }
    const kept = scheduled.filter(({ number, handle }) => number % 11 !== 0 || !queue.cancel(handle));
    const sorted = kept.toSorted((one, two) => one.delayMs - two.delayMs || one.rank - two.rank);
    const drained = drain(queue);
    expect(drained).toHaveLength(sorted.length);
    const others = drained.filter(
      ([ms, number], turn) => ms !== sorted[turn]?.delayMs || number !== sorted[turn].number,
    );
    expect(others).toEqual([]);
    expect(nearCount).toBeGreaterThan(0);
    expect(nearCount).toBeLessThanOrEqual(kept.length);
  });
});
