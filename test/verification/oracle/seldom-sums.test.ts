/** Runs in which an amount has more than one explanation, or is right to a micro that a rounding misses. */
import { expect, it } from 'vitest';
import { exampleKeys } from '../../../src/verification/oracle/facts/known-addresses.ts';
import { broken, type SeldomRun } from './seldom-run.ts';

const casino = 'POST /casino/api/v1';
const keno = { game: 'keno', picks: [5, 6, 7, 8, 80] };
const dispute = (escrow: string): string => `POST /escrow/escrow/\${${escrow}:/escrow_id}/dispute`;
const paid = { by: 'bob', do: 'POST /escrow/escrow', body: { receiver: 'carol', amount: 0.5 } };

const order = 'POST /api/trading-api/order';
const toTron = {
  from_chain: 'ethereum',
  to_chain: 'tron',
  from_token: '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48',
  to_token: 'TEkxiTehnzSmSe2XqrBj4w32RUN966rdz8',
  amount: '2500',
  to_address: 'TUEZSdKsoDHQMeZwihtdoBiN46zxhGWYdH',
};

const runs: Readonly<Record<string, SeldomRun>> = {
  'an account of more than a hundred entries is one page, if it is asked for the first one': {
    seed: '1',
    lasts: '1m',
    operations: [
      ...Array.from({ length: 7 }, () => ({
        do: `${casino}/bets/batch`,
        body: {
          bets: Array.from({ length: 20 }, () => ({ game: 'coin_flip', amount: 0.01, side: 'heads' })),
        },
      })),
      { do: 'GET /casino/api/v1/auth/ledger', query: { page: '1' } },
      { do: 'GET /casino/api/v1/auth/ledger', query: { page: '2' } },
    ],
  },
  'a curve is launched with a seed that is too long, and refused for it': {
    seed: '1',
    lasts: '1m',
    operations: [{ do: `${casino}/games/crash/bet`, body: { amount: 0.01, client_seed: 'x'.repeat(129) } }],
  },
  'a seed that comes with a bet of a batch is that of the next bets': {
    seed: '1',
    lasts: '1m',
    operations: [
      { do: `${casino}/games/baccarat`, body: { amount: 0.01, bet_on: 'player' } },
      {
        do: `${casino}/bets/batch`,
        body: {
          bets: [
            { game: 'wheel', amount: 0.01, client_seed: 'mine' },
            { game: 'wheel', amount: 0.01 },
          ],
        },
      },
      { do: `${casino}/fairness/rotate`, body: {} },
    ],
  },
  'of two sales of one amount, one is filled, and a perpetual hides which until the list shows it': {
    seed: '88501',
    lasts: '2d',
    operations: [
      { do: order, body: { pair: 'ETH-USDC', side: 'buy', amount: '9.985' } },
      ...['4500', '3000'].map((price) => ({
        do: order,
        body: { pair: 'ETH-USDC', side: 'sell', amount: '1.50', type: 'limit', price },
      })),
      {
        at: '1d',
        do: order,
        body: {
          pair: 'ETH-USDC',
          side: 'buy',
          amount: '9.985',
          type: 'limit',
          price: '3500.5',
          market_type: 'perp',
          leverage: 10,
        },
      },
      { at: '2d', do: 'GET /api/trading-api/orders' },
    ],
  },
  'a ruling at midnight may come before what is paid then': {
    seed: '999161',
    lasts: '8d23h',
    agent: 'bob',
    policies: { 'escrow.arbiter': 'timeout-release' },
    operations: [
      { by: 'carol', do: 'POST /faucet/register', body: { agent_id: 'carol' } },
      { by: 'dave', do: 'POST /faucet/register', body: { agent_id: 'dave' } },
      {
        at: '1d',
        do: 'POST /escrow/escrow',
        body: { receiver: 'dave', amount: 10, referrer: 'carol' },
        as: 'escrow',
      },
      { by: 'dave', do: dispute('escrow'), body: { reason: 'late' } },
      { at: '3d1m', do: 'GET /faucet/status' },
    ],
  },
  'an order of a day is open until the next price': {
    seed: '758458',
    lasts: '2d',
    policies: { 'trading.orderLife': 'day' },
    operations: [
      {
        at: '8h2501ms',
        do: order,
        body: { pair: 'ETH-USDC', side: 'buy', type: 'limit', amount: 1.923141, price: '99.5' },
      },
      { at: '32h2502ms', do: 'GET /api/trading-api/orders' },
      { at: '32h1m', do: 'GET /api/trading-api/orders' },
    ],
  },
  'an order of half a USDC is too small, where a size is an amount': {
    seed: '129123',
    lasts: '1s',
    policies: { 'trading.sizeA': 'quote' },
    operations: [0.5, 1, 1_000_001].map((size) => ({
      do: 'POST /trading/api/v1/orders',
      body: { symbol: 'ETH-PERP', side: 'long', size },
    })),
  },
  'a payout on tron costs 27 of a coin, of which one is worth 22 USDC here': {
    seed: '681494',
    lasts: '1m',
    policies: { 'wallet.swapDeposit': 'agent' },
    operations: [
      { do: 'POST /wallet/v1/wallet/swap', body: toTron, as: 'order' },
      {
        do: 'POST /_sim/chain/fund',
        body: { chain: 'ethereum', address: '${order:/deposit_address}', amount: '2500', asset: 'usdc' },
      },
      { at: '1m', do: 'GET /wallet/v1/wallet/swap/status/${order:/order_id}' },
    ],
  },
  'the Kelly bet of who has hundreds of thousands is the most that the game takes': {
    seed: '604796',
    lasts: '1m',
    operations: [
      { do: 'POST /_sim/deposit', body: { api_key: '${alice:/api_key}', amount: 400_000_000 } },
      { at: '1m', do: `${casino}/kelly/optimal`, body: keno },
    ],
  },
  'of two disputes about the same amount at the same instant, draws decide one each way': {
    seed: '809007',
    lasts: '2d',
    policies: { 'escrow.arbiter': 'seeded' },
    operations: [
      { by: 'bob', do: 'POST /faucet/register', body: { agent_id: 'bob' } },
      { do: 'POST /faucet/register', body: { agent_id: 'carol' } },
      { ...paid, as: 'first' },
      { do: dispute('first'), body: { reason: 'late' } },
      { ...paid, as: 'second' },
      { do: dispute('second'), body: { reason: 'late' } },
      { at: '2d', do: 'GET /escrow/escrow/${second:/escrow_id}' },
    ],
  },
  'a limit of odds is a whole number of micros, which a division of them misses': {
    seed: '683489',
    lasts: '1m',
    agent: 'bob',
    operations: [
      { do: 'POST /_sim/deposit', body: { api_key: '${bob:/api_key}', amount: 1000 } },
      { at: '5s', do: `${casino}/kelly/optimal`, body: keno, as: 'advice' },
      { do: `${casino}/games/keno`, body: { amount: '${advice:/max_bet}', picks: keno.picks } },
      { do: `${casino}/games/dice`, body: { amount: 10_000, direction: 'under', threshold: 96 } },
    ],
  },
  'a house that has put all it has aside for a hand owes the share of another loss': {
    seed: '685228',
    lasts: '1s',
    policies: { 'casino.houseBankroll': '0.01', 'casino.houseRuin': 'negative' },
    operations: [
      { do: 'POST /faucet/register', body: { agent_id: 'bob', referrer: 'alice' } },
      { do: `${casino}/games/video-poker/deal`, body: {}, as: 'hand' },
      { do: `${casino}/games/blackjack`, body: { action: 'hit', amount: 0.01 } },
      {
        do: `${casino}/games/video-poker/draw`,
        body: { nonce: '${hand:/nonce}', holds: [], amount: 0.01 },
      },
    ],
  },
  'a hand that is doubled by its first call of style B costs twice the stake': {
    seed: '58373',
    lasts: '1m',
    operations: Array.from({ length: 12 }, () => ({
      do: 'POST /api/casino-api/bet',
      body: { game: 'blackjack', amount: 0.02, params: { action: 'double' } },
    })),
  },
  'a swap into an asset of few decimals loses the worth of its last unit': {
    seed: '489283',
    agent: 'bob',
    start: '2026-06-15T07:59:30.000Z',
    lasts: '1h',
    operations: [
      { do: 'POST /_sim/deposit', body: { api_key: '${bob:/api_key}', amount: 1000 } },
      { at: '31m30s', do: 'POST /wallet/api/v1/swap', body: { from: 'USDC', to: 'tron:TRX', amount: 900 } },
    ],
  },
  'a platform that sends no bitcoin refuses whatever key it is given': {
    seed: '1',
    lasts: '1m',
    policies: { 'wallet.bitcoinSend': 'refused' },
    operations: [
      {
        do: 'POST /wallet/v1/wallet/send',
        body: {
          chain: 'bitcoin',
          to: 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
          amount: '0.5',
          ...exampleKeys.bitcoin,
        },
      },
    ],
  },
};

it.each(Object.entries(runs))('%s', async (_name, run) => {
  expect(await broken(run)).toEqual([]);
});
