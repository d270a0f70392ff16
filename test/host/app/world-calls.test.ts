/** The calls of a library's world: what a request becomes, what its points say, and what it refuses. */
import { join } from 'node:path';
import { chdir, cwd } from 'node:process';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { createWorld } from '../../../src/host/app/create-world.ts';
import type { CreateWorld } from '../../../src/host/app/own-world.ts';
import { folderWith } from '../../folder-with.ts';

// What loads behaviours of a user is loaded when it is needed.
beforeAll(() => import('../../../src/host/app/run/load-module.ts'));

const start = '2026-01-01T00:00:00.000Z';

describe('a world without settings', () => {
  it('has seed 1 and the published profile, and stands at the start', () => {
    const world = createWorld();
    const { seed, now, digest, policyHash, driftMicros, branches } = world;
    expect({ seed, now, policyHash, driftMicros }).toEqual({
      seed: '1',
      now: start,
      policyHash: createWorld({ profile: 'published' }).policyHash,
      driftMicros: 0,
    });
    expect(policyHash).toMatch(/^[0-9a-f]{16}$/);
    expect(createWorld({ profile: 'consistent' }).policyHash).not.toBe(policyHash);
    expect(branches).toEqual([{ branch: 'main', now: start, event: 1, digest }]);
  });

  it.each([
    [{ seed: 7 }, '7', start],
    [{ seed: 'x' }, 'x', start],
    [{ start: '2027-03-04T05:06:07Z' }, '1', '2027-03-04T05:06:07.000Z'],
  ])('takes %j', (settings, seed, now) => {
    const world = createWorld(settings);
    expect([world.seed, world.now]).toEqual([seed, now]);
  });

  it('stands still until it is moved', () => {
    const world = createWorld();
    world.get('/faucet/agents');
    expect(world.now).toBe(start);
    world.advance('90m');
    expect(world.now).toBe('2026-01-01T01:30:00.000Z');
    world.advance('2026-01-01T01:30:00Z');
    expect(world.now).toBe('2026-01-01T01:30:00.000Z');
  });
});

describe('settings that are wrong', () => {
  it.each<[CreateWorld, string]>([
    [{ start: 'soon' }, 'start is "soon"; expected an instant in RFC 3339 such as 2026-02-01T00:00:00Z, from 1970 to 9998'],
    [{ start: '1969-12-31T23:59:59Z' }, 'start is "1969-12-31T23:59:59Z"; expected an instant in RFC 3339 such as 2026-02-01T00:00:00Z, from 1970 to 9998'],
    [JSON.parse('{"policies":{"nope":"x"}}') as CreateWorld, 'there is no policy "nope"; expected one of those that orrery policies lists'],
  ])('%j is refused', (settings, message) => {
    expect(() => createWorld(settings)).toThrow(new Error(message));
  }); // prettier-ignore
});

describe('the clock', () => {
  it('comes to the last instant of its years and not beyond', () => {
    const world = createWorld({ start: '9998-12-31T23:59:00Z' });
    expect(() => world.advance('9999-01-01T00:00:00.001Z')).toThrow(
      new Error('"9999-01-01T00:00:00.001Z" lies beyond the years of the clock'),
    );
    expect(() => world.advance('61s')).toThrow(new Error('"61s" lies beyond the years of the clock'));
    world.advance('60s');
    expect(world.now).toBe('9999-01-01T00:00:00.000Z');
  });

  it('does not go back', () => {
    const world = createWorld();
    expect(() => world.advance('2025-12-31T23:59:59Z')).toThrow(
      new Error(`"2025-12-31T23:59:59Z" lies before now, ${start}; time does not go back`),
    );
    expect(() => world.advance('later')).toThrow(
      new Error(
        '"later" is neither a duration such as 24h nor an instant in RFC 3339 such as 2026-02-01T00:00:00Z',
      ),
    );
  });
});

describe('a call', () => {
  it('has the method that it is named for', () => {
    const world = createWorld();
    const statusOf = (call: 'get' | 'put' | 'delete', path: string): number => world[call](path).status;
    expect([statusOf('put', '/casino/api/v1/kelly/config'), statusOf('get', '/casino/api/v1/kelly/config')]).toEqual([401, 404]); // prettier-ignore
    expect([
      statusOf('delete', '/api/trading-api/order/1'),
      statusOf('get', '/api/trading-api/order/1'),
    ]).toEqual([401, 404]);
  });

  it('carries key, body and query, also one that is written in the path', () => {
    const world = createWorld();
    const { body } = world.post('/faucet/register', { agent_id: 'mine', left_out: undefined });
    const key = body['api_key'] as string;
    expect(world.put('/casino/api/v1/kelly/config', { risk_factor: 0.5 }, { key }).status).toBe(200);
    expect(world.put('/casino/api/v1/kelly/config', undefined, { key }).status).toBe(400);
    expect(world.delete('/api/trading-api/order/1', { key }).status).toBe(404);
    const orders = (path: string, query?: Record<string, string>): number =>
      world.get(path, { key, ...(query === undefined ? {} : { query }) }).status;
    expect(orders('/api/trading-api/orders')).toBe(200);
    expect(orders('/api/trading-api/orders?limit=x')).toBe(400);
    expect(orders('/api/trading-api/orders', { limit: 'x' })).toBe(400);
    expect(orders('/api/trading-api/orders?limit=x', { limit: '2' })).toBe(200);
  });

  it('takes headers in any case, and its own before those of every call', () => {
    const world = createWorld();
    const key = world.post('/faucet/register', { agent_id: 'mine' }).body['api_key'] as string;
    const status = (headers: Record<string, string>): number =>
      world.get('/faucet/status', { headers }).status;
    expect(status({})).toBe(401);
    expect(status({ AUTHORIZATION: `Bearer ${key}` })).toBe(200);
    const typed = world.post(
      '/faucet/register',
      { agent_id: 'b' },
      { headers: { 'Content-Type': 'text/plain' } },
    );
    expect(typed.status).toBe(201);
  });

  it('comes from 127.0.0.1 unless it says otherwise', () => {
    const world = createWorld();
    const register = (name: number, ip?: string): number =>
      world.post('/faucet/register', { agent_id: `a${name}` }, ip === undefined ? {} : { ip }).status;
    const statuses = Array.from({ length: 10 }, (_, name) => register(name));
    expect(statuses).toEqual(Array.from({ length: 10 }, () => 201));
    expect([register(10, '127.0.0.1'), register(11), register(12, '10.0.0.1')]).toEqual([429, 429, 201]);
  });
});

describe('two branches', () => {
  it('are compared at their last points, with the present one unless another is named', () => {
    const world = createWorld();
    const fork = world.branch('other');
    expect(fork).toEqual({ branch: 'other', now: start, event: 1, digest: world.branches[0]?.digest });
    world.post('/faucet/register', { agent_id: 'third' });
    const [main, other] = world.branches;
    expect(world.compare('main')).toEqual({
      a: main,
      b: other,
      same: false,
      parted: { field: 'at', a: null, b: expect.objectContaining({ call: 'POST /faucet/register', at: start }) as unknown },
      differing: 1,
      balances: [{ agent: 'third', a: null, b: '10.00' }],
    }); // prettier-ignore
    expect(world.compare('other', 'main')).toMatchObject({ a: other, b: main });
    expect(world.compare('main', 'main')).toEqual({
      a: main,
      b: main,
      same: true,
      parted: null,
      differing: 0,
      balances: [],
    });
    expect(() => world.compare('nope')).toThrow(
      new Error('there is no branch "nope"; expected one of main, other'),
    );
  });
});

const scenario = {
  name: 'few',
  seed: 3,
  for: '1d',
  population: [
    { agent: 'escrow-seller', count: 2, with: { every: '3h' } },
    { agent: 'escrow-buyer', count: 1, with: { every: '2h' } },
  ],
};

describe('the agents of a world', () => {
  it('are listed as a whole, and by group', async () => {
    const world = await createWorld({ scenario });
    const shown = (group?: string): string[] => world.agents.list(group).map(({ name }) => name);
    expect(world.now).toBe(start);
    expect(shown().toSorted()).toEqual(['escrow-buyer/1', 'escrow-seller/1', 'escrow-seller/2']);
    expect([shown('escrow-buyer'), shown('nope')]).toEqual([['escrow-buyer/1'], []]);
    expect(world.agents.list('escrow-buyer')).toEqual([
      { name: 'escrow-buyer/1', behaviour: 'escrow-buyer', agentId: expect.stringMatching(/\S/) as string },
    ]);
  });

  it('may join from the scenario itself, although its file is elsewhere by now', async () => {
    const sources = join(import.meta.dirname, '../../../src/simulation/population/define-agent.ts');
    const folder = folderWith({
      'mine.mjs': `import { defineAgent } from '${sources}';
export default defineAgent({ name: 'mine', about: 'Joins.', *run(agent) { yield* agent.join(); } });
`,
    });
    const before = cwd();
    chdir(folder);
    onTestFinished(() => chdir(before));
    const world = await createWorld({
      scenario: { ...scenario, population: [...scenario.population, { agent: './mine.mjs', count: 1 }] },
    });
    chdir(before);
    expect((await world.agents.add('mine')).map(({ name }) => name)).toEqual(['mine-2/1']);
    const outside = createWorld();
    await expect(outside.agents.add('mine')).rejects.toThrow('there is no agent "mine"');
    chdir(folder);
    expect(await outside.agents.add('./mine.mjs')).toMatchObject([{ name: 'mine/1', behaviour: 'mine' }]);
  });
});
