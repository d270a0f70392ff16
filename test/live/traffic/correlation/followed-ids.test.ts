/** What a replay follows of ids, agents and the clock of a target. */
import fc from 'fast-check';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { IssuedNames } from '../../../../src/live/traffic/correlation/issued-names.ts';
import { TargetTime } from '../../../../src/live/traffic/correlation/target-time.ts';
import { TouchOrder } from '../../../../src/live/traffic/correlation/touch-order.ts';
import { ReadAhead } from '../../../../src/live/traffic/engine/read-ahead.ts';

afterEach(() => void vi.restoreAllMocks());

describe('ids that a target issues', () => {
  it('are issued for one thing each, by the name of their field', () => {
    const issued = new IssuedNames();
    expect([issued.add('a', '7', '/x/id'), issued.add('a', '7', '/y/id'), issued.add('b', '7', '/id')]).toEqual([true, true, false]);
    expect([issued.add('b', '7', '/other_id'), issued.add('b', '8', '/id'), issued.add('a', '7', 'id')]).toEqual([true, true, true]);
  }); // prettier-ignore

  it('are found at any depth, as text or number, where their field has the same name', () => {
    const issued = new IssuedNames();
    issued.add('a', '7', '/x/id');
    issued.add('b', 'word', '/ids');
    const found: unknown[] = [{ id: 7 }, { id: '7' }, { list: [{ id: 7 }] }, { ids: [['x', 'word']] }, { deep: { id: '7' }, other: 1 }];
    const not: unknown[] = [{ ids: 7 }, { id: 8 }, { id: true }, { id: null }, [], {}, null, undefined, '7', 7, { id: { x: 7 } }, ['7'], { id: '07' }];
    expect(found.map((item) => issued.isIn(item))).toEqual(found.map(() => true));
    expect(not.map((item) => issued.isIn(item))).toEqual(not.map(() => false));
    expect([issued.isIn('7', '/id'), issued.isIn(7, '/a/id'), issued.isIn('7', '/name')]).toEqual([true, true, false]);
  }); // prettier-ignore
});

describe('requests that touch the same agents', () => {
  it('wait for the last one that touched any of them', () => {
    const requestOf = fc.record({ session: fc.nat(3), things: fc.array(fc.nat(9), { maxLength: 3 }), isReferred: fc.boolean() });
    fc.assert(
      fc.property(fc.array(requestOf, { maxLength: 12 }), (requests) => {
        const order = new TouchOrder();
        const known: { touched: Set<number>; isReferred: boolean }[] = [];
        for (const [n, { session, things, isReferred }] of requests.entries()) {
          const touched = new Set([session, ...things.flatMap((thing) => (known[thing]?.isReferred === true ? [...known[thing].touched] : []))]);
          const last = (each: number) => known.findLastIndex((other) => other.touched.has(each));
          const earlier = new Set([...touched].map(last).filter((at) => at >= 0));
          const found = order.waitsFor(n, { session, things, isReferred });
          expect([new Set(found.earlier), new Set(found.touched)]).toEqual([earlier, touched]);
          expect([found.earlier.length, found.touched.length]).toEqual([earlier.size, touched.size]);
          known.push({ touched, isReferred });
        }
      }),
      { numRuns: 60 },
    );
  }); // prettier-ignore
});

describe('the clock of a target', () => {
  it('runs on from the latest date that it has said, as fast as it does', () => {
    let nowMs = 1_000;
    vi.spyOn(performance, 'now').mockImplementation(() => nowMs);
    const time = new TargetTime(60);
    const said = (date: string) => time.note(`HTTP/1.1 200 OK\r\n${date}\r\n`);
    said('x-date: 1');
    expect(time.moveAt(5)).toBeUndefined();
    said('Date: Thu, 01 Jan 1970 00:01:00 GMT');
    expect(time.moveAt(5)).toEqual({ byMs: 59_995, aroundMs: 5 });
    nowMs += 10;
    expect(time.moveAt(60_000)).toEqual({ byMs: 600, aroundMs: 60_000 });
    said('Date: soon');
    expect(time.moveAt(0)?.byMs).toBe(60_600);
    said('Date: Thu, 01 Jan 1970 00:00:30 GMT');
    expect(time.moveAt(0)?.byMs).toBe(30_000);
  });
});

describe('what is read ahead', () => {
  const numbers = (from: number, count: number) => Array.from({ length: count }, (_, n) => from + n);

  it('comes out in order, and is over when the last has been taken', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.integer({ min: 1, max: 4 }), { maxLength: 5 }), fc.nat(3), async (sizes, taken) => {
        const batches = sizes.map((size, index) => numbers(10 * index, size));
        let at = 0;
        const ahead = new ReadAhead<number>(() => Promise.resolve(batches[at++] ?? []));
        const out: number[] = [];
        const take = () => (out.push(ahead.peek() ?? -1), ahead.take());
        while (ahead.wantsMore) {
          await ahead.read();
          for (let count = 0; count < taken && ahead.peek() !== undefined; count++) take();
        }
        const isOver = () => out.length === batches.flat().length;
        expect([ahead.isOver, at]).toEqual([isOver(), batches.length + 1]);
        if (taken === 2) out.push(...ahead.takeAll());
        else while (ahead.peek() !== undefined) take();
        expect(out).toEqual(batches.flat());
        expect([ahead.isOver, ahead.peek(), ahead.takeAll(), ahead.wantsMore]).toEqual([true, undefined, [], false]);
      }),
      { numRuns: 30 },
    );
  }); // prettier-ignore

  it('is at least two thousand items, by one read at a time', async () => {
    const ahead = new ReadAhead<number>(() => Promise.resolve(numbers(0, 1_999)));
    const reading = ahead.read();
    expect([ahead.wantsMore, ahead.isOver]).toEqual([false, false]);
    await reading;
    expect(ahead.wantsMore).toBe(true);
    await ahead.read();
    expect(ahead.wantsMore).toBe(false);
    for (let count = 0; count < 1_998; count++) ahead.take();
    expect(ahead.wantsMore).toBe(false);
    ahead.take();
    expect([ahead.wantsMore, ahead.peek()]).toEqual([true, 0]);
    const failing = new ReadAhead<number>(() => Promise.reject(new Error('cut')));
    await expect(failing.read()).rejects.toThrow('cut');
    expect([failing.wantsMore, failing.isOver]).toEqual([false, false]);
  });
});
