/** Collectors and workers at the queues of the Redis of a file. */
import { Queue } from 'bullmq';
import type { QueueCollection } from '../../../src/host/workers/queue-collector.ts';
import { workForQueue, type QueueWork } from '../../../src/host/workers/queue-worker.ts';
import type { OwnRedis } from '../cli/redis.ts';
import type { StandIn } from './stand-in-pool.ts';

interface Collecting {
  readonly call: QueueCollection;
  readonly kept: string[];
  readonly stop: AbortController;
}

/** The points from 1. */
export const upTo = (count: number): number[] => Array.from({ length: count }, (_, index) => index + 1);

/** What the tests of a file call. */
export function collectorsOf(redis: () => OwnRedis) {
  /** A collection of so many points, of which some are open. */
  function collecting(
    name: string,
    { pool, pointCount = 5, points = upTo(pointCount) }: Partial<QueueCollection> = {},
  ): Collecting {
    const [kept, stop]: [string[], AbortController] = [[], new AbortController()];
    const open = new Set(points);
    const call: QueueCollection = {
      url: redis().url,
      name,
      pool,
      points,
      pointCount,
      pointOf: (line) => (line.startsWith('r') ? Number(line.slice(1)) : undefined),
      keep: (lines) => void kept.push(...lines.filter((line) => !kept.includes(line))),
      isKept: (point) => !open.has(point) || kept.includes(`r${point}`),
      crashed: (point, message) => `crash ${point} ${message}`,
      signal: stop.signal,
    };
    return { call, kept, stop };
  }

  const working = (
    name: string,
    { pool }: StandIn,
    signal: QueueWork['signal'] = new AbortController().signal,
    pointCount = 5,
  ): ReturnType<typeof workForQueue> => {
    const call: QueueWork = { url: redis().url, name, signal, pool, pointCount, patienceMs: 20_000 };
    return workForQueue(call);
  };

  const keysOf = async (name: string): Promise<string[]> =>
    (await redis().client.keys(`orrery:${name}:*`)).toSorted();

  const queueOf = (name: string): Queue => new Queue(name, { connection: redis().client, prefix: 'orrery' });

  /** The jobs that wait are there, and none of them has been taken. */
  const added = async (name: string, count: number): Promise<void> => {
    for (let tries = 0; tries < 2_000; tries += 1)
      if ((await redis().client.llen(`orrery:${name}:wait`)) === count) return;
    throw new Error(`the queue never has ${count} jobs that wait`);
  };

  return { collecting, working, keysOf, queueOf, added };
}
