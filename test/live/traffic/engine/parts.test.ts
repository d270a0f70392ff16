/** Parts of the open-loop engine: its buffer, its connections below one ceiling, and when it wakes. */
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ReadAhead } from '../../../../src/live/traffic/engine/read-ahead.ts';
import { RecordedTurns } from '../../../../src/live/traffic/engine/recorded-turns.ts';
import { Senders } from '../../../../src/live/traffic/engine/senders.ts';
import { WakeUp } from '../../../../src/live/traffic/engine/wake-up.ts';
import { PipelinedSender } from '../../../../src/live/traffic/http/pipelined-sender.ts';
import { Pool } from '../../../../src/live/traffic/http/pool.ts';
import type { SenderOwner } from '../../../../src/live/traffic/http/sender.ts';
import type { OpenEngineOptions } from '../../../../src/live/traffic/engine/engine-options.ts';
import type { PlannedRequest, Script } from '../../../../src/live/traffic/engine/planned-request.ts';
import { endpointAt } from '../http/connected.ts';
import { testSeed } from '../../../seed.ts';
import { requestOf } from './engine-run.ts';

describe('a buffer of batches', () => {
  it('gives what was read in order, and wants more below two thousand', async () => {
    const sizes = fc.array(fc.constantFrom(1, 2, 700, 1_300, 2_000), { maxLength: 5 });
    const steps = fc.array(fc.constantFrom('read' as const, 1, 3, 600, 'all' as const), { maxLength: 14 });
    await fc.assert(
      fc.asyncProperty(sizes, steps, async (batches, list) => {
        const left = [...batches];
        let [made, isRead, model]: [number, boolean, number[]] = [0, false, []];
        const ahead = new ReadAhead(() => Promise.resolve(Array.from({ length: left.shift() ?? 0 }, () => made++)));
        for (const step of list) {
          if (step === 'read') {
            const before = made;
            const reading = ahead.read();
            expect(ahead.wantsMore).toBe(false);
            await reading;
            isRead = made === before;
            for (let n = before; n < made; n++) model.push(n);
          } else if (step === 'all') {
            expect(ahead.takeAll()).toEqual(model);
            model = [];
          } else
            for (let count = 0; count < step && model.length > 0; count++) {
              if (ahead.peek() !== model.shift()) throw new Error('another item');
              ahead.take();
            }
          expect([ahead.peek(), ahead.wantsMore, ahead.isOver]).toEqual([model[0], !isRead && model.length < 2_000, isRead && model.length === 0]);
        }
      }),
      { numRuns: 40, seed: testSeed },
    );
  }); // prettier-ignore

  it('reads no more once a read has failed', async () => {
    const ahead = new ReadAhead(() => Promise.reject(new Error('cut')));
    await expect(ahead.read()).rejects.toThrow('cut');
    expect([ahead.wantsMore, ahead.isOver, ahead.peek()]).toEqual([false, false, undefined]);
  });
});

describe('a request that follows others', () => {
  beforeEach(() => {
    vi.useFakeTimers({ now: 0 });
    vi.advanceTimersByTime(60_000);
  });
  afterEach(() => void vi.useRealTimers());

  it.each([
    [undefined, 100], [0, 100], [399, 100], [400, 100], [401, 99], [450, 50], [480, 20], [481, 20], [500, 20], [9_999, 20], [-50, 100],
  ])('and is %s ms late waits for %i ms', (lateMs, waitMs) => {
    const sent: number[] = [];
    const turns = new RecordedTurns<PlannedRequest>({ follows: () => 1 }, ({ n }) => sent.push(n));
    turns.offer(requestOf(3, { intendedMs: lateMs === undefined ? 0 : performance.now() - lateMs }));
    vi.advanceTimersByTime(waitMs - 1);
    expect(sent).toEqual([]);
    vi.advanceTimersByTime(1);
    expect(sent).toEqual([3]);
    expect([turns.abandon(), vi.getTimerCount()]).toEqual([[], 0]);
  }); // prettier-ignore

  it('waits from its offer on, whichever of them it waits for', () => {
    const open = new Set([1, 2]);
    const sent: number[] = [];
    const script = { follows: () => [...open][0] };
    const turns = new RecordedTurns<PlannedRequest>(script, ({ n }) => sent.push(n));
    for (const n of [3, 4]) turns.offer(requestOf(n, { intendedMs: 0 }));
    vi.advanceTimersByTime(60);
    open.delete(1);
    turns.over(1);
    vi.advanceTimersByTime(39);
    expect(sent).toEqual([]);
    vi.advanceTimersByTime(1);
    expect(sent).toEqual([3, 4]);
    turns.over(2);
    expect([sent, turns.abandon()]).toEqual([[3, 4], []]);
  });

  it('leaves no timer once it is released or abandoned', () => {
    const sent: number[] = [];
    let awaited: number | undefined = 1;
    const turns = new RecordedTurns<PlannedRequest>({ follows: () => awaited }, ({ n }) => sent.push(n));
    for (const n of [3, 4]) turns.offer(requestOf(n));
    expect(vi.getTimerCount()).toBe(2);
    awaited = undefined;
    turns.over(1);
    expect([sent, vi.getTimerCount()]).toEqual([[3, 4], 0]);
    awaited = 2;
    turns.offer(requestOf(5));
    expect([turns.abandon().map(({ n }) => n), vi.getTimerCount()]).toEqual([[5], 0]);
    new RecordedTurns<PlannedRequest>({}, ({ n }) => sent.push(n)).offer(requestOf(6));
    expect(sent).toEqual([3, 4, 6]);
  });
});

describe('the connections of an engine', () => {
  beforeEach(() => void vi.useFakeTimers({ now: 0 }));
  afterEach(() => {
    // What was spied on under fake timers is one of them.
    vi.restoreAllMocks();
    vi.useRealTimers();
  });

  function sendersOf(changes: Partial<OpenEngineOptions> = {}) {
    const log: string[] = [];
    for (const [name, kind] of [['pool', Pool], ['line', PipelinedSender]] as const) {
      const noted = (what: string) => (...args: (number | { readonly n: number })[]) => void log.push([name, what, ...args.map((each) => (typeof each === 'object' ? each.n : each))].join(' '));
      for (const method of ['submit', 'warm', 'pump', 'cutOlderThan', 'close'] as const) vi.spyOn(kind.prototype, method).mockImplementation(noted(method) as never);
      let count = 0;
      vi.spyOn(kind.prototype, 'abandon').mockImplementation(() => [requestOf(++count)] as never[]);
      vi.spyOn(kind.prototype, 'openedCount', 'get').mockReturnValue(2);
    }
    const options: OpenEngineOptions = {
      endpoints: [1, 2].map((port) => endpointAt(port)), connectionsMax: 9, requestsPerSecondMax: 20, timeoutMs: 1, warmUpMs: 0, isInLine: false, permit: () => undefined, ...changes,
    };
    return { log, senders: new Senders<PlannedRequest>(options, {} as Script<PlannedRequest>, {} as SenderOwner<PlannedRequest>) };
  } // prettier-ignore

  it('are a pool for each endpoint', () => {
    const { log, senders } = sendersOf();
    senders.warm();
    senders.submit(requestOf(7, { endpoint: 1 }));
    senders.cutOlderThan(5);
    expect([senders.openedCount, senders.abandon().map(({ n }) => n)]).toEqual([4, [1, 2]]);
    senders.close();
    expect(log).toEqual(['pool warm 4', 'pool warm 4', 'pool submit 7', 'pool cutOlderThan 5', 'pool cutOlderThan 5', 'pool close', 'pool close']);
    const few = sendersOf({ connectionsMax: 3 });
    few.senders.warm();
    expect(few.log).toEqual(['pool warm 3', 'pool warm 3']);
  }); // prettier-ignore

  it('are one for all where the order is that of the whole trace', () => {
    const { log, senders } = sendersOf({ isInLine: true });
    senders.submit(requestOf(7, { endpoint: 1 }));
    senders.close();
    expect([senders.openedCount, log]).toEqual([2, ['line submit 7', 'line close']]);
  });

  it('are held back below one ceiling, and asked again once', () => {
    const { log, senders } = sendersOf();
    expect([senders.mayWrite(), senders.heldMs(0)]).toEqual([true, 0]);
    senders.count(performance.now());
    vi.advanceTimersByTime(10);
    expect([senders.mayWrite(), senders.mayWrite(), senders.heldMs(10)]).toEqual([false, false, 0]);
    vi.advanceTimersByTime(15);
    expect([senders.mayWrite(), senders.heldMs(25), log]).toEqual([false, 15, []]);
    vi.advanceTimersByTime(25);
    expect(log.splice(0)).toEqual(['pool pump', 'pool pump']);
    expect([senders.heldMs(60), senders.mayWrite(), senders.heldMs(60)]).toEqual([50, true, 40]);
    senders.count(performance.now());
    vi.advanceTimersByTime(30);
    expect([senders.mayWrite(), senders.heldMs(100)]).toEqual([false, 60]);
    senders.close();
    vi.advanceTimersByTime(1_000);
    expect(log).toEqual(['pool close', 'pool close']);
  });
});

describe('a wake-up', () => {
  let nowMs = 0;
  beforeEach(() => {
    nowMs = 1_000;
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setImmediate'] });
    vi.spyOn(performance, 'now').mockImplementation(() => nowMs);
  });
  afterEach(() => {
    // What was spied on under fake timers is one of them.
    vi.restoreAllMocks();
    vi.useRealTimers();
  });

  /** The milliseconds until the engine is woken: 0 in the next turn of the event loop. */
  function sleepOf(order: (wakeUp: WakeUp) => void, wakeUp = new WakeUp(() => undefined)): number {
    const [timer, soon] = [vi.spyOn(globalThis, 'setTimeout'), vi.spyOn(globalThis, 'setImmediate')];
    order(wakeUp);
    const ms = soon.mock.calls.length > 0 ? 0 : (timer.mock.calls.at(-1)?.[1] ?? -1);
    timer.mockRestore();
    soon.mockRestore();
    return ms;
  }

  it.each([
    [-5, 0, 0], [0, 0, 0], [0.1, 1, 0], [0.9, 1, 0], [1, 1, 0], [1.5, 2, 0], [1.9, 2, 0], [2, 2, 1], [2.1, 3, 1], [10, 10, 9], [10.5, 11, 9], [249, 249, 248], [250, 250, 249], [251, 250, 250], [252, 250, 250], [60_000, 250, 250],
  ])('that is due in %f ms sleeps for %i ms, and for %i ms where it is to be exact', (ms, sleepMs, exactMs) => {
    expect(sleepOf((wakeUp) => wakeUp.until(nowMs + ms))).toBe(sleepMs);
    expect(sleepOf((wakeUp) => wakeUp.exactly(nowMs + ms))).toBe(exactMs);
  }); // prettier-ignore

  it.each([
    [[0], 0.95], [[0.9], 0.95], [[3], 3], [[3, 0], 2.85], [[9], 5], [[9, 9, 0], 4.75], [Array.from({ length: 40 }, () => 0), 0.5], [[-4], 0.95],
  ])('that was late by %j ms comes earlier by %f ms', (latenesses, earlierMs) => {
    const wakeUp = new WakeUp(() => undefined);
    for (const lateMs of latenesses) {
      wakeUp.until(nowMs + 10);
      nowMs += 10 + lateMs;
      vi.advanceTimersByTime(10);
    }
    for (const ms of [99, 100.5, 101.25, 103, 104.75, 105])
      expect(sleepOf((each) => each.exactly(nowMs + ms), new WakeUp(() => undefined))).toBe(Math.floor(ms - 1));
    for (const ms of [20, 30.5, 41.25, 53, 64.75, 75.05])
      expect(sleepOf((each) => {
        each.cancel();
        each.exactly(nowMs + ms);
      }, wakeUp)).toBe(Math.floor(ms - earlierMs));
  }); // prettier-ignore

  it('soon is one turn, and another one after it', () => {
    let turns = 0;
    const wakeUp = new WakeUp(() => (turns += 1));
    for (const _ of [1, 2, 3]) wakeUp.soon();
    vi.advanceTimersByTime(0);
    expect(turns).toBe(1);
    wakeUp.soon();
    vi.advanceTimersByTime(0);
    expect(turns).toBe(2);
  });

  it('replaces the one before, also where it takes as long', () => {
    const turns: number[] = [];
    const wakeUp = new WakeUp(() => turns.push(nowMs));
    const pass = (ms: number): void => {
      nowMs += ms;
      vi.advanceTimersByTime(ms);
    };
    wakeUp.after(20);
    pass(15);
    wakeUp.after(20);
    pass(15);
    expect(turns).toEqual([]);
    pass(5);
    expect(turns).toEqual([1_035]);
    wakeUp.after(20);
    wakeUp.after(7.5);
    pass(100);
    expect(turns).toHaveLength(2);
    wakeUp.after(5);
    wakeUp.cancel();
    pass(100);
    wakeUp.after(5);
    pass(5);
    expect(turns).toHaveLength(3);
  });
});
