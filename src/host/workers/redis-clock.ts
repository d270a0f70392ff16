/** The clock of Redis, on which machines with different clocks agree. */
import type { Redis } from 'ioredis';

const probes = 8;

/** Redis time minus the time of this process, in milliseconds, and how far that may be off. */
export interface ClockOffset {
  readonly offsetMs: number;
  readonly errorMs: number;
}

/** The wall clock of this process, to the microsecond; it does not follow later corrections of the machine's clock. */
export const processNowMs = (): number => performance.timeOrigin + performance.now();

/** Asks several times; the shortest round trip bounds the error by its half. */
export async function clockOffset(redis: Pick<Redis, 'time'>, nowMs = processNowMs): Promise<ClockOffset> {
  let best: ClockOffset = { offsetMs: 0, errorMs: Number.POSITIVE_INFINITY };
  for (let probe = 0; probe < probes; probe++) {
    const beforeMs = nowMs();
    const [seconds, micros] = await redis.time();
    const afterMs = nowMs();
    const errorMs = (afterMs - beforeMs) / 2;
    const redisMs = Number(seconds) * 1000 + Number(micros) / 1000;
    if (errorMs < best.errorMs) best = { offsetMs: redisMs - (beforeMs + afterMs) / 2, errorMs };
  }
  return best;
}
