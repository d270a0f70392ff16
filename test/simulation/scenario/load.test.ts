import { describe, expect, it } from 'vitest';
import { policyNames } from '../../../src/core/policy/policies.ts';
import { idler, load, type Files } from './files.ts';

const dayMs = 86_400_000;
const startMs = 1_767_225_600_000;

const full = `# yaml-language-server: $schema=../docs/schemas/scenario.json
name: full
about: Everything that a scenario can say.
seed: 7
start: 2026-02-01T00:00:00Z
for: 3d12h
profile: consistent
policies: { limits.burst: x3, faucet.pool: 5000, errors.faucetClaimedStatus: 403 }
network: { latency: { median: 40ms, p99: 400ms }, drop: 0.1%, dropAnswer: 0.002, duplicate: 100%, timeout: 5s }
population:
  - { agent: buyer, count: 20, arrive: { at: 1h, over: 2h, spread: even }, with: { expiresIn: 2h, rounds: 9 }, addresses: 3 }
  - { agent: buyer, name: others }
  - { agent: ./mine.ts }
faults:
  - { at: 1d, service: escrow, kind: outage, for: 10m }
  - { at: 0s, service: faucet, kind: error, for: 1h }
  - { at: 1h, service: faucet, kind: error, for: 1h, rate: 25%, effect: undone }
  - { at: 2h, service: escrow, kind: slow, for: 1h, latency: { median: 70ms } }
  - { at: 3h, service: escrow, kind: clock-hold, for: 1h }
  - { at: 4h, service: escrow, kind: clock-step, by: -30m }
expect:
  "http_req_duration{service:escrow, operation: create}": ["p(99) < 400", "avg<=50.5"]
  ledger_drift_micros: [value==0]
`;

describe('a scenario', () => {
  it('that says everything is read as it is written', async () => {
    const mine = { ...idler, name: 'mine' };
    const scenario = await load(full, {}, new Map([['./mine.ts from a.yaml', mine]]));
    const febMs = startMs + 31 * dayMs;
    expect(scenario).toMatchObject({
      name: 'full',
      about: 'Everything that a scenario can say.',
      seed: '7',
      startMs: febMs,
      forMs: 3.5 * dayMs,
      profile: 'consistent',
      network: { latency: { medianMs: 40, p99Ms: 400 }, drop: 0.001, dropAnswer: 0.002, duplicate: 1, timeoutMs: 5000 },
    });
    expect(scenario.policies).toMatchObject({ 'limits.burst': 'x3', 'faucet.pool': '5000', 'errors.faucetClaimedStatus': '403' });
    expect(Object.keys(scenario.policies)).toEqual(policyNames);
    expect(scenario.groups.map(({ name, behaviour, count, arrival, addressCount, parameters }) => [name, behaviour.name, count, arrival, addressCount, parameters])).toEqual([
      ['buyer', 'buyer', 20, { atMs: 3_600_000, overMs: 7_200_000, spread: 'even' }, 3, { expiresIn: 7_200_000, rounds: 9, amount: 1_000_000, style: 'B' }],
      ['others', 'buyer', 1, { atMs: 0, overMs: 0, spread: 'random' }, null, { expiresIn: dayMs, rounds: 3, amount: 1_000_000, style: 'B' }],
      ['mine', 'mine', 1, { atMs: 0, overMs: 0, spread: 'random' }, null, {}],
    ]);
    expect(scenario.faults).toEqual([
      { kind: 'outage', service: 'escrow', atMs: febMs + dayMs, forMs: 600_000 },
      { kind: 'error', service: 'faucet', atMs: febMs, forMs: 3_600_000, rate: 1, effect: 'before' },
      { kind: 'error', service: 'faucet', atMs: febMs + 3_600_000, forMs: 3_600_000, rate: 0.25, effect: 'undone' },
      { kind: 'slow', service: 'escrow', atMs: febMs + 7_200_000, forMs: 3_600_000, latency: { medianMs: 70, p99Ms: 70 } },
      { kind: 'clock-hold', service: 'escrow', atMs: febMs + 10_800_000, forMs: 3_600_000 },
      { kind: 'clock-step', service: 'escrow', atMs: febMs + 14_400_000, byMs: -1_800_000 },
    ]);
    expect(scenario.expectations).toEqual([
      { name: 'http_req_duration{service:escrow, operation: create}', threshold: 'p(99) < 400', aggregate: 'p(99)', comparison: '<', bound: 400, selector: { metric: 'http_req_duration', tags: { service: 'escrow', operation: 'create' } } },
      { name: 'http_req_duration{service:escrow, operation: create}', threshold: 'avg<=50.5', aggregate: 'avg', comparison: '<=', bound: 50.5, selector: { metric: 'http_req_duration', tags: { service: 'escrow', operation: 'create' } } },
      { name: 'ledger_drift_micros', threshold: 'value==0', aggregate: 'value', comparison: '==', bound: 0, selector: { metric: 'ledger_drift_micros', tags: {} } },
    ]);
  }); // prettier-ignore

  it('that says only what it must gets the rest by default', async () => {
    const scenario = await load('for: 1d\npopulation: [{ agent: idler }]');
    expect(scenario).toMatchObject({
      name: 'a',
      about: '',
      seed: '1',
      startMs,
      forMs: dayMs,
      profile: 'published',
      network: { latency: null, drop: 0, dropAnswer: 0, duplicate: 0, timeoutMs: 30_000 },
      faults: [],
      expectations: [],
    });
  });

  it('takes seed, profile and policies from the command line before its own', async () => {
    const file =
      'seed: 3\nprofile: published\npolicies: { limits.burst: x3, http.info: on }\nfor: 1d\npopulation: [{ agent: idler }]';
    const policies = { 'limits.burst': 'x3capped' };
    const scenario = await load(file, { seed: 'abc', profile: 'consistent', policies });
    expect([scenario.seed, scenario.profile]).toEqual(['abc', 'consistent']);
    expect(scenario.policies).toMatchObject({ 'limits.burst': 'x3capped', 'http.info': 'on' });
    await expect(load(file, { policies: { 'limits.burts': 'x' } })).rejects.toThrow(
      'did you mean "limits.burst"?',
    );
  });

  it('may have a text for a seed, and a whole number is the same as its digits', async () => {
    const seeds = await Promise.all(
      ['seed: 7', 'seed: "7"', 'seed: spring'].map(
        async (line) => (await load(`${line}\nfor: 1d\npopulation: [{ agent: idler }]`)).seed,
      ),
    );
    expect(seeds).toEqual(['7', '7', 'spring']);
  });
});

describe('a scenario that extends another', () => {
  const files: Files = {
    'a.yaml': `extends: ./b.yaml
name: a
policies: { http.info: on }
network: { drop: 1% }
expect: { http_reqs: ["count>5"], escrow_open: ["value==0"] }
faults: []
`,
    'b.yaml': `extends: ./c.yaml
seed: 5
policies: { limits.burst: x3, http.info: off }
network: { latency: { median: 1ms }, drop: 2% }
expect: { http_reqs: ["count>1", "count<9"] }
faults: [{ at: 1h, service: escrow, kind: outage, for: 1h }]
population: [{ agent: buyer, count: 2 }, { agent: idler }]
`,
    'c.yaml': 'about: c\nseed: 6\nfor: 2d\npopulation: [{ agent: idler, count: 9 }]\n',
  };

  it('takes every key from the nearest file that has it', async () => {
    const scenario = await load(files);
    expect([scenario.name, scenario.about, scenario.seed, scenario.forMs]).toEqual([
      'a',
      'c',
      '5',
      2 * dayMs,
    ]);
  });

  it('merges policies, network and expectations entry by entry', async () => {
    const { policies, network, expectations } = await load(files);
    expect([policies['http.info'], policies['limits.burst']]).toEqual(['on', 'x3']);
    expect(network).toMatchObject({ latency: { medianMs: 1, p99Ms: 1 }, drop: 0.01 });
    expect(expectations.map(({ name, threshold }) => [name, threshold])).toEqual([
      ['http_reqs', 'count>5'],
      ['escrow_open', 'value==0'],
    ]);
  });

  it('replaces lists as a whole', async () => {
    const { groups, faults } = await load(files);
    expect(groups.map(({ name, count }) => [name, count])).toEqual([
      ['buyer', 2],
      ['idler', 1],
    ]);
    expect(faults).toEqual([]);
  });

  it('is kept in full for repetition, without names of files', async () => {
    const { resolved } = await load(files);
    expect(Object.keys(resolved).toSorted()).toEqual([
      'about',
      'expect',
      'faults',
      'for',
      'name',
      'network',
      'policies',
      'population',
      'seed',
    ]);
    const again = await load(JSON.stringify(resolved));
    const { policies, network, forMs, seed } = await load(files);
    expect(again).toMatchObject({ policies, network, forMs, seed });
  });

  it('looks for behaviours of its base where the base is', async () => {
    const mine = { ...idler, name: 'mine' };
    const base = { 'a.yaml': 'extends: ./b.yaml', 'b.yaml': 'for: 1d\npopulation: [{ agent: ./mine.ts }]' };
    const { groups } = await load(base, {}, new Map([['./mine.ts from b.yaml', mine]]));
    expect(groups[0]?.name).toBe('mine');
  });

  it('may be sixteen files deep', async () => {
    const chain = Object.fromEntries(
      Array.from({ length: 17 }, (_, depth) => [
        depth === 0 ? 'a.yaml' : `${depth}.yaml`,
        depth === 16 ? 'for: 1d\npopulation: [{ agent: idler }]' : `extends: ./${depth + 1}.yaml`,
      ]),
    );
    expect((await load(chain)).forMs).toBe(dayMs);
  });
});
