/** A connection to the Redis that the user named, and to nothing else. Its address is never printed with a password. */
import { Redis } from 'ioredis';
import { QueueMistake, shownAddress } from './redis-address.ts';

/** Turns the error of a lost connection into a `QueueMistake`; other errors stay. */
export function asQueueMistake(error: unknown): unknown {
  const isLost = error instanceof Error && error.message.startsWith('Connection is closed');
  return isLost ? new QueueMistake('--queue: the connection was lost and did not come back') : error;
}

/** Waits for the end of a BullMQ worker, but not for long: without a connection it never ends. */
export async function closeSoon(closing: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const tooLong = new Promise<void>((resolve) => (timer = setTimeout(resolve, goodbyeMs)));
  await Promise.race([closing.catch(() => undefined), tooLong]);
  clearTimeout(timer);
}

const goodbyeMs = 3_000;
const connectMs = 5_000;
const retriesMax = 60;
const retryMs = 1_000;

/** Connects, or throws `QueueMistake`. A connection that breaks later is tried again for about a minute. */
export async function connectRedis(url: string): Promise<Redis> {
  let isConnected = false;
  let reason = 'no answer';
  const client = new Redis(url, {
    lazyConnect: true,
    connectTimeout: connectMs,
    // BullMQ waits for Redis inside of commands; it must not give up by itself.
    maxRetriesPerRequest: null,
    retryStrategy: (times) => (isConnected && times <= retriesMax ? retryMs : null),
  });
  client.on('error', (error: Error) => (reason = error.message === '' ? reason : error.message));
  try {
    await client.connect();
    await client.ping();
  } catch (error) {
    client.disconnect();
    const own = error instanceof Error && error.message !== 'Connection is closed.' ? error.message : reason;
    throw new QueueMistake(`--queue ${shownAddress(url)}: ${own}`);
  }
  isConnected = true;
  return client;
}
