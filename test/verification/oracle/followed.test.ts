/** Of what is not known in one service, the others are worked out all the same. */
import { expect, it } from 'vitest';
import type { OperationSource } from '../../../src/simulation/scenario/schema.ts';
import { brokenBy } from './broken-by.ts';

const made: OperationSource = {
  do: 'POST /escrow/escrow',
  by: 'carol',
  body: { receiver: 'alice', amount: '0.123450' },
  as: 'made',
};
const released: OperationSource = { do: 'POST /escrow/escrow/${made:/escrow_id}/release', by: 'carol' };
const rich: OperationSource = {
  do: 'POST /_sim/deposit',
  by: 'carol',
  body: { api_key: '${carol:/api_key}', amount: 100 },
};
const named: OperationSource = {
  do: 'POST /api/domains-api/register',
  by: 'carol',
  body: { domain: 'abcde.sim' },
};
const ordered: OperationSource = {
  do: 'POST /api/trading-api/order',
  by: 'carol',
  body: { pair: 'ETH-USDC', amount: 2, side: 'buy', type: 'limit', price: 1 },
};
const claimed = (at: string): OperationSource => ({ do: 'POST /faucet/claim', by: 'carol', at });
const floor = { 'escrow.feeRounding': 'floor' };
const halfUp = { 'escrow.feeRounding': 'half-up' };

it.each([
  ['a clock of domains is stepped', {}, { kind: 'clock-step', service: 'domains', by: '25h' }],
  ['a clock of domains is held', {}, { kind: 'clock-hold', service: 'domains', for: '1h' }],
  [
    'a registration may have been executed',
    {},
    { kind: 'error', service: 'domains', for: '1h', rate: 1, effect: 'after' },
  ],
  ['an order may end without a trace', { 'trading.reservation': 'none' }, undefined],
] as const)('%s, and a fee of an escrow is followed to the micro', async (_, policies, fault) => {
  const faults = fault === undefined ? [] : [{ at: '0s', ...fault }];
  const run = {
    policies: { ...policies, ...floor },
    faults,
    operations: [rich, { ...named, at: '1m' }, ordered, made, released, claimed('25h')],
  };
  expect(await brokenBy(run)).toEqual([]);
  expect(await brokenBy(run, halfUp)).not.toEqual([]);
});

it('a service whose clock has moved has its own deadlines', async () => {
  const faults = [{ at: '1s', kind: 'clock-step', service: 'escrow', by: '25h' }];
  const late = { do: 'GET /escrow/escrow/${made:/escrow_id}', by: 'carol', at: '1h' };
  expect(await brokenBy({ policies: {}, faults, operations: [made, late] })).toEqual([]);
  expect(await brokenBy({ policies: floor, faults, operations: [made, released] }, halfUp)).not.toEqual([]);
});

it('an agent that has registered in a request that was answered 500 is known from then on', async () => {
  const faults = [{ at: '2s', kind: 'error', service: 'faucet', for: '1m', rate: 1, effect: 'after' }];
  const unseen = {
    do: 'POST /faucet/register',
    by: 'dave',
    body: { agent_id: 'dave', referrer: 'alice' },
    at: '3s',
  };
  const gift = { ...made, body: { receiver: 'dave', amount: '0.123450' } };
  const operations = [unseen, gift, released, { do: 'GET /faucet/agents', by: 'carol', at: '1h' }];
  expect(await brokenBy({ policies: floor, faults, operations })).toEqual([]);
  expect(await brokenBy({ policies: floor, faults, operations }, halfUp)).not.toEqual([]);
});

it('a position is turned over by a caller whose deposits are not followed any more', async () => {
  const faults = [{ at: '1h', kind: 'clock-step', service: 'casino', by: '1h' }];
  const order = { do: 'POST /api/trading-api/order', by: 'carol' };
  const body = { pair: 'BTC-USDC', market_type: 'perp' };
  const operations = [
    rich,
    { ...order, body: { ...body, side: 'buy', amount: '1.50', leverage: 5 } },
    { ...order, body: { ...body, side: 'sell', amount: '9.985' }, at: '1h' },
  ];
  expect(await brokenBy({ policies: {}, faults, operations })).toEqual([]);
});
