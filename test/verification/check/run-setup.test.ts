/** What the oracle knows of a run comes from the scenario as written, so that a platform that reads it otherwise is noticed. */
import { describe, expect, it } from 'vitest';
import { scenarioHost } from '../../../src/host/app/run/scenario-host.ts';
import type { Fault } from '../../../src/platform/world/faults.ts';
import { buildFromValue } from '../../../src/simulation/scenario/load.ts';
import { Coverage } from '../../../src/verification/check/coverage.ts';
import { executed } from '../../../src/verification/check/execute.ts';
import { settingOf } from '../../../src/verification/check/run-setup.ts';

const operations = [
  { by: 'alice', do: 'POST /faucet/register', body: { agent_id: 'alice' } },
  { by: 'alice', do: 'GET /api/trading-api/price/BTC-USDC' },
  { at: '2m', by: 'alice', do: 'GET /api/trading-api/price/BTC-USDC' },
  { by: 'alice', do: 'GET /wallet/health' },
];

/** The planned faults of a scenario as the oracle has them, and what breaks where the platform has `change` of each. */
async function planned(faults: readonly object[], change: (fault: Fault) => Fault = (fault) => fault) {
  const scenario = await buildFromValue(
    { name: 's', seed: '1', for: '2h', faults, operations },
    scenarioHost,
  );
  const changed = { ...scenario, faults: scenario.faults.map(change) };
  const { violations } = executed(changed, new Coverage());
  return { setting: settingOf(scenario), broken: violations.map(({ property }) => property) };
}

describe('a step of a clock', () => {
  it.each([
    ['1h', 3_600_000],
    ['+25h', 90_000_000],
    ['-90m', -5_400_000],
  ])('%s is %i ms', async (by, byMs) => {
    const { setting, broken } = await planned([{ at: '1m', service: 'wallet', kind: 'clock-step', by }]);
    expect(setting.faults.map((fault) => fault.byMs)).toEqual([byMs]);
    expect(broken).toEqual([]);
  });

  it('the other way breaks what instants say', async () => {
    const step = { at: '1m', service: 'wallet', kind: 'clock-step', by: '25h' };
    const backwards = (fault: Fault): Fault => ('byMs' in fault ? { ...fault, byMs: -fault.byMs } : fault);
    expect((await planned([step], backwards)).broken).toEqual(['answers-fixed']);
  });
});

describe('a move of a price', () => {
  it.each([
    ['+10%', 1_000],
    ['-12%', -1_200],
  ])('%s is %i hundredths of a percent', async (move, basisPoints) => {
    const fault = { at: '1m', service: 'trading', kind: 'price-jump', market: 'all', move };
    const { setting, broken } = await planned([fault]);
    expect(setting.faults.map((each) => each.basisPoints)).toEqual([basisPoints]);
    expect(broken).toEqual([]);
  });

  it('the other way breaks what prices say', async () => {
    const jump = { at: '1m', service: 'trading', kind: 'price-jump', market: 'all', move: '+10%' };
    const fall = (fault: Fault): Fault =>
      'basisPoints' in fault ? { ...fault, basisPoints: -1_000 } : fault;
    expect((await planned([jump], fall)).broken).toContain('faults-as-planned');
  });
});
