/** The search for the highest rate, against a server that breaks at a known one. */
import { describe, expect, it } from 'vitest';
import { benchSchema } from '../../../docs/result-schemas.ts';
import { compareWith } from '../../../src/live/traffic/bench/baseline.ts';
import { ClosedLoop } from '../../../src/live/traffic/bench/closed-loop.ts';
import { ConstantRate } from '../../../src/live/traffic/bench/constant.ts';
import { interval } from '../../../src/core/base/interval.ts';
import { loadOf, type LoadRequest } from '../../../src/live/traffic/bench/load.ts';
import { Mix } from '../../../src/live/traffic/bench/mix.ts';
import type { BenchFigures, BenchResult } from '../../../src/live/traffic/bench/result.ts';
import { Saturation, type SaturationCall } from '../../../src/live/traffic/bench/saturation.ts';
import { readTarget } from '../../../src/live/traffic/target/target.ts';
import type { TraceRecord } from '../../../src/simulation/trace/format.ts';
import { answerJson, toyServer, type Respond } from './toy-server.ts';
import { recordLine } from './traces.ts';
import { strictAjv } from '../../schema-checks.ts';

async function served(respond: Respond, extra = '') {
  const toy = await toyServer(respond);
  const target = readTarget(
    'toy.yaml',
    `name: toy\nhosts: [127.0.0.1]\nservices: { faucet: "http://127.0.0.1:${toy.port}" }\n${extra}`,
  );
  const place = { isTls: false, host: '127.0.0.1', address: '127.0.0.1', port: toy.port, ca: undefined };
  const address = target.services.get('faucet') as LoadRequest['address'];
  return { toy, target, place, address };
}

const limits = { p99MsMax: 60_000, failedMax: 0 };
const answering: Respond = (_asked, response) => answerJson(response, {});

async function benched(respond: Respond, changes: Partial<SaturationCall> = {}, extra = '') {
  const { toy, target, place, address } = await served(respond, extra);
  const read = { weight: 1, address, path: '/x', query: undefined, headers: {} };
  const saturation = new Saturation({
    target,
    load: loadOf([read], () => place),
    stepMs: 100,
    fromPerSecond: 20,
    toPerSecond: 100,
    limits,
    repeats: 2,
    ...changes,
  });
  return { toy, saturation };
}

/** What the command adds to the figures. */
const asResult = (figures: BenchFigures): BenchResult => ({
  target: 'toy',
  path: '/faucet/x',
  mix: null,
  baseline: null,
  ...figures,
});

describe('a bench', () => {
  it('rises to the rate asked for where everything holds, and repeats it', async () => {
    const { saturation } = await benched(answering);
    const result = asResult(await saturation.run());
    expect(strictAjv.validate(benchSchema, result), strictAjv.errorsText()).toBe(true);
    const isGeneratorLate = result.steps.some(({ voidReason }) => voidReason !== null);
    if (!isGeneratorLate)
      expect(result).toMatchObject({ highestPerSecond: 100, limitedBy: 'rate', ok: true });
    expect(result.steps[0]?.offeredPerSecond).toBe(20);
    const counted = result.measured?.steps.map((step) => result.steps[step]?.holds) ?? [];
    if (!isGeneratorLate) expect(counted).toEqual([true, true]);
    const { measures } = saturation;
    const requests = measures.find(({ name }) => name === 'http_reqs')?.value ?? 0;
    expect(requests).toBe(result.measured?.requests);
  });

  it('stops at a target that breaks, and says that it was the target', async () => {
    const { toy, saturation } = await benched((_asked, response) => answerJson(response, {}, 503));
    const result = await saturation.run();
    expect(result).toMatchObject({ highestPerSecond: null, ok: false, measured: { steps: [], requests: 0 } });
    expect(saturation.measures).toEqual([]);
    expect(result.steps[0]).toMatchObject({ holds: false, failed: 2 });
    expect(toy.asked).toHaveLength(2);
  });

  it('never offers more than the ceiling of the target file', async () => {
    const { saturation } = await benched(
      (_asked, response) => answerJson(response, {}),
      {},
      'requestsPerSecond: 30\n',
    );
    const { steps } = await saturation.run();
    expect(Math.max(...steps.map(({ offeredPerSecond }) => offeredPerSecond))).toBeLessThanOrEqual(30);
  });

  it('repeats the search around its result, and notices that the target has become worse', async () => {
    // 2 requests at 20 a second, 3 at 32; the next step breaks, and so does all that comes after it.
    const { saturation, toy } = await benched((_asked, response, index) =>
      answerJson(response, {}, index < 5 ? 200 : 503),
    );
    const figures = await saturation.run();
    expect(figures).toMatchObject({ highestPerSecond: null, ok: false });
    const [first, ...later] = figures.steps.filter(({ voidReason }) => voidReason === null);
    if (first?.offeredPerSecond === 20) expect(first.holds).toBe(true);
    expect(later.at(-1)?.holds).toBe(false);
    expect(toy.asked.length).toBeGreaterThan(10);
  });

  it('repeats one rate as often as requested, and breaks if a share of requests fails', async () => {
    const { target, place, address } = await served((_asked, response, index) =>
      answerJson(response, {}, index % 10 === 9 ? 503 : 200),
    );
    const read = { weight: 1, address, path: '/x', query: undefined, headers: {} };
    const call = { target, load: loadOf([read], () => place), stepMs: 200, requestsPerSecond: 100 };
    const lenient = await new ConstantRate({ ...call, limits: { ...limits, failedMax: 0.2 } }, 3).run();
    expect(lenient.steps.map(({ failed }) => failed)).toEqual([2, 2, 2]);
    // All requests of all steps, of which every tenth failed.
    expect(lenient.measured).toMatchObject({ steps: [0, 1, 2], requests: 60, failed: 6, errors: { 503: 6 } });
    expect(lenient.measured?.series.reduce((sum, { offered }) => sum + offered, 0)).toBe(60);
    const [operation] = lenient.measured?.operations ?? [];
    expect(operation).toMatchObject({ call: '', requests: 60, failed: 6 });
    // The first tenth of a step is not measured.
    expect(operation?.perSecond).toBeCloseTo(100);
    const strict = await new ConstantRate({ ...call, limits }, 2).run();
    expect(strict).toMatchObject({ shape: 'constant', highestPerSecond: null, ok: false });
    expect(strictAjv.validate(benchSchema, asResult(strict)), strictAjv.errorsText()).toBe(true);
  });

  it('does not hold where no request was measured', async () => {
    const { target, place, address } = await served((_asked, response) => answerJson(response, {}));
    const read = { weight: 1, address, path: '/x', query: undefined, headers: {} };
    const call = { target, load: loadOf([read], () => place), stepMs: 100, requestsPerSecond: 5 };
    // A busy machine may make the step void for another reason.
    const { steps, ok } = await new ConstantRate(
      { ...call, limits: { ...limits, p99MsMax: 60_000 } },
      1,
    ).run();
    expect(steps.map(({ holds }) => holds)).not.toContain(true);
    expect(steps.at(-1)?.voidReason).toMatch(/no request was measured after the warm-up|was late/);
    expect(ok).toBe(false);
  });

  it('runs a closed loop on request, over the allowed connections', async () => {
    const { toy, target, place, address } = await served(answering, 'connections: 3\n');
    const reads = ['/a', '/b'].map((path, index) => ({
      weight: index === 0 ? 3 : 1,
      address,
      path,
      query: { at: 'x y' },
      headers: { 'x-one': '1' },
    }));
    const load = loadOf(reads, () => place);
    const figures = await new ClosedLoop({
      target,
      load,
      stepMs: 1000,
      connections: 50,
      limits,
      repeats: 1,
    }).run();
    expect(toy.connectionsMost()).toBeLessThanOrEqual(3);
    expect(figures).toMatchObject({ shape: 'closed', ok: true });
    expect(strictAjv.validate(benchSchema, asResult(figures)), strictAjv.errorsText()).toBe(true);
    expect(toy.asked[0]).toMatchObject({ url: '/a?at=x+y', headers: { 'x-one': '1' } });
    const ofB = toy.asked.filter(({ url }) => url.startsWith('/b')).length / toy.asked.length;
    expect(Math.abs(ofB - 0.25)).toBeLessThan(0.05);
  });

  it('gives the interval of repetitions by Student', () => {
    const { mean = 0, low = 0, high = 0 } = interval([10, 12, 14]) ?? {};
    expect([mean, low, high].map((value) => value.toFixed(2))).toEqual(['12.00', '7.03', '16.97']);
    expect(interval([10])).toBeUndefined();
  });
});

describe('a mix', () => {
  it('represents successful reads that need nothing of the recording but a key', () => {
    const mix = new Mix();
    const lines = [
      recordLine({ n: 0, at: 0, method: 'POST', body: { agent_id: 'a b' } }),
      recordLine({ n: 1, at: 1, path: '/faucet/a' }),
      recordLine({ n: 2, at: 2, path: '/faucet/a' }),
      recordLine({ n: 3, at: 3, path: '/faucet/a', query: { b: 'c' } }),
      recordLine({ n: 4, at: 4, path: '/faucet/b', headers: { authorization: 'Bearer ${0:/api_key}' } }),
      recordLine({ n: 5, at: 5, path: '/faucet/${0:/escrow_id}' }),
      recordLine({ n: 6, at: 6, path: '/faucet/a', query: { id: '${0:/escrow_id}' } }),
      recordLine({ n: 7, at: 7, path: '/faucet/none', status: 404 }),
      recordLine({ n: 8, at: 8, path: '/faucet/agents/a%20b' }),
      recordLine({ n: 9, at: 9, path: '/faucet/agents', query: { name: 'a b' } }),
    ];
    for (const line of lines) mix.add(JSON.parse(line) as TraceRecord);
    expect(mix.reads().map(({ path, needsKey, weight }) => [path, needsKey, weight])).toEqual([
      ['/faucet/a', false, 2],
      ['/faucet/a', false, 1],
      ['/faucet/b', true, 1],
    ]);
    expect([mix.covered, mix.requests]).toEqual([4, 10]);
  });

  it('is the same in every stretch of a run', async () => {
    const { place, address } = await served(answering);
    const weights = [70, 20, 10];
    const reads = weights.map((weight, index) => ({
      weight,
      address,
      path: `/${index}`,
      query: undefined,
      headers: {},
    }));
    const load = loadOf(reads, () => place);
    for (const from of [0, 12_345, 1_000_000]) {
      const counts = [0, 0, 0];
      for (let n = from; n < from + 100; n++) counts[load.pick(n)] = (counts[load.pick(n)] ?? 0) + 1;
      counts.forEach((count, index) => expect(Math.abs(count - (weights[index] ?? 0))).toBeLessThan(4));
    }
    const wrong = { weight: 1, address, path: '/', query: undefined, headers: { a: 'b\r\nc: d' } };
    expect(() => loadOf([wrong], () => place)).toThrow(/no HTTP message can carry/);
  });
});

describe('a baseline', () => {
  const around = (mean: number, by: number) => ({ mean, low: mean - by, high: mean + by });
  const before = { highestPerSecond: 1000, perSecond: around(1000, 50), p99Ms: around(20, 1) };
  it.each([
    ['the same', before, []],
    ['better', { highestPerSecond: 2000, perSecond: around(2000, 10), p99Ms: around(5, 1) }, []],
    ['a little slower', { ...before, highestPerSecond: 950, perSecond: around(950, 1) }, []],
    ['slower, but no more than chance has it', { ...before, highestPerSecond: 800, perSecond: around(800, 300) }, []],
    ['slower', { ...before, highestPerSecond: 800, perSecond: around(800, 10) }, ["requests a second are 80% of the baseline's"]],
    ['slower, once', { ...before, highestPerSecond: 800, perSecond: null }, ["requests a second are 80% of the baseline's"]],
    ['later at the same rate', { ...before, p99Ms: around(30, 1) }, ["the p99 is 150% of the baseline's"]],
    ['later at twice the rate', { highestPerSecond: 2000, perSecond: around(2000, 1), p99Ms: around(30, 1) }, []],
    ['broken', { highestPerSecond: null, perSecond: null, p99Ms: null }, ['no rate holds where the baseline had one']],
  ])('tells what is %s', (_what, ours, worse) => {
    expect(compareWith(ours, before, { file: 'b', tolerance: 0.1 }).worse).toEqual(worse);
  }); // prettier-ignore
});
