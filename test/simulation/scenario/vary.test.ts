import { describe, expect, it } from 'vitest';
import { FileMistake } from '../../../src/core/base/file-mistake.ts';
import type { ScenarioSetting } from '../../../src/simulation/scenario/scenario.ts';
import { load, type Files } from './files.ts';

const base = `name: base
for: 3d
policies: { limits.burst: x3 }
network: { latency: { median: 40ms, p99: 400ms } }
population:
  - { agent: buyer, count: 20, with: { rounds: 9 } }
  - { agent: idler }
`;

const loaded = (files: Files | string, values: readonly ScenarioSetting[]) => load(files, { values });

async function mistake(values: readonly ScenarioSetting[], files: Files | string = base): Promise<string> {
  try {
    await loaded(files, values);
    return 'no mistake';
  } catch (error) {
    if (error instanceof FileMistake) return error.reason;
    throw error;
  }
}

describe('a value of a scenario set by its path', () => {
  it('overrides the file, and leaves all other values unchanged', async () => {
    const { groups, forMs, policies, network, profile } = await loaded(base, [
      { path: 'population.0.with.expiresIn', value: '2h' },
      { path: 'population.1.count', value: 4 },
      { path: 'for', value: '1d' },
      { path: 'policy:errors.faucetClaimedStatus', value: 403 },
      { path: 'network.latency.median', value: '80ms' },
      { path: 'network.drop', value: 0.5 },
      { path: 'profile', value: 'consistent' },
    ]);
    expect(groups.map(({ name, count, parameters }) => [name, count, parameters['rounds'], parameters['expiresIn']])).toEqual([['buyer', 20, 9, 7_200_000], ['idler', 4, undefined, undefined]]); // prettier-ignore
    expect([forMs, profile]).toEqual([86_400_000, 'consistent']);
    expect(policies).toMatchObject({ 'limits.burst': 'x3', 'errors.faucetClaimedStatus': '403' });
    expect(network).toMatchObject({ latency: { medianMs: 80, p99Ms: 400 }, drop: 0.5 });
  });

  it('makes maps that are missing on the way', async () => {
    const { groups } = await loaded(base, [{ path: 'population.1.arrive.over', value: '1h' }]);
    expect(groups[1]?.arrival.overMs).toBe(3_600_000);
  });

  it('reaches into what a scenario builds on, whose name and folder stay what they are', async () => {
    const files = { 'a.yaml': 'extends: ./b.yaml\n', 'b.yaml': base.replace('name: base\n', '') };
    const scenario = await loaded(files, [{ path: 'population.0.count', value: 3 }]);
    expect([scenario.name, scenario.groups[0]?.count]).toEqual(['a', 3]);
  });

  it.each([
    ['populaton.0.count', 1, /unknown key "populaton"; did you mean "population"/],
    ['population.2.count', 1, /population has no "2"; expected a position from 0 to 1/],
    ['population.-1.count', 1, /population has no "-1"/],
    ['population.buyer.count', 1, /population has no "buyer"/],
    ['population.0.cuont', 1, /unknown key "cuont"; did you mean "count"/],
    ['population.0.count', 'x', /count is "x"; expected a whole number/],
    ['population.0.count.deep', 1, /population\.0\.count is 20, which has no "deep" within/],
    ['population.0.with.expiersIn', '1h', /no parameter "expiersIn"; did you mean "expiresIn"/],
    ['population.0.with.__proto__', 1, /no parameter "__proto__"/],
    ['population.0.__proto__', 1, /unknown key "__proto__"/],
    ['__proto__.polluted', 1, /unknown key "__proto__"/],
    ['population.0.agent', 'byuer', /did you mean "buyer"/],
    ['policy:limits.brust', 'x3', /did you mean "limits\.burst"/],
    ['policy:limits.burst', 'x4', /policy limits\.burst is "x4"/],
    ['faults.0.at', '1d', /faults is a map; expected a list of faults/],
    ['for', '0s', /expected more than no time/],
    ['seed', 5, /the seed has its own option/],
    ['name', 'x', /the name stays the same/],
    ['', 5, /is no path/],
    ['a..b', 5, /is no path/],
  ])('%j = %j is refused in one line', async (path, value, message) => {
    expect(await mistake([{ path, value }])).toMatch(message);
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
  });
});
