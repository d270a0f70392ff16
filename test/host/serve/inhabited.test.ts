/** A scenario's agents in a served world, beside clients from outside. */
import { describe, expect, it } from 'vitest';
import { dayMs, hourMs } from '../../../src/core/base/time.ts';
import { ScenarioRun } from '../../../src/simulation/scenario/run.ts';
import { FakeWall, newSandbox, serving } from './serving.ts';
import { smallScenario } from './small-scenario.ts';

/** A machine on which every look at the clock takes a while. */
class SlowWall extends FakeWall {
  override elapsedMs = (): number => (this.elapsed += 1);
}

describe('a served scenario', () => {
  it('has the digest of its run when no request comes from outside', async () => {
    const scenario = await smallScenario();
    const run = new ScenarioRun(scenario);
    while (run.step(1000)) continue;
    const sandbox = newSandbox({ scenario });
    sandbox.advance(scenario.startMs + scenario.forMs);
    expect(sandbox.world.digest()).toEqual(run.world.digest());
  });

  it('moves its agents with the clock, and its faults refuse clients from outside', async () => {
    const { call, sandbox } = await serving({ scenario: await smallScenario() });
    expect((await call('GET', '/faucet/agents')).status).toBe(200);
    expect(sandbox.world.agents.count).toBe(0);
    await call('POST', '/_sim/clock/advance', { body: { by: '5h10m' } });
    expect(sandbox.world.agents.count).toBeGreaterThan(5);
    expect((await call('GET', '/escrow/escrows')).status).toBe(503);
    await call('POST', '/_sim/clock/advance', { body: { by: '40m' } });
    expect((await call('GET', '/escrow/escrows')).status).not.toBe(503);
    expect(sandbox.world.driftMicros()).toBe(0);
  });

  it('acts in running time', async () => {
    const wall = new FakeWall();
    const { call, sandbox } = await serving({ scenario: await smallScenario(), pace: 600, wall });
    wall.elapsed += (6 * hourMs) / 600;
    await call('GET', '/faucet/agents');
    expect(sandbox.world.agents.count).toBeGreaterThan(5);
    expect(sandbox.nowMs).toBe(Date.UTC(2026, 0, 1, 6));
  });

  it('begins again after a reset, with its faults as late after the start as before', async () => {
    const sandbox = newSandbox({ scenario: await smallScenario() });
    sandbox.advance(sandbox.nowMs + 3 * hourMs);
    const before = sandbox.world.digest();
    sandbox.reset(sandbox.setup);
    sandbox.advance(sandbox.nowMs + 3 * hourMs);
    expect(sandbox.world.digest()).toEqual(before);
    const startMs = Date.UTC(2027, 5, 1);
    sandbox.reset({ ...sandbox.setup, startMs });
    expect(sandbox.faults.map(({ atMs }) => atMs)).toEqual([startMs + 5 * hourMs, startMs + 10 * hourMs]);
  });

  it('stays behind a clock that is too fast for it, at the end of an instant, and answers clients', async () => {
    const scenario = await smallScenario();
    const wall = new SlowWall();
    const sandbox = newSandbox({ scenario, pace: 1_000_000, wall });
    wall.elapsed += (30 * dayMs) / 1_000_000;
    const request = { method: 'GET', path: '/faucet/agents', query: {}, headers: {}, ip: '::1' } as const;
    expect(sandbox.dispatch({ ...request, body: undefined }).response.status).toBe(200);
    expect(sandbox.isBehind).toBe(true);
    const behindMs = sandbox.nowMs;
    expect(behindMs).toBeLessThan(scenario.startMs + 30 * dayMs);
    for (let turn = 0; sandbox.isBehind && turn < 1000; turn++) sandbox.catchUp();
    expect(sandbox.isBehind).toBe(false);
    expect(sandbox.nowMs).toBeGreaterThan(scenario.startMs + 30 * dayMs);
  });
});
