/** Whose limit a load met, from measurements that are made up: no server, no clock. */
import { describe, expect, it } from 'vitest';
import { generatorPartOf, limiterOf, type Broken } from '../../../src/live/traffic/engine/limiter.ts';
import { lagAllowedForMs, needsExactTimes } from '../../../src/live/traffic/engine/lag-gate.ts';
import { Measures, recordMs } from '../../../src/live/traffic/engine/measures.ts';
import { dueTimes } from '../../../src/live/traffic/bench/arrivals.ts';
import { Budget } from '../../../src/live/traffic/target/budget.ts';

/** Mean times of a thousand requests in milliseconds. */
interface Times {
  readonly service?: number;
  readonly alone?: number;
  readonly crowded?: number;
  readonly ceiling?: number;
  readonly connection?: number;
  readonly lag?: number;
}

function measured({
  service = 1,
  alone = service,
  crowded,
  ceiling,
  connection,
  lag = 0.5,
}: Times): Measures {
  const measures = new Measures();
  for (let count = 0; count < 1000; count++) {
    recordMs(measures.service, service);
    recordMs(measures.lag, lag);
    if (crowded !== undefined) recordMs(measures.serviceCrowded, crowded);
    if (ceiling !== undefined) recordMs(measures.waits.ceiling, ceiling);
    if (connection !== undefined) recordMs(measures.waits.connection, connection);
  }
  recordMs(measures.serviceAlone, alone);
  return measures;
}

const idle = {
  processorShare: 0.1,
  eventLoopShare: 0.1,
  eventLoopDelayP99Ms: 1,
  collectionShare: 0,
  collectionLongestMs: 0,
};

const broken = (times: Times, changes: Partial<Broken> = {}): Broken => ({
  measures: measured(times),
  generator: idle,
  p99MsMax: 200,
  isFailing: false,
  isSpent: false,
  isLate: false,
  isHeldBack: false,
  ...changes,
});

function refused(status: number): Measures {
  const measures = measured({});
  measures.statusCounts.set(status, 900).set(200, 100);
  return measures;
}

describe('the limit of a load', () => {
  it.each<[string, Broken, string]>([
    ['the budget, whatever else there is', broken({ service: 300 }, { isSpent: true, isFailing: true }), 'budget'],
    ['the target that fails', broken({}, { isFailing: true }), 'target'],
    ['the target that fails, also for a late generator', broken({}, { isFailing: true, isLate: true, measures: refused(503) }), 'target'],
    ['the late generator whose bursts are refused', broken({}, { isFailing: true, isLate: true, measures: refused(429) }), 'generator'],
    ['the generator in time whose even rate is refused: the target', broken({}, { isFailing: true, measures: refused(429) }), 'target'],
    ['the late generator', broken({ lag: 50 }, { isLate: true }), 'generator'],
    ['the target whose service alone is too slow', broken({ service: 250, ceiling: 900 }), 'target'],
    ['the generator whose own pauses are in the service time', broken({ service: 250 }, { generator: { ...idle, eventLoopDelayP99Ms: 150 } }), 'generator'],
    ['the ceiling', broken({ ceiling: 300, connection: 100 }), 'ceiling'],
    ['the connections to a server of constant times', broken({ service: 150, crowded: 150, connection: 500 }), 'connections'],
    ['the target that is slower with all connections busy', broken({ service: 150, alone: 20, crowded: 160, connection: 500 }), 'target'],
    ['the target that only became slower', broken({ service: 150, alone: 20 }), 'target'],
    ['the generator, a little late at each request', broken({ lag: 150 }), 'generator'],
    ['the connections, where the schedule paused for them', broken({ lag: 900, connection: 500, crowded: 1 }, { isLate: true, isHeldBack: true }), 'connections'],
  ])('is %s', (_what, measurement, limiter) => {
    expect(limiterOf(measurement)).toBe(limiter);
  }); // prettier-ignore

  it.each<[string, object, string]>([
    ['processor', { processorShare: 1.1, eventLoopShare: 0.99 }, 'processor'],
    ['garbage collection', { collectionShare: 0.05, collectionLongestMs: 40 }, 'garbage collection'],
    ['event loop, held up by others', { eventLoopShare: 0.3 }, 'event loop'],
    ['event loop that polls without work', { eventLoopShare: 1, processorShare: 0.4 }, 'event loop'],
  ])('is told as the %s of the generator', (_what, changes, part) => {
    expect(generatorPartOf({ ...idle, ...changes }, 50)).toBe(part);
  });
});

describe('the allowed send lag', () => {
  it('is a tenth of the threshold, within what a generator can keep', () => {
    expect([1, 20, 200, 60_000].map(lagAllowedForMs)).toEqual([0.5, 2, 20, 100]);
    expect([19, 20, 200].map(needsExactTimes)).toEqual([true, false, false]);
  });
});

describe('arrivals', () => {
  const times = (arrivals: 'even' | 'poisson', step = 0) => {
    const due = dueTimes({ count: 20_000, requestsPerSecond: 100, arrivals, step });
    return Array.from({ length: 20_000 }, (_, n) => due(n));
  };

  it('are evenly spaced, or as a Poisson process of exactly the same rate', () => {
    expect(times('even').slice(0, 3)).toEqual([0, 10, 20]);
    const random = times('poisson');
    expect(random).toEqual(times('poisson'));
    expect(random).not.toEqual(times('poisson', 1));
    expect(random.at(-1)).toBeGreaterThan(199_000);
    expect(random.at(-1)).toBeLessThanOrEqual(200_000);
    const gaps = random.slice(1).map((atMs, n) => atMs - (random[n] ?? 0));
    expect(Math.min(...gaps)).toBeGreaterThanOrEqual(0);
    // Of exponential gaps 1 - 1/e are below the mean.
    const short = gaps.filter((gapMs) => gapMs < 10).length / gaps.length;
    expect(Math.abs(short - (1 - 1 / Math.E))).toBeLessThan(0.02);
  });
});

describe('a budget', () => {
  it('is kept to the micro and to the request, and gives nothing back', () => {
    const budget = new Budget({ micros: 100, requests: 4 });
    expect([60, 41, 40, 1, 0, 0, 0].map((price) => budget.reserve(price))).toEqual([
      undefined, 'usdc', undefined, 'usdc', undefined, undefined, 'requests',
    ]); // prettier-ignore
    expect(budget.spent).toEqual({ micros: 100, requests: 4 });
  });

  it('withholds what has no known price only where money is bounded', () => {
    expect(new Budget({ micros: 100, requests: undefined }).reserve(undefined)).toBe('unknown price');
    expect(new Budget({ micros: undefined, requests: undefined }).reserve(undefined)).toBeUndefined();
  });
});
