/** The heap of a service's timers agrees with a sorted list, whatever is pushed, removed, restored and popped. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { TimerHeap, type Timer } from '../../../src/core/kernel/timer-heap.ts';

type Step = { do: 'push'; atMs: number } | { do: 'remove' | 'restore'; which: number } | { do: 'pop' };

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({ do: fc.constant('push' as const), atMs: fc.integer({ min: -20, max: 20 }) }),
  },
  {
    weight: 4,
    arbitrary: fc.record({ do: fc.constantFrom('remove' as const, 'restore' as const), which: fc.nat(80) }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('pop' as const) }) },
);

/** By time, then by order of pushing, which a timer keeps when it is removed and restored. */
const byTime = (one: Timer<number>, other: Timer<number>): number =>
  one.atMs - other.atMs || one.item - other.item;

it('gives the earliest timer, first pushed first, through any removals and restorations', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 120 }), (steps) => {
      const heap = new TimerHeap<number>();
      const all: Timer<number>[] = [];
      let pending: Timer<number>[] = [];
      for (const each of steps) {
        if (each.do === 'push') {
          const timer = heap.push(each.atMs, all.length);
          expect([timer.atMs, timer.item]).toEqual([each.atMs, all.length]);
          all.push(timer);
          pending.push(timer);
        } else if (each.do === 'pop') {
          const first = pending.toSorted(byTime)[0];
          expect(heap.pop()).toBe(first);
          pending = pending.filter((timer) => timer !== first);
        } else {
          const timer = all[each.which];
          if (timer === undefined) continue;
          const isPending = pending.includes(timer);
          if (each.do === 'remove') expect(heap.remove(timer)).toBe(isPending);
          else heap.restore(timer);
          pending = pending.filter((other) => other !== timer);
          if (each.do === 'restore') pending.push(timer);
        }
        expect([heap.size, heap.peekAtMs()]).toEqual([pending.length, pending.toSorted(byTime)[0]?.atMs]);
      }
      expect(pending.map(() => heap.pop())).toEqual(pending.toSorted(byTime));
      expect([heap.pop(), heap.size, heap.peekAtMs()]).toEqual([undefined, 0, undefined]);
    }),
    { numRuns: 400 },
  );
});
