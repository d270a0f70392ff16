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

it('faults of every kind are those of the file, with their defaults', async () => {
  const faults = [
    { at: '1m', service: 'escrow', kind: 'outage', for: '2m' },
    { at: '1m', service: 'escrow', kind: 'error', for: '1s' },
    { at: '1m', service: 'escrow', kind: 'error', for: '1s', rate: '12.5%', effect: 'undone' },
    { at: '1m', service: 'wallet', kind: 'slow', for: '3m', latency: { median: '2s' } },
    { at: '1m', service: 'faucet', kind: 'clock-hold', for: '1h' },
    { at: '1m', service: 'trading', kind: 'market-closed', for: '1m', market: 'BTC-PERP' },
    { at: '1m', service: 'casino', kind: 'game-closed', for: '1m', game: 'coinflip' },
    { at: '1m', service: 'trading', kind: 'price-jump', market: 'BTC-PERP', move: '1%' },
  ];
  const { setting, broken } = await planned(faults);
  expect(broken).toEqual([]);
  const minutes = (ms: number): number => (ms - setting.startMs) / 60_000;
  expect(
    setting.faults.map(({ kind, atMs, endMs, effect, rate, target }) =>
      [kind, minutes(atMs), minutes(endMs - atMs + setting.startMs), effect, rate, target].join(' '),
    ),
  ).toEqual([
    'outage 1 2  1 ',
    `error 1 ${1 / 60} before 1 `,
    `error 1 ${1 / 60} undone 0.125 `,
    'slow 1 3  1 ',
    'clock-hold 1 60  1 ',
    'market-closed 1 1  1 BTC-PERP',
    'game-closed 1 1  1 coinflip',
    'price-jump 1 0  1 BTC-USDC',
  ]);
});

it('a slow service that the platform does not know of is noticed', async () => {
  const slow = { at: '1m', service: 'wallet', kind: 'slow', for: '3m', latency: { median: '2s' } };
  const swift = (fault: Fault): Fault => ({ ...fault, atMs: fault.atMs + 3_600_000 });
  expect((await planned([slow], swift)).broken).not.toEqual([]);
});
