/** One step of a bench: what it offers, and what is said of it, from measurements that are made up; and a script of iterations. */
import { afterEach, describe, expect, it, vi } from 'vitest';
import { loadOf } from '../../../../src/live/traffic/bench/load.ts';
import {
  IterationsScript,
  type IterationsParts,
} from '../../../../src/live/traffic/bench/requests/iterations-script.ts';
import { readRequestFile } from '../../../../src/live/traffic/bench/requests/request-file.ts';
import { requestLoad } from '../../../../src/live/traffic/bench/requests/request-load.ts';
import { newFaker } from '../../../../src/live/traffic/bench/requests/values.ts';
import type { BenchStep } from '../../../../src/live/traffic/bench/result.ts';
import { Step } from '../../../../src/live/traffic/bench/step.ts';
import { WatchedScript } from '../../../../src/live/traffic/bench/watched-script.ts';
import type { EngineCounts } from '../../../../src/live/traffic/engine/engine-options.ts';
import { GeneratorWatch } from '../../../../src/live/traffic/engine/generator-watch.ts';
import { Measures, recordMs } from '../../../../src/live/traffic/engine/measures.ts';
import { OpenEngine } from '../../../../src/live/traffic/engine/open-engine.ts';
import type { PlannedRequest } from '../../../../src/live/traffic/engine/planned-request.ts';
import { LiveSeries } from '../../../../src/live/traffic/measure/live-series.ts';
import type { RawAnswer } from '../../../../src/live/traffic/http/answer-parser.ts';
import { Budget } from '../../../../src/live/traffic/target/budget.ts';
import { readTarget } from '../../../../src/live/traffic/target/target.ts';

afterEach(() => void vi.restoreAllMocks());

const target = readTarget('t.yaml', 'name: t\nhosts: [127.0.0.1]\nallow: writes\nservices: { escrow: "http://127.0.0.1:1/e", faucet: "http://127.0.0.1:2/f" }\n'); // prettier-ignore
const unbounded = new Budget({ micros: undefined, requests: undefined });
const idle = { processorShare: 0.1, eventLoopShare: 0.1, eventLoopDelayP99Ms: 1, collectionShare: 0, collectionLongestMs: 0 }; // prettier-ignore

interface Made {
  readonly response?: readonly number[];
  readonly service?: readonly number[];
  readonly lag?: readonly number[];
  readonly ceiling?: readonly number[];
  readonly counts?: Partial<EngineCounts>;
  readonly isStopped?: boolean;
  readonly script?: Readonly<Partial<Record<'achievedShare' | 'missing' | 'refused' | 'withheld', unknown>>>;
  readonly generator?: Partial<typeof idle>;
}

/** A step of 100 requests a second for two seconds, of which this was measured. */
async function stepOf({ response = [1], service = response, lag = [0.1], ceiling = [], counts = {}, isStopped = false, script = {}, generator = {} }: Made = {}): Promise<BenchStep> {
  const measures = new Measures();
  for (const [histogram, all] of [[measures.response, response], [measures.service, service], [measures.lag, lag], [measures.waits.ceiling, ceiling]] as const) for (const ms of all) recordMs(histogram, ms);
  measures.statusCounts.set(200, 3);
  measures.failures.set('reset', 2);
  vi.spyOn(OpenEngine.prototype, 'measures', 'get').mockReturnValue(measures);
  vi.spyOn(OpenEngine.prototype, 'isStopped', 'get').mockReturnValue(isStopped);
  vi.spyOn(OpenEngine.prototype, 'run').mockImplementation(function (this: { counts: EngineCounts }) {
    Object.assign(this.counts, { answered: 4, ...counts });
    return Promise.resolve();
  });
  vi.spyOn(GeneratorWatch.prototype, 'figures', 'get').mockReturnValue({ ...idle, ...generator });
  for (const [name, value] of Object.entries({ achievedShare: 1, missing: 0, refused: 0, withheld: undefined, ...script })) vi.spyOn(WatchedScript.prototype, name as 'refused', 'get').mockReturnValue(value as never);
  const load = loadOf([], () => ({}) as never);
  const step = new Step({ target, load, stepMs: 2_000, requestsPerSecond: 100, limits: { p99MsMax: 50, failedMax: 0.01 }, arrivals: 'even', budget: unbounded, step: 0, series: new LiveSeries() });
  return step.run();
} // prettier-ignore

describe('a step of a bench', () => {
  it('has its rates, its times, its failures, and what requests waited', async () => {
    const step = await stepOf({ response: [1, 2], service: [0.5], ceiling: [0.4, 0.6], counts: { failed: 2 }, script: { achievedShare: 0.995, refused: 0 } });
    expect(step).toEqual({
      offeredPerSecond: 100, achievedPerSecond: 99.5, responseMs: { p50: 1, p90: 2, p99: 2, p999: 2, max: 2 }, serviceMs: { p50: 0.5, p90: 0.5, p99: 0.5, p999: 0.5, max: 0.5 },
      failed: 2, statuses: { 200: 3 }, failures: { reset: 2 }, sendLagP99Ms: 0.1, waitedMs: { ceiling: 0.25, connection: 0 }, generator: idle, holds: true, limitedBy: null, generatorPart: null, voidReason: null,
    });
    const unanswered = await stepOf({ ceiling: [0.4], counts: { answered: 0 } });
    expect(unanswered.waitedMs).toEqual({ ceiling: 0.4, connection: 0 });
  }); // prettier-ignore

  const held = { holds: true, limitedBy: null, generatorPart: null, voidReason: null };
  const broken = (limitedBy: string) => ({ ...held, holds: false, limitedBy });
  const neither = { ...held, holds: false };
  it.each<[string, Made, object]>([
    ['it kept every limit', {}, held],
    ['as many failed as may', { counts: { failed: 1 }, script: { refused: 1 } }, held],
    ['more failed', { counts: { failed: 1 }, script: { refused: 2 } }, broken('target')],
    ['a response took as long as none may', { response: [50] }, broken('target')],
    ['requests waited as long as none may before they were sent', { response: [50], service: [1], ceiling: [49] }, broken('ceiling')],
    ['all took less', { response: [49.9] }, held],
    ['it came to 99 of 100', { script: { achievedShare: 0.99, missing: 2 } }, held],
    ['it came to less', { script: { achievedShare: 0.989, missing: 1 }, ceiling: [9] }, broken('ceiling')],
    ['less than one is missing', { script: { achievedShare: 0.5, missing: 0.99 } }, held],
    ['the budget withheld a request', { script: { withheld: 'usdc' } }, broken('budget')],
    ['the budget ended it', { script: { withheld: 'usdc' }, isStopped: true }, broken('budget')],
    ['it was stopped', { isStopped: true }, neither],
    ['it was stopped while it broke', { response: [99], isStopped: true }, neither],
    ['nothing was measured', { response: [] }, { ...neither, voidReason: 'no request was measured after the warm-up' }],
    ['nothing was measured of one that was stopped', { response: [], isStopped: true }, neither],
    ['the generator was late', { lag: [5.1] }, { ...neither, limitedBy: 'generator', generatorPart: 'event loop', voidReason: 'the generator itself was late: p99 of its send lag is 5.1 ms, allowed are 5.0 ms' }],
    ['the generator was in time', { lag: [4.99] }, held],
    ['the generator was late because requests were held back', { lag: [9], response: [99], service: [1], counts: { heldBack: 1 } }, broken('ceiling')],
    ['its own pauses took the time', { response: [60], generator: { eventLoopDelayP99Ms: 25.04 } }, { ...neither, limitedBy: 'generator', generatorPart: 'event loop', voidReason: "the generator itself was late: p99 of its event loop's delay is 25.0 ms" }],
    ['its processor was busy', { lag: [9], generator: { processorShare: 0.9, eventLoopShare: 0.9 } }, { ...neither, limitedBy: 'generator', generatorPart: 'processor', voidReason: expect.stringMatching(/send lag is 9\.0 ms/) }],
  ])('where %s', async (_what, made, said) => {
    const { holds, limitedBy, generatorPart, voidReason } = await stepOf(made);
    expect({ holds, limitedBy, generatorPart, voidReason }).toEqual(said);
  }); // prettier-ignore

  it.each([[100, 2_000, 200, 200], [0.1, 1_000, 1, 100], [1.26, 2_000, 3, 200], [1.24, 2_000, 2, 200]])(
    'of %f a second for %i ms offers %i requests, and measures from %i ms on', (requestsPerSecond, stepMs, count, fromMs) => {
      const load = loadOf([], () => ({}) as never);
      const script = vi.spyOn(load, 'script');
      const step = new Step({ target, load, stepMs, requestsPerSecond, limits: { p99MsMax: 50, failedMax: 0 }, arrivals: 'poisson', budget: unbounded, step: 4, series: new LiveSeries() });
      expect(script.mock.calls).toEqual([[{ requests: count, requestsPerSecond, arrivals: 'poisson', step: 4 }]]);
      expect([step.tallies.total.requests, fromMs]).toEqual([0, stepMs / 10]);
    }); // prettier-ignore
});

describe('a script of iterations', () => {
  const file = readRequestFile('r.yaml', `accounts: [buyer, seller]
rotate: true
requests:
  - { by: buyer, do: POST /escrow/escrow, body: { to: '\${seller}', n: '\${n}', at: '\${int 1 1000000}' }, as: made, costs: 0.5 }
  - { by: seller, do: 'GET /faucet/\${made:/id}' }
`, { target, callOf: (method) => (method === 'POST' ? 'escrow/B/create' : undefined) }); // prettier-ignore
  const users = [0, 1].map((number) => ({ accounts: ['a', 'b'].map((name) => ({ agentId: `${name}${number}`, key: `key-${name}${number}` })), answers: new Map<string, unknown>(), ip: number === 0 ? undefined : '10.79.0.1' })); // prettier-ignore
  const scriptOf = (plan: object = {}, parts: Partial<IterationsParts> = {}) =>
    new IterationsScript(
      { requests: file.requests, accounts: file.accounts, rotates: true, users, seed: '1', faker: newFaker(), carried: undefined, endpointOf: ({ method }) => (method === 'GET' ? 1 : 0), ...parts },
      { requests: 8, requestsPerSecond: 4, arrivals: 'even', step: 3, ...plan },
    ); // prettier-ignore
  const answer = (body: string) => ({ bytes: Buffer.from(`xx${body}y`), start: 2, end: 2 + Buffer.byteLength(body) }) as RawAnswer; // prettier-ignore

  it('has the requests of each iteration, the first of which is due at an even rate', async () => {
    const script = scriptOf();
    const batch = await script.next();
    expect(batch).toHaveLength(8);
    expect(batch.slice(0, 4)).toEqual([0, 1, 2, 3].map((n) => ({
      n, session: Math.floor(n / 2), method: n % 2 === 0 ? 'POST' : 'GET', endpoint: n % 2, dueMs: 500 * Math.floor(n / 2), isMeasured: true, isAlone: false, isFollowUp: n % 2 === 1,
      intendedMs: 0, readyMs: 0, sentMs: 0, heldMs: 0, besides: 0, source: file.requests[n % 2], isLast: n % 2 === 1, priceMicros: undefined,
    })));
    expect([await script.next(), script.awaits(), script.work(), script.defersNothing, batch.map((each) => script.callOf(each)).slice(0, 2)]).toEqual([[], undefined, false, true, ['escrow/B/create', 'GET /faucet/${made:/id}']]);
  }); // prettier-ignore

  it.each([[1, 1], [2, 1], [3, 2], [4, 2], [5, 3], [513, 257]])('of %i requests has %i iterations, in batches of 256', async (requests, count) => {
    const script = scriptOf({ requests });
    const sizes: number[] = [];
    for (let batch = await script.next(); batch.length > 0; batch = await script.next()) sizes.push(batch.length / 2);
    expect(sizes).toEqual(count > 256 ? [256, count - 256] : [count]);
  }); // prettier-ignore

  it('composes a request from its user, its number and the answers before it', async () => {
    const script = scriptOf();
    const batch = await script.next();
    const texts = batch.map((request, n) => {
      const text = script.textOf(request);
      if (n % 2 === 0) script.answered(request, answer(`{"id":"e${n}"}`));
      return [text?.split(' HTTP')[0], /key-..|$/.exec(text ?? '')?.[0], /"to":"(..)","n":(\d)/.exec(text ?? '')?.slice(1), text?.includes('10.79.0.1'), script.priceOf(request)];
    });
    expect(texts).toEqual([
      ['POST /e/escrow', 'key-a0', ['b0', '0'], false, 500_000], ['GET /f/e0', 'key-b0', undefined, false, 0],
      ['POST /e/escrow', 'key-a1', ['b1', '1'], true, 500_000], ['GET /f/e2', 'key-b1', undefined, true, 0],
      ['POST /e/escrow', 'key-b0', ['a0', '2'], false, 500_000], ['GET /f/e4', 'key-a0', undefined, false, 0],
      ['POST /e/escrow', 'key-b1', ['a1', '3'], true, 500_000], ['GET /f/e6', 'key-a1', undefined, true, 0],
    ]);
    const plain = scriptOf({}, { rotates: false });
    expect((await plain.next()).filter((_, n) => n % 2 === 0).map((request) => /key-..|$/.exec(plain.textOf(request) ?? '')?.[0])).toEqual(['key-a0', 'key-a1', 'key-a0', 'key-a1']);
  }); // prettier-ignore

  it('draws by seed, step and number alone, and drops an iteration with its last request', async () => {
    const first = async (plan: object, parts: Partial<IterationsParts> = {}) => {
      const script = scriptOf(plan, parts);
      const [request] = await script.next();
      return /"at":(\d+)/.exec(script.textOf(request!) ?? '')?.[1];
    };
    expect(await first({})).toBe(await first({}));
    expect(new Set([await first({}), await first({ step: 4 }), await first({}, { seed: '2' })]).size).toBe(3);
    const end = async (over: (script: IterationsScript, last: PlannedRequest) => void) => {
      const script = scriptOf();
      const [one, last] = await script.next();
      script.textOf(one!);
      script.answered(one!, answer('{"id":"x"}'));
      const before = script.textOf(last!)?.split(' HTTP')[0];
      over(script, last!);
      return [before, script.textOf(last!)];
    };
    for (const over of [(s, last) => s.failed(last), (s, last) => s.unsent(last), (s, last) => void s.answered(last, answer('{}'))] as ((script: IterationsScript, last: PlannedRequest) => void)[])
      expect(await end(over)).toEqual(['GET /f/x', undefined]);
    expect(await end((s, last) => s.failed({ ...last, isLast: false } as never))).toEqual(['GET /f/x', expect.stringMatching(/^GET \/f\/x /)]);
  }); // prettier-ignore

  it('goes to each address by one endpoint', () => {
    const load = requestLoad({ target, file, users, seed: '1', endpointOf: ({ host, port, isTls }) => ({ host, port, isTls, address: host, ca: undefined }) }); // prettier-ignore
    expect(load.endpoints.map(({ port }) => port)).toEqual([1, 2]);
  });
});
