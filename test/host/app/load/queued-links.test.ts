/** The coordinator of a load over a queue: who takes part, what is passed on, and who is lost. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { disarmedLine } from '../../../../src/core/base/plain-text.ts';
import { QueuedLinks } from '../../../../src/host/app/load/queued-links.ts';
import { QueueMistake } from '../../../../src/host/workers/redis-address.ts';
import { ShareQueue } from '../../../../src/host/workers/share-queue.ts';
import { fakesTimers, realTimers } from '../../../live/load/engine/load-run.ts';
import { openLinks, tokenOf, update } from './queued.ts';

beforeEach(fakesTimers);
afterEach(realTimers);

const both = [tokenOf(0), tokenOf(1)];
const ready = { kind: 'ready' } as const;

describe('links over a queue', () => {
  it('offer a job for each share, and publish that nothing has begun', async () => {
    const { calls, published, run, links } = await openLinks();
    const signal = expect.any(AbortSignal) as unknown;
    expect(run).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
    expect(calls).toEqual([
      {
        url: 'redis://here',
        name: 'load-0',
        shares: 2,
        data: { version: 1, run, workers: 2, namespace: 'abcd' },
        signal,
        busy: '--queue: another process coordinates this load already; to help, add --work',
      },
    ]);
    expect(published).toEqual([{ run, workers: [null, null], start: null, stop: null }]);
    expect([links.aheadMs, links.notes()]).toEqual([1_500, []]);
  });

  const closedLinks = (): QueuedLinks =>
    new QueuedLinks({
      url: 'redis://here',
      name: 'load-0',
      workers: 1,
      namespace: 'abcd',
      signal: new AbortController().signal,
    });
  const owner = { heard: () => undefined, lost: () => undefined, waits: () => undefined };

  it.each([
    [new QueueMistake('no Redis'), { name: 'CallMistake', message: 'no Redis' }],
    [new TypeError('odd'), { name: 'TypeError', message: 'odd' }],
  ])('are not open where the queue is not: %s', async (mistake, thrown) => {
    vi.spyOn(ShareQueue, 'open').mockRejectedValue(mistake);
    await expect(closedLinks().open(owner)).rejects.toMatchObject(thrown);
  });

  it('are not open after a signal', async () => {
    vi.spyOn(ShareQueue, 'open').mockResolvedValue(undefined);
    const thrown = { name: 'Interrupted', message: 'no worker had begun' };
    await expect(closedLinks().open(owner)).rejects.toMatchObject(thrown);
  });

  it('order nothing and close nothing that is not open', async () => {
    const links = closedLinks();
    links.tell(0, { kind: 'go', start: { epochMs: 5, startMs: 6 } });
    links.tell(0, { kind: 'stop', reason: 'interrupt' });
    await links.close();
    expect(links.clockErrorMs(0)).toBe(0);
  });

  it('say once that another process has taken over, and nothing of other failures', async () => {
    const { links, queue } = await openLinks();
    const failing = vi.spyOn(queue, 'publish').mockRejectedValue(new Error('no connection'));
    const stop = async (): Promise<string[]> => {
      links.tell(0, { kind: 'stop', reason: 'interrupt' });
      await vi.advanceTimersByTimeAsync(0);
      return links.notes();
    };
    expect(await stop()).toEqual([]);
    failing.mockRejectedValue(new QueueMistake('another one'));
    expect([await stop(), await stop()]).toEqual([['another one'], ['another one']]);
  });

  it('close the queue and look no more', async () => {
    const { links, closedCount } = await openLinks();
    expect(vi.getTimerCount()).toBe(1);
    await links.close();
    expect([closedCount(), vi.getTimerCount()]).toEqual([1, 0]);
  });
});

describe('a share', () => {
  it('is ready with its worker, and the load begins with the last one', async () => {
    const { links, ready: sayReady, waits, heard } = await openLinks();
    sayReady(1, { clockErrorMs: 3 });
    sayReady(1, { clockErrorMs: 4, sequence: 1 });
    expect([waits, heard]).toEqual([[1, 1], []]);
    sayReady(0);
    expect([waits, heard]).toEqual([[1, 1, 2], [[0, ready], [1, ready]]]); // prettier-ignore
    sayReady(0, { sequence: 1 });
    expect([waits.length, heard.length]).toEqual([3, 2]);
    expect([0, 1, 2].map((worker) => links.clockErrorMs(worker))).toEqual([2.5, 4.5, 0.5]);
  });

  it.each([
    [3_999, [1, 2]],
    [4_000, [1, 1]],
  ])('counts as ready for less than 4 s: after %i ms', async (ms, counts) => {
    const { ready: sayReady, waits } = await openLinks();
    sayReady(0);
    vi.advanceTimersByTime(ms);
    sayReady(1);
    expect(waits).toEqual(counts);
  });

  it.each([
    [3_999, 0],
    [4_000, 2],
  ])('belongs to another worker once its own is silent: after %i ms', async (ms, workerNumber) => {
    const { links, ready: sayReady, published } = await openLinks();
    sayReady(0);
    vi.advanceTimersByTime(ms);
    sayReady(0, { token: tokenOf(2), sequence: 7 });
    sayReady(0, { sequence: 1 });
    sayReady(1);
    links.tell(0, { kind: 'stop', reason: 'budget' });
    expect(published.at(-1)?.workers).toEqual([tokenOf(workerNumber), tokenOf(1)]);
    expect(links.notes()).toEqual([]);
  });

  it('belongs to its worker from the beginning on', async () => {
    const { links, begin, ready: sayReady, send, heard, published } = await openLinks();
    begin();
    vi.advanceTimersByTime(5_000);
    sayReady(0, { token: tokenOf(2) });
    send(0, { kind: 'update', update }, { token: tokenOf(2), sequence: 1 });
    links.tell(0, { kind: 'stop', reason: 'budget' });
    expect([heard, published.at(-1)?.workers]).toEqual([[], both]);
  });
});

describe('orders', () => {
  it('name the workers, the start by the clock of Redis, and the reason of a stop', async () => {
    const { links, begin, published, run } = await openLinks();
    begin();
    const go = { kind: 'go', start: { epochMs: 1_000, startMs: 77 } } as const;
    links.tell(0, go);
    links.tell(1, go);
    const order = { run, workers: both, start: { redisMs: 1_040, startMs: 77 }, stop: null };
    expect(published).toEqual([order]);
    links.tell(1, { kind: 'stop', reason: 'expectation' });
    expect(published).toEqual([order, { ...order, stop: 'expectation' }]);
  });

  it('that cannot be published are not the end', async () => {
    const { links, queue } = await openLinks();
    queue.publish = () => Promise.reject(new Error('gone'));
    links.tell(0, { kind: 'stop', reason: 'budget' });
    await expect(links.close()).resolves.toBeUndefined();
  });
});

describe('a report', () => {
  const done = { kind: 'done', update, stopped: null, notes: ['a note'], left: null } as const;

  it('is passed on as it is', async () => {
    const { begin, send, heard } = await openLinks();
    begin();
    send(1, { kind: 'update', update }, { sequence: 1 });
    send(0, done, { sequence: 1 });
    send(1, { ...done, stopped: 'budget' }, { sequence: 2 });
    expect(heard).toStrictEqual([
      [1, { kind: 'update', update }],
      [0, { kind: 'done', update, stopped: undefined, notes: ['a note'] }],
      [1, { kind: 'done', update, stopped: 'budget', notes: ['a note'] }],
    ]);
  });

  it('of a worker that left is its last figures, and why', async () => {
    const { begin, send, heard } = await openLinks();
    begin();
    send(1, { ...done, left: 'killed\u001b[2J' }, { sequence: 1 });
    expect(heard).toEqual([
      [1, { kind: 'update', update }],
      [1, 'lost', disarmedLine('killed\u001b[2J')],
    ]);
  });

  it('of a worker that may not send names it', async () => {
    const { begin, send, heard } = await openLinks();
    begin();
    send(1, { kind: 'failed', message: 'no writes' }, { sequence: 1 });
    expect(heard).toEqual([[1, { kind: 'failed', message: 'worker 1: no writes' }]]);
  });

  it('after the end is not heard', async () => {
    const { links, begin, send, heard, published } = await openLinks();
    begin();
    send(0, done, { sequence: 1 });
    send(0, { kind: 'update', update }, { sequence: 2 });
    expect(heard).toHaveLength(1);
    links.tell(0, { kind: 'stop', reason: 'budget' });
    expect(published.at(-1)?.workers).toEqual(both);
  });

  it('that comes late is left out, and each that is missing is counted', async () => {
    const { links, begin, send, heard } = await openLinks();
    begin();
    for (const sequence of [1, 4, 2, 4, 5, 7]) send(0, { kind: 'update', update }, { sequence });
    expect([heard.length, links.notes()]).toEqual([
      4,
      ['3 reports of workers did not arrive: the series has gaps'],
    ]);
  });

  it('that cannot be read is counted, and one of another load is not', async () => {
    const { links, begin, send, hear, heard } = await openLinks();
    begin();
    hear(0, 'text');
    send(2, { kind: 'update', update }, { sequence: 1 });
    send(0, { kind: 'update', update }, { sequence: 1, of: tokenOf(9) });
    expect([heard, links.notes()]).toEqual([[], ['2 messages in the queue were not usable']]);
  });
});

describe('a worker that is silent', () => {
  it('is lost after 8 s, and its share has no worker', async () => {
    const { begin, send, heard, published, run } = await openLinks();
    begin();
    vi.advanceTimersByTime(250);
    send(1, { kind: 'update', update }, { sequence: 1 });
    heard.length = 0;
    vi.advanceTimersByTime(7_500);
    expect([heard, published]).toEqual([[], []]);
    vi.advanceTimersByTime(250);
    expect(heard).toEqual([[0, 'lost', 'no report for 8 s']]);
    expect(published).toEqual([{ run, workers: [null, tokenOf(1)], start: null, stop: null }]);
    vi.advanceTimersByTime(250);
    expect(heard).toHaveLength(2);
    expect(published.at(-1)?.workers).toEqual([null, null]);
    vi.advanceTimersByTime(20_000);
    expect(heard).toHaveLength(2);
  });

  it('is waited for before the beginning and after its end', async () => {
    const { ready: sayReady, begin, send, heard } = await openLinks();
    sayReady(0);
    vi.advanceTimersByTime(20_000);
    expect(heard).toEqual([]);
    begin();
    for (const share of [0, 1])
      send(share, { kind: 'done', update, stopped: null, notes: [], left: null }, { sequence: 1 });
    heard.length = 0;
    vi.advanceTimersByTime(20_000);
    expect(heard).toEqual([]);
  });

  it.each([
    // A look that is late by no more than its own interval counts.
    [250, 7_500],
    [251, 7_750],
    [20_000, 7_750],
  ])('has the time in which this process itself did nothing: %i ms', async (sleptMs, waitedMs) => {
    const { begin, sleep, heard } = await openLinks();
    begin();
    sleep(sleptMs);
    vi.advanceTimersByTime(waitedMs);
    expect(heard).toEqual([]);
    vi.advanceTimersByTime(250);
    expect(heard).toHaveLength(2);
  });
});
