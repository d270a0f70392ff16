/** Which requests of other sessions a request of a real client waits for, and how long. */
import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { RecordedOrder } from '../../../src/live/traffic/correlation/recorded-order.ts';
import type { PlannedRequest } from '../../../src/live/traffic/engine/planned-request.ts';
import { RecordedTurns } from '../../../src/live/traffic/engine/recorded-turns.ts';

describe('the requests that a request follows', () => {
  it('reach, one through another, all that were over when it began, and no other', () => {
    const span = fc.record({ at: fc.nat(100), took: fc.nat(30) });
    fc.assert(
      fc.property(fc.array(span, { maxLength: 30 }), (spans) => {
        const trace = spans.toSorted((one, other) => one.at - other.at);
        const order = new RecordedOrder();
        const reached = trace.map(() => new Set<number>());
        for (const [n, { at, took }] of trace.entries()) {
          for (const before of order.follows({ n, at, took })) {
            reached[n]!.add(before);
            for (const earlier of reached[before]!) reached[n]!.add(earlier);
          }
          const over = trace.flatMap((other, m) => (m < n && other.at + other.took < at ? [m] : []));
          expect([...reached[n]!].toSorted((one, other) => one - other)).toEqual(over);
        }
      }),
    );
  });

  it('are none in a trace of the simulation', () => {
    const order = new RecordedOrder();
    order.follows({ n: 1, at: 0 });
    expect(order.follows({ n: 2, at: 10 })).toEqual([]);
  });
});

describe('a request that follows others', () => {
  const request = (n: number): PlannedRequest => ({ n }) as PlannedRequest;

  /** Turns in which request 3 follows 1 and 2; `open` are those without a response. */
  function turns(): { open: Set<number>; sent: number[]; of: RecordedTurns<PlannedRequest> } {
    const open = new Set([1, 2]);
    const sent: number[] = [];
    const follows = ({ n }: PlannedRequest): number | undefined =>
      n === 3 ? [1, 2].find((each) => open.has(each)) : undefined;
    return { open, sent, of: new RecordedTurns({ follows }, ({ n }) => void sent.push(n)) };
  }

  it('is sent when all of them are over', () => {
    const { open, sent, of } = turns();
    of.offer(request(4));
    of.offer(request(3));
    expect(sent).toEqual([4]);
    open.delete(1);
    of.over(1);
    expect(sent).toEqual([4]);
    open.delete(2);
    of.over(2);
    expect(sent).toEqual([4, 3]);
    expect(of.abandon()).toEqual([]);
  });

  it('is sent once, though one of them hangs', () => {
    vi.useFakeTimers();
    try {
      const { open, sent, of } = turns();
      of.offer(request(3));
      vi.advanceTimersByTime(60_000);
      expect(sent).toEqual([3]);
      open.clear();
      of.over(1);
      expect(sent).toEqual([3]);
    } finally {
      vi.useRealTimers();
    }
  });

  it('waits for a tenth of a second, and hardly where it is late already', () => {
    vi.useFakeTimers();
    try {
      const { sent, of } = turns();
      vi.advanceTimersByTime(60_000);
      for (const lateMs of [0, 10_000]) {
        of.offer({ ...request(3), intendedMs: performance.now() - lateMs });
        const before = sent.length;
        vi.advanceTimersByTime(lateMs === 0 ? 90 : 15);
        expect(sent).toHaveLength(before);
        vi.advanceTimersByTime(10);
        expect(sent).toHaveLength(before + 1);
      }
    } finally {
      vi.useRealTimers();
    }
  });

  it('is never sent once it is abandoned', () => {
    vi.useFakeTimers();
    try {
      const { sent, of } = turns();
      of.offer(request(3));
      expect(of.abandon().map(({ n }) => n)).toEqual([3]);
      vi.advanceTimersByTime(60_000);
      expect(sent).toEqual([]);
    } finally {
      vi.useRealTimers();
    }
  });
});
