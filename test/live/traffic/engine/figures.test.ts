/** The figures of an engine at their bounds: times, what limited a load, and what sending cost the generator. */
import { monitorEventLoopDelay, PerformanceObserver } from 'node:perf_hooks';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { GeneratorWatch } from '../../../../src/live/traffic/engine/generator-watch.ts';
import { lagVerdict } from '../../../../src/live/traffic/engine/lag-gate.ts';
import { generatorPartOf, limiterOf, type Broken } from '../../../../src/live/traffic/engine/limiter.ts';
import {
  count,
  Measures,
  newHistogram,
  percentiles,
  recordMs,
} from '../../../../src/live/traffic/engine/measures.ts';

describe('times', () => {
  it.each([
    [0.001, 0.001], [0.0014, 0.001], [0.0016, 0.002], [0, 0.001], [-5, 0.001], [1.5, 1.5], [2 ** 45, 2 ** 40 / 1_000],
  ])('of %f ms are recorded as %f ms', (ms, recorded) => {
    const histogram = newHistogram();
    recordMs(histogram, ms);
    expect(Math.abs(percentiles(histogram).max / recorded - 1)).toBeLessThan(0.001);
  }); // prettier-ignore

  it('have percentiles in milliseconds, which are all 0 without one', () => {
    const histogram = newHistogram();
    expect(percentiles(histogram)).toEqual({ p50: 0, p90: 0, p99: 0, p999: 0, max: 0 });
    for (let n = 1; n <= 1_000; n++) histogram.record(n);
    expect(percentiles(histogram)).toEqual({ p50: 0.5, p90: 0.9, p99: 0.99, p999: 0.999, max: 1 });
  });

  it('are counted from one on', () => {
    const counts = new Map<string, number>();
    for (const key of ['a', 'b', 'a', 'a']) count(counts, key);
    expect([...counts]).toEqual([['a', 3], ['b', 1]]); // prettier-ignore
  });

  it('of the generator at their bound, and above it', () => {
    const measures = new Measures();
    for (let n = 0; n < 100; n++) recordMs(measures.lag, 2);
    expect(lagVerdict(measures, 2)).toBeUndefined();
    expect(lagVerdict(measures, 1.96)).toBe('the generator itself was late: p99 of its send lag is 2.0 ms, allowed are 2.0 ms'); // prettier-ignore
    expect(lagVerdict(measures, 0.5)).toMatch(/allowed are 0\.5 ms$/);
  });
});

describe('the limit of a load at its bounds', () => {
  const idle = { processorShare: 0, eventLoopShare: 0, eventLoopDelayP99Ms: 0, collectionShare: 0, collectionLongestMs: 0 }; // prettier-ignore
  type Times = Partial<
    Record<'service' | 'lag' | 'alone' | 'crowded' | 'ceiling' | 'connection', readonly number[]>
  >;

  function broken(times: Times, changes: Partial<Omit<Broken, 'measures'>> = {}, statuses: readonly (readonly [number, number])[] = [], failures = 0): Broken {
    const measures = new Measures();
    const { service, lag, serviceAlone: alone, serviceCrowded: crowded, waits } = measures;
    const histograms = { service, lag, alone, crowded, ceiling: waits.ceiling, connection: waits.connection };
    for (const [name, all] of Object.entries(times)) for (const ms of all) recordMs(histograms[name as keyof Times], ms);
    for (const [status, times_] of statuses) measures.statusCounts.set(status, times_);
    if (failures > 0) measures.failures.set('reset', failures);
    return { measures, generator: idle, p99MsMax: 1, isFailing: false, isSpent: false, isLate: false, isHeldBack: false, ...changes };
  } // prettier-ignore

  const delayed = (ms: number) => ({ generator: { ...idle, eventLoopDelayP99Ms: ms } });
  it.each<[string, Broken, string]>([
    ['service times at the threshold', broken({ service: [1], ceiling: [0.9] }), 'target'],
    ['service times below it', broken({ service: [0.999], ceiling: [0.9] }), 'ceiling'],
    ['pauses of half a threshold', broken({ service: [1] }, delayed(0.5)), 'generator'],
    ['pauses of less', broken({ service: [1] }, delayed(0.499)), 'target'],
    ['the ceiling and connections alike', broken({ ceiling: [0.5, 0.5], connection: [1] }), 'ceiling'],
    ['more for connections', broken({ ceiling: [0.5, 0.4], connection: [0.9, 0.9] }), 'connections'],
    ['more for the ceiling in all, though less each', broken({ ceiling: [0.5, 0.5, 0.5], connection: [0.9] }), 'ceiling'],
    ['more for the slower target', broken({ service: [0.9, 0.9], alone: [0.1], connection: [1] }), 'target'],
    ['as much for connections as for the slower target', broken({ service: [0.9, 0.9], alone: [0.4], connection: [1] }), 'connections'],
    ['service times without any of an idle target', broken({ service: [0.9, 0.9], connection: [0.1] }), 'connections'],
    ['the lag', broken({ service: [0.2], alone: [0.1], lag: [0.3] }), 'generator'],
    ['as much lag as the target is slower', broken({ service: [0.4], alone: [0.1], lag: [0.3] }), 'target'],
    ['no lag of a schedule that paused', broken({ connection: [0.2], lag: [0.9] }, { isHeldBack: true }), 'connections'],
    ['a late generator that paused', broken({ service: [1] }, { isHeldBack: true, isLate: true }), 'target'],
    ['a late generator', broken({ service: [1] }, { isLate: true }), 'generator'],
    ['crowded times of twice those of an idle target', broken({ alone: [0.2], crowded: [0.4], connection: [0.9] }), 'connections'],
    ['crowded times of more', broken({ alone: [0.2], crowded: [0.401], connection: [0.9] }), 'target'],
    ['crowded times whose median is no more', broken({ alone: [0.2], crowded: [0.3, 0.4, 0.9], connection: [0.9] }), 'connections'],
    ['crowded times alone', broken({ crowded: [0.9], connection: [0.9] }), 'connections'],
    ['times of an idle target alone', broken({ alone: [0.2], connection: [0.9] }), 'connections'],
    ['a budget that is spent', broken({ service: [1] }, { isSpent: true, isFailing: true, isLate: true }), 'budget'],
  ])('with %s', (_what, load, limiter) => expect(limiterOf(load)).toBe(limiter)); // prettier-ignore

  it.each<[readonly (readonly [number, number])[], number, string]>([
    [[[429, 3], [500, 3]], 0, 'target'], [[[429, 4], [500, 3]], 0, 'generator'], [[[429, 4], [500, 2]], 2, 'target'], [[[429, 4], [500, 2]], 1, 'generator'],
    [[[429, 4], [399, 9], [200, 90]], 0, 'generator'], [[[429, 4], [400, 4]], 0, 'target'], [[[500, 1]], 0, 'target'], [[], 1, 'target'],
  ])('of a late generator with the statuses %j and %i failures', (statuses, failures, limiter) => {
    expect(limiterOf(broken({}, { isFailing: true, isLate: true }, statuses, failures))).toBe(limiter);
    expect(limiterOf(broken({}, { isFailing: true }, statuses, failures))).toBe('target');
  }); // prettier-ignore

  it.each<[object, string]>([
    [{ collectionShare: 0.01, collectionLongestMs: 5 }, 'garbage collection'], [{ collectionShare: 0.009, collectionLongestMs: 5 }, 'event loop'], [{ collectionShare: 0.01, collectionLongestMs: 4.9 }, 'event loop'],
    [{ processorShare: 0.85, eventLoopShare: 0.85 }, 'processor'], [{ processorShare: 0.84, eventLoopShare: 0.99 }, 'event loop'], [{ processorShare: 0.99, eventLoopShare: 0.84 }, 'event loop'],
    [{ processorShare: 0.99, eventLoopShare: 0.99, collectionShare: 0.5, collectionLongestMs: 50 }, 'garbage collection'],
  ])('as part of the generator: %j is its %s', (changes, part) => expect(generatorPartOf({ ...idle, ...changes }, 10)).toBe(part)); // prettier-ignore
});

describe('what sending cost', () => {
  afterEach(() => void vi.restoreAllMocks());

  /** A watch of 8 seconds with 3 of the user and 1 of the system. */
  function watched({ delayMicros = 0, elapsedMs = 8_000, collections = [30, 50] } = {}) {
    let nowMs = 100;
    vi.spyOn(performance, 'now').mockImplementation(() => nowMs);
    vi.spyOn(process, 'cpuUsage').mockImplementation((before) => (before === undefined ? { user: 7, system: 5 } : before.user === 7 ? { user: 3e6, system: 1e6 } : { user: 0, system: 0 }));
    const loop = { idle: 1, active: 1, utilization: 0.25 };
    vi.spyOn(performance, 'eventLoopUtilization').mockImplementation((before) => (before === undefined ? loop : { ...loop, utilization: before === loop ? 0.75 : 0 }));
    const delays = Object.getPrototypeOf(monitorEventLoopDelay()) as ReturnType<typeof monitorEventLoopDelay>;
    const histogram = Object.getPrototypeOf(delays) as typeof delays;
    vi.spyOn('percentile' in histogram ? histogram : delays, 'percentile').mockImplementation((percent) => (percent === 99 ? delayMicros * 1_000 : 0));
    vi.spyOn(PerformanceObserver.prototype, 'takeRecords').mockImplementation(() => collections.map((duration) => ({ duration })) as never);
    const watch = new GeneratorWatch();
    expect(() => watch.figures).toThrow('the watch has ended');
    nowMs += elapsedMs;
    watch.stop();
    nowMs += 1_000;
    return watch.figures;
  } // prettier-ignore

  it('is a share of wall time for the processor, the event loop and the collector', () => {
    expect(watched({ delayMicros: 12_500 })).toEqual({ processorShare: 0.5, eventLoopShare: 0.75, eventLoopDelayP99Ms: 2.5, collectionShare: 0.01, collectionLongestMs: 50 }); // prettier-ignore
  });

  it('has no delay below the resolution of its timer, and lasts for a millisecond at least', () => {
    expect(watched({ delayMicros: 9_000, elapsedMs: 0, collections: [] })).toEqual({ processorShare: 4_000, eventLoopShare: 0.75, eventLoopDelayP99Ms: 0, collectionShare: 0, collectionLongestMs: 0 }); // prettier-ignore
  });
});
