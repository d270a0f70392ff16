/** Figures of a bench that need no server: which reads are in the mix, what limited, what is worse than before, what is counted. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compareWith, type ComparedBaseline } from '../../../../src/live/traffic/bench/baseline.ts';
import { Mix } from '../../../../src/live/traffic/bench/mix.ts';
import type { BenchStep } from '../../../../src/live/traffic/bench/result.ts';
import { limitOf } from '../../../../src/live/traffic/bench/steps.ts';
import { limiterOf, type Broken } from '../../../../src/live/traffic/engine/limiter.ts';
import { Measures, percentiles, recordMs } from '../../../../src/live/traffic/engine/measures.ts';
import { CallTallies, measuresOf, operationsOf } from '../../../../src/live/traffic/measure/call-tallies.ts';
import { RequestTally, type RequestOutcome } from '../../../../src/live/traffic/measure/tally.ts';
import type { TraceRecord } from '../../../../src/simulation/trace/format.ts';

describe('the mix of reads', () => {
  const record = (path: string, change: object = {}, request: object = {}): TraceRecord =>
    ({ call: 'escrow/B/list', answer: { status: 200, body: {} }, ...change, request: { method: 'GET', path, ip: '10.0.0.1', ...request } }) as unknown as TraceRecord;
  function mixed(...records: readonly TraceRecord[]) {
    const mix = new Mix();
    for (const each of records) mix.add(each);
    return { requests: mix.requests, covered: mix.covered, reads: mix.reads().map(({ path, query, weight, needsKey }) => [path, query, weight, needsKey]) };
  }

  it('counts equal reads together, the most frequent first', () => {
    const found = mixed(record('/escrow/a'), record('/escrow/b', {}, { query: { limit: '5' } }), record('/escrow/b', {}, { query: { limit: '5' } }), record('/escrow/b'), record('/escrow/c', {}, { headers: { authorization: 'Bearer ${0:/api_key}' } }));
    expect(found).toEqual({ requests: 5, covered: 5, reads: [['/escrow/b', { limit: '5' }, 2, false], ['/escrow/a', undefined, 1, false], ['/escrow/b', undefined, 1, false], ['/escrow/c', undefined, 1, true]] });
  });

  it.each<[string, TraceRecord]>([
    ['a write', record('/escrow/a', {}, { method: 'POST' })], ['one that was refused', record('/escrow/a', { answer: { status: 300, body: {} } })], ['one before it was known', record('/escrow/a', { answer: { status: 199, body: {} } })],
    ['one of no operation', record('/escrow/a', { call: '' })], ['one that climbs', record('/escrow/../a')], ['one that names an id in its path', record('/escrow/${0:/id}')], ['one that names an id in its query', record('/escrow/a', {}, { query: { id: '${0:/id}' } })],
    ['one that names an agent in its path', record('/escrow/anna%20b')], ['one that names an agent in its query', record('/escrow/a', {}, { query: { of: 'anna b' } })],
  ])('has not %s', (_what, left) => {
    const registration = record('/faucet/register', {}, { method: 'POST', body: { agent_id: 'anna b' } });
    expect(mixed(registration, left, record('/escrow/kept', { answer: { status: 299, body: {} } }))).toEqual({ requests: 3, covered: 1, reads: [['/escrow/kept', undefined, 1, false]] });
  });

  it('has five thousand different reads at most, and goes on counting those', () => {
    const mix = new Mix();
    for (let n = 0; n < 5_001; n++) mix.add(record(`/escrow/${n}`));
    mix.add(record('/escrow/7'));
    expect([mix.reads().length, mix.covered, mix.requests, mix.reads()[0]?.path]).toEqual([5_000, 5_001, 5_002, '/escrow/7']);
  });
}); // prettier-ignore

describe('a baseline', () => {
  const of = (perSecond: number | null, p99: number | null, apart = 0) => ({
    highestPerSecond: perSecond,
    perSecond: perSecond === null ? null : { mean: perSecond, low: perSecond - apart, high: perSecond + apart },
    p99Ms: p99 === null ? null : { mean: p99, low: p99 - apart, high: p99 + apart },
  });
  const compared = (ours: ComparedBaseline, theirs: ComparedBaseline) => compareWith(ours, theirs, { file: 'b.json', tolerance: 0.1 });

  it.each<[ComparedBaseline, ComparedBaseline, readonly string[]]>([
    [of(100, 10), of(100, 10), []], [of(90, 10), of(100, 10), []], [of(89, 10), of(100, 10), ["requests a second are 89% of the baseline's"]], [of(200, 99), of(100, 10), []],
    [of(100, 11), of(100, 10), []], [of(100, 12), of(100, 10), ["the p99 is 120% of the baseline's"]], [of(90, 12), of(100, 10), ["the p99 is 120% of the baseline's"]], [of(109, 12), of(100, 10), ["the p99 is 120% of the baseline's"]], [of(89, 12), of(100, 10), ["requests a second are 89% of the baseline's"]],
    [of(null, null), of(100, 10), ['no rate holds where the baseline had one']], [of(null, null), of(null, null), []], [of(100, 10), of(null, null), []], [of(50, 99), of(0, 0), []],
    // What may be chance is not worse.
    [of(89, 10, 6), of(100, 10, 6), []], [of(89, 10, 5), of(100, 10, 5), ["requests a second are 89% of the baseline's"]], [of(100, 12, 1), of(100, 10, 1), []], [of(100, 12, 0.9), of(100, 10, 0.9), ["the p99 is 120% of the baseline's"]],
  ])('%j beside %j: %j', (ours, theirs, worse) => expect(compared(ours, theirs).worse).toEqual(worse));

  it('has both ratios, where there are both figures', () => {
    expect(compared(of(50, 30), of(100, 10))).toEqual({ file: 'b.json', perSecondRatio: 0.5, p99Ratio: 3, worse: ["requests a second are 50% of the baseline's"] });
    expect([compared(of(50, null), of(100, 10)).p99Ratio, compared(of(50, 1), of(100, null)).p99Ratio, compared(of(null, 1), of(100, 1)).perSecondRatio, compared(of(50, 1), of(0, 1)).perSecondRatio]).toEqual([null, null, null, null]);
  });
}); // prettier-ignore

describe('what limited a bench', () => {
  const broken = (...limits: readonly (BenchStep['limitedBy'] | null)[]) => limitOf(limits.map((limitedBy) => ({ limitedBy }) as BenchStep));

  it('is what broke most steps, and the target last of those that did as often', () => {
    expect([broken('target', 'ceiling', 'target'), broken('ceiling', 'target', 'ceiling'), broken('target', 'ceiling'), broken('ceiling', 'target'), broken('target', 'generator', 'connections')]).toEqual(['target', 'ceiling', 'ceiling', 'ceiling', 'generator']);
    expect([broken(null, 'budget', null), broken(null), broken()]).toEqual(['budget', undefined, undefined]);
  });

  const idle = { processorShare: 0.1, eventLoopShare: 0.1, eventLoopDelayP99Ms: 1, collectionShare: 0, collectionLongestMs: 0 };
  /** Of ten requests, each so long. */
  function measured(times: Readonly<Record<string, number>>): Measures {
    const measures = new Measures();
    const histograms = { ...measures.waits, lag: measures.lag, service: measures.service, crowded: measures.serviceCrowded };
    for (let n = 0; n < 10; n++) for (const [name, ms] of Object.entries(times)) if (name in histograms) recordMs(histograms[name as 'lag'], ms);
    if (times['alone'] !== undefined) recordMs(measures.serviceAlone, times['alone']);
    return measures;
  }
  const limited = (times: Readonly<Record<string, number>>, change: Partial<Broken> = {}): string =>
    limiterOf({ measures: measured(times), generator: idle, p99MsMax: 200, isFailing: false, isSpent: false, isLate: false, isHeldBack: false, ...change });

  it('is whatever took the most time, if the service keeps the threshold', () => {
    expect([limited({ service: 10, ceiling: 5 }), limited({ service: 10, connection: 5 }), limited({ service: 10, lag: 5 }), limited({ service: 10, alone: 2 })]).toEqual(['ceiling', 'connections', 'generator', 'target']);
    // Without a request that was alone nothing can be said of the target.
    expect(limited({ service: 190, lag: 1 })).toBe('generator');
    expect(limited({ service: 100, alone: 95, lag: 6 })).toBe('generator');
    expect(limited({ service: 100, alone: 95, lag: 4 })).toBe('target');
    expect(limited({ service: 100, alone: 95, lag: 9 }, { isHeldBack: true })).toBe('target');
  });

  it('is the target where its connections are crowded, and takes twice as long then', () => {
    const crowded = (ms: number) => limited({ service: 10, alone: 10, crowded: ms, connection: 50 });
    expect([crowded(30), crowded(19), crowded(10), limited({ service: 10, connection: 50, crowded: 30 }), limited({ service: 10, alone: 10, connection: 50 })]).toEqual(['target', 'connections', 'connections', 'connections', 'connections']);
  });

  it('is the generator where its own delays are half of the threshold', () => {
    const slow = (eventLoopDelayP99Ms: number) => limited({ service: 250 }, { generator: { ...idle, eventLoopDelayP99Ms } });
    expect([slow(100), slow(99)]).toEqual(['generator', 'target']);
    expect(limited({ service: 200, ceiling: 900 })).toBe('target');
  });

  it('is the generator for refusals of its bursts, where they are most of all failures', () => {
    const refused = (counts: Readonly<Record<number, number>>, lost = 0): string => {
      const measures = new Measures();
      for (const [status, count] of Object.entries(counts)) measures.statusCounts.set(Number(status), count);
      if (lost > 0) measures.failures.set('timeout', lost);
      return limited({}, { measures, isFailing: true, isLate: true });
    };
    expect([refused({ 429: 6, 500: 5 }), refused({ 429: 5, 400: 5 }), refused({ 429: 6, 200: 99 }), refused({ 429: 6 }, 5), refused({ 429: 6 }, 6), refused({ 399: 9, 429: 1 }), refused({ 500: 1 })]).toEqual(['generator', 'target', 'generator', 'generator', 'target', 'generator', 'target']);
  });

  it('is told by times that are all zero where nothing was measured', () => {
    expect(percentiles(new Measures().response)).toEqual({ p50: 0, p90: 0, p99: 0, p999: 0, max: 0 });
    const { response } = new Measures();
    for (const ms of [0, -5, 2 ** 60]) recordMs(response, ms);
    expect([response.count, response.min]).toEqual([3, 1]);
  });
}); // prettier-ignore

describe('tallies', () => {
  const anyOutcome: fc.Arbitrary<RequestOutcome> = fc.record({
    call: fc.constantFrom('escrow/B/create', 'wallet/A/send', 'GET /x', ''), status: fc.constantFrom(0, 200, 399, 400, 429, 503), code: fc.constantFrom('', 'timeout', 'BUSY'),
    responseMs: fc.option(fc.integer({ min: 0, max: 500 }), { nil: undefined }), serviceMs: fc.option(fc.integer({ min: 0, max: 500 }), { nil: undefined }),
  }); // prettier-ignore

  it('count what a model counts, however many workers share the requests', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(anyOutcome, fc.nat({ max: 2 })), { maxLength: 20 }), (outcomes) => {
        const parts = [0, 1, 2].map(() => new CallTallies());
        for (const [outcome, at] of outcomes) parts[at]?.add(outcome);
        const whole = new CallTallies();
        for (const part of parts) whole.merge(structuredClone(part.plain()));
        const all = outcomes.map(([outcome]) => outcome);
        const failed = all.filter(({ status }) => status === 0 || status >= 400);
        const { total } = whole;
        expect([total.requests, total.failed, total.timeouts, total.limited]).toEqual([all.length, failed.length, all.filter(({ code }) => code === 'timeout').length, all.filter(({ status }) => status === 429).length]);
        expect([total.sumMs, total.response.totalCount, total.service.totalCount]).toEqual([all.reduce((sum, { responseMs = 0 }) => sum + responseMs, 0), all.filter(({ responseMs }) => responseMs !== undefined).length, all.filter(({ serviceMs }) => serviceMs !== undefined).length]);
        expect([...total.codes.values()].reduce((sum, count) => sum + count, 0)).toBe(failed.length);
        expect([...total.statuses.entries()].toSorted(([a], [b]) => a - b)).toEqual([200, 399, 400, 429, 503].map((status) => [status, all.filter((each) => each.status === status).length] as const).filter(([, count]) => count > 0));
        const rows = operationsOf(whole, 2);
        expect(rows.map(({ call, requests, perSecond }) => [call, requests, perSecond])).toEqual([...new Set(all.map(({ call }) => call))].toSorted().map((call) => [call, all.filter((each) => each.call === call).length, all.filter((each) => each.call === call).length / 2]));
        expect(measuresOf(whole).filter(({ name }) => name.startsWith('http_reqs{')).map(({ name }) => name)).toEqual(['escrow', 'wallet'].filter((service) => all.some(({ call }) => call.startsWith(service))).map((service) => `http_reqs{service:${service}}`));
      }),
      { numRuns: 30 },
    );
  }); // prettier-ignore

  it('have a figure of each kind, of all requests and of each service', () => {
    const tallies = new CallTallies();
    for (const [call, status, responseMs] of [['escrow/B/create', 200, 1], ['escrow/A/list', 429, 2], ['GET /x', 0, undefined]] as const)
      tallies.add({ call, status, code: status === 0 ? 'timeout' : '', responseMs, serviceMs: undefined });
    const times = (tags: string) => [['avg', 1.5], ['med', 1], ['p(90)', 2], ['p(99)', 2], ['max', 2]].map(([aggregate, value]) => ({ name: `http_req_duration{${tags}${aggregate}}`, unit: 'ms', value }));
    expect(measuresOf(tallies)).toEqual([
      { name: 'http_reqs', unit: 'requests', value: 3 }, { name: 'http_req_failed', unit: 'share', value: 2 / 3 }, { name: 'http_req_timeouts', unit: 'requests', value: 1 }, ...times(''), { name: 'rate_limited_total', unit: 'requests', value: 1 },
      { name: 'http_reqs{service:escrow}', unit: 'requests', value: 2 }, { name: 'http_req_failed{service:escrow}', unit: 'share', value: 0.5 }, { name: 'http_req_timeouts{service:escrow}', unit: 'requests', value: 0 }, ...times('service:escrow,'),
    ]);
    expect(measuresOf(new CallTallies())).toEqual([]);
  }); // prettier-ignore

  it('have the most frequent error first, and two hundred of them at most', () => {
    const tallies = new CallTallies();
    const add = (code: string) => tallies.add({ call: 'x', status: 500, code, responseMs: undefined, serviceMs: undefined }); // prettier-ignore
    for (const code of ['b', 'a', 'c', 'c']) add(code);
    expect(Object.entries(operationsOf(tallies, 1)[0]?.errors ?? {})).toEqual([['c', 2], ['a', 1], ['b', 1]]); // prettier-ignore
    for (let n = 0; n < 200; n++) add(`e${n}`);
    add('e5');
    expect([tallies.total.codes.size, tallies.total.codes.get('other'), tallies.total.codes.get('e5')]).toEqual([201, 3, 2]); // prettier-ignore
    expect(new RequestTally().plain()).toMatchObject({ requests: 0, failed: 0, statuses: [], codes: [] });
  });
});
