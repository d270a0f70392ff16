/** Checkpoints, rewinding and branches over HTTP: the world is the same again, or stays as it was. */
import { describe, expect, it } from 'vitest';
import { hourMs } from '../../../src/core/base/time.ts';
import { serving, type Answer, type Serving } from './serving.ts';
import { smallScenario } from './small-scenario.ts';

const post = ({ call }: Serving, path: string, body: unknown): Promise<Answer> =>
  call('POST', `/_sim/${path}`, { body });
const advance = (served: Serving, by: string) => post(served, 'clock/advance', { by });
const digest = async ({ call }: Serving) => (await call('GET', '/_sim/digest')).body['digest'];

async function register({ call }: Serving, name: string): Promise<Answer> {
  return call('POST', '/faucet/register', {
    headers: { 'x-sim-ip': '203.0.113.7' },
    body: { agent_id: name },
  });
}

/** Every balance of a world. */
const balances = ({ sandbox }: Serving): string[] =>
  [...sandbox.world.agents.all()].map(
    ({ agentId, account }) => `${agentId} ${sandbox.world.ledger.available(account)}`,
  );

describe('POST /_sim/rewind', () => {
  it('leads to a checkpoint, and what followed stays in its branch', async () => {
    const served = await serving({ scenario: await smallScenario() });
    await register(served, 'first');
    await advance(served, '3h');
    const { name, ...noted } = (await post(served, 'checkpoints', { name: 'before' })).body;
    expect(name).toBe('before');
    const before = balances(served);
    await register(served, 'second');
    await advance(served, '10h');
    const after = [await digest(served), balances(served)];

    const back = await post(served, 'rewind', { to: 'before', branch: 'retry' });
    expect(back).toMatchObject({ status: 200, body: { ...noted, branch: 'retry' } });
    expect(served.sandbox.nowMs).toBe(Date.UTC(2026, 0, 1, 3));
    expect(balances(served)).toEqual(before);
    expect(await digest(served)).toBe(noted['digest']);

    await advance(served, '1h');
    const { branches } = (await served.call('GET', '/_sim/branches')).body as { branches: object[] };
    expect(branches).toMatchObject([
      { branch: 'main', current: false, requests: 5, from: null },
      { branch: 'retry', current: true, requests: 4, from: { branch: 'main', event: noted['event'] } },
    ]);
    const there = await post(served, 'branches/switch', { to: 'main' });
    expect(there).toMatchObject({ status: 200, body: { branch: 'main' } });
    // The call that read the digest was the last of the branch.
    expect(balances(served)).toEqual(after[1]);
    await post(served, 'rewind', { to: 'before' });
    expect(await digest(served)).toBe(noted['digest']);
  });

  it('leads to an instant between two requests, and to the event before a request', async () => {
    const served = await serving({ scenario: await smallScenario() });
    await advance(served, '2h');
    await register(served, 'a');
    const { body } = await served.call('GET', '/_sim/digest');
    await register(served, 'b');
    await advance(served, '2h');
    const toEvent = await post(served, 'rewind', { to: body['events'] });
    expect(toEvent.body).toMatchObject({ digest: body['digest'], event: body['events'] });
    await post(served, 'branches/switch', { to: 'main' });
    const toInstant = await post(served, 'rewind', { to: '2026-01-01T01:00:00Z' });
    expect(toInstant.body).toMatchObject({ now: '2026-01-01T01:00:00.000Z', branch: 'branch-3' });
    // The advance was the only request before, and it arrived later.
    expect(served.sandbox.world.eventNumber).toBe(toInstant.body['event']);
    expect([...served.sandbox.world.agents.all()].some(({ agentId }) => agentId === 'a')).toBe(false);
  });

  it('goes on in the new branch as any world, with its clock, faults and pace', async () => {
    const served = await serving({ scenario: await smallScenario() });
    await advance(served, '1h');
    await post(served, 'checkpoints', { name: 'one' });
    await post(served, 'fault', { service: 'faucet', kind: 'outage', for: '1h' });
    expect((await register(served, 'x')).status).toBe(503);
    await post(served, 'rewind', { to: 'one' });
    expect((await register(served, 'x')).status).toBe(201);
    await post(served, 'fault', { service: 'faucet', kind: 'outage', for: '1h' });
    expect((await served.call('GET', '/faucet/agents')).status).toBe(503);
    expect((await advance(served, '1h')).body['now']).toBe('2026-01-01T02:00:00.000Z');
    expect((await post(served, 'clock/pace', { pace: '60x' })).body['pace']).toBe('60x');
    expect(served.sandbox.pace).toBe(60);
  });

  it('leaves other clients served meanwhile', async () => {
    const served = await serving({ scenario: await smallScenario() });
    await advance(served, '30h');
    const [back, ...others] = await Promise.all([
      post(served, 'rewind', { to: '2026-01-01T20:00:00Z' }),
      ...Array.from({ length: 5 }, () => served.call('GET', '/faucet/agents')),
      post(served, 'rewind', { to: '2026-01-01T21:00:00Z' }),
    ]);
    expect(back.body['now']).toBe('2026-01-01T20:00:00.000Z');
    expect(others.map(({ status }) => status).slice(0, 5)).toEqual([200, 200, 200, 200, 200]);
    expect([200, 400, 409]).toContain(others.at(-1)?.status);
    expect(served.broken).toEqual([]);
  });

  it.each([
    [
      'rewind',
      { to: 'never' },
      404,
      /there is no checkpoint "never"; expected a name, an instant or an event/,
    ],
    ['rewind', { to: '2026-01-01T05:00:00Z' }, 400, /to lies after now, 2026-01-01T02:00:00\.000Z/],
    ['rewind', { to: '2025-12-31T00:00:00Z' }, 400, /before the start of the world, 2026-01-01T00/],
    ['rewind', { to: 9_999_999 }, 400, /to is event 9999999; expected at most \d+, the present event/],
    ['rewind', { to: '-1' }, 400, /to is "-1"; expected the name of a checkpoint, an event, or an instant/],
    ['rewind', { to: -1 }, 400, /expected the name of a checkpoint, an instant, or the number/],
    ['rewind', {}, 400, /"to" is missing/],
    ['rewind', { to: 'one', branch: 'main' }, 409, /there is a branch "main"; expected another name/],
    ['rewind', { to: 'one', brunch: 'x' }, 400, /unknown key "brunch"; did you mean "branch"\?/],
    ['checkpoints', { name: 'one' }, 409, /there is a checkpoint "one"; expected another name/],
    ['checkpoints', { name: '2nd' }, 400, /name is "2nd"; expected a name of up to 64/],
    ['checkpoints', '{', 400, /./],
    ['branches/switch', { to: 'other' }, 404, /there is no branch "other"; expected one of main/],
  ])('%s %j is refused with %i, and the world stays as it was', async (path, body, status, message) => {
    const served = await serving({ scenario: await smallScenario() });
    await post(served, 'checkpoints', { name: 'one' });
    await advance(served, '2h');
    const { world } = served.sandbox;
    const before = world.digest();
    const answer = await post(served, path, body);
    expect(answer.status).toBe(status);
    expect(answer.body['error']).toMatch(message);
    expect(served.sandbox.world).toBe(world);
    expect(world.digest()).toEqual(before);
  });

  it('waits for no move of the clock: it is refused while one is under way', async () => {
    const { sandbox } = await serving({ scenario: await smallScenario() });
    sandbox.advance(sandbox.nowMs + hourMs);
    sandbox.beginMove(sandbox.nowMs + hourMs);
    const rewind = { to: { event: 0 }, branch: undefined };
    expect(sandbox.history.rewind(rewind)).toMatchObject({ code: 'CONFLICT' });
    while (!sandbox.moveSlice()) continue;
    sandbox.endMove();
    expect(sandbox.history.rewind(rewind)).toMatchObject({ branch: 'branch-2' });
  });
});

describe('checkpoints', () => {
  it('are listed, change nothing, come along in a session file and end with a reset', async () => {
    const served = await serving();
    const before = served.sandbox.world.digest();
    await post(served, 'checkpoints', { name: 'start' });
    const { checkpoints } = (await served.call('GET', '/_sim/checkpoints')).body as { checkpoints: object[] };
    expect(checkpoints).toMatchObject([{ name: 'start', branch: 'main', digest: before.digest }]);
    expect(served.sandbox.world.digest()).toEqual(before);
    const file = (await served.call('GET', '/_sim/session')).body;
    expect(file['checkpoints']).toMatchObject([{ name: 'start', requests: 0 }]);
    await post(served, 'reset', {});
    expect((await served.call('GET', '/_sim/checkpoints')).body).toEqual({ checkpoints: [] });
  });

  it('whose world cannot be executed to the same digest refuse the rewind and leave the world', async () => {
    let draws = 0;
    const scenario = await smallScenario();
    const [group] = scenario.groups;
    if (group === undefined) throw new Error('the scenario has groups');
    const behaviour = {
      ...group.behaviour,
      *run(...[agent]: Parameters<typeof group.behaviour.run>) {
        draws += 1;
        yield* agent.sleep(1000 * draws);
        yield* agent.get('/faucet/agents');
      },
    };
    const unsteady = { ...scenario, groups: [{ ...group, behaviour }] };
    const served = await serving({ scenario: unsteady });
    await advance(served, '3h');
    await post(served, 'checkpoints', { name: 'one' });
    await advance(served, '1h');
    const { world } = served.sandbox;
    const answer = await post(served, 'rewind', { to: 'one' });
    expect(answer).toMatchObject({ status: 409 });
    expect(answer.body['error']).toMatch(/differs at event \d+; expected behaviours that use nothing but/);
    expect(served.sandbox.world).toBe(world);
    expect((await served.call('GET', '/_sim/branches')).body['branches']).toHaveLength(1);
  });
});
