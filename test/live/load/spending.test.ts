/** What requests may cost, and the budget that bounds them. */
import { describe, expect, it } from 'vitest';
import { Budget, shareOf } from '../../../src/live/traffic/target/budget.ts';
import { priceOf, priceOfText } from '../../../src/live/traffic/target/spending.ts';

describe('the price of a request', () => {
  it.each([
    ['casino/A/bet', 'POST', { amount: '0.10', side: 'heads' }, 100_000],
    ['casino/B/bet', 'POST', { game: 'dice', amount: 0.25, params: {} }, 250_000],
    ['casino/A/batch', 'POST', { bets: [{ amount: 1 }, { amount: '0.000001' }] }, 1_000_001],
    ['escrow/B/create', 'POST', { amount: '3.00', receiver: 'bob' }, 3_000_000],
    ['escrow/B/release', 'POST', undefined, 0],
    ['faucet/B/register', 'POST', { agent_id: 'ada' }, 0],
    ['trading/B/place', 'GET', undefined, 0],
    ['casino/A/bet', 'POST', { action: 'double', amount: 1 }, undefined],
    ['casino/A/bet', 'POST', { amount: 'much' }, undefined],
    ['casino/A/batch', 'POST', { bets: [{ amount: 5 }, { amount: -5 }] }, undefined],
    ['trading/A/place', 'POST', { symbol: 'BTC', size: 1 }, undefined],
    ['domains/A/register', 'POST', { domain: 'a.tld' }, undefined],
    ['', 'POST', { amount: 1 }, undefined],
  ])('%s %s %j', (call, method, body, price) => {
    expect(priceOf(call, method, body)).toBe(price);
  });
});

describe('the price of a text', () => {
  it.each([
    ['casino/A/bet', '{"amount":"0.10"}', 100_000],
    ['casino/A/bet', '{"amount":"0.10"', undefined],
    ['faucet/B/register', 'not JSON', 0],
    ['trading/A/place', 'not JSON', undefined],
  ])('%s %s', (call, text, price) => {
    expect(priceOfText(call, 'POST', text)).toBe(price);
  });
});

describe('a budget', () => {
  const bet = (amount: string) => priceOf('casino/A/bet', 'POST', { amount });

  it('is never exceeded, to the micro', () => {
    const budget = new Budget({ micros: 1_000_000, requests: undefined });
    expect([1, 2, 3].map(() => budget.reserve(bet('0.40')))).toEqual([undefined, undefined, 'usdc']);
    expect(budget.reserve(bet('0.200001'))).toBe('usdc');
    expect(budget.reserve(bet('0.20'))).toBeUndefined();
    expect(budget.spent).toEqual({ requests: 3, micros: 1_000_000 });
  });

  it('keeps back what has no price, and reads nothing of prices without a bound on money', () => {
    const order = priceOf('trading/A/place', 'POST', { size: 1 });
    expect(new Budget({ micros: 9, requests: undefined }).reserve(order)).toBe('unknown price');
    expect(new Budget({ micros: undefined, requests: 1 }).reserve(order)).toBeUndefined();
  });

  it('bounds requests of every kind', () => {
    const budget = new Budget({ micros: undefined, requests: 2 });
    const read = priceOf('x/A/y', 'GET', undefined);
    expect([1, 2, 3].map(() => budget.reserve(read))).toEqual([undefined, undefined, 'requests']);
  });

  it('is split among workers without loss', () => {
    const whole = { micros: 1_000_001, requests: 10 };
    const shares = [0, 1, 2].map((index) => shareOf(whole, { index, count: 3 }));
    expect(shares.map(({ micros }) => micros)).toEqual([333_334, 333_334, 333_333]);
    expect(shares.reduce((sum, { requests = 0 }) => sum + requests, 0)).toBe(10);
  });
});
