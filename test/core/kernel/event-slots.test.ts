/** Where events are kept: in slots that are used again, and in lists at the bounds of every level. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { EventQueue } from '../../../src/core/kernel/event-queue.ts';
import type { EventHandle } from '../../../src/core/kernel/event.ts';
import { Prefetcher } from '../../../src/core/kernel/prefetcher.ts';

const startMs = 1_767_225_600_000;
const target = { fire: () => {} };

function drain(queue: EventQueue): number[] {
  const popped: number[] = [];
  while (queue.pop(Number.POSITIVE_INFINITY)) popped.push(queue.argument);
  return popped;
}

describe('slots', () => {
  it('are taken from 0 on, and each is free again after its event', () => {
    const queue = new EventQueue(startMs);
    const slots = Array.from({ length: 200 }, (_, index) => {
      queue.schedule(startMs + index, 2, target, index);
      return queue.scheduledSlot;
    });
    expect(slots).toEqual(slots.map((_, index) => index));
    expect(drain(queue)).toEqual(slots);
    queue.schedule(startMs + 500, 2, target, 0);
    expect(queue.scheduledSlot).toBe(199);
  });

  it('have handles that stay different, however often one is used again', () => {
    const queue = new EventQueue(startMs);
    const handles: EventHandle[] = [];
    for (let use = 0; use < 20; use += 1) {
      const handle = queue.schedule(startMs, 2, target, use);
      expect(handles.map((old) => queue.cancel(old))).toEqual(handles.map(() => false));
      expect([queue.size, queue.cancel(handle), queue.size]).toEqual([1, true, 0]);
      handles.push(handle);
    }
  });

  it('leave a list in any order, and others may join it at any time', () => {
    const step = fc.record({ delayMs: fc.nat(1), cancels: fc.option(fc.nat(3), { nil: undefined }) });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
        const queue = new EventQueue(startMs);
        const kept: { delayMs: number; number: number; handle: EventHandle }[] = [];
        for (const [number, { delayMs, cancels }] of steps.entries()) {
          kept.push({ delayMs, number, handle: queue.schedule(startMs + delayMs, 2, target, number) });
          // The latest ones: the end of a list.
          const at = kept.length - 1 - (cancels ?? kept.length);
          const [cancelled] = at < 0 ? [] : kept.splice(at, 1);
          if (cancelled !== undefined) expect(queue.cancel(cancelled.handle)).toBe(true);
        }
        const ordered = kept.toSorted((one, other) => one.delayMs - other.delayMs);
        expect(drain(queue)).toEqual(ordered.map(({ number }) => number));
      }),
      { numRuns: 100 },
    );
  });
});

describe('levels', () => {
  it.each([8, 18, 28, 38, 48])('begin with an instant of 2^%d ms that belongs to them', (bits) => {
    const atMs = startMs + 2 ** bits;
    const queue = new EventQueue(startMs);
    for (const number of [1, 2]) queue.schedule(atMs, 2, target, number);
    expect([queue.pop(atMs - 1), queue.nowMs]).toEqual([false, startMs]);
    expect([queue.pop(atMs), queue.pop(atMs), queue.pop(atMs), queue.nowMs]).toEqual([
      true, true, false, atMs,
    ]); // prettier-ignore
  });

  it('hold every instant that is a safe integer away, and none beyond', () => {
    const queue = new EventQueue(-1000);
    const latestMs = Number.MAX_SAFE_INTEGER - 1000;
    expect(() => queue.schedule(latestMs + 1, 2, target, 0)).toThrow(`an event at ${latestMs + 1}`);
    for (const number of [1, 2]) queue.schedule(latestMs, 2, target, number);
    expect([drain(queue), queue.nowMs]).toEqual([[1, 2], latestMs]);
  });

  it('name no instant without an event', () => {
    expect(new EventQueue(startMs).nextNotBeforeMs()).toBe(Number.POSITIVE_INFINITY);
  });
});

describe('a prefetch', () => {
  /** Targets in slots 7, 0, 1 and so on, as one list; and how often each was prefetched. */
  function listOf(length: number) {
    const slots = [7, 0, 1, 2, 3, 4, 5, 6, ...Array.from({ length: 92 }, (_, index) => 8 + index)];
    const words = new Int32Array(8 * 100).fill(-5);
    for (let at = 1; at < length; at += 1) words[(slots[at - 1] ?? 0) * 8] = slots[at] ?? 0;
    const counts = Array.from({ length: 100 }, () => 0);
    const targets = counts.map((_, slot) => ({ fire: () => {}, prefetch: () => (counts[slot]! += 1) }));
    return { words, targets, prefetched: () => slots.map((slot) => counts[slot]) };
  }

  it.each([1, 2, 8, 63, 64, 65, 100])('of a list of %d events reads each of the first 64 once', (length) => {
    const { words, targets, prefetched } = listOf(length);
    const count = Math.min(64, length);
    expect(new Prefetcher().load(7, words, targets)).toBe(count);
    expect(prefetched()).toEqual(Array.from({ length: 100 }, (_, at) => (at < count ? 1 : 0)));
  });

  it('passes over targets that have nothing to read, and slots without one', () => {
    const { words, targets, prefetched } = listOf(8);
    const some = targets.map((one, slot) => (slot === 0 ? undefined : slot === 1 ? target : one));
    expect(new Prefetcher().load(7, words, some)).toBe(8);
    expect(prefetched().slice(0, 8)).toEqual([1, 0, 0, 1, 1, 1, 1, 1]);
  });

  it('is left out where few events are scheduled', () => {
    const queue = new EventQueue(startMs);
    const prefetch = (): never => expect.unreachable();
    for (let number = 0; number < 100; number += 1)
      queue.schedule(startMs, 2, { fire: () => {}, prefetch }, number);
    expect(drain(queue)).toHaveLength(100);
  });
});
