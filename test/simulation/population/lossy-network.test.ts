import { describe, expect, it } from 'vitest';
import { shippedBehaviours } from '../../../src/host/app/run/behaviours.ts';
import { scenarioHost } from '../../../src/host/app/run/scenario-host.ts';
import { loadScenario } from '../../../src/simulation/scenario/load.ts';
import { ScenarioRun } from '../../../src/simulation/scenario/run.ts';

/** Every fourth request or answer is lost, so that most operations are asked for again under their key. */
const yamlOf = (behaviour: string): string => `
name: lossy
seed: 3
for: 12h
policies: { faucet.pool: '999999' }
network: { latency: { median: 300ms, p99: 5s }, drop: 10%, dropAnswer: 15%, duplicate: 10% }
population:
  - { agent: ${behaviour}, count: 8 }
${behaviour === 'escrow-seller' ? '' : '  - { agent: escrow-seller, count: 2 }'}
`;

describe('a shipped behaviour on a network that loses every fourth message', () => {
  it.each(shippedBehaviours())('%s does not throw, whatever was lost', async (name) => {
    const scenario = await loadScenario('lossy.yaml', { ...scenarioHost, readText: () => yamlOf(name) });
    const run = new ScenarioRun(scenario, { hasTimeline: false });
    while (run.step(50_000)) continue;
    const { summary } = run.result({ wallSeconds: 0, command: '' });
    expect(summary.requests).toBeGreaterThan(0);
    expect(summary.findings).toEqual([]);
  });
});
