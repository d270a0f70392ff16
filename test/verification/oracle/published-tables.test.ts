/** The tables of the documents, as models of quotas, refusals, routes and accounts have them. */
import { describe, expect, it } from 'vitest';
import { exchangeOf, caseOf } from './said.ts';
import { HouseMoves } from '../../../src/verification/oracle/models/house-moves.ts';
import { endpoints } from '../../../src/verification/oracle/models/endpoints.ts';
import { possibleCodes } from '../../../src/verification/oracle/models/possible-refusals.ts';
import { capsOf, rowOf } from '../../../src/verification/oracle/models/published-caps.ts';
import { areLimitsKnown } from '../../../src/verification/oracle/models/quotas.ts';
import { describeKept } from '../../kept-digests.ts';

const services = ['faucet', 'escrow', 'domains', 'casino', 'trading', 'wallet'];
const tiers = ['free', 'pro', 'enterprise'];
const games = ['dice', 'slots', 'roulette', 'blackjack', 'coinflip', 'keno', undefined];
const calls = [...new Set(endpoints.map(({ call }) => call)), 'wallet/B/message', 'escrow/A/register'];
const called = calls.map((call) => exchangeOf(call));
const bets = games.map((game) => exchangeOf('casino/B/bet', { body: { game } }));
const lifted = { 'limits.enterpriseCaps': 'lifted', 'limits.rowScaling': 'tier', 'limits.registerCap': 'paths', 'limits.tradingRow': 'service' }; // prettier-ignore
const accounts = [
  'pool',
  'fees',
  'venue',
  'margin',
  'funding',
  'house',
  'contests',
  'contest-fees',
  'aggregator',
];
const openings = {
  'faucet.pool': '5',
  'casino.houseBankroll': '7',
  'trading.venue': '9',
  'wallet.liquidity': '11',
};

/** What is said of a call of which every account, or one, has changed. */
function moved(call: string, houses: ReadonlyMap<string, number>, policies: object = {}): readonly string[] {
  const { file, said } = caseOf({ setting: { faults: [], policies } });
  const moves = new HouseMoves(file);
  moves.arrived(new Map(), new Map());
  moves.answered(exchangeOf(call), new Map(), houses);
  return said;
}

const allOf = (service: string): Map<string, number> =>
  new Map([...accounts.map((name) => `${service}:${name}`), 'issuer', 'referral:payable'].map((name) => [name, 1])); // prettier-ignore

const opened = (service: string, account: string, amount: number): readonly string[] =>
  moved(`${service}/B/status`, new Map([['issuer', -amount * 1e6], [account, amount * 1e6]]), openings); // prettier-ignore

describe('of each service', () => {
  describeKept(new URL('published-tables.json', import.meta.url), [
    { name: 'routes', made: () => endpoints },
    { name: 'possible refusals', made: () => calls.map((call) => possibleCodes(call.replace(/\/.*\//, '/'))) },
    ...tiers.flatMap((tier) =>
      Object.entries({ published: {}, lifted, accounts: { 'limits.registerCap': 'accounts' } }).map(([reading, policies]) => ({
        name: `quotas, ${tier} ${reading}`,
        made: () => [...called, ...bets].flatMap((exchange) => [rowOf(exchange, policies, tier), capsOf(exchange, policies, tier)]),
      })),
    ),
    ...services.map((service) => ({
      name: `accounts of ${service}`,
      made: () => calls.filter((call) => call.startsWith(`${service}/`)).map((call) => moved(call, allOf(service))),
    })),
  ]);
}); // prettier-ignore

it('the issuer fills an account with the amount of its policy', () => {
  const filled = [['faucet', 'faucet:pool', 5], ['casino', 'casino:house', 7], ['trading', 'trading:venue', 9], ['wallet', 'wallet:aggregator', 11]] as const;
  for (const [service, account, amount] of filled) {
    expect(opened(service, account, amount)).toEqual([]);
    expect(opened(service, account, amount + 1)).toHaveLength(2);
    expect(opened('escrow', account, amount)).toHaveLength(2);
  }
}); // prettier-ignore

it('a bet counts by its game', () => {
  const names = bets.map((exchange) => rowOf(exchange, {}, 'free')?.name);
  const [dice, slots, roulette, blackjack, coinflip, ...others] = names;
  expect([dice, slots, roulette, blackjack, coinflip]).toEqual(
    games.slice(0, 5).map((game) => `row casino ${game}`),
  );
  expect(others).toEqual(['row casino none', 'row casino none']);
  expect(rowOf(exchangeOf('casino/B/bet'), {}, 'free')?.name).toBe('row casino none');
  expect(rowOf(exchangeOf('casino/B/games'), {}, 'free')?.name).toBe('row casino ');
});

it('every reading of limits is followed, but not two of the burst of a row', () => {
  const names = ['burst', 'algorithm', 'window', 'day', 'rejections', 'anonymous', 'enterpriseCaps', 'styleB', 'rowBurst', 'registerCap', 'ipSource', 'headers', 'unlimitedHeaders', 'tradingRow', 'rowScaling', 'upgrade'].map((name) => `limits.${name}`);
  expect(names.filter((name) => !areLimitsKnown([name]))).toEqual([]);
  expect(names.filter((name) => !areLimitsKnown(['limits.rowBurst', name]))).toEqual(['limits.burst', 'limits.algorithm']);
  expect([areLimitsKnown([]), areLimitsKnown(['casino.x']), areLimitsKnown(['limits.']), areLimitsKnown(['limits.x', 'limits.day'])]).toEqual([true, true, false, false]);
}); // prettier-ignore
