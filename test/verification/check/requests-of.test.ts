/** A population as the requests it made: they are answered as they were, without the behaviours. */
import { expect, it } from 'vitest';
import { scenarioHost } from '../../../src/host/app/run/scenario-host.ts';
import { buildFromValue } from '../../../src/simulation/scenario/load.ts';
import { ScenarioRun } from '../../../src/simulation/scenario/run.ts';
import { asRequests } from '../../../src/verification/check/requests-of.ts';
import { execute } from '../../../src/verification/check/execute.ts';
import type { ScenarioSource } from '../../../src/verification/check/source.ts';

/** Every response of a run: its instant, its call and what decided it. */
async function answersOf(source: ScenarioSource): Promise<string[]> {
  const scenario = await buildFromValue(source, scenarioHost);
  const answers: string[] = [];
  const run = new ScenarioRun(scenario, {
    onEvent: ({ atMs, exchange, response }) =>
      answers.push(
        `${atMs - scenario.startMs} ${exchange.route?.row.operation} ${response.status} ${exchange.code}`,
      ),
  });
  while (run.step(2_000)) continue;
  return answers;
}

const base: ScenarioSource = {
  name: 'crowd',
  seed: '7',
  for: '3h',
  operations: [{ by: 'alice', do: 'POST /faucet/register', body: {} }],
};

it.each(['trader', 'escrow-buyer', 'faucet-claimer', 'gambler', 'domain-squatter', 'swapper'])(
  'a %s is followed request by request',
  async (agent) => {
    const source = { ...base, population: [{ agent, count: 2, arrive: { over: '10m' } }] };
    const requests = await asRequests(source, scenarioHost);
    expect(requests?.population).toBeUndefined();
    const before = await answersOf(source);
    expect(before.length).toBeGreaterThan(2);
    expect(await answersOf(requests as ScenarioSource)).toEqual(before);
    expect(requests?.operations).toHaveLength(before.length);
  },
);

it('keys stay references, and no secret is written', async () => {
  const source = { ...base, population: [{ agent: 'swapper', count: 1 }] };
  expect(JSON.stringify(await asRequests(source, scenarioHost))).not.toMatch(/orr_|Bearer [a-z]/);
});

it('on a network with losses and delays the requests come when they arrived, and all properties hold of them', async () => {
  const network = { latency: { median: '40ms', p99: '2s' }, drop: 0.1, duplicate: 0.2 };
  const source = { ...base, network, population: [{ agent: 'trader', count: 2 }] };
  const requests = await asRequests(source, scenarioHost);
  expect(requests?.network).toBeUndefined();
  expect((await execute(requests as ScenarioSource, scenarioHost)).violations).toEqual([]);
});

it('a scenario without behaviours has nothing to replace', async () => {
  expect(await asRequests(base, scenarioHost)).toBeUndefined();
});
