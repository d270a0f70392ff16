/** A scenario of the library: a file or an object, under the options of a call. */
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { ScenarioObject } from '../../../../src/api.ts';
import { defineAgent } from '../../../../src/index.ts';
import { loadedScenario, type RunScenario } from '../../../../src/host/app/run/loaded-scenario.ts';
import { folderWith } from '../../../folder-with.ts';

const object: ScenarioObject = {
  name: 'tiny',
  seed: 7,
  policies: { 'faucet.claimDay': 'calendar' },
  for: '1m',
  operations: [{ by: 'alice', do: 'POST /faucet/register', body: { agent_id: 'alice' } }],
};
const file = (): string => join(folderWith({ 'tiny.yaml': JSON.stringify(object) }), 'tiny.yaml');

const own = { seed: '7', profile: 'published', claimDay: 'calendar', pool: '1000000', verb: 'blocked' };

describe.each<[string, () => string | ScenarioObject]>([
  ['a file', file],
  ['an object', () => object],
])('%s', (_what, from) => {
  it.each<[RunScenario, Partial<typeof own>]>([
    [{}, {}],
    [{ seed: 9 }, { seed: '9' }],
    [{ seed: 'nine' }, { seed: 'nine' }],
    [{ profile: 'consistent' }, { profile: 'consistent' }],
    [{ policies: { 'faucet.pool': 500 } }, { pool: '500' }],
    [{ policies: { 'faucet.claimDay': 'rolling' } }, { claimDay: 'rolling' }],
  ])('is what it says and what the call changes: %j', async (options, changes) => {
    const { name, seed, profile, policies } = await loadedScenario(from(), options);
    expect(name).toBe('tiny');
    const verb = policies['faucet.crossStyle'];
    const [claimDay, pool] = [policies['faucet.claimDay'], policies['faucet.pool']];
    expect({ seed, profile, claimDay, pool, verb }).toEqual({ ...own, ...changes });
  });
});

describe('a behaviour of the call', () => {
  const mine = defineAgent({
    name: 'mine',
    about: 'Joins.',
    *run(agent) {
      yield* agent.join();
    },
  });
  const peopled: ScenarioObject = { name: 'peopled', seed: 1, for: '1m', population: [{ agent: 'mine', count: 1 }] };

  it('is found by its name', async () => {
    const { groups } = await loadedScenario(peopled, { behaviours: [mine] });
    expect(groups.map(({ behaviour }) => behaviour)).toEqual([mine]);
    expect(groups[0]?.behaviour).toBe(mine);
  });

  it('leaves the others where they are', async () => {
    const scenario = { ...peopled, population: [{ agent: 'newcomer', count: 1 }] };
    const { groups } = await loadedScenario(scenario, { behaviours: [mine] });
    expect(groups.map(({ behaviour }) => behaviour.name)).toEqual(['newcomer']);
  });

  it('is missing without the call', async () => {
    await expect(loadedScenario(peopled, {})).rejects.toThrow('mine');
  });
}); // prettier-ignore
