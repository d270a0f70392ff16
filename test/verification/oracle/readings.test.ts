/** What the oracle predicts under other readings than the default ones. */
import { expect, it } from 'vitest';
import { policyDefault, policyNames, policyRow } from '../../../src/core/policy/policies.ts';
import type { OperationSource } from '../../../src/simulation/scenario/schema.ts';
import { isFollowedUnder } from '../../../src/verification/oracle/known-readings.ts';
import { wantedPayout } from '../../../src/verification/oracle/models/paytables.ts';
import { brokenBy } from './broken-by.ts';

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

const domain = 'abcde.sim';
const sold: OperationSource = {
  do: 'POST /api/domains-api/transfer',
  by: 'alice',
  body: { domain, to: 'bob', price: 1 },
};
const owned: OperationSource = { do: 'POST /api/domains-api/register', by: 'alice', body: { domain } };
const bid: OperationSource = { ...sold, by: 'bob', body: { domain, to: 'bob', price: 2 } };
const casino = '/casino/api/v1';
const flip: OperationSource = {
  do: `POST ${casino}/games/coin-flip`,
  by: 'alice',
  body: { amount: 0.01, side: 'heads' },
};
const duels = [1, 2, 3, 4, 5, 6].flatMap((index): OperationSource[] => [
  {
    do: `POST ${casino}/challenges`,
    by: 'alice',
    body: { challenged_agent_id: 'bob', game: 'coin_flip', amount: 0.5 },
    as: `duel${index}`,
  },
  { do: `POST ${casino}/challenges/\${duel${index}:/challenge_id}/accept`, by: 'bob' },
]);
const cup: readonly OperationSource[] = [
  {
    do: `POST ${casino}/tournaments/create`,
    by: 'alice',
    body: {
      name: 'cup', game: 'coin_flip', prize_pool: 1, entry_fee: 0.5, max_agents: 4,
      starts_at: '2026-01-01T01:00:00.000Z', ends_at: '2026-01-01T02:00:00.000Z',
    },
    as: 'cup',
  },
  ...['bob', 'carol'].map((by) => ({ do: `POST ${casino}/tournaments/\${cup:/tournament_id}/enter`, by })),
  ...['bob', 'carol'].map((by) => ({
    do: `POST ${casino}/tournaments/\${cup:/tournament_id}/play`,
    by,
    at: '90m',
    body: { amount: 0.1, side: 'heads' },
  })),
  { do: 'GET /faucet/status', by: 'alice', at: '3h' },
]; // prettier-ignore
const hand: OperationSource = {
  do: `POST ${casino}/games/blackjack`,
  by: 'alice',
  body: { amount: 1, action: 'hit' },
};
const bought: OperationSource = {
  do: 'POST /api/trading-api/order',
  by: 'alice',
  body: { pair: 'ETH-USDC', amount: 2, side: 'buy' },
};
const send: OperationSource = {
  do: 'POST /api/wallet-api/send',
  by: 'alice',
  body: { to: 'bob', amount: 0.5 },
};
const later = (call: OperationSource, at: string): OperationSource => ({ ...call, at });

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
  ['escrow.arbiter', 'seeded', [escrow, dispute, detail('49h')]],
  ['domains.saleConsent', 'bid', [owned, sold, bid, sold]],
  ['domains.grace', '30d', [owned, later({ ...owned, by: 'bob' }, '366d')]],
  ['casino.payouts', 'consistent', [flip, flip, flip, flip, flip, flip]],
  ['casino.openHands', '24h', [hand, later({ do: 'GET /faucet/status', by: 'alice' }, '30h')]],
  ['casino.houseBankroll', '0.9', [{ ...flip, body: { amount: 1, side: 'heads' } }]],
  ['challenges.tie', 'replay', duels],
  ['tournaments.stakes', 'chips', cup],
  ['tournaments.unclaimed', 'creator', cup],
  ['faucet.pool', '25', []],
  ['trading.orderMin', '5', [bought]],
  ['trading.orderMax', '1.5', [bought]],
  ['wallet.sendMin', '1', [send]],
];

it.each(cases)(
  '%s=%s is predicted, and noticed where another reading is expected',
  async (policy, option, operations) => {
    const run = {
      policies: { [policy]: option },
      operations,
      lasts: policy === 'domains.grace' ? '400d' : '4d',
    };
    expect(await brokenBy(run)).toEqual([]);
    expect(
      await brokenBy(run, { [policy]: policyDefault(policy as 'faucet.pool', 'published') }),
    ).not.toEqual([]);
  },
);

it.each(['none', 'strict'])('the limit of a stake under kelly.limit=%s', async (option) => {
  const limits = { do: `GET ${casino}/kelly/limits`, by: 'alice' };
  const stakes = [0.01, 2.61, 9].map((amount) => ({ ...flip, body: { amount, side: 'heads' } }));
  for (const operations of [[limits], stakes]) {
    const run = { policies: { 'kelly.limit': option }, operations };
    expect(await brokenBy(run)).toEqual([]);
    expect(await brokenBy(run, { 'kelly.limit': 'odds' })).not.toEqual([]);
    expect(await brokenBy({ ...run, policies: {} }, { 'kelly.limit': option })).not.toEqual([]);
  }
});

it('a ruling at the end of the window is none that is drawn', async () => {
  const run = { policies: {}, operations: [escrow, dispute, detail('49h')] };
  expect(await brokenBy(run, { 'escrow.arbiter': 'seeded' })).toHaveLength(1);
});

it('pairs of slots may count on any two reels', () => {
  const paid = (reels: readonly string[]): unknown =>
    wantedPayout('slots_any', { sent: {}, result: { reels }, stake: 100 });
  expect(paid(['BAR', 'LEMON', 'BAR'])).toBe(500);
  expect(paid(['LEMON', 'CHERRY', 'CHERRY'])).toBe(200);
  expect(paid(['CHERRY', 'LEMON', 'BELL'])).toBe(100);
  expect(paid(['7', '7', '7'])).toBe(25_000);
  expect(paid(['7', '7', 'BAR'])).toBe(0);
});

it('balances are worked out under all readings but those that are listed with a reason', () => {
  const services = ['faucet', 'escrow', 'trading', 'domains', 'wallet', 'casino'];
  const lists = policyNames.flatMap((name) => {
    const { options } = policyRow(name);
    return (options === 'usdc' ? ['5'] : Object.keys(options)).map((option) => ({ name, option }));
  });
  const others = lists.filter(({ name, option }) => option !== policyDefault(name, 'published'));
  const unfollowed = others.flatMap(({ name, option }) =>
    services.filter(
      (service) => !isFollowedUnder({ changed: [name], policies: { [name]: option } }, service),
    ),
  );
  expect(unfollowed).toEqual(['trading']);
});
