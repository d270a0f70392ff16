/**
 * The end of a queue that collects: puts handfuls of points there, takes their lines, and leaves nothing behind. A result
 * is taken off the queue only after its lines were kept, so a collector that is killed loses none; and whoever keeps the
 * lines counts each point once.
 */
import { randomUUID } from 'node:crypto';
import { Queue, type Job } from 'bullmq';
import type { Redis } from 'ioredis';
import type { Pool } from './pool.ts';
import { startWorker } from './queue-worker.ts';
import { collectorKey, deleteKeys, finishedChannel, handfulSize, lockMs, pause, prefix } from './queue.ts';
import { asQueueMistake, closeSoon, connectRedis, QueueMistake } from './redis.ts';

export interface QueueCollection {
  readonly url: string;
  readonly name: string;
  /** Those that are open. */
  readonly points: readonly number[];
  /** Of the whole sweep. */
  readonly pointCount: number;
  /** Threads of this process that work as well; undefined for none. */
  readonly pool: Pool | undefined;
  /** Keeps lines and says whether a point is there by now. */
  readonly keep: (lines: readonly string[]) => void;
  readonly isKept: (point: number) => boolean;
  /** The line of a point whose workers died with it again and again. */
  readonly crashed: (point: number, message: string) => string;
  readonly signal: AbortSignal;
}

const pollMs = 100;
const lostCheckMs = 3_000;
const leaveMs = 3_000;
const harvestMax = 100;
const bulkMax = 500;

/** Resolves when every point is kept, or when told to stop. */
export async function collectFromQueue(call: QueueCollection): Promise<void> {
  const redis = await connectRedis(call.url);
  try {
    const lease = await Lease.take(redis, call.name, call.signal);
    if (lease === undefined) return;
    try {
      await collectWith(redis, call);
      await lease.give();
    } finally {
      lease.stop();
    }
  } catch (error) {
    throw asQueueMistake(error);
  } finally {
    redis.disconnect();
  }
}

async function collectWith(redis: Redis, call: QueueCollection): Promise<void> {
  const { name, pool } = call;
  const queue = new Queue<readonly number[], readonly string[]>(name, { connection: redis, prefix });
  queue.on('error', () => undefined);
  const worker = pool === undefined ? undefined : startWorker(redis, name, { ...call, pool });
  let isDone = false;
  try {
    isDone = await new Collector(queue, call).run();
  } finally {
    // Once every result is there, nobody waits for what is under way; where something went wrong, nobody can.
    if (isDone || !call.signal.aborted) await closeSoon(worker?.close(true) ?? Promise.resolve());
    else await worker?.close();
  }
  if (isDone) await leaveNothing(redis, queue, name);
}

class Collector {
  readonly #queue: Queue<readonly number[], readonly string[]>;
  readonly #call: QueueCollection;
  #open: readonly number[];

  constructor(queue: Queue<readonly number[], readonly string[]>, call: QueueCollection) {
    this.#queue = queue;
    this.#call = call;
    this.#open = call.points;
  }

  /** True when every point is kept. */
  async run(): Promise<boolean> {
    // Whoever was killed while clearing up has left it paused.
    await this.#queue.resume();
    await this.#add();
    let checkedAtMs = performance.now();
    while (!this.#isDone()) {
      const taken = await this.#harvest();
      if (this.#call.signal.aborted) return this.#isDone();
      if (taken > 0) continue;
      await pause(pollMs);
      if (performance.now() - checkedAtMs < lostCheckMs) continue;
      checkedAtMs = performance.now();
      if (await this.#isEmpty()) await this.#add();
    }
    return true;
  }

  #isDone(): boolean {
    this.#open = this.#open.filter((point) => !this.#call.isKept(point));
    return this.#open.length === 0;
  }

  /** Puts every handful there that still has open points; one that is there already stays as it is. */
  async #add(): Promise<void> {
    const { pointCount, isKept } = this.#call;
    const size = handfulSize(pointCount);
    const handfuls = new Map<number, number[]>();
    for (const point of this.#open) {
      if (isKept(point)) continue;
      const index = Math.floor((point - 1) / size);
      const handful = handfuls.get(index);
      if (handful === undefined) handfuls.set(index, [point]);
      else handful.push(point);
    }
    const jobs = Array.from(handfuls, ([index, data]) => ({
      name: 'points',
      data,
      opts: { jobId: `h${index}` },
    }));
    for (let from = 0; from < jobs.length; from += bulkMax)
      await this.#queue.addBulk(jobs.slice(from, from + bulkMax));
  }

  /** How many handfuls were taken off the queue. */
  async #harvest(): Promise<number> {
    const jobs = await this.#queue.getJobs(['completed', 'failed'], 0, harvestMax - 1);
    const ended = jobs.filter((job) => job !== undefined && job.finishedOn !== undefined);
    for (const job of ended) this.#call.keep(this.#linesOf(job));
    for (const job of ended) await job.remove();
    return ended.length;
  }

  #linesOf(job: Job<readonly number[], readonly string[]>): readonly string[] {
    const { returnvalue, failedReason, data } = job;
    if (Array.isArray(returnvalue)) return returnvalue.filter((line) => typeof line === 'string');
    return data
      .filter((point) => this.#open.includes(point))
      .map((point) => this.#call.crashed(point, failedReason ?? 'no answer'));
  }

  /** Points are missing and nothing is there: somebody emptied Redis, or it began anew. */
  async #isEmpty(): Promise<boolean> {
    const counts = await this.#queue.getJobCounts();
    return Object.values(counts).every((count) => count === 0);
  }
}

/** Tells the workers, waits until they have let go, and deletes every key. */
async function leaveNothing(redis: Redis, queue: Queue, name: string): Promise<void> {
  const channel = finishedChannel(name);
  await redis.publish(channel, 'finished');
  const untilMs = performance.now() + leaveMs;
  for (;;) {
    const listening = Number((await redis.pubsub('NUMSUB', channel))[1] ?? 0);
    if (listening === 0 || performance.now() > untilMs) break;
    await pause(pollMs);
  }
  await queue.obliterate({ force: true });
  await deleteKeys(redis, name);
}

/** One collector at a time; one that was killed holds its place for a few seconds more. */
class Lease {
  readonly #redis: Redis;
  readonly #key: string;
  readonly #token: string;
  readonly #timer: NodeJS.Timeout;

  /** Undefined where it was told to stop while waiting. */
  static async take(redis: Redis, name: string, signal: AbortSignal): Promise<Lease | undefined> {
    const [key, token] = [collectorKey(name), randomUUID()];
    const untilMs = performance.now() + lockMs + 2_000;
    while ((await redis.set(key, token, 'PX', lockMs, 'NX')) !== 'OK') {
      if (signal.aborted) return undefined;
      if (performance.now() > untilMs)
        throw new QueueMistake('--queue: somebody else collects this sweep already; to help, add --work');
      await pause(pollMs);
    }
    return new Lease(redis, key, token);
  }

  private constructor(redis: Redis, key: string, token: string) {
    this.#redis = redis;
    this.#key = key;
    this.#token = token;
    this.#timer = setInterval(() => {
      redis.set(key, token, 'PX', lockMs).catch(() => undefined);
    }, lockMs / 3);
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  async give(): Promise<void> {
    this.stop();
    if ((await this.#redis.get(this.#key)) === this.#token) await this.#redis.del(this.#key);
  }
}
