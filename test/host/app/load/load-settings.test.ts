/** What a load is called with becomes a call: its scenario, and its share of everything that the target bounds. */
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { loadCallOf, wholeShare, type LoadSettings } from '../../../../src/host/app/load/load-settings.ts';
import { folderWith } from '../../cli/orrery.ts';

const stages = 'load: { shape: constant-arrival-rate, rate: 20, for: 10s }';
const population = 'population: [{ agent: newcomer, count: 2 }]';
const target = `name: toy
hosts: [127.0.0.1]
allow: writes
services: { faucet: "http://127.0.0.1:81/faucet" }
`;

interface Files {
  readonly scenario?: string;
  readonly target?: string;
  readonly share?: { readonly index: number; readonly count: number };
}

function callOf(
  { scenario = population, target: more = '', share }: Files,
  settings: Partial<LoadSettings> = {},
) {
  const folder = folderWith({
    'small.yaml': `name: small\nseed: 7\nfor: 1h\n${scenario}\n`,
    'toy.yaml': target + more,
  });
  const whole: LoadSettings = {
    scenario: join(folder, 'small.yaml'),
    target: join(folder, 'toy.yaml'),
    seed: undefined,
    profile: undefined,
    policies: {},
    values: [],
    speed: undefined,
    durationMs: undefined,
    namespace: 'abcd',
    budget: { micros: undefined, requests: undefined },
    traceShare: undefined,
    abortsOnFail: false,
    telemetry: { otlp: undefined, prometheusPort: undefined },
    workers: 1,
    queue: undefined,
    ...settings,
  };
  return loadCallOf(whole, share);
}

it('is everything that the call says, and the files', async () => {
  const {
    scenario,
    target: read,
    callOf: nameOf,
    ...rest
  } = await callOf(
    {},
    {
      speed: 60,
      durationMs: 5_000,
      seed: '9',
      profile: 'consistent',
      policies: { 'errors.order': 'auth-first' },
    },
  );
  expect(rest).toStrictEqual({
    ca: undefined,
    speed: 60,
    durationMs: 5_000,
    namespace: 'abcd',
    budget: { micros: undefined, requests: undefined },
    tracing: undefined,
    share: wholeShare,
  });
  expect(scenario).toMatchObject({ name: 'small', seed: '9', profile: 'consistent', load: undefined });
  expect(scenario.policies['errors.order']).toBe('auth-first');
  expect(read).toMatchObject({ name: 'toy', requestsPerSecondMax: 1_000, connectionsMax: 64 });
  expect([nameOf('GET', '/faucet/agents'), nameOf('GET', '/none')]).toEqual(['faucet/B/publicAgents', '']);
});

it('takes values of the scenario from the call', async () => {
  const call = await callOf({}, { values: [{ path: 'population.0.count', value: 5 }] });
  expect(call.scenario.groups.map(({ count }) => count)).toEqual([5]);
});

it.each([
  [undefined, undefined],
  [0, { share: 0 }],
  [0.5, { share: 0.5 }],
])('traces the share %s', async (traceShare, tracing) => {
  expect((await callOf({}, { traceShare })).tracing).toStrictEqual(tracing);
});

describe('a share', () => {
  const ceiling = 'ceiling: { requestsPerSecond: 100, connections: 5 }\n';
  it.each([
    [{ index: 0, count: 1 }, 100, 5],
    [{ index: 1, count: 2 }, 50, 2],
    [{ index: 2, count: 8 }, 12.5, 1],
  ])('%o has its part of what the target bears', async (share, requestsPerSecondMax, connectionsMax) => {
    const call = await callOf({ target: ceiling, share });
    expect(call.share).toEqual(share);
    expect(call.target).toMatchObject({ requestsPerSecondMax, connectionsMax });
  });

  it.each([
    [
      { micros: undefined, requests: undefined },
      { micros: 2_000_000, requests: 11 },
    ],
    [
      { micros: 1_000_000, requests: 20 },
      { micros: 1_000_000, requests: 11 },
    ],
    [
      { micros: 3_000_000, requests: 10 },
      { micros: 2_000_000, requests: 10 },
    ],
  ])('of the budget %o has the lower one of it and the target', async (budget, lower) => {
    const more = 'budget: { usdc: 2.00, requests: 11 }\n';
    expect((await callOf({ target: more }, { budget })).budget).toStrictEqual(lower);
    const first = await callOf({ target: more, share: { index: 0, count: 2 } }, { budget });
    expect(first.budget).toStrictEqual({ micros: lower.micros / 2, requests: Math.ceil(lower.requests / 2) });
  });

  it('has the budget of the call where the target has none', async () => {
    const budget = { micros: 5, requests: undefined };
    expect((await callOf({}, { budget })).budget).toStrictEqual(budget);
  });
});

describe('a load with stages', () => {
  it.each([
    ['', false, false],
    ['', true, true],
    [', abortOnFail: true', false, true],
    [', abortOnFail: true', true, true],
  ])(
    'ends where an expectation fails, where the scenario (%s) or the call (%s) says so',
    async (more, aborts, ends) => {
      const scenario = `${population}\n${stages.replace(' }', `${more} }`)}`;
      const call = await callOf({ scenario }, { abortsOnFail: aborts });
      expect(call.scenario.load?.abortsOnFail).toBe(ends);
    },
  );

  it.each([
    ['constant-arrival-rate, rate: 20, for: 10s', 'constant-arrival-rate'],
    ['constant-agents, agents: 4, for: 10s', 'constant-agents'],
    ['ramping-arrival-rate, from: 1, stages: [{ for: 5s, to: 9 }]', 'constant-arrival-rate'],
    ['ramping-agents, from: 1, stages: [{ for: 5s, to: 9 }]', 'constant-agents'],
  ])('of the shape %s has one step of %s', async (shape, stepped) => {
    const scenario = `${population}\nload: { shape: ${shape}, abortOnFail: true }`;
    const call = await callOf({ scenario }, { step: { level: 7, stepMs: 3_000 } });
    expect(call.scenario.load).toMatchObject({
      shape: stepped,
      from: 7,
      stages: [{ lengthMs: 3_000, to: 7 }],
      abortsOnFail: false,
    });
  });

  it('needs agents with a behaviour, which a load without stages does not', async () => {
    const operations = 'operations: [{ by: one, do: GET /faucet/agents }]';
    await expect(callOf({ scenario: `${operations}\n${stages}` })).rejects.toThrow(
      /small\.yaml: load needs agents with a behaviour; expected a population, or no load$/,
    );
    expect((await callOf({ scenario: operations })).scenario.load).toBeUndefined();
    const both = await callOf({ scenario: `${operations}\n${population}\n${stages}` });
    expect(both.scenario.load?.stages).toEqual([{ lengthMs: 10_000, to: 20 }]);
  });
});
