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

/** Sets the place again where nothing has it, or this token; 0 where another one has it. */
const renewing = `
  local holder = redis.call('get', KEYS[1])
  if holder and holder ~= ARGV[1] then return 0 end
  redis.call('set', KEYS[1], ARGV[1], 'PX', ARGV[2])
  return 1
`;

/** Renewed until `stop` or `give`, or until another process has the place: this one stood still for longer than the lease. */
export class Lease {
  readonly #redis: Redis;
  readonly #key: string;
  readonly #token: string;
  readonly #timer: NodeJS.Timeout;
  readonly #lost = new AbortController();

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
    this.#timer = setInterval(() => void this.#renew().catch(() => undefined), lockMs / 3);
  }

  /** Aborted once another process has the place. */
  get lost(): AbortSignal {
    return this.#lost.signal;
  }

  /** False once another process has the place, also before that was noticed. */
  async isHeld(): Promise<boolean> {
    const holder = await this.#redis.get(this.#key);
    return holder === null || holder === this.#token;
  }

  async #renew(): Promise<void> {
    if ((await this.#redis.eval(renewing, 1, this.#key, this.#token, lockMs)) !== 0) return;
    this.stop();
    this.#lost.abort();
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  async give(): Promise<void> {
    this.stop();
    if ((await this.#redis.get(this.#key)) === this.#token) await this.#redis.del(this.#key);
  }
}
