/**
 * The collector of a queue: adds batches of points, stores their lines, and deletes its keys at the end. A result is
 * removed from the queue only after `keep` has stored its lines, so a killed collector loses none; `keep` must count
 * each point once.
 */
import { randomUUID } from 'node:crypto';
import { Job, Queue } from 'bullmq';
import type { Redis } from 'ioredis';
import type { WorkerPool } from './pool.ts';
import { startWorker } from './queue-worker.ts';
import {
  collectorKey,
  deleteKeys,
  finishedChannel,
  jobIdOf,
  lockMs,
  pause,
  prefix,
  stalledMax,
} from './queue.ts';
import { asQueueMistake, closeSoon, connectRedis, QueueMistake } from './redis.ts';

/**
 * One collector of a queue. `keep` must store lines durably before it returns: the job is removed from the queue
 * afterwards. `pool` stays open and belongs to the caller.
 */
export interface QueueCollection {
  readonly url: string;
  readonly name: string;
  /** Those that are open. */
  readonly points: readonly number[];
  /** Of the whole sweep. */
  readonly pointCount: number;
  /** Threads of this process that work as well; undefined for none. */
  readonly pool: WorkerPool | undefined;
  /** The point of a line that is a result; undefined for any other text. */
  readonly pointOf: (line: string) => number | undefined;
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
const drainMax = 100;
const bulkMax = 500;
const answersMax = 8;

/** Resolves when every point is kept, or once the signal is aborted. */
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
    // With every result there, running jobs are not needed; after an error they cannot be awaited.
    if (isDone || !call.signal.aborted) await closeSoon(worker?.close(true) ?? Promise.resolve());
    else await worker?.close();
  }
  if (isDone) await leaveNothing(redis, queue, name);
}

class Collector {
  readonly #queue: Queue<readonly number[], readonly string[]>;
  readonly #call: QueueCollection;
  #open: readonly number[];
  /** How often a point came back without a usable answer. */
  readonly #unanswered = new Map<number, number>();

  constructor(queue: Queue<readonly number[], readonly string[]>, call: QueueCollection) {
    this.#queue = queue;
    this.#call = call;
    this.#open = call.points;
  }

  /** True when every point is kept. */
  async run(): Promise<boolean> {
    // A collector that was killed during its cleanup has left the queue paused.
    await this.#queue.resume();
    await this.#add();
    let checkedAtMs = performance.now();
    while (!this.#isDone()) {
      const taken = await this.#drain();
      if (this.#call.signal.aborted) return this.#isDone();
      if (taken > 0) continue;
      await pause(pollMs);
      if (performance.now() - checkedAtMs < lostCheckMs) continue;
      checkedAtMs = performance.now();
      if (await this.#isIdle()) await this.#replaceBatches();
    }
    return true;
  }

  #isDone(): boolean {
    this.#open = this.#open.filter((point) => !this.#call.isKept(point));
    return this.#open.length === 0;
  }

  /** Puts every batch there that still has open points; one that is there already stays as it is. */
  async #add(): Promise<void> {
    const jobs = Array.from(this.#batches(), ([jobId, data]) => ({ name: 'points', data, opts: { jobId } }));
    for (let from = 0; from < jobs.length; from += bulkMax)
      await this.#queue.addBulk(jobs.slice(from, from + bulkMax));
  }

  /** Open points by the id of the job that they belong to. */
  #batches(): Map<string, number[]> {
    const { pointCount, isKept } = this.#call;
    const batches = new Map<string, number[]>();
    for (const point of this.#open) {
      if (isKept(point)) continue;
      const id = jobIdOf(point, pointCount);
      const batch = batches.get(id);
      if (batch === undefined) batches.set(id, [point]);
      else batch.push(point);
    }
    return batches;
  }

  /** Replaces the jobs of all open batches; called when no worker runs one of them. */
  async #replaceBatches(): Promise<void> {
    for (const id of this.#batches().keys()) await this.#queue.remove(id);
    await this.#add();
  }

  /** The number of jobs that were removed from the queue. The content of a job is untrusted. */
  async #drain(): Promise<number> {
    const ids = await this.#queue.getRanges(['completed', 'failed'], 0, drainMax - 1);
    const batches = this.#batches();
    const unanswered: number[] = [];
    for (const id of ids) {
      const asked = batches.get(id) ?? [];
      const job = asked.length === 0 ? undefined : await this.#jobOf(id);
      this.#call.keep(linesOf(job, asked, this.#call));
      await this.#queue.remove(id);
      unanswered.push(...asked.filter((point) => !this.#call.isKept(point)));
    }
    if (unanswered.length > 0) await this.#askAgain(unanswered);
    return ids.length;
  }

  /** Undefined for what is no job. */
  async #jobOf(id: string): Promise<EndedJob | undefined> {
    try {
      return await Job.fromId(this.#queue, id);
    } catch (error) {
      if (error instanceof SyntaxError || error instanceof TypeError) return undefined;
      throw error;
    }
  }

  /** A job without a usable answer is done again; a point that never gets one counts as crashed. */
  async #askAgain(points: readonly number[]): Promise<void> {
    for (const point of points) {
      const times = (this.#unanswered.get(point) ?? 0) + 1;
      this.#unanswered.set(point, times);
      if (times > answersMax)
        this.#call.keep([this.#call.crashed(point, 'its workers gave no usable answer')]);
    }
    await this.#add();
  }

  /** Points are missing and the queue has no job: Redis was emptied or restarted. */
  async #isIdle(): Promise<boolean> {
    const counts = await this.#queue.getJobCounts('wait', 'active', 'prioritized', 'completed', 'failed');
    return Object.values(counts).every((count) => count === 0);
  }
}

type EndedJob = Pick<Job<unknown, unknown>, 'returnvalue' | 'failedReason' | 'stalledCounter'>;

/** A batch's answers, and nothing else: no line of another point, and none that says nothing about a point. */
function linesOf(
  job: EndedJob | undefined,
  asked: readonly number[],
  { pointOf, crashed }: QueueCollection,
): readonly string[] {
  if (job === undefined) return [];
  const { returnvalue, failedReason, stalledCounter } = job;
  if (Array.isArray(returnvalue)) {
    const texts = (returnvalue as readonly unknown[]).filter((line) => typeof line === 'string');
    return texts.filter((line) => asked.includes(pointOf(line) ?? 0));
  }
  // Only a job whose workers were lost again and again says something about its points.
  const isLost = stalledCounter > stalledMax && typeof failedReason === 'string';
  return isLost ? asked.map((point) => crashed(point, failedReason)) : [];
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

  /** Undefined where the signal was aborted while waiting. */
  static async take(redis: Redis, name: string, signal: AbortSignal): Promise<Lease | undefined> {
    const [key, token] = [collectorKey(name), randomUUID()];
    const untilMs = performance.now() + lockMs + 2_000;
    while ((await redis.set(key, token, 'PX', lockMs, 'NX')) !== 'OK') {
      if (signal.aborted) return undefined;
      if (performance.now() > untilMs)
        throw new QueueMistake('--queue: another process collects this sweep already; to help, add --work');
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
