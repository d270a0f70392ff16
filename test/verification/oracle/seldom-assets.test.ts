/** Runs about assets, tokens and parameters that an oracle of the usual ones calls wrong. */
import { expect, it } from 'vitest';
import { broken, type SeldomRun } from './seldom-run.ts';

const placed = 'POST /api/trading-api/order';
/** The first account of a published test mnemonic, and a transfer of USDC that it signs. */
const tron = {
  address: 'TUEZSdKsoDHQMeZwihtdoBiN46zxhGWYdH',
  send: {
    chain: 'tron',
    token: 'TEkxiTehnzSmSe2XqrBj4w32RUN966rdz8',
    private_key: 'b5a4cea271ff424d7c31dc12a3e43e401df7a40d7412a15750f3f0b6b5449a28',
  },
};

const runs: Readonly<Record<string, SeldomRun>> = {
  'a sale rests while the margin that a liquidation gives back is of unknown size': {
    seed: '943909',
    lasts: '18h7m22s',
    faults: [{ at: '4m', service: 'trading', kind: 'price-jump', market: 'all', move: '-12%' }],
    operations: [
      { do: 'POST /_sim/deposit', body: { api_key: '${alice:/api_key}', amount: 1000 } },
      { do: placed, body: { pair: 'ETH-USDC', amount: 3, side: 'buy' } },
      { do: placed, body: { pair: 'ETH-USDC', amount: 1, side: 'sell', type: 'limit', price: '90000' } },
      {
        at: '1m',
        do: 'POST /trading/api/v1/orders',
        body: { symbol: 'ETH-PERP', size: 1.452, leverage: 6, side: 'long' },
      },
    ],
  },
  'a transfer is told of by the contract of its token and by its symbol, and its receiver has it': {
    seed: '860847',
    lasts: '6h',
    operations: [
      { do: 'GET /wallet/api/v1/addresses', as: 'own' },
      { do: 'POST /_sim/chain/fund', body: { chain: 'tron', address: tron.address, amount: '40' } },
      {
        do: 'POST /_sim/chain/fund',
        body: { chain: 'tron', address: tron.address, amount: '40', asset: 'usdc' },
      },
      {
        do: 'POST /wallet/v1/wallet/send',
        body: { ...tron.send, to: '${own:/addresses/tron}', amount: '0.5' },
      },
      { do: 'GET /wallet/api/v1/transactions' },
      { at: '5h', do: 'GET /api/wallet-api/transactions', query: { type: 'receive' } },
      { at: '5h', do: 'GET /wallet/api/v1/balance' },
    ],
  },
  'a challenge has a parameter that its game does not take': {
    seed: '1',
    lasts: '1s',
    operations: [
      { by: 'bob', do: 'POST /faucet/register', body: { agent_id: 'bob' } },
      {
        do: 'POST /casino/api/v1/challenges',
        body: { challenged_agent_id: 'bob', game: 'dice', threshold: 0, amount: 0.01 },
      },
    ],
  },
};

it.each(Object.entries(runs))('%s', async (_name, run) => {
  expect(await broken(run)).toEqual([]);
});
