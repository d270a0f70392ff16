/** Runs of seldom readings and calls that an oracle of the usual ones calls wrong. */
import { expect, it } from 'vitest';
import { scenarioHost } from '../../../src/host/app/run/scenario-host.ts';
import type { OperationSource } from '../../../src/simulation/scenario/schema.ts';
import { execute } from '../../../src/verification/check/execute.ts';

interface SeldomRun {
  readonly seed: string;
  readonly lasts: string;
  readonly agent?: string;
  readonly profile?: 'consistent';
  readonly network?: Readonly<Record<string, number>>;
  readonly policies?: Readonly<Record<string, string>>;
  /** All of them by one agent. */
  readonly operations: readonly Omit<OperationSource, 'by'>[];
}

async function broken({
  agent = 'alice',
  lasts,
  operations,
  ...rest
}: SeldomRun): Promise<readonly string[]> {
  const register = { do: 'POST /faucet/register', body: { agent_id: agent }, as: agent };
  const calls = [register, ...operations].map((call) => ({ ...call, by: agent }));
  const expected = { property_violations: ['value==0'] };
  const source = { name: 'seldom', for: lasts, ...rest, operations: calls, expect: expected };
  const { violations } = await execute(source, scenarioHost);
  return violations.map(({ message }) => message);
}

const address =
  '44jKQv6ZKMd5ecLLmkNJGi7azgSptEq8ki7TFiat1TfLfdDQ1tQ7ZYa3cRh7X2uRwvLDjddWh97ajeyhR2seKSECQeDx1WR';
const order = { pair: 'ETH-USDC', side: 'sell', amount: 2, market_type: 'perp' };
const sell = { do: 'POST /api/trading-api/order', body: order };

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

it.each(Object.entries({ ...runs, ...seldomCalls }))('%s', async (_name, run) => {
  expect(await broken(run)).toEqual([]);
});
