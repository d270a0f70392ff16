/** Agents of a world of the library, and the fixture that gives a world to each test. */
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createWorld } from '../../../src/api.ts';
import { worldTest } from '../../../src/vitest.ts';
import { folderWith, project } from '../cli/orrery.ts';

const scenario = {
  name: 'few',
  seed: 3,
  for: '1d',
  population: [{ agent: 'escrow-seller', count: 2, with: { every: '3h' } }],
};

describe('world.agents', () => {
  it('counts and lists those of the scenario, and lets others join', async () => {
    const world = await createWorld({ scenario });
    expect(world.agents.count).toBe(2);
    const buyers = await world.agents.add('escrow-buyer', { count: 3, with: { every: '1h' } });
    expect(buyers.map(({ name, behaviour }) => [name, behaviour])).toEqual([
      ['escrow-buyer/1', 'escrow-buyer'],
      ['escrow-buyer/2', 'escrow-buyer'],
      ['escrow-buyer/3', 'escrow-buyer'],
    ]);
    expect(world.agents.list('escrow-buyer')).toEqual(buyers);
    expect(world.agents.list()).toHaveLength(5);
    world.advance('1d');
    const ids = (world.get('/faucet/agents').body['agents'] as { agent_id: string }[]).map(
      ({ agent_id }) => agent_id,
    );
    for (const { agentId } of buyers) expect(ids).toContain(agentId);
  });

  it('brings them back after a rewind, and forgets those that joined later', async () => {
    const world = createWorld();
    await world.agents.add('escrow-seller');
    world.advance('1h');
    const noted = world.checkpoint('one');
    await world.agents.add('faucet-claimer', { count: 4 });
    world.advance('2d');
    expect(world.rewind('one').digest).toBe(noted.digest);
    expect(world.agents.list().map(({ name }) => name)).toEqual(['escrow-seller/1']);
    world.switchTo('main');
    expect(world.agents.count).toBe(5);
  });

  it('takes a behaviour from a file', async () => {
    const folder = folderWith({
      // Of the sources, of which jiti would compile all for the name of the package; that is imported by projects of pack-projects.
      'mine.mjs': `import { defineAgent } from '${join(project, 'src/simulation/population/define-agent.ts')}';
export default defineAgent({ name: 'mine', about: 'Joins.', *run(agent) { yield* agent.join(); } });
`,
    });
    const world = createWorld();
    expect(await world.agents.add(`${folder}/mine.mjs`)).toMatchObject([{ name: 'mine/1' }]);
    world.advance('1h');
    expect(world.get('/faucet/agents').body['agents']).toHaveLength(1);
  });

  it.each([
    ['escrow-seler', {}, /there is no agent "escrow-seler"; did you mean "escrow-seller"\?/],
    ['escrow-seller', { count: 0 }, /count is 0; expected a whole number of agents/],
    ['escrow-seller', { with: { evry: '1h' } }, /no parameter "evry"; did you mean "every"/],
  ])('rejects %s with %j, and no agent joins', async (agent, options, message) => {
    const world = createWorld();
    await expect(world.agents.add(agent, options)).rejects.toThrow(message);
    expect(world.agents.count).toBe(0);
  });
});

const inMarket = worldTest({ scenario, at: '12h' });

describe('worldTest', () => {
  const digests: string[] = [];

  inMarket('gives a world that stands where it was asked for', ({ world }) => {
    digests.push(world.digest);
    expect(world.now).toBe('2026-01-01T12:00:00.000Z');
    world.checkpoint('before');
    world.post('/faucet/register', { agent_id: 'mine' });
    world.rewind('before');
    expect(world.digest).toBe(digests[0]);
    world.advance('1h');
  });

  inMarket('gives the next test another one, which begins at the same place', ({ world }) => {
    expect(world.digest).toBe(digests[0]);
  });

  worldTest({ seed: 5 })('needs no scenario', ({ world }) => {
    expect(world.seed).toBe('5');
  });
});
