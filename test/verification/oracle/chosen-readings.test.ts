/** Which reading a platform has is told by one answer: what breaks where the oracle believes another one. */
import { expect, it } from 'vitest';
import { policyRow, type PolicyName } from '../../../src/core/policy/policies.ts';
import type { OperationSource } from '../../../src/simulation/scenario/schema.ts';
import { brokenBy } from './broken-by.ts';

const casino = '/casino/api/v1/games';
const send: OperationSource = {
  do: 'POST /wallet/v1/wallet/send',
  by: 'alice',
  body: {
    chain: 'base',
    to: `0x${'c'.repeat(40)}`,
    amount: '0.5',
    private_key: '0x1ab42cc412b618bdea3a599e3c9bae199ebf030895b039e9db1e30dafb12b727',
  },
};

/** By policy and option, a call that is answered in another way under the default. */
const calls: readonly (readonly [policy: PolicyName, option: string, call: OperationSource])[] = [
  ['http.info', 'on', { do: 'GET /faucet/status', by: 'alice' }],
  ['mcp.tools', 'styles', { do: 'POST /faucet/mcp', by: 'alice', body: { jsonrpc: '2.0', id: 1, method: 'tools/list' } }],
  ['lists.limitAbove', 'reject', { do: 'GET /escrow/escrows', by: 'alice', query: { limit: '101' } }],
  ['wallet.everyChain', 'eight', { do: 'GET /wallet/api/v1/addresses', by: 'alice' }],
  ['domains.labels', 'unreserved', { do: 'POST /api/domains-api/register', by: 'alice', body: { domain: 'xn--name.sim' } }],
  ['domains.lookup', 'open', { do: 'GET /api/domains-api/lookup/none.sim', by: 'nobody' }],
  ['faucet.firstClaim', 'keyless', { do: 'POST /faucet/claim', by: 'nobody', at: '2d', body: { agent_id: 'alice' } }],
  ['referral.unknown', 'reject', { do: 'POST /faucet/register', by: 'dave', body: { agent_id: 'dave', referrer: 'erin' } }],
  ['casino.videoPokerDeal', 'staked', { do: `POST ${casino}/video-poker/deal`, by: 'alice', body: { amount: 0.01 } }],
  ['casino.blackjackFirstCall', 'deals', { do: `POST ${casino}/blackjack`, by: 'alice', body: { amount: 0.01, action: 'stand' } }],
]; // prettier-ignore

it.each(calls)('%s: %s and the default, each in place of the other', async (policy, option, call) => {
  const run = { policies: { [policy]: option }, operations: [call] };
  expect(await brokenBy(run)).toEqual([]);
  expect(await brokenBy({ ...run, policies: {} })).toEqual([]);
  expect((await brokenBy(run, { [policy]: policyRow(policy).default })).length).toBeGreaterThan(0);
  expect((await brokenBy({ ...run, policies: {} }, { [policy]: option })).length).toBeGreaterThan(0);
});

it('keys of foreign addresses may sign unless only those of own wallets do', async () => {
  const run = { policies: { 'wallet.signer': 'own' }, operations: [send] };
  expect(await brokenBy(run)).toEqual([]);
  expect(await brokenBy(run, { 'wallet.signer': 'stateless' })).toEqual([
    'answers-fixed: wallet/primary/sendSigned: keys of any address may sign; wallet.signer is stateless',
  ]);
});

it('the repeat of a wallet has no mnemonic, or is another wallet', async () => {
  const headers = { 'idempotency-key': 'wallet' };
  const create = { do: 'POST /wallet/v1/wallet/create', by: 'alice', body: {}, headers };
  const run = (option: string) => ({
    policies: { 'wallet.replayedMnemonic': option },
    operations: [create, create],
  });
  for (const option of ['withheld', 'anew']) expect(await brokenBy(run(option))).toEqual([]);
  expect(await brokenBy(run('withheld'), { 'wallet.replayedMnemonic': 'anew' })).toHaveLength(1);
  expect(await brokenBy(run('anew'), { 'wallet.replayedMnemonic': 'withheld' })).toHaveLength(1);
});

it('an early claim is a limit of its rate, or claimed already', async () => {
  const run = { policies: {}, operations: [{ do: 'POST /faucet/claim', by: 'alice', body: {} }] };
  expect(await brokenBy(run, { 'faucet.repeatClaim': 'rate-limit' })).toHaveLength(1);
});

it('tools of the faucet and of the escrow are published as the calls that they stand for', async () => {
  const list = { by: 'alice', body: { jsonrpc: '2.0', id: 1, method: 'tools/list' } };
  const operations = [
    { do: 'POST /faucet/mcp', ...list },
    { do: 'POST /escrow/mcp', ...list },
  ];
  expect(await brokenBy({ policies: {}, operations })).toEqual([]);
});
