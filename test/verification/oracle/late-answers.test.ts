/** A call under an Idempotency-Key that was executed and answered 5xx: its repeat is answered as the first would have been. */
import { expect, it } from 'vitest';
import type { OperationSource } from '../../../src/simulation/scenario/schema.ts';
import { brokenBy } from './broken-by.ts';

const order = { pair: 'BTC-USDC', side: 'buy', amount: '1.50' };
const calls: readonly (readonly [service: string, call: Omit<OperationSource, 'by'>])[] = [
  ['trading', { do: 'POST /api/trading-api/order', body: { ...order, type: 'limit', price: '50000' } }],
  ['trading', { do: 'POST /api/trading-api/order', body: order }],
  ['trading', { do: 'POST /api/trading-api/order', body: { ...order, market_type: 'perp', leverage: 2 } }],
  ['escrow', { do: 'POST /escrow/create', body: { seller: 'bob', amount: '1.00' } }],
  ['domains', { do: 'POST /api/domains-api/register', body: { domain: 'late.sim' } }],
  [
    'casino',
    { do: 'POST /api/casino-api/play', body: { game: 'coin_flip', amount: '0.10', choice: 'heads' } },
  ],
  ['wallet', { do: 'POST /wallet/v1/wallet/create', body: {} }],
];

it.each(calls)('%s %o', async (service, call) => {
  const faults = [{ at: '59m', service, kind: 'error', rate: 1, for: '2m', effect: 'after' }];
  const keyed = { ...call, by: 'alice', headers: { 'idempotency-key': 'late' } };
  const operations = ['1h', '2h', '3h'].map((at) => ({ ...keyed, at }));
  expect(await brokenBy({ policies: {}, faults, operations, lasts: '5h' })).toEqual([]);
});

it('an undone call that is executed later counts as activity once', async () => {
  const faults = [{ at: '59m', service: 'casino', kind: 'error', rate: 1, for: '2m', effect: 'undone' }];
  const headers = { 'idempotency-key': 'late' };
  const body = { game: 'coin_flip', side: 'heads' };
  const simulated = { do: 'POST /casino/api/v1/kelly/simulate', by: 'alice', headers, body };
  const operations = [
    { ...simulated, at: '1h' },
    { ...simulated, at: '2h' },
    { do: 'GET /faucet/agents', by: 'alice', at: '2h' },
  ];
  expect(await brokenBy({ policies: {}, faults, operations, lasts: '3h' })).toEqual([]);
});

it('another request under the key of an undone call is no repeat of it', async () => {
  const faults = [{ at: '59m', service: 'casino', kind: 'error', rate: 1, for: '2m', effect: 'undone' }];
  const headers = { 'idempotency-key': 'late' };
  const rotate = { do: 'POST /casino/api/v1/fairness/rotate', by: 'alice', headers };
  const operations = [
    { ...rotate, at: '1h', body: {} },
    { do: 'GET /casino/api/v1/fairness/seed-hash', by: 'alice', at: '2h' },
    { ...rotate, at: '2h', body: { client_seed: 'mine' } },
  ];
  expect(await brokenBy({ policies: {}, faults, operations, lasts: '3h' })).toEqual([]);
});

it('an answer is kept for a day from the call that was carried out, not from its first repeat', async () => {
  const faults = [{ at: '0s', service: 'escrow', kind: 'error', rate: 1, for: '20h', effect: 'after' }];
  const headers = { 'idempotency-key': 'late' };
  const create = {
    do: 'POST /escrow/escrow',
    by: 'alice',
    headers,
    body: { receiver: 'bob', amount: '0.5' },
  };
  const operations = ['1h', '21h', '26h', '46h'].map((at) => ({ ...create, at }));
  expect(await brokenBy({ policies: {}, faults, operations })).toEqual([]);
});

it('another private key makes another request, though the oracle sees neither', async () => {
  const send = (key: string): OperationSource => ({
    do: 'POST /wallet/v1/wallet/send',
    by: 'alice',
    headers: { 'idempotency-key': 'late' },
    body: { chain: 'base', to: `0x${'c'.repeat(40)}`, amount: '0.5', private_key: key },
  });
  const keys = ['1ab42cc412b618bdea3a599e3c9bae199ebf030895b039e9db1e30dafb12b727', 'none'];
  expect(await brokenBy({ policies: {}, operations: keys.map(send) })).toEqual([]);
});
