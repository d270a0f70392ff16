/**
 * A queue of shares: one job for each part of a piece of work that runs at the same time on several machines. Workers send
 * messages as the progress of their job; the coordinator publishes one standing order, which they read again and again.
 * What the messages and the order say is the caller's; both are data from outside until the caller has checked them.
 */
import { Queue, QueueEvents } from 'bullmq';
import type { Redis } from 'ioredis';
import { Lease } from './lease.ts';
import { deleteKeys, leaveNothing, orderKey, prefix, shareIdOf, shareOfId, stalledMax } from './queue.ts';
import { QueueMistake } from './redis-address.ts';
import { asQueueMistake, connectRedis } from './redis.ts';
import { clockOffset, type ClockOffset } from './redis-clock.ts';

/** One queue of shares. */
export interface ShareQueueCall {
  readonly url: string;
  readonly name: string;
  readonly shares: number;
  /** The content of every job. */
  readonly data: object;
  readonly signal: AbortSignal;
  readonly busy: string;
}

/** Receives what workers send: `body` is unchecked. */
export type HearShare = (share: number, body: unknown) => void;

/** An older message may be dropped from the stream once there are so many; the coordinator reads them as they come. */
const messagesMax = 2_000;

const takenOver = '--queue: this process stood still, and another one coordinates the load since';

/** The coordinator's side. */
export class ShareQueue {
  readonly #redis: Redis;
  readonly #lease: Lease;
  readonly #queue: Queue;
  readonly #events: QueueEvents;
  readonly #name: string;
  /** Redis time minus that of this process. */
  readonly clock: ClockOffset;

  /** Undefined where the signal was aborted first. Rejects with `QueueMistake`. */
  static async open(call: ShareQueueCall, hear: HearShare): Promise<ShareQueue | undefined> {
    const redis = await connectRedis(call.url);
    try {
      const lease = await Lease.take(redis, call);
      if (lease !== undefined) return await ShareQueue.#opened({ redis, lease }, call, hear);
    } catch (error) {
      redis.disconnect();
      throw asQueueMistake(error);
    }
    redis.disconnect();
    return undefined;
  }

  static async #opened(
    { redis, lease }: { redis: Redis; lease: Lease },
    { name, shares, data }: ShareQueueCall,
    hear: HearShare,
  ): Promise<ShareQueue> {
    // What a coordinator that was killed has left there belongs to no load.
    await deleteKeys(redis, name, 'lease stays');
    const streams = { events: { maxLen: messagesMax } };
    const queue = new Queue(name, { connection: redis, prefix, streams });
    queue.on('error', () => undefined);
    await queue.waitUntilReady();
    const events = new QueueEvents(name, { connection: redis, prefix, lastEventId: '0' });
    events.on('error', () => undefined);
    events.on('progress', ({ jobId, data: body }) => {
      const share = shareOfId(jobId);
      // Outside of this event, where an error would be taken for one of Redis.
      if (share !== undefined && share < shares) setImmediate(hear, share, body);
    });
    const jobs = Array.from({ length: shares }, (_, share) => ({
      name: 'share',
      data,
      opts: { jobId: shareIdOf(share), attempts: stalledMax },
    }));
    await queue.addBulk(jobs);
    return new ShareQueue({ redis, lease, queue, events, name, clock: await clockOffset(redis) });
  }

  private constructor(parts: {
    redis: Redis;
    lease: Lease;
    queue: Queue;
    events: QueueEvents;
    name: string;
    clock: ClockOffset;
  }) {
    this.#redis = parts.redis;
    this.#lease = parts.lease;
    this.#queue = parts.queue;
    this.#events = parts.events;
    this.#name = parts.name;
    this.clock = parts.clock;
  }

  /** Replaces the standing order. Rejects with `QueueMistake` where another process has taken over. */
  async publish(order: object): Promise<void> {
    if (!(await this.#lease.isHeld())) throw new QueueMistake(takenOver);
    await this.#redis.set(orderKey(this.#name), JSON.stringify(order));
  }

  /** Sends the workers away and deletes every key, unless they are those of a process that has taken over. */
  async close(): Promise<void> {
    try {
      await this.#events.close().catch(() => undefined);
      if (await this.#lease.isHeld()) await leaveNothing(this.#redis, this.#queue, this.#name);
      await this.#lease.give();
    } finally {
      this.#lease.stop();
      this.#redis.disconnect();
    }
  }
}
