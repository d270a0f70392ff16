/** A run that a reset splits: after it a served world is one in which nothing has happened. */
import { expect, it } from 'vitest';
import { scenarioHost } from '../../../src/host/app/run/scenario-host.ts';
import { Sandbox } from '../../../src/host/serve/sandbox.ts';
import { buildFromValue } from '../../../src/simulation/scenario/load.ts';
import { ScenarioRun } from '../../../src/simulation/scenario/run.ts';
import type { Scenario } from '../../../src/simulation/scenario/scenario.ts';
import { scenariosFrom } from '../../../src/verification/check/campaign.ts';
import { FakeWall } from './serving.ts';

const serving = (scenario: Scenario): Sandbox => {
  const { seed, profile, policies, startMs } = scenario;
  return new Sandbox({ pace: 'manual', wall: new FakeWall(), scenario, seed, profile, policies, startMs });
};

const sources = scenariosFrom('split-by-a-reset', { first: 1, count: 30 });

it.each(sources.map((source, index) => ({ number: index + 1, source })))(
  'scenario $number has the digest of its run after half of it and a reset',
  async ({ source }) => {
    const scenario = await buildFromValue(source, scenarioHost);
    const run = new ScenarioRun(scenario, { hasTimeline: false });
    while (run.step(2000)) continue;
    const sandbox = serving(scenario);
    const endMs = scenario.startMs + scenario.forMs;
    sandbox.advance(scenario.startMs + Math.floor(scenario.forMs / 2));
    const { world } = sandbox;
    expect(sandbox.reset(sandbox.setup)).not.toBe(world);
    expect(sandbox.nowMs).toBe(scenario.startMs);
    sandbox.advance(endMs);
    expect(sandbox.world.digest()).toEqual(run.world.digest());
  },
);
