/** One collector or coordinator of a queue at a time; one that was killed holds its place for a few seconds more. */
import { randomUUID } from 'node:crypto';
import type { Redis } from 'ioredis';
import { collectorKey, lockMs, pause } from './queue.ts';
import { QueueMistake } from './redis-address.ts';

const pollMs = 100;

/** What takes the place: `busy` is the message where another process has it. */
export interface LeaseCall {
  readonly name: string;
  readonly signal: AbortSignal;
  readonly busy: string;
}

/** Renewed until `stop` or `give`. */
export class Lease {
  readonly #redis: Redis;
  readonly #key: string;
  readonly #token: string;
  readonly #timer: NodeJS.Timeout;

  /** Undefined where the signal was aborted while waiting. Throws `QueueMistake` where another process has the place. */
  static async take(redis: Redis, { name, signal, busy }: LeaseCall): Promise<Lease | undefined> {
    const [key, token] = [collectorKey(name), randomUUID()];
    const untilMs = performance.now() + lockMs + 2_000;
    while ((await redis.set(key, token, 'PX', lockMs, 'NX')) !== 'OK') {
      if (signal.aborted) return undefined;
      if (performance.now() > untilMs) throw new QueueMistake(busy);
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
