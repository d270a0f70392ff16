/** Runs of seldom readings and calls that an oracle of the usual ones calls wrong. */
import { expect, it } from 'vitest';
import { broken, type SeldomRun } from './seldom-run.ts';

const address =
  '44jKQv6ZKMd5ecLLmkNJGi7azgSptEq8ki7TFiat1TfLfdDQ1tQ7ZYa3cRh7X2uRwvLDjddWh97ajeyhR2seKSECQeDx1WR';
const order = { pair: 'ETH-USDC', side: 'sell', amount: 2, market_type: 'perp' };
const buy = { do: 'POST /api/trading-api/order', body: { pair: 'ETH-USDC', side: 'buy', amount: '1.25' } };
const sell = { do: 'POST /api/trading-api/order', body: order };
const mine = {
  do: 'POST /casino/api/v1/fairness/rotate',
  body: { client_seed: 'mine' },
  headers: { 'idempotency-key': 'k' },
};

const runs: Readonly<Record<string, SeldomRun>> = {
  'an address of monero that has been paid looks empty without its view key': {
    seed: '96842',
    lasts: '1s',
    policies: { 'wallet.moneroBalance': 'zero' },
    operations: [
      { do: 'POST /_sim/chain/fund', body: { chain: 'monero', address, amount: '3.000001' } },
      { do: `GET /wallet/v1/wallet/balance/${address}`, query: { chain: 'monero' } },
    ],
  },
  'shares of a send that is confirmed before a midnight are paid at it, and nobody has looked in between': {
    seed: '649646',
    lasts: '2d',
    policies: { 'referral.payout': 'daily-all' },
    operations: [
      { at: '1d', do: 'POST /faucet/register', body: { agent_id: 'payer-32', referrer: 'alice' } },
      {
        at: '1d17h2m9s999ms',
        do: 'POST /api/wallet-api/send',
        body: { to: `0x${'c'.repeat(40)}`, amount: '1.37' },
      },
    ],
  },
  'a call that is answered by an error may have set the client seed': {
    seed: '878585',
    lasts: '1m',
    faults: [{ at: '4s', service: 'casino', kind: 'error', for: '6s', rate: 1, effect: 'after' }],
    operations: [
      { do: 'GET /casino/api/v1/fairness/seed-hash' },
      { at: '5s', do: 'POST /casino/api/v1/fairness/rotate', body: { client_seed: 'mine' } },
      { at: '20s', do: 'GET /casino/api/v1/fairness/seed-hash' },
    ],
  },
  'a repeat of what was answered by an error may be the first to set the client seed': {
    seed: '878585',
    lasts: '1m',
    faults: [{ at: '4s', service: 'casino', kind: 'error', for: '6s', rate: 1, effect: 'undone' }],
    operations: [
      { do: 'GET /casino/api/v1/fairness/seed-hash' },
      { ...mine, at: '5s' },
      { ...mine, at: '20s' },
      { do: 'POST /casino/api/v1/fairness/rotate', body: {} },
    ],
  },
  'a list is no leverage, even where one is left unread': {
    seed: '409681',
    lasts: '1s',
    policies: { 'trading.spotLeverage': 'ignore' },
    operations: [
      {
        do: 'POST /api/trading-api/order',
        body: { pair: 'BTC-USDC', side: 'buy', amount: 0.000001, leverage: [1] },
      },
    ],
  },
  'a claim has no amount, and leaves one that is sent unread': {
    seed: '211289',
    lasts: '1d',
    operations: [{ at: '1d', do: 'POST /faucet/claim', body: { amount: '0.75' } }],
  },
  'a method that no path has is refused at once, however slow its service is': {
    seed: '242722',
    lasts: '1m',
    policies: { 'errors.unknownMethod': '405' },
    faults: [{ at: '1s', service: 'casino', kind: 'slow', for: '1d', latency: { median: '2s' } }],
    operations: [{ at: '5s', do: 'DELETE /casino/api/v1/auth/deposits' }],
  },
  'a hand that style B has dealt is open for style A': {
    seed: '787307',
    lasts: '1s',
    profile: 'consistent',
    operations: [
      {
        do: 'POST /api/casino-api/bet',
        body: { game: 'blackjack', amount: 0.01, params: { action: 'stand' } },
      },
      { do: 'POST /casino/api/v1/games/blackjack', body: { action: 'hit' } },
    ],
  },
  'a key that is no text is named before those that its chain lacks': {
    seed: '710807',
    lasts: '1s',
    operations: [
      {
        do: 'POST /wallet/v1/wallet/send',
        body: { chain: 'monero', to: address, amount: '0.5', private_key: { inner: [7, true, null] } },
      },
    ],
  },
  'a venue that has little pays less funding than is due': {
    seed: '100101',
    lasts: '1d',
    policies: { 'trading.venue': '0.01' },
    operations: [
      { do: 'POST /_sim/deposit', body: { api_key: '${alice:/api_key}', amount: 1000 } },
      { ...sell, at: '8h1m10s1ms' },
      ...Array.from({ length: 8 }, () => sell),
      { ...sell, body: { ...order, leverage: 10 } },
      { at: '16h', do: 'GET /api/trading-api/price/ETH-USDC' },
      { do: 'GET /api/trading-api/portfolio' },
    ],
  },
};

const batch = [
  { game: 'baccarat', amount: 0.120824, bet_on: 'banker' },
  { game: 'coin_flip', amount: 9000, side: 'heads' },
  { game: 'wheel', amount: 0.183146 },
  { game: 'blackjack', amount: 0.01, action: 'hit' },
];

const seldomCalls: Readonly<Record<string, SeldomRun>> = {
  'a history since an instant has a curve that was launched before it and over after it': {
    seed: '211973',
    lasts: '8d',
    operations: [
      { at: '4d9s1ms', do: 'POST /casino/api/v1/games/crash/bet', body: { amount: '0.01' } },
      { at: '4d40s1ms', do: 'GET /api/casino-api/history', query: { from: '2026-01-05T00:00:13.002Z' } },
    ],
  },
  'a hand that a batch opens is still open after the next deal to a banker': {
    seed: '166084',
    agent: 'carol',
    lasts: '1s',
    profile: 'consistent',
    network: { duplicate: 0.3 },
    operations: [
      { do: 'GET /faucet/status' },
      { do: 'POST /casino/api/v1/bets/batch', body: { bets: batch } },
    ],
  },
};

const dispute = (label: string): string => `POST /escrow/escrow/\${${label}:/escrow_id}/dispute`;
const limitOrder = { pair: 'ETH-USDC', side: 'buy', amount: 900, type: 'limit', price: '3500.5' };

const unseen: Readonly<Record<string, SeldomRun>> = {
  'a symbol of the other style is no order that reduces': {
    seed: '480861',
    lasts: '1h',
    operations: [
      { at: '1h', do: sell.do, body: { ...order, pair: 'DOGE-USDC' } },
      { do: 'POST /trading/api/v1/orders', body: { symbol: 'DOGE-USDC', side: 'long', size: 0.001 } },
    ],
  },
  'a sale that rests lapses after a day, which no balance shows': {
    seed: '624982',
    lasts: '2d',
    policies: { 'trading.orderLife': 'day' },
    operations: [
      { do: 'POST /_sim/deposit', body: { api_key: '${alice:/api_key}', amount: 1000 } },
      { at: '15s', do: sell.do, body: { pair: 'ETH-USDC', amount: 10, side: 'buy' } },
      { do: sell.do, body: { pair: 'ETH-USDC', amount: 22, side: 'sell', type: 'limit', price: '9000' } },
      { do: 'GET /api/trading-api/portfolio' },
      { at: '2d', do: 'GET /api/trading-api/portfolio' },
    ],
  },
  'strangers take what is left in a pool': {
    seed: '472031',
    lasts: '1s',
    policies: { 'faucet.pool': '23.5' },
    relation: 'strangers-added',
    operations: [{ do: 'POST /faucet/register', body: { agent_id: 'bob' } }],
  },
  'a house that owes more than it has shares no loss': {
    seed: '910245',
    lasts: '1s',
    policies: { 'casino.houseBankroll': '0.5', 'casino.houseRuin': 'negative' },
    operations: [
      { by: 'bob', do: 'POST /faucet/register', body: { agent_id: 'bob', referrer: 'alice' } },
      { do: 'POST /faucet/register', body: { agent_id: 'dave' } },
      { do: 'POST /casino/api/v1/games/coin-flip', body: { amount: 0.37, side: 'heads' } },
      { do: 'POST /casino/api/v1/games/coin-flip', body: { amount: 0.37, side: 'heads' } },
      { by: 'bob', do: 'POST /casino/api/v1/games/video-poker/deal', body: {} },
      { by: 'bob', do: 'POST /casino/api/v1/games/blackjack', body: { action: 'hit', amount: 0.01 } },
    ],
  },
  'the asset of a chain that is sent to an agent is on its way, however fast USDC is': {
    seed: '794530',
    lasts: '1m',
    policies: { 'wallet.agentSend': 'instant' },
    operations: [
      { do: 'POST /_sim/deposit', body: { api_key: '${alice:/api_key}', amount: 1000 } },
      { by: 'dave', do: 'POST /faucet/register', body: { agent_id: 'dave' } },
      { at: '6s', do: 'POST /wallet/api/v1/swap', body: { from: 'USDC', to: 'base:ETH', amount: 50 } },
      {
        do: 'POST /wallet/api/v1/send',
        body: { to: 'dave', amount: '0.000000000000000001', chain: 'base', token: 'native' },
      },
    ],
  },
  'a size that is none in units of its last decimal is refused by what is stated of all': {
    seed: '1',
    lasts: '1s',
    operations: [
      {
        do: 'POST /trading/api/v1/orders',
        body: { symbol: 'BTC-PERP', side: 'long', size: 1_000_000 },
      },
    ],
  },
  'an order is repeated after its market has opened': {
    seed: '309503',
    lasts: '1h',
    faults: [{ at: '0ms', service: 'trading', kind: 'market-closed', for: '1h', market: 'all' }],
    operations: [
      { ...buy, headers: { 'idempotency-key': 'key-14' } },
      { at: '1h', ...buy, headers: { 'idempotency-key': 'key-14' } },
    ],
  },
  'a day that is counted by minutes binds for those of its first minute': {
    seed: '873314',
    lasts: '3d',
    policies: { 'limits.day': 'rolling', 'limits.burst': 'x3capped' },
    operations: [
      ...Array.from({ length: 33 }, () => ({ at: '1d6m58s507ms', do: 'GET /faucet/api/v1/faucet/status' })),
      { at: '2d6m58s507ms', do: 'GET /faucet/api/v1/faucet/status' },
    ],
  },
  'a ruling is drawn while what its parties have is not known': {
    seed: '999154',
    lasts: '1d',
    policies: { 'escrow.arbiter': 'seeded' },
    operations: [
      { by: 'bob', do: 'POST /faucet/register', body: { agent_id: 'bob', referrer: 'alice' } },
      { do: 'POST /faucet/register', body: { agent_id: 'carol' }, as: 'carol' },
      { do: 'POST /_sim/deposit', body: { api_key: '${carol:/api_key}', amount: 1000 } },
      { by: 'bob', do: 'POST /escrow/escrow', body: { receiver: 'carol', amount: 0.5 }, as: 'paid' },
      { by: 'bob', do: dispute('paid'), body: { reason: 'late' } },
      { at: '1m', do: sell.do, body: { ...limitOrder, market_type: 'perp' } },
      { do: 'POST /escrow/escrow', body: { receiver: 'alice', amount: 0.5 }, as: 'own' },
      { do: dispute('own'), body: { reason: 'late' } },
      { at: '1d', do: 'GET /escrow/escrow/${own:/escrow_id}' },
    ],
  },
};

it.each(Object.entries({ ...runs, ...seldomCalls, ...unseen }))('%s', async (_name, run) => {
  expect(await broken(run)).toEqual([]);
});
