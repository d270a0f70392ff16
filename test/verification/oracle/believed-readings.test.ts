/** A platform that follows another reading than the oracle believes: what it refuses or admits by that is noticed. */
import { describe, expect, it } from 'vitest';
import { scenarioHost } from '../../../src/host/app/run/scenario-host.ts';
import { buildFromValue } from '../../../src/simulation/scenario/load.ts';
import { ScenarioRun } from '../../../src/simulation/scenario/run.ts';
import { Watch } from '../../../src/verification/check/observe.ts';
import { exampleKeys } from '../../../src/verification/oracle/facts/known-addresses.ts';

type Call = Readonly<Record<string, unknown>>;

const own = {
  base: '0x9858EfFD232B4033E47d90003D41EC34EcaEda94',
  bitcoin: 'bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu',
  tron: 'TUEZSdKsoDHQMeZwihtdoBiN46zxhGWYdH',
  monero: exampleKeys.monero.from,
};
type Chain = keyof typeof own;

const fund = (chain: Chain): Call => ({
  do: 'POST /_sim/chain/fund',
  body: { chain, address: own[chain], amount: '40' },
});
const send = (chain: 'base' | 'bitcoin', to: string, more: object = {}): Call => ({
  do: 'POST /wallet/v1/wallet/send',
  body: { chain, to, amount: '1.25', ...exampleKeys[chain], ...more },
});
const look = (what: 'balance' | 'transactions', chain: Chain, more: object = {}): Call => ({
  do: `GET /wallet/v1/wallet/${what}/${own[chain]}`,
  query: { chain, ...more },
});
const quote = {
  do: 'GET /wallet/v1/wallet/swap/quote',
  query: {
    from_chain: 'base',
    to_chain: 'ethereum',
    from_token: 'native',
    to_token: '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48',
    amount: '1000',
  },
};
const toBitcoin = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4';

/** A referred player that bets some days, and what its referrer is shown each day. */
const losses: readonly Call[] = [
  { do: 'POST /faucet/register', by: 'bob', body: { agent_id: 'bob', referrer: 'alice' } },
  ...Array.from({ length: 8 }, (_, day) => [
    ...[0.3, 0.7, 0.9].map((amount) => ({ do: 'POST /casino/api/v1/games/coin-flip', by: 'bob', body: { amount, side: 'heads' } })),
    { do: 'GET /casino/api/v1/auth/referral/stats' },
  ].map((call) => ({ at: `${day}d1h`, ...call }))).flat(),
]; // prettier-ignore

/** Orders without a deposit, and what has become of them hours later. */
const unpaid: readonly Call[] = Array.from({ length: 6 }, (_, index) => [
  {
    do: 'POST /wallet/v1/wallet/swap',
    body: { ...quote.query, amount: '3', to_address: `0x${'c'.repeat(40)}` },
    as: `order-${index}`,
  },
  { at: '3h', do: `GET /wallet/v1/wallet/swap/status/\${order-${index}:/order_id}` },
]).flat().toSorted((one, other) => Number('at' in one) - Number('at' in other)); // prettier-ignore

/** Two in a hundred of the house's million, over 97 times the stake, are 206.185567. */
const rare = (amount: string): Call => ({
  do: 'POST /casino/api/v1/games/dice',
  body: { amount, direction: 'under', threshold: 2 },
});

/** A policy, its two options, and calls by which they differ. */
const rows: readonly (readonly [string, string, string, readonly Call[]])[] = [
  ['wallet.signer', 'own', 'stateless', [fund('base'), send('base', `0x${'c'.repeat(40)}`)]],
  ['wallet.history', 'four', 'six', [look('transactions', 'tron')]],
  ['wallet.history', 'four', 'six', [look('transactions', 'monero')]],
  ['wallet.moneroBalance', 'key', 'zero', [look('balance', 'monero')]],
  ['wallet.nativeToken', 'contracts', 'named', [quote]],
  ['wallet.swapDeposit', 'sim', 'agent', unpaid],
  ['kelly.limit', 'house', 'odds', [rare('206.185567'), rare('206.185568')]],
  ['kelly.limit', 'house', 'none', [rare('206.185567'), rare('206.185568')]],
  ['referral.netLosses', 'lifetime', 'daily', losses],
  ['referral.netLosses', 'lifetime', 'daily-carry', losses],
  ['referral.netLosses', 'daily-carry', 'daily', losses],
];

type Policies = Readonly<Record<string, string>>;

/** The properties that break where the platform has some policies and the oracle believes others. */
async function brokenUnder(platform: Policies, believed: Policies, calls: readonly Call[]) {
  const register = { do: 'POST /faucet/register', body: { agent_id: 'alice' } };
  const operations = [register, ...calls].map((call) => ({ by: 'alice', ...call }));
  const under = (policies: Policies) =>
    buildFromValue({ name: 's', seed: '1', for: '9d', policies, operations }, scenarioHost);
  const watch = new Watch(await under(believed));
  const run = new ScenarioRun(await under(platform), { ...watch.hooks, hasTimeline: false });
  watch.attach(run);
  while (run.step(1_000));
  watch.finish();
  return watch.violations.map(({ property }) => property);
}

const broken = (policy: string, [platform = '', believed = '']: readonly string[], calls: readonly Call[]) =>
  brokenUnder({ [policy]: platform }, { [policy]: believed }, calls);

describe.each(rows)('%s: %s and %s', (policy, one, other, calls) => {
  it('are told apart, whichever the platform has', async () => {
    expect(await broken(policy, [one, other], calls), one).not.toEqual([]);
    expect(await broken(policy, [other, one], calls), other).not.toEqual([]);
  });

  it('are each right where both have it', async () => {
    for (const option of [one, other]) expect(await broken(policy, [option, option], calls)).toEqual([]);
  });
});

it('a limit of the house is below the least bet where the house has next to nothing', async () => {
  const policies = { 'kelly.limit': 'house', 'casino.houseBankroll': '1' };
  const limits = { do: 'GET /casino/api/v1/kelly/limits' };
  expect(await brokenUnder(policies, policies, [limits, rare('0.01'), limits])).toEqual([]);
});

it('a limit of the house is shown to who has nothing as the least bet', async () => {
  const calls = [rare('10'), { do: 'GET /casino/api/v1/kelly/limits' }];
  expect(await broken('kelly.limit', ['house', 'house'], calls)).toEqual([]);
});

it('a token on a chain without tokens is refused, and what is ignored is not', async () => {
  const calls = [fund('bitcoin'), send('bitcoin', toBitcoin, { token: 'USDC' })];
  expect(await broken('wallet.tokenElsewhere', ['ignored', 'reject'], calls)).toContain('answers-fixed');
  expect(await broken('wallet.tokenElsewhere', ['reject', 'ignored'], calls)).toEqual(['forms-admitted']);
  for (const option of ['ignored', 'reject'])
    expect(await broken('wallet.tokenElsewhere', [option, option], calls)).toEqual([]);
});

it('what an address of monero has is shown to its view key alone', async () => {
  const shown = look('balance', 'monero', { view_key: exampleKeys.monero.view_key });
  for (const option of ['key', 'zero'])
    expect(await broken('wallet.moneroBalance', [option, option], [fund('monero'), shown])).toEqual([]);
});
