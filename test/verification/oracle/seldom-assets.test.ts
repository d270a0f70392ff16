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
const evm = {
  address: '0x9858EfFD232B4033E47d90003D41EC34EcaEda94',
  send: {
    chain: 'base',
    amount: '7.25',
    private_key: '0x1ab42cc412b618bdea3a599e3c9bae199ebf030895b039e9db1e30dafb12b727',
  },
};
const nowhere = '0xcccccccccccccccccccccccccccccccccccccccc';
const resting = { pair: 'ETH-USDC', side: 'buy', amount: '1.50', type: 'limit', price: '3000' };
const perp = { market_type: 'perp', leverage: 3 };

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
  'an agent is called what another one is called by, while a clock is held': {
    seed: '741497',
    lasts: '1h',
    faults: [{ at: '1h', service: 'faucet', kind: 'clock-hold', for: '9h' }],
    operations: [
      { do: 'GET /casino/api/v1/auth/referral/code', as: 'code' },
      { at: '1h', by: 'bob', do: 'POST /faucet/register', body: { agent_id: '${code:/referral_code}' } },
    ],
  },
  'an agent that a key pays has another address under another id': {
    seed: '275568',
    lasts: '1s',
    relation: 'agents-renamed',
    operations: [
      { do: 'GET /wallet/api/v1/addresses', as: 'own' },
      { do: 'POST /_sim/chain/fund', body: { chain: 'base', address: evm.address, amount: '40' } },
      { do: 'POST /wallet/v1/wallet/send', body: { ...evm.send, to: '${own:/addresses/base}' } },
    ],
  },
  'a transfer of a token that nothing holds has no key': {
    seed: '1',
    lasts: '1s',
    operations: [
      {
        do: 'POST /wallet/v1/wallet/send',
        body: { chain: 'ethereum', to: nowhere, amount: '900', token: nowhere },
      },
    ],
  },
  'an agent is called as a number that is none': {
    seed: '129413',
    lasts: '1s',
    operations: [
      { by: 'bob', do: 'POST /faucet/api/v1/agents/register', body: { agent_id: 'NaN', referrer: 'alice' } },
      { do: 'GET /faucet/referrals' },
    ],
  },
  'a ruling is drawn for an escrow to an address outside': {
    seed: '865596',
    lasts: '2d',
    policies: { 'escrow.arbiter': 'seeded' },
    operations: [
      { at: '4s', do: 'POST /escrow/escrow', body: { receiver: nowhere, amount: 2.5 }, as: 'escrow' },
      {
        do: 'POST /escrow/api/v1/escrow/dispute',
        body: { escrow_id: '${escrow:/escrow_id}', reason: 'late' },
      },
    ],
  },
  'an order is filled at a midnight by an agent whose referrer is not followed': {
    seed: '320878',
    start: '2028-02-29T12:00:00.000Z',
    lasts: '1d17h1m',
    faults: [{ at: '30s', service: 'domains', kind: 'clock-hold', for: '1h' }],
    operations: [
      { by: 'bob', do: 'POST /faucet/register', body: { agent_id: 'bob', referrer: 'alice' } },
      {
        at: '1d11h59m59s999ms',
        do: 'POST /domains/api/v1/register',
        body: { domain: 'first-name.agent' },
      },
      {
        at: '1d11h59m59s999ms',
        by: 'bob',
        do: placed,
        body: { pair: 'ETH-USDC', side: 'buy', amount: 2.345678, type: 'limit', price: '4500' },
      },
      { at: '1d13h11s', do: 'GET /faucet/referrals' },
    ],
  },
  'a hand is dealt by a call that fails afterwards': {
    seed: '952607',
    lasts: '3h1m13s999ms',
    profile: 'consistent',
    faults: [{ at: '4648940ms', service: 'casino', kind: 'error', for: '1d', rate: 1, effect: 'after' }],
    operations: [
      {
        at: '3h1m13s998ms',
        do: 'POST /casino/api/v1/games/blackjack',
        body: { action: 'stand', amount: 0.02 },
      },
      { do: 'POST /casino/api/v1/games/blackjack', body: { action: 'stand' } },
    ],
  },
  'more orders rest than are tried for what balances may have meant': {
    seed: '528514',
    lasts: '1m',
    operations: [
      { do: placed, body: { ...resting, ...perp } },
      ...Array.from({ length: 3 }, () => ({ do: placed, body: resting })),
      ...Array.from({ length: 8 }, () => ({ do: placed, body: { ...resting, ...perp } })),
      { do: placed, body: { ...resting, ...perp, side: 'sell', price: '3500.5' } },
      { at: '1m', do: 'GET /api/trading-api/orders' },
    ],
  },
  'a double comes after a call that may have dealt a hand': {
    seed: '326645',
    lasts: '2d',
    agent: 'carol',
    profile: 'consistent',
    faults: [{ at: '86465998ms', service: 'casino', kind: 'error', for: '1s', rate: 1, effect: 'after' }],
    operations: [
      { at: '86465998ms', do: 'PUT /casino/api/v1/kelly/config', body: { risk_factor: 0.5 } },
      {
        at: '86477998ms',
        do: 'POST /casino/api/v1/bets/batch',
        body: {
          bets: Array.from({ length: 20 }, () => ({ game: 'blackjack', amount: 0.02, action: 'double' })),
        },
      },
    ],
  },
  'a chain of seeds is used up, and the seed of the player with it': {
    seed: '46612',
    lasts: '1h',
    operations: [
      {
        at: '1s',
        do: 'POST /casino/api/v1/games/simple-dice',
        body: { amount: 0.01, pick: 6, client_seed: 'mine' },
      },
      ...Array.from({ length: 258 }, (_, index) => ({
        at: `${(index + 2) * 5}s`,
        do: 'POST /casino/api/v1/fairness/rotate',
      })),
    ],
  },
  'an order far above the market is filled at its limit, for a quantity that is cut': {
    seed: '683275',
    lasts: '1m',
    operations: [
      {
        do: 'POST /api/trading-api/order',
        body: { pair: 'SOL-USDC', amount: 2.345678, side: 'buy', type: 'limit', price: '2000.5' },
      },
      { at: '1m', do: 'GET /api/trading-api/portfolio' },
    ],
  },
  'evidence begins with a space that is no space': {
    seed: '575440',
    lasts: '1m',
    operations: [
      { by: 'carol', do: 'POST /faucet/register', body: { agent_id: 'carol' } },
      { do: 'POST /escrow/escrow', body: { receiver: 'carol', amount: 2 }, as: 'escrow' },
      {
        do: 'POST /escrow/escrow/${escrow:/escrow_id}/dispute',
        body: { reason: 'late', evidence: '\u00a01' },
      },
      { do: 'GET /escrow/escrow/${escrow:/escrow_id}' },
    ],
  },
  'keys mean nothing, and a call that was carried out and answered 5xx is made again': {
    seed: '637659',
    lasts: '1h',
    policies: { 'http.idempotency': 'none' },
    faults: [{ at: '59s', service: 'casino', kind: 'error', for: '2s', rate: 1, effect: 'after' }],
    operations: ['1m', '2m'].map((at) => ({
      at,
      do: 'POST /casino/api/v1/games/dice',
      body: { amount: 0.01, direction: 'over', threshold: 50 },
      headers: { 'idempotency-key': 'again' },
    })),
  },
  'an empty token is refused for its form, on a chain without tokens too': {
    seed: '1',
    lasts: '1m',
    operations: [
      {
        do: 'POST /wallet/v1/wallet/send',
        body: {
          chain: 'bitcoin',
          to: 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
          amount: '0.5',
          token: '',
          private_key: '4604b4b710fe91f584fff084e1a9159fe4f8408fff380596a604948474ce4fa3',
        },
      },
    ],
  },
};

it.each(Object.entries(runs))('%s', async (_name, run) => {
  expect(await broken(run)).toEqual([]);
});
