/** The parts of a bench: the messages of a load, the steps and what they have in common, a constant rate, and keys. */
import { describe, expect, it } from 'vitest';
import { compareWith } from '../../../../src/live/traffic/bench/baseline.ts';
import { ConstantRate } from '../../../../src/live/traffic/bench/constant.ts';
import { registeredKeys } from '../../../../src/live/traffic/bench/keys.ts';
import { loadOf, type LoadRequest, type StepPlan } from '../../../../src/live/traffic/bench/load.ts';
import { Saturation } from '../../../../src/live/traffic/bench/saturation.ts';
import { Step } from '../../../../src/live/traffic/bench/step.ts';
import { Steps, type StepsCall } from '../../../../src/live/traffic/bench/steps.ts';
import { LiveSeries } from '../../../../src/live/traffic/measure/live-series.ts';
import { Budget } from '../../../../src/live/traffic/target/budget.ts';
import { readTarget } from '../../../../src/live/traffic/target/target.ts';
import { answerJson, toyServer, type Respond } from '../toy-server.ts';

const targetAt = (port: number, lines = '') =>
  readTarget('t.yaml', `name: t\nhosts: [127.0.0.1]\nservices: { faucet: "http://127.0.0.1:${port}/f" }\n${lines}`); // prettier-ignore
const place = (port: number) => ({ isTls: false, host: '127.0.0.1', address: '127.0.0.1', port, ca: undefined }); // prettier-ignore

const addresses = [1, 2].map((port) => ({ isTls: false, host: '127.0.0.1', port, basePath: '/b' }));
const requestOf = (path: string, weight: number, change: Partial<LoadRequest> = {}): LoadRequest =>
  ({ weight, address: addresses[0]!, path, query: undefined, headers: {}, ...change }); // prettier-ignore
const endpointOf = ({ port }: { port: number }) => place(port);

describe('a load', () => {
  const requests = [
    requestOf('/never', 0),
    requestOf('/a', 1),
    requestOf('/b', 2, { call: 'escrow/B/list', address: addresses[1]!, headers: { 'x-a': '1' } }),
    requestOf('/c', 1, { query: { q: 'a b' } }),
  ];
  const text = (path: string, port = 1, headers = '') =>
    `GET /b${path} HTTP/1.1\r\nhost: 127.0.0.1:${port}\r\n${headers}\r\n`;

  it('has a message for each request, and its place', () => {
    const { endpoints, messages } = loadOf(requests, endpointOf);
    expect(endpoints).toEqual([place(1), place(2)]);
    expect(messages).toEqual([
      { text: text('/never'), endpoint: 0, call: '' },
      { text: text('/a'), endpoint: 0, call: '' },
      { text: text('/b', 2, 'x-a: 1\r\n'), endpoint: 1, call: 'escrow/B/list' },
      { text: text('/c?q=a+b'), endpoint: 0, call: '' },
    ]);
  });

  it('is spread by weight, and never has what has none', () => {
    const load = loadOf(requests, endpointOf);
    const picked = Array.from({ length: 12 }, (_, n) => load.pick(n));
    expect(picked).toEqual([1, 2, 1, 3, 2, 1, 2, 2, 3, 2, 1, 3]);
  });

  it('sends in a step what is picked, where and as what it is', async () => {
    const load = loadOf(requests, endpointOf);
    const made = load.script({ requestsPerSecond: 10, requests: 3, arrivals: 'even', step: 0 });
    const planned = await made.next();
    const seen = planned.map((one) => [made.textOf(one), made.callOf?.(one), one.endpoint, one.dueMs]);
    const listed = [text('/b', 2, 'x-a: 1\r\n'), 'escrow/B/list', 1];
    expect(seen).toEqual([
      [text('/a'), '', 0, 0],
      [...listed, 100],
      [text('/a'), '', 0, 200],
    ]);
  });

  it('of nothing has messages without a text', async () => {
    const made = loadOf([], endpointOf).script({ requestsPerSecond: 10, requests: 1, arrivals: 'even', step: 0 }); // prettier-ignore
    const [one] = await made.next();
    expect([one?.endpoint, one && made.textOf(one), one && made.callOf?.(one)]).toEqual([0, '', '']);
  });
});

describe('the steps of a bench', () => {
  const common = { stepMs: 100, limits: { p99MsMax: 60_000, failedMax: 1 } };
  const answering: Respond = (_asked, response) => answerJson(response, {});
  async function stepsOf(change: Partial<StepsCall> = {}, respond = answering) {
    const toy = await toyServer(respond);
    const target = targetAt(toy.port);
    const load = loadOf([requestOf('/x', 1)], () => place(toy.port));
    return { toy, call: { target, load, ...common, ...change } };
  }

  it('are counted together over their time, and named by their places', async () => {
    const { call, toy } = await stepsOf();
    const plans: StepPlan[] = [];
    const load = { ...call.load, script: (plan: StepPlan) => (plans.push(plan), call.load.script(plan)) };
    const steps = new Steps({ ...call, load });
    expect(steps.measured([])).toEqual({});
    for (const rate of [20, 30]) await steps.at(rate);
    const plan = { arrivals: 'even', requestsPerSecond: 20, requests: 2, step: 0 };
    expect(plans).toEqual([plan, { ...plan, requestsPerSecond: 30, requests: 3, step: 1 }]);
    expect(toy.asked).toHaveLength(5);
    expect(steps.measured(steps.all).measured).toMatchObject({ steps: [0, 1], requests: 5, perSecond: 25 });
    expect(steps.measured(steps.all.slice(1)).measured).toMatchObject({ steps: [1], requests: 3, perSecond: 30 }); // prettier-ignore
    const strange = { ...steps.all[0]! };
    expect(() => steps.measured([strange])).toThrow('a step is kept with its tallies');
  });

  it('send nothing once they are stopped', async () => {
    const { call, toy } = await stepsOf();
    const steps = new Steps(call);
    steps.stop();
    expect(await steps.at(20)).toMatchObject({ holds: false, limitedBy: null, failed: 0 });
    expect([steps.isOver, toy.asked]).toEqual([true, []]);
  });

  it('at a constant rate have no rate where they were stopped before', async () => {
    const bench = new ConstantRate({ ...(await stepsOf()).call, requestsPerSecond: 20 }, 3);
    bench.stop();
    expect(await bench.run()).toMatchObject({ steps: [], limitedBy: 'stop', highestPerSecond: null });
  });

  it('at a constant rate end with a stop, and count what was sent until then', async () => {
    const { call, toy } = await stepsOf({}, (_asked, response, index) => {
      if (index === 1) bench.stop();
      answerJson(response, {});
    });
    const bench = new ConstantRate({ ...call, requestsPerSecond: 20 }, 3);
    const figures = await bench.run();
    expect(figures).toMatchObject({ limitedBy: 'stop', ok: false, highestPerSecond: null });
    expect(figures.steps).toHaveLength(1);
    expect(toy.asked).toHaveLength(2);
    expect(bench.measures[0]).toEqual({ name: 'http_reqs', unit: 'requests', value: figures.measured?.requests }); // prettier-ignore
  });

  it('send nothing that the target does not allow', async () => {
    const { call, toy } = await stepsOf();
    const own = { arrivals: 'even', requestsPerSecond: 10, step: 0, series: new LiveSeries() } as const;
    const budget = new Budget({ micros: undefined, requests: undefined });
    const step = new Step({ ...call, ...own, budget, target: targetAt(toy.port, 'allow: none\n') });
    await expect(step.run()).rejects.toThrow('GET is not allowed at target t');
    expect(toy.asked).toEqual([]);
  });

  it('of a search end with its budget', async () => {
    const { call, toy } = await stepsOf({ budget: new Budget({ micros: undefined, requests: 3 }) });
    const search = new Saturation({ ...call, fromPerSecond: 20, toPerSecond: 40, repeats: 2 });
    const figures = await search.run();
    expect(toy.asked).toHaveLength(3);
    expect(figures.steps.at(-1)).toMatchObject({ holds: false, limitedBy: 'budget' });
  });
});

describe('a bench beside an earlier one', () => {
  const around = (mean: number, half: number) => ({ mean, low: mean - half, high: mean + half });
  const of = (highestPerSecond: number | null, p99: number, perSecond = highestPerSecond) => ({
    highestPerSecond,
    perSecond: perSecond === null ? null : around(perSecond, 0),
    p99Ms: around(p99, 0),
  });
  const slower = "requests a second are 50% of the baseline's";
  const later = "the p99 is 300% of the baseline's";

  it.each([
    ['as far apart as is tolerated has its times compared', of(1.25, 3), of(1, 1), 0.25, [1.25, 3, [later]]],
    ['further apart has not', of(1.26, 3), of(1, 1), 0.25, [1.26, 3, []]],
    ['without a rate has not', of(null, 3), of(null, 1), 1, [null, 3, []]],
    ['has no ratio to none', of(5, 1), of(null, 1), 0.1, [null, 1, []]],
    ['is slower, also than one that was measured once', of(5, 1), of(10, 1, null), 0.1, [0.5, 1, [slower]]],
    ['is not slower where both may have been equal', { ...of(5, 1), perSecond: around(5, 3) }, { ...of(10, 1), perSecond: around(10, 2) }, 0.1, [0.5, 1, []]],
    ['is where they may not', { ...of(5, 1), perSecond: around(5, 2.5) }, { ...of(10, 1), perSecond: around(10, 2) }, 0.1, [0.5, 1, [slower]]],
  ])('that %s', (_what, ours, theirs, tolerance, expected) => {
    const { perSecondRatio, p99Ratio, worse } = compareWith(ours, theirs, { file: 'b.json', tolerance });
    expect([perSecondRatio, p99Ratio, worse]).toEqual(expected);
  }); // prettier-ignore
});

describe('keys for a bench', () => {
  it.each([
    ['127.0.0.1', ['10.77.0.0', '10.77.0.1']],
    // A name is not known to be this machine.
    ['localhost', [undefined, undefined]],
  ])('are registered at %s from an address each: %j', async (address, ips) => {
    const toy = await toyServer((asked, response) => answerJson(response, { api_key: `key-${asked.text}` }));
    const target = targetAt(toy.port, 'allow: writes\n');
    const keys = await registeredKeys(target, () => ({ ...place(toy.port), address }), { count: 2, name: 'run' }); // prettier-ignore
    const bodies = [0, 1].map((n) => `{"agent_id":"run-${n}"}`);
    expect(keys).toEqual(bodies.map((body) => `key-${body}`));
    expect(toy.asked.map(({ url, text }) => `${url} ${text}`)).toEqual(bodies.map((body) => `/f/register ${body}`)); // prettier-ignore
    expect(toy.asked.map(({ headers }) => headers['x-sim-ip'])).toEqual(ips);
  });

  it('are none of an answer without one', async () => {
    const toy = await toyServer((_asked, response) => answerJson(response, null));
    const found = registeredKeys(targetAt(toy.port, 'allow: writes\n'), () => place(toy.port), { count: 1, name: 'run' }); // prettier-ignore
    await expect(found).rejects.toMatchObject({ name: 'Forbidden', message: 't.yaml: the faucet answers 200 to a registration; expected a key' }); // prettier-ignore
  });
});
