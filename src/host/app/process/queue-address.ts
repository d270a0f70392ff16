/** The queue that a command was given: its mistakes as those of the call. */
import { connectRedis } from '../../workers/redis.ts';
import { assertRedisAddress, QueueMistake } from '../../workers/redis-address.ts';
import { CallMistake } from './exit.ts';

/** Throws `CallMistake` unless a Redis answers at the address. */
export async function assertQueue(url: string): Promise<void> {
  try {
    assertRedisAddress(url);
    (await connectRedis(url)).disconnect();
  } catch (error) {
    throw asCallMistake(error);
  }
}

/** A `QueueMistake` as a `CallMistake`; other errors stay. */
export function asCallMistake(error: unknown): unknown {
  return error instanceof QueueMistake ? new CallMistake(error.message) : error;
}
