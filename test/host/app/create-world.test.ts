/** The library's worlds: with the agents of a scenario, and with a past. */
import { describe, expect, it } from 'vitest';
import { createWorld, runScenario, type OwnWorld, type ScenarioObject } from '../../../src/api.ts';

const scenario: ScenarioObject = {
  name: 'few',
  seed: 3,
  for: '1d',
  population: [
    { agent: 'escrow-seller', count: 2, with: { every: '3h' } },
    { agent: 'escrow-buyer', count: 3, arrive: { at: '30m', over: '4h' }, with: { every: '2h' } },
  ],
};

describe('createWorld with a scenario', () => {
  it('runs ahead to where a run of it ends, with the same digest', async () => {
    const world = await createWorld({ scenario, at: '1d' });
    expect(world.digest).toBe((await runScenario(scenario)).summary.digest);
    expect(world.now).toBe('2026-01-02T00:00:00.000Z');
  });

  it.each([
    [{ scenario: 'first-moth' }, /nearest: "first-month"/],
    [{ scenario, at: 'later' }, /"later" is neither a duration/],
    [{ scenario, at: '2020-01-01T00:00:00Z' }, /lies before now/],
  ])('rejects %j', async (options, message) => {
    await expect(createWorld(options)).rejects.toThrow(message);
  });

  it('rewinds to the digest that was noted, and keeps what followed in a branch', async () => {
    const world = await createWorld({ scenario, at: '2h', seed: 9 });
    const joined = world.post('/faucet/register', { agent_id: 'mine' });
    const key = joined.body['api_key'] as string;
    const noted = world.checkpoint('joined');
    world.advance('5h');
    const claimed = world.post('/faucet/claim', {}, { key });
    const later = world.digest;
    expect(world.rewind('joined')).toEqual({ ...noted, branch: 'branch-2' });
    expect(world.digest).toBe(noted.digest);
    world.advance('5h');
    expect(world.post('/faucet/claim', {}, { key }).body).toEqual(claimed.body);
    expect(world.digest).toBe(later);
    world.branch('other');
    world.get('/faucet/agents');
    expect(world.branches.map(({ branch }) => branch)).toEqual(['main', 'branch-2', 'other']);
    expect(world.switchTo('main').digest).toBe(later);
    expect(world.driftMicros).toBe(0);
  });
});

describe('the past of a world', () => {
  it.each([
    [(world: OwnWorld) => world.rewind('never'), /no checkpoint "never"/],
    [(world: OwnWorld) => world.rewind('2027-01-01T00:00:00Z'), /after now/],
    [(world: OwnWorld) => world.rewind(99), /to is event 99; expected at most/],
    [(world: OwnWorld) => world.rewind('start', { branch: 'main' }), /branch "main"/],
    [(world: OwnWorld) => world.checkpoint('start'), /checkpoint "start"/],
    [(world: OwnWorld) => world.checkpoint('1st'), /"1st" is no name; expected a name/],
    [(world: OwnWorld) => world.switchTo('other'), /no branch "other"; expected one of/],
  ])('refuses what is not there, and stays: %s', (call, message) => {
    const world = createWorld({ seed: 7 });
    world.checkpoint('start');
    const { digest } = world;
    expect(() => call(world)).toThrow(message);
    expect(world.digest).toBe(digest);
  });
});
