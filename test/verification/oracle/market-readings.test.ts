/** Readings about markets and limits: an oracle that believes another one than the platform has sees the difference, either way. */
import { expect, it } from 'vitest';
import { policyDefault } from '../../../src/core/policy/policies.ts';
import type { OperationSource } from '../../../src/simulation/scenario/schema.ts';
import { brokenBy, type ReadRun } from './broken-by.ts';

type Calls = readonly OperationSource[];

const api = '/api/trading-api';
const funded: Calls = [
  { do: 'POST /_sim/deposit', by: 'carol', body: { api_key: '${carol:/api_key}', amount: 500 } },
];
const call = (path: string, body?: object, at?: string): OperationSource => ({
  do: path,
  by: 'carol',
  ...(body === undefined ? {} : { body }),
  ...(at === undefined ? {} : { at }),
});
const place = (body: object, at?: string): OperationSource =>
  call(`POST ${api}/order`, { pair: 'ETH-USDC', amount: 50, ...body }, at);
const placeA = (body: object): OperationSource =>
  call('POST /trading/api/v1/orders', { symbol: 'ETH-PERP', side: 'long', size: 0.01, ...body });
const price = (at?: string): OperationSource => call(`GET ${api}/price/ETH-USDC`, undefined, at);
const portfolio = (at?: string): OperationSource => call(`GET ${api}/portfolio`, undefined, at);

const jump = (at: string, move: string) => ({
  at,
  service: 'trading',
  kind: 'price-jump',
  market: 'all',
  move,
});

/** Of these limits the next minutes reach some with the mid and not with the ask. */
const narrow: Calls = ['1m', '2m', '3m', '4m', '5m', '6m'].flatMap((at, minute): OperationSource[] => [
  { ...price(at), as: `quote${minute}` },
  call(`GET ${api}/orders`),
  ...['bid', 'mid', 'ask'].map((name, index) =>
    place({
      side: 'buy',
      type: 'limit',
      amount: `1.0${minute}${index}`,
      price: `\${quote${minute}:/${name}}`,
    }),
  ),
]);

const perp = { side: 'buy', market_type: 'perp' };
const thin: Calls = [
  ...funded,
  place({ ...perp, leverage: 8.16 }, '70s'),
  price('121s'),
  portfolio(),
  price('181s'),
  portfolio(),
];
const short: Calls = [...funded, place({ side: 'buy' }, '70s'), place({ side: 'sell', amount: 54 }, '181s')];
const upgraded = (tier: string): Calls => [
  call('POST /_sim/tier', { api_key: '${carol:/api_key}', tier }),
  ...['GET /trading/api/v1/positions', `GET ${api}/portfolio`, 'GET /faucet/status'].map((path) => call(path, undefined, '50h')),
]; // prettier-ignore

const tool = {
  jsonrpc: '2.0',
  id: 1,
  method: 'tools/call',
  params: { name: 'faucet_status', arguments: {} },
};
const tools: Calls = [1, 2, 3].map(() => call('POST /faucet/mcp', tool));

const runs: readonly (readonly [policy: string, option: string, run: Partial<ReadRun> & { operations: Calls }])[] = [
  ['trading.sizeA', 'quote', { operations: [...funded, placeA({ size: 1, leverage: 10 }), portfolio()] }],
  ['trading.sizeA', 'quote', { operations: [...funded, placeA({ size: 1, leverage: 10, type: 'limit', price: 3000 })] }],
  ['trading.sizeA', 'quote', { operations: [...funded, price(), place({ ...perp, amount: 4 }), placeA({ size: 2, side: 'short', leverage: 8.16 }), placeA({ size: 1, leverage: 10 }), portfolio('9h')] }],
  ['trading.sidesA', 'any', { operations: [placeA({ side: 'buy' })] }],
  ['trading.leverageA', 'wide', { operations: [placeA({ leverage: 25.5 })] }],
  ['trading.limitFill', 'quote', { operations: [...funded, ...narrow] }],
  ['trading.fundingRest', 'account', { operations: [...funded, place({ ...perp, leverage: 2 }, '1h'), portfolio('9h')], faults: [jump('7h', '+12%')] }],
  ['trading.liquidationRest', 'kept', { operations: thin, faults: [jump('2m', '-12%')] }],
  ['trading.venue', '5', { operations: [place({ side: 'buy', amount: 2 })] }],
  ['trading.venueShort', 'issuer', { operations: short, policies: { 'trading.venue': '0.01' }, faults: [jump('2m', '+12%')] }],
  ['trading.fundingShown', 'perp-only', { operations: [price()] }],
  ['trading.unknownMarket', 'closed', { operations: [place({ pair: 'NONE-USDC', side: 'buy', amount: 1 })] }],
  ['trading.marketCount', 'all-markets', { operations: [call('GET /trading/api/v1/markets')] }],
  ['trading.hours', 'weekdays', { operations: [place({ side: 'buy', amount: 1 }, '3d')] }],
  ['trading.spotLeverage', 'ignore', { operations: [place({ side: 'buy', amount: 1, leverage: 2 })] }],
  ['trading.marketPrice', 'reject', { operations: [place({ side: 'buy', amount: 1, price: '2000' })] }],
  ['trading.portfolio', 'perps', { operations: [place({ side: 'buy', amount: 1 }), portfolio()] }],
  ['trading.orderLife', 'day', { operations: [place({ side: 'buy', type: 'limit', amount: 1, price: '100' }), call(`GET ${api}/orders`, undefined, '25h')] }],
  ['trading.marketableLimit', 'taker', { operations: [price(), place({ side: 'buy', type: 'limit', amount: 1, price: '4000' })] }],
  ['limits.mcp', 'tier', { operations: tools }],
  ['limits.enterpriseCaps', 'lifted', { operations: upgraded('enterprise') }],
  ['limits.rowScaling', 'tier', { operations: upgraded('pro') }],
  ['limits.unlimitedHeaders', 'maximum', { operations: [...upgraded('enterprise'), call('GET /faucet/api/v1/faucet/status')] }],
  ['limits.tradingRow', 'service', { operations: upgraded('pro') }],
  ['limits.upgrade', 'bound', { operations: upgraded('enterprise') }],
  ['limits.upgrade', 'immediate', { operations: upgraded('pro') }],
]; // prettier-ignore

it.each(runs)(
  '%s=%s differs from the default in what it answers, either way',
  async (policy, option, run) => {
    const byDefault = policyDefault(policy as 'trading.venue', 'published');
    const [first, second] = [option, byDefault].map((value) => ({
      ...run,
      policies: { ...run.policies, [policy]: value },
    })) as [ReadRun, ReadRun];
    expect(await brokenBy(first)).toEqual([]);
    expect(await brokenBy(second)).toEqual([]);
    expect(await brokenBy(first, { [policy]: byDefault })).not.toEqual([]);
    expect(await brokenBy(second, { [policy]: option })).not.toEqual([]);
  },
);
