/** Two branches of a served world compared: where they part, and whose balances differ. */
import { describe, expect, it } from 'vitest';
import { createWorld } from '../../../src/host/app/create-world.ts';
import { serving, type Answer, type Serving } from './serving.ts';
import { smallScenario } from './small-scenario.ts';

const post = ({ call }: Serving, path: string, body: unknown): Promise<Answer> =>
  call('POST', `/_sim/${path}`, { body });
const register = ({ call }: Serving, name: string): Promise<Answer> =>
  call('POST', '/faucet/register', { headers: { 'x-sim-ip': '203.0.113.7' }, body: { agent_id: name } });

/** `main` has a registration that `retry` has an hour later and under another name. */
async function parted(): Promise<Serving> {
  const served = await serving({ scenario: await smallScenario() });
  await post(served, 'clock/advance', { by: '3h' });
  await post(served, 'checkpoints', { name: 'fork' });
  await register(served, 'first');
  await post(served, 'clock/advance', { by: '4h' });
  await post(served, 'rewind', { to: 'fork', branch: 'retry' });
  await post(served, 'clock/advance', { by: '4h' });
  await register(served, 'second');
  return served;
}

describe('POST /_sim/branches/compare', () => {
  it('names the first request that differs, and balances, and changes nothing', async () => {
    const served = await parted();
    const before = served.sandbox.world.digest();
    const { status, body } = await post(served, 'branches/compare', { a: 'main', b: 'retry' });
    expect(status).toBe(200);
    const fork = (await served.call('GET', '/_sim/checkpoints')).body['checkpoints'] as { event: number }[];
    expect(body).toMatchObject({
      a: { branch: 'main' },
      b: { branch: 'retry', digest: before.digest, event: before.events },
      same: false,
      parted: {
        a: { call: 'POST /faucet/register', event: (fork[0]?.event ?? 0) + 1, agent: '', status: 201 },
        b: { at: expect.stringMatching(/^2026-01-01T0[3-7]/) },
      },
      differing: 2,
      balances: [
        { agent: 'first', a: '10.00', b: null },
        { agent: 'second', a: null, b: '10.00' },
      ],
    });
    expect(served.sandbox.world.digest()).toEqual(before);
    expect(served.sandbox.history.branches.map(({ branch, isCurrent }) => [branch, isCurrent])).toEqual([
      ['main', false],
      ['retry', true],
    ]);
  });

  it('is about the present branch without b, and finds none where there is none', async () => {
    const served = await parted();
    const same = await post(served, 'branches/compare', { a: 'retry' });
    expect(same.body).toMatchObject({ same: true, parted: null, differing: 0, balances: [] });
    const other = await post(served, 'branches/compare', { a: 'main' });
    expect(other.body).toMatchObject({ same: false, b: { branch: 'retry' } });
  });

  it('finds what one branch has and the other, which ended, has not', async () => {
    const served = await serving();
    await register(served, 'both');
    await post(served, 'branches/switch', { to: 'main' });
    await post(served, 'rewind', { to: '2026-01-01T00:00:00Z', branch: 'longer' });
    await served.call('GET', '/faucet/agents');
    const { body } = await post(served, 'branches/compare', { a: 'main' });
    expect(body).toMatchObject({
      same: false,
      parted: { field: 'at', a: null, b: { call: 'GET /faucet/agents' } },
      differing: 0,
    });
  });

  it('is done beside other requests, and a rewind waits for its end', async () => {
    const { sandbox } = await parted();
    const { history } = sandbox;
    const pair = { a: 'main', b: undefined };
    const execution = history.prepare(pair);
    expect(execution?.step()).toBe(false);
    const rewind = { to: { name: 'fork' }, branch: undefined };
    expect(history.rewind(rewind)).toMatchObject({ code: 'CONFLICT' });
    expect(history.compare(pair)).toMatchObject({ code: 'CONFLICT' });
    while (execution?.step() === false) continue;
    expect(history.arrive(() => history.compare(pair))).toMatchObject({ differing: 2 });
    expect(history.rewind(rewind)).toMatchObject({ branch: 'branch-2' });
  });

  it.each([
    [{ a: 'mian' }, 404, /there is no branch "mian"; expected one of main, retry/],
    [{ a: 'main', b: 'none' }, 404, /there is no branch "none"/],
    [{}, 400, /"a" is missing; expected branches such as/],
    [{ a: 'main', c: 'x' }, 400, /unknown key "c"/],
    [{ a: 5 }, 400, /a is 5; expected a name/],
  ])('%j is refused with %i', async (body, status, message) => {
    const answer = await post(await parted(), 'branches/compare', body);
    expect(answer.status).toBe(status);
    expect(answer.body['error']).toMatch(message);
  });
});

describe('world.compare', () => {
  it('compares branches in a test', () => {
    const world = createWorld();
    world.branch('other');
    world.post('/faucet/register', { agent_id: 'mine' });
    const { parted: at, same, balances } = world.compare('main');
    expect([same, at?.b?.call, at?.a]).toEqual([false, 'POST /faucet/register', null]);
    expect(balances).toEqual([{ agent: 'mine', a: null, b: '10.00' }]);
    expect(() => world.compare('none')).toThrow(/there is no branch "none"; expected one of main, other/);
  });
});
