/** The coordinator's links over a queue in this process: a test sends what workers would. */
import { vi } from 'vitest';
import { QueuedLinks } from '../../../../src/host/app/load/queued-links.ts';
import type { LoadReport } from '../../../../src/host/app/load/load-links.ts';
import type { QueuedReport, StandingOrder } from '../../../../src/host/app/load/queue-messages.ts';
import { ShareQueue, type HearShare, type ShareQueueCall } from '../../../../src/host/workers/share-queue.ts';
import type { LoadUpdate } from '../../../../src/live/load/load-call.ts';

/** The token of a worker. */
export const tokenOf = (number: number): string => `00000000-0000-4000-8000-00000000000${number}`;

/** An update in which nothing has happened. */
export const update: LoadUpdate = {
  intervals: [],
  findings: [],
  spent: { requests: 1, micros: 2 },
  connections: 3,
  agents: 4,
  inFlight: 5,
  elapsedMs: 6,
};

/** Links that are open, what they have published, and what their owner has heard. Call it with fake timers. */
export async function openLinks(workers = 2, clock = { offsetMs: 40, errorMs: 0.5 }) {
  const calls: ShareQueueCall[] = [];
  const published: StandingOrder[] = [];
  const heard: ([number, LoadReport] | [number, 'lost', string])[] = [];
  const waits: number[] = [];
  let [pausedMs, closed] = [0, 0];
  let hear: HearShare = () => undefined;
  vi.spyOn(performance, 'now').mockImplementation(() => Date.now() + pausedMs);
  const queue = {
    clock,
    publish: (order: StandingOrder) => Promise.resolve(void published.push(order)),
    close: () => Promise.resolve(void (closed += 1)),
  };
  vi.spyOn(ShareQueue, 'open').mockImplementation((call, ownHear) => {
    calls.push(call);
    hear = ownHear;
    return Promise.resolve(queue as unknown as ShareQueue);
  });
  const { signal } = new AbortController();
  const links = new QueuedLinks({ url: 'redis://here', name: 'load-0', workers, namespace: 'abcd', signal });
  await links.open({
    heard: (worker, report) => void heard.push([worker, report]),
    lost: (worker, how) => void heard.push([worker, 'lost', how]),
    waits: (count) => void waits.push(count),
  });
  const run = published[0]?.run ?? '';
  /** A message of the worker `token`. */
  const send = (
    share: number,
    report: QueuedReport,
    { token = tokenOf(share), sequence = 0, of = run } = {},
  ) => hear(share, { run: of, token, sequence, report });
  const ready = (
    share: number,
    { clockErrorMs = 2, ...how }: { clockErrorMs?: number; token?: string; sequence?: number } = {},
  ) => send(share, { kind: 'ready', clockErrorMs }, how);
  return {
    links,
    calls,
    queue,
    published,
    heard,
    waits,
    run,
    send,
    ready,
    hear: (share: number, body: unknown) => hear(share, body),
    closedCount: () => closed,
    /** Time in which this process does nothing. */
    sleep: (ms: number) => void (pausedMs += ms),
    /** Both workers take part from now on; what was heard until then is forgotten. */
    begin: () => {
      ready(0);
      ready(1);
      heard.length = published.length = 0;
    },
  };
}
