import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { scenarioHost } from '../../../src/host/app/run/scenario-host.ts';
import type { Group } from '../../../src/simulation/population/group.ts';
import { loadScenario } from '../../../src/simulation/scenario/load.ts';
import { ScenarioRun } from '../../../src/simulation/scenario/run.ts';
import type { Scenario } from '../../../src/simulation/scenario/scenario.ts';

/** Everybody arrives in the first millisecond, so that only the tie-break decides who goes first. */
const yaml = `
name: crowd
about: Agents of every service who all arrive at once.
seed: 7
for: 1d
network: { latency: { median: 40ms, p99: 400ms }, drop: 0.5%, duplicate: 0.5% }
policies: { limits.upgrade: seeded }
population:
  - { agent: faucet-claimer, count: 2 }
  - { agent: escrow-seller, count: 2, with: { every: 6h } }
  - { agent: escrow-buyer, count: 2, with: { every: 2h } }
  - { agent: gambler, count: 2, with: { rounds: 3, every: 1h } }
  - { agent: trader, name: spot-trader, count: 2, with: { every: 4h } }
  - { agent: domain-trader, count: 2 }
  - { agent: wallet-hopper, count: 2 }
faults:
  - { at: 6h, service: escrow, kind: error, for: 1h, rate: 50% }
`;

function digestOf(scenario: Scenario): { digest: string; requests: number; agents: unknown } {
  const run = new ScenarioRun(scenario, { hasTimeline: false });
  while (run.step(50_000)) continue;
  const { summary, agents } = run.result({ wallSeconds: 0, command: '' });
  expect(summary.findings).toEqual([]);
  const { digest, requests } = summary;
  return { digest, requests, agents: agents.filter(({ behaviour }) => behaviour !== 'idle') };
}

describe('the order of populations', () => {
  let crowd: Scenario;
  let unused: Group[];

  beforeAll(async () => {
    crowd = await loadScenario('crowd.yaml', { ...scenarioHost, readText: () => yaml });
    const [first] = crowd.groups as [Group];
    // They live for a while, and never make a request.
    unused = ['a', 'f', 'zz'].map((name) => ({
      ...first,
      name,
      count: 3,
      parameters: {},
      behaviour: {
        name: 'idle',
        about: 'Sleeps.',
        parameters: {},
        *run(agent) {
          yield* agent.sleep('1h');
        },
      },
    }));
  });

  it('changes neither the digest nor any agent, for any populations that make no request', () => {
    const written = digestOf(crowd);
    expect(written.requests).toBeGreaterThan(200);
    const orders = fc
      .subarray(unused)
      .chain((more) =>
        fc.shuffledSubarray([...crowd.groups, ...more], { minLength: crowd.groups.length + more.length }),
      );
    fc.assert(
      fc.property(orders, (groups) => {
        expect(digestOf({ ...crowd, groups })).toEqual(written);
      }),
      { numRuns: 10 },
    );
  });
});
