/** A world that is served to a check: without the faults of its scenario, under another seed, on a clock that stands. */
import { describe, expect, it } from 'vitest';
import { checkHost } from '../../../../src/host/app/check/check-host.ts';
import { scenarioHost } from '../../../../src/host/app/run/scenario-host.ts';
import { buildFromValue } from '../../../../src/simulation/scenario/load.ts';
import type { AskServed } from '../../../../src/verification/check/served/check-host.ts';

async function served(seed = '5'): Promise<AskServed> {
  const scenario = await buildFromValue(
    {
      name: 'tiny',
      seed: '7',
      for: '1d',
      population: [{ agent: 'faucet-claimer', count: 2 }],
      faults: [{ at: '0s', service: 'faucet', kind: 'outage', for: '1d' }],
    },
    checkHost,
  );
  return checkHost.serve!(scenario, seed);
}

it('it has what any scenario gets', () => {
  const { serve, ...rest } = checkHost;
  expect(rest).toEqual(scenarioHost);
  expect(serve).toBeTypeOf('function');
});

describe('a served world', () => {
  it('answers at its start, without the faults of its scenario', async () => {
    const ask = await served();
    expect(ask('GET', '/faucet/agents')).toMatchObject({ status: 200, body: { total_agents: 2 } });
    expect(ask('POST', '/faucet/register', { agent_id: 'mine' })).toMatchObject({
      status: 201,
      body: { agent_id: 'mine' },
    });
    expect(ask('POST', '/faucet/register')).toMatchObject({ status: 400 });
  });

  it('has the seed that was asked for, and not the one of its scenario', async () => {
    const keyOf = async (seed: string): Promise<unknown> =>
      (await served(seed))('POST', '/faucet/register', { agent_id: 'mine' }).body['api_key'];
    const keys = [await keyOf('5'), await keyOf('7'), await keyOf('5')];
    expect(keys[2]).toBe(keys[0]);
    expect(keys[1]).not.toBe(keys[0]);
  });

  it('moves its clock when it is asked to, with its agents', async () => {
    const ask = await served();
    expect(ask('POST', '/_sim/clock/advance', { by: '12h' })).toMatchObject({
      status: 200,
      body: { now: '2026-01-01T12:00:00.000Z' },
    });
    expect(ask('GET', '/faucet/agents')).toMatchObject({ body: { total_agents: 2 } });
  });

  it('counts all calls as those of one client', async () => {
    const ask = await served();
    const statuses = Array.from({ length: 11 }, (_, at) => ask('POST', '/faucet/register', { agent_id: `a${at}` }).status);
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 201), 429]);
  }); // prettier-ignore
});
