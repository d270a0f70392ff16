/** An answer that lacks a field is named as that, whatever models would make of it. */
import { describe, expect, it } from 'vitest';
import { scenarioHost } from '../../../src/host/app/run/scenario-host.ts';
import { buildFromValue } from '../../../src/simulation/scenario/load.ts';
import { ScenarioRun } from '../../../src/simulation/scenario/run.ts';
import { Watch } from '../../../src/verification/check/observe.ts';
import type { Violation } from '../../../src/verification/oracle/properties.ts';

const register = { do: 'POST /faucet/register', body: { agent_id: 'alice' }, by: 'alice' };
const calls = [
  'GET /api/wallet-api/balance',
  'GET /wallet/api/v1/balance',
  'GET /api/trading-api/portfolio',
  'GET /casino/api/v1/auth/balance',
  'GET /faucet/agents',
  'GET /escrow/escrows',
  'GET /api/domains-api/domains',
  'POST /api/trading-api/order',
];

/** What breaks where the last answer of a run is `changed`. */
async function brokenWith(
  call: string,
  changed: (body: Readonly<Record<string, unknown>>) => Record<string, unknown>,
): Promise<readonly Violation[]> {
  const body = call.startsWith('POST')
    ? { body: { pair: 'ETH-USDC', side: 'buy', type: 'market', amount: 1 } }
    : {};
  const operations = [register, { do: call, by: 'alice', ...body }];
  const scenario = await buildFromValue({ name: 'shape', for: '1h', operations }, scenarioHost);
  const watch = new Watch(scenario);
  const run = new ScenarioRun(scenario, {
    ...watch.hooks,
    onEvent: (record) => {
      const { request, response } = record;
      const isIt = request.path === call.split(' ')[1];
      watch.onEvent(
        isIt ? { ...record, response: { ...response, body: changed(response.body) as never } } : record,
      );
    },
  });
  watch.attach(run);
  while (watch.violations.length === 0 && run.step(1_000));
  return watch.violations;
}

describe.each(calls)('%s', (call) => {
  it('breaks nothing as it is', async () => {
    expect(await brokenWith(call, (body) => body)).toEqual([]);
  });

  it('is named where any field that must be there is left out', async () => {
    let names: string[] = [];
    await brokenWith(call, (body) => {
      names = Object.keys(body);
      return body;
    });
    expect(names).not.toEqual([]);
    for (const name of names) {
      const [violation] = await brokenWith(call, (body) =>
        Object.fromEntries(Object.entries(body).filter(([field]) => field !== name)),
      );
      if (violation?.property !== 'answers-fit-schema')
        expect.soft([name, violation]).toEqual([name, undefined]);
      else expect.soft(violation.message).toContain(name);
    }
  });
});
