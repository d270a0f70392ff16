/** What live commands count of their requests: over time, for thresholds, under the names of a simulated run, and when they are due. */
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Stream } from '../../../../src/core/kernel/stream.ts';
import { dueTimes } from '../../../../src/live/traffic/bench/arrivals.ts';
import { indexOfEndpoint, loadOf } from '../../../../src/live/traffic/bench/load.ts';
import { SteadyScript, type SteadyOptions } from '../../../../src/live/traffic/bench/steady-script.ts';
import type { Endpoint } from '../../../../src/live/traffic/http/endpoint.ts';
import { noAnswer } from '../../../../src/live/traffic/http/answer-parser.ts';
import { LiveSeries } from '../../../../src/live/traffic/measure/live-series.ts';
import { measuredOf, RequestMeter } from '../../../../src/live/traffic/measure/request-meter.ts';
import type { RequestOutcome } from '../../../../src/live/traffic/measure/tally.ts';
import { ReplayMeter } from '../../../../src/live/traffic/plan/replay-meter.ts';
import type { ScriptedRequest } from '../../../../src/live/traffic/plan/scripted-request.ts';
import type { ReplayResult } from '../../../../src/live/traffic/replay/result-schema.ts';
import { measuredReplay, measuresOfReplay } from '../../../../src/live/traffic/replay/result-measures.ts';

let nowMs = 0;
beforeEach(() => void vi.spyOn(performance, 'now').mockImplementation(() => nowMs));
afterEach(() => void vi.restoreAllMocks());

const outcome = (change: Partial<RequestOutcome> = {}): RequestOutcome => ({ call: 'x', status: 200, code: '', responseMs: 5, serviceMs: 4, ...change }); // prettier-ignore
const countsOf = (series: LiveSeries) =>
  series.rows().map(({ second, offered, answered, failed }) => [second, offered, answered, failed]);

describe('a command over time', () => {
  it('counts a request where it was due, and its end where it ended, with a row for each second', () => {
    const series = new LiveSeries();
    expect([series.rows(), series.startedMs]).toEqual([[], undefined]);
    series.add(outcome(), { dueMs: 5_000, endMs: 5_999 });
    series.add(outcome({ status: 0, code: 'timeout', responseMs: 1_000 }), { dueMs: 5_999, endMs: 6_999 });
    series.add(outcome({ status: 500, code: '500', responseMs: 2_001, call: 'y' }), { dueMs: 5_999, endMs: 8_000 });
    // Due before the first that ended: it counts in the first row.
    series.add(outcome({ responseMs: undefined }), { dueMs: 4_000, endMs: 4_500 });
    expect(countsOf(series)).toEqual([[0, 4, 2, 0], [1, 0, 0, 1], [2, 0, 0, 0], [3, 0, 1, 1]]);
    const [first, second, , last] = series.rows();
    expect([Math.round(first?.p50 ?? 0), second?.codes, last?.codes, last?.failedCalls]).toEqual([5, { timeout: 1 }, { 500: 1 }, { y: 1 }]);
    expect(last?.p99).toBeCloseTo(2_001, -1);
    expect(series.startedMs).toBe(performance.timeOrigin + 5_000);
  }); // prettier-ignore

  it('has six hundred rows at most, of twice the length beyond, and loses nothing', () => {
    const series = new LiveSeries();
    for (let second = 0; second < 600; second++) series.add(outcome(), { dueMs: 1_000 * second, endMs: 1_000 * second }); // prettier-ignore
    expect([series.intervalMs, series.rows().length]).toEqual([1_000, 600]);
    series.add(outcome(), { dueMs: 600_000, endMs: 600_000 });
    expect([series.intervalMs, series.rows().length]).toEqual([2_000, 301]);
    expect(countsOf(series).slice(-2)).toEqual([[598, 2, 2, 0], [600, 1, 1, 0]]); // prettier-ignore
    expect(countsOf(series).reduce((sum, [, offered = 0]) => sum + offered, 0)).toBe(601);
  });

  it('of several threads is their sum, in the longer rows, from the earliest start', () => {
    const [one, other] = [new LiveSeries(), new LiveSeries()];
    one.add(outcome({ status: 404, code: 'a' }), { dueMs: 100, endMs: 100 });
    other.add(outcome({ status: 404, code: 'a' }), { dueMs: 50, endMs: 50 });
    other.add(outcome(), { dueMs: 50, endMs: 700_050 });
    one.merge(new LiveSeries().plain());
    one.merge(other.plain());
    expect([one.intervalMs, one.startedMs]).toEqual([2_000, performance.timeOrigin + 50]);
    const rows = one.rows();
    expect([rows.length, rows[0]?.offered, rows[0]?.codes, rows[0]?.failedCalls]).toEqual([351, 3, { a: 2 }, { x: 2 }]); // prettier-ignore
    const fresh = new LiveSeries();
    fresh.merge(other.plain());
    expect([fresh.rows(), fresh.startedMs, fresh.intervalMs]).toEqual([other.rows(), other.startedMs, 2_000]);
  });
});

describe('a request that is over', () => {
  it('has its times from when it was due and when it was sent; none in the warm-up', () => {
    const meter = new RequestMeter();
    const ended = (intendedMs: number, sentMs: number, isTimed = true) => {
      nowMs = 1_000;
      meter.ended({ intendedMs, sentMs }, { call: 'x', status: 200, code: '' }, isTimed);
    };
    ended(900, 950);
    ended(0, 0);
    ended(900, 0);
    ended(100, 200, false);
    const tally = meter.tallies.total;
    expect([tally.requests, tally.response.totalCount, tally.service.totalCount, tally.sumMs]).toEqual([4, 3, 1, 200]); // prettier-ignore
    expect(tally.service.maxValue).toBeGreaterThan(49_900);
    const found = measuredOf(meter.tallies, meter.series, 2);
    expect(found).toMatchObject({ requests: 4, perSecond: 2, failed: 0, errors: {}, intervalSeconds: 1 });
    // Two were due 100 ms before they ended, one then, and one 900 ms before: all in the first second from there on.
    expect([countsOf(meter.series), meter.series.startedMs]).toEqual([
      [[0, 4, 4, 0]],
      performance.timeOrigin + 900,
    ]);
    expect(measuredOf(meter.tallies, new LiveSeries(), 2)).toBeUndefined();
    expect(measuredOf(meter.tallies, meter.series, 0)?.perSecond).toBe(4_000);
  });

  it('is judged by thresholds from the warm-up on, with its failures, unless it is asked again', () => {
    const meter = new ReplayMeter({ http_req_failed: ['rate<1'] }, 100);
    const request = (change: Partial<ScriptedRequest> = {}) => ({ record: { call: 'escrow/B/create' }, isMeasured: true, dueMs: 100, intendedMs: 900, sentMs: 900, ...change }) as ScriptedRequest;
    const judged = () => JSON.stringify(meter.thresholds.tallies(), (_, value: unknown) => (value instanceof Map ? [...value] : value));
    const changes = (act: () => void): boolean => {
      const before = judged();
      act();
      return judged() !== before;
    };
    const answer = { ...noAnswer(), status: 200 };
    nowMs = 1_000;
    expect(changes(() => meter.answered(request(), answer, 5))).toBe(true);
    expect(changes(() => meter.answered(request({ dueMs: undefined }), answer, 5))).toBe(true);
    expect(changes(() => meter.failed(request(), 'timeout'))).toBe(true);
    expect(changes(() => meter.failed(request({ sentMs: 0 }), 'refused'))).toBe(true);
    expect(changes(() => meter.answered(request(), answer, undefined))).toBe(false);
    expect(changes(() => meter.answered(request({ dueMs: 99 }), answer, 5))).toBe(false);
    expect(changes(() => meter.failed(request({ isMeasured: false }), 'timeout'))).toBe(false);
    // All count as requests; times are those after the warm-up.
    const { total } = meter.requests.tallies;
    expect([total.requests, total.failed, total.timeouts, total.response.totalCount]).toEqual([7, 3, 2, 5]);
  }); // prettier-ignore
});

describe('what thresholds judge of a replay', () => {
  type Kept = Parameters<ReplayMeter['thresholds']['add']>[0];
  function added(act: (meter: ReplayMeter) => void): Kept[] {
    const meter = new ReplayMeter({}, 0);
    const all: Kept[] = [];
    vi.spyOn(meter.thresholds, 'add').mockImplementation((each) => void all.push(each));
    act(meter);
    return all;
  }
  const sentAt = (sentMs: number) => ({ record: { call: 'a/B/c' }, isMeasured: true, dueMs: 0, intendedMs: 1, sentMs }) as ScriptedRequest;

  it.each([[199, true], [200, false], [399, false], [400, true], [503, true]])('is status %i as a failure: %s', (status, isFailed) => {
    expect(added((meter) => meter.answered(sentAt(1), { ...noAnswer(), status }, 5))).toEqual([{ call: 'a/B/c', status, isFailed, durationMs: 5 }]);
  });

  it('is a request without an answer, which lasted from when it was sent', () => {
    nowMs = 1_000;
    const failed = (sentMs: number) => added((meter) => meter.failed(sentAt(sentMs), 'timeout'));
    expect([failed(400), failed(0)]).toEqual([600, undefined].map((durationMs) => [{ call: 'a/B/c', status: 0, isFailed: true, durationMs }]));
  });
}); // prettier-ignore

describe('the figures of a replay', () => {
  const result = {
    engine: 'open', requests: 12, unsent: 2, statusCounts: { 200: 5, 399: 1, 400: 1, 429: 2, 503: 1 }, failures: { timeout: 2, reset: 1 }, responseMs: { p50: 1, p90: 2, p99: 3, p999: 4, max: 5 },
  } as unknown as ReplayResult;
  const figuresOf = (engine: string, change: object = {}) => Object.fromEntries(measuresOfReplay({ ...result, engine, ...change } as ReplayResult).map(({ name, value }) => [name, value]));
  const times = { 'http_req_duration{med}': 1, 'http_req_duration{p(90)}': 2, 'http_req_duration{p(99)}': 3, 'http_req_duration{max}': 5 };
  const counts = { http_reqs: 13, http_req_failed: 7 / 13, http_req_timeouts: 2, rate_limited_total: 2 };

  it('are what its engine sees', () => {
    expect(figuresOf('open')).toEqual({ ...counts, ...times });
    expect(figuresOf('autocannon')).toEqual(counts);
    expect(figuresOf('k6')).toEqual({ http_reqs: 10, ...times });
    expect(figuresOf('open', { statusCounts: { 200: 1 }, failures: {} })).toEqual({ http_reqs: 1, http_req_failed: 0, http_req_timeouts: 0, rate_limited_total: 0, ...times });
  });

  it('name the profile of the recording, where it has one', () => {
    const [first] = measuresOfReplay(result);
    const header = { scenario: 's', seed: '7', profile: 'production', policyHash: 'h' };
    const services = [{ name: 'of a service', unit: 'x', value: 1 }] as never;
    const named = (profile: string) => measuredReplay({ ...header, profile }, { result, services, digest: 'd' });
    const { metrics, ...identity } = named('published');
    expect(identity).toEqual({ scenario: 's', seed: '7', digest: 'd', profile: 'published', policyHash: 'h' });
    expect([metrics[0], metrics.at(-1)]).toEqual([first, { name: 'of a service', unit: 'x', value: 1 }]);
    expect(named('')).not.toHaveProperty('policyHash');
  });
}); // prettier-ignore

describe('when requests of a step are due', () => {
  it('is evenly spaced, or a Poisson process with as many in the same time', () => {
    const even = dueTimes({ count: 5, requestsPerSecond: 4, arrivals: 'even', step: 3 });
    expect([0, 1, 4].map(even)).toEqual([0, 250, 1_000]);
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 40 }), fc.integer({ min: 1, max: 500 }), fc.nat(5), (count, requestsPerSecond, step) => {
        const plan = { count, requestsPerSecond, arrivals: 'poisson', step } as const;
        const [due, again, other] = [dueTimes(plan), dueTimes(plan), dueTimes({ ...plan, step: step + 1 })];
        const times = Array.from({ length: count }, (_, n) => due(n));
        expect(times).toEqual(times.map((_, n) => again(n)));
        expect(times).not.toEqual(times.map((_, n) => other(n)));
        expect(times).toEqual(times.toSorted((one, two) => one - two));
        // The gaps are those of the first draws of the step, in one scale; one more follows the last.
        const stream = new Stream('bench', `arrivals/${step}`);
        const gaps = Array.from({ length: count + 1 }, () => -Math.log(1 - stream.unit()));
        const scale = (count * 1_000) / requestsPerSecond / gaps.reduce((sum, gap) => sum + gap, 0);
        for (const [n, at] of times.entries()) expect(at - (times[n - 1] ?? 0)).toBeCloseTo((gaps[n] ?? 0) * scale, 6);
        expect(times[0]).toBeGreaterThan(0);
        expect(times.at(-1)).toBeLessThan((count * 1_000) / requestsPerSecond);
      }),
      { numRuns: 30 },
    );
  }); // prettier-ignore

  const scriptOf = (change: Partial<SteadyOptions> = {}) =>
    new SteadyScript({ sessionLength: 2, sessions: 300, requestsPerSecond: 10, method: 'POST', message: (position, before, session) => `${session} ${position} ${before}`, ...change }); // prettier-ignore

  it('follows the numbers of a script, session by session, in batches', async () => {
    const script = scriptOf();
    const [first, second, last] = [await script.next(), await script.next(), await script.next()];
    expect([first.length, second.length, last.length]).toEqual([512, 88, 0]);
    expect([...first, ...second].map(({ n, session, position, dueMs }) => [n, session, position, dueMs])).toEqual(Array.from({ length: 600 }, (_, n) => [n, Math.floor(n / 2), n % 2, n * 100]));
    expect(first[0]).toMatchObject({ method: 'POST', endpoint: 0, isMeasured: true, isAlone: false });
    expect([script.awaits(), script.work(), script.defersNothing, script.callOf(first[0]!)]).toEqual([undefined, false, true, '']);
    const [asFast] = await scriptOf({ requestsPerSecond: undefined }).next();
    expect(asFast?.dueMs).toBeUndefined();
    const [, , third] = await scriptOf({ dueMs: (n) => n + 7, endpoint: (session) => session + 1 }).next();
    expect(third).toMatchObject({ dueMs: 9, endpoint: 2 });
    expect(scriptOf({ call: (session) => `c${session}` }).callOf(third!)).toBe('c1');
  }); // prettier-ignore

  it('gives a message the answer before it in its session, and none of the session before', async () => {
    const script = scriptOf();
    const [first, second, third] = await script.next();
    const bytes = Buffer.from('[answer]');
    expect(script.textOf(second!)).toBe('0 1 ');
    expect(script.answered(first!, { ...noAnswer(), bytes, start: 1, end: 7 })).toBe(0);
    expect([script.textOf(second!), script.textOf(third!)]).toEqual(['0 1 answer', '1 0 ']);
    script.answered(second!, { ...noAnswer(), bytes, start: 0, end: 8 });
    expect(script.textOf(second!)).toBe('0 1 ');
  });

  it('goes to one endpoint for each host and port', () => {
    const endpoint = (change: Partial<Endpoint> = {}): Endpoint => ({ isTls: false, host: 'a', address: '127.0.0.1', port: 1, ca: undefined, ...change });
    const all: Endpoint[] = [];
    const places = [{}, {}, { port: 2 }, { host: 'b' }, { isTls: true }, { port: 2 }, { address: '127.0.0.2' }].map((change) => indexOfEndpoint(all, endpoint(change)));
    expect([places, all.length]).toEqual([[0, 0, 1, 2, 3, 1, 0], 4]);
    expect(loadOf([], () => endpoint()).endpoints).toEqual([]);
  }); // prettier-ignore
});
