/** What the oracle predicts under other readings than the default ones. */
import { expect, it } from 'vitest';
import { policyDefault, policyNames, policyRow } from '../../../src/core/policy/policies.ts';
import { scenarioHost } from '../../../src/host/app/run/scenario-host.ts';
import { buildFromValue } from '../../../src/simulation/scenario/load.ts';
import { ScenarioRun } from '../../../src/simulation/scenario/run.ts';
import type { OperationSource } from '../../../src/simulation/scenario/schema.ts';
import { Watch } from '../../../src/verification/check/observe.ts';
import { areReadingsFollowed } from '../../../src/verification/oracle/known-readings.ts';

const register = (agent: string, referrer?: string): OperationSource => ({
  do: 'POST /faucet/register',
  body: { agent_id: agent, ...(referrer === undefined ? {} : { referrer }) },
  by: agent,
});
const people = [register('alice'), register('bob', 'alice'), register('carol', 'bob')];
const escrow: OperationSource = {
  do: 'POST /escrow/escrow',
  by: 'carol',
  body: { receiver: 'alice', amount: '0.123457', expires_in: 60 },
  as: 'made',
};
const release: OperationSource = { do: 'POST /escrow/escrow/${made:/escrow_id}/release', by: 'carol' };
const detail = (at: string): OperationSource => ({
  do: 'GET /escrow/escrow/${made:/escrow_id}',
  by: 'carol',
  at,
});
const dispute: OperationSource = {
  do: 'POST /escrow/escrow/${made:/escrow_id}/dispute',
  by: 'alice',
  body: { reason: 'late' },
};

/** Each a reading, and calls whose answers or balances depend on it. */
const cases: readonly (readonly [string, string, readonly OperationSource[]])[] = [
  ['faucet.firstNextClaim', 'at-once', [{ do: 'POST /faucet/claim', by: 'alice' }]],
  ['faucet.claimDay', 'calendar', [{ do: 'POST /faucet/claim', by: 'alice', at: '25h' }]],
  ['faucet.crossStyle', 'independent', [{ do: 'GET /faucet/api/v1/faucet/status', by: 'alice' }]],
  ['escrow.feeRounding', 'floor', [{ ...escrow, body: { receiver: 'alice', amount: '0.123450' } }, release]],
  ['escrow.expiryState', 'refunded', [escrow, detail('2m')]],
  ['escrow.disputers', 'sender', [escrow, dispute]],
  ['escrow.disputedName', 'frozen', [escrow, dispute, detail('1h')]],
  ['escrow.expiryWhileDisputed', 'runs', [escrow, dispute, detail('1h')]],
  ['escrow.arbiter', 'timeout-release', [escrow, dispute, detail('49h')]],
  ['escrow.foreignRead', '404', [escrow, { ...detail('1s'), by: 'bob' }]],
  [
    'domains.prices',
    'flat',
    [{ do: 'GET /domains/api/v1/check', by: 'alice', query: { domain: 'abc.sim' } }],
  ],
  ['referral.split', 'equal', [escrow, release, { do: 'GET /faucet/referrals', by: 'alice' }]],
  ['referral.payout', 'immediate', [escrow, release]],
];

/** What breaks in a run under one reading, for an oracle that expects these. */
async function brokenBy(policies: Readonly<Record<string, string>>, operations: readonly OperationSource[]) {
  const source = {
    name: 'readings',
    for: '4d',
    policies,
    operations: [...people, ...operations],
    expect: { property_violations: ['value==0'] },
  };
  return async (expected: Readonly<Record<string, string>>): Promise<readonly string[]> => {
    const scenario = await buildFromValue(source, scenarioHost);
    const watch = new Watch({ ...scenario, policies: { ...scenario.policies, ...expected } });
    const run = new ScenarioRun(scenario, watch.hooks);
    watch.attach(run);
    while (watch.violations.length === 0 && run.step(1_000));
    watch.finish();
    return watch.violations.map(({ property, message }) => `${property}: ${message}`);
  };
}

it.each(cases)(
  '%s=%s is predicted, and noticed where another reading is expected',
  async (name, option, calls) => {
    const broken = await brokenBy({ [name]: option }, calls);
    expect(await broken({})).toEqual([]);
    expect(await broken({ [name]: policyDefault(name as 'faucet.pool', 'published') })).not.toEqual([]);
  },
);

it('balances are worked out under all readings but those that are listed with a reason', () => {
  const lists = policyNames.flatMap((name) => {
    const { options } = policyRow(name);
    return options === 'usdc' ? [] : Object.keys(options).map((option) => ({ name, option }));
  });
  const others = lists.filter(({ name, option }) => option !== policyDefault(name, 'published'));
  const followed = others.filter(({ name, option }) =>
    areReadingsFollowed({ changed: [name], policies: { [name]: option } }),
  );
  expect(followed.length / others.length).toBeGreaterThan(0.9);
  expect(areReadingsFollowed({ changed: ['escrow.arbiter'], policies: { 'escrow.arbiter': 'seeded' } })).toBe(
    false,
  );
  expect(areReadingsFollowed({ changed: ['trading.venue'], policies: { 'trading.venue': '5' } })).toBe(false);
});
