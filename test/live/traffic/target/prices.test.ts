/** The most that a request may cost, for every documented operation; and what shares of a budget come to. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Budget, noBudget, shareOf } from '../../../../src/live/traffic/target/budget.ts';
import { priceOf, priceOfText } from '../../../../src/live/traffic/target/spending.ts';

const priced = ['casino/batch', 'casino/bet', 'casino/createChallenge', 'casino/createTournament', 'casino/deal',
  'casino/launch', 'casino/playTournament', 'casino/withdraw', 'escrow/create']; // prettier-ignore
const free = ['casino/cashOut', 'casino/configureKelly', 'casino/declineChallenge', 'casino/depositAddress',
  'casino/kellyOptimal', 'casino/register', 'casino/rotate', 'casino/simulateKelly', 'casino/verifyBet',
  'domains/changeRecord', 'escrow/dispute', 'escrow/refund', 'escrow/release', 'faucet/claimDaily', 'faucet/claimOnce',
  'faucet/register', 'trading/cancel', 'wallet/create', 'wallet/register']; // prettier-ignore
const open = [
  'trading/place',
  'domains/register',
  'domains/renew',
  'wallet/send',
  'casino/play',
  'escrow/bet',
  '',
  '/',
];

const callOf = (operation: string, style: string): string => operation.replace('/', `/${style}/`);

describe('a price', () => {
  const style = fc.constantFrom('A', 'B', 'mcp');
  const micros = fc.integer({ min: 1, max: 10 ** 12 });
  const amount = (of: number): string => (of / 1e6).toFixed(6);

  it('is the sum of the amounts, at any depth, where an operation takes no more than these', () => {
    const field = fc.constantFrom('amount', 'prize_pool');
    fc.assert(
      fc.property(
        fc.constantFrom(...priced),
        style,
        fc.array(fc.tuple(field, micros)),
        (operation, by, parts) => {
          const body = {
            game: 'dice',
            deep: [null, 7, { list: parts.map(([name, of]) => ({ [name]: amount(of) })) }],
          };
          const sum = parts.reduce((total, [, of]) => total + of, 0);
          expect(priceOf(callOf(operation, by), 'POST', body)).toBe(sum);
          expect(priceOfText(callOf(operation, by), 'POST', JSON.stringify(body))).toBe(sum);
        },
      ),
    );
  });

  it('is unknown where one amount is none, or where a move may raise the stake', () => {
    for (const operation of priced)
      for (const body of [
        { amount: 'x' },
        { a: [{ amount: 1 }, { amount: null }] },
        { a: { prize_pool: -1 } },
        { amount: 1, action: 'hit' },
      ])
        expect([operation, priceOf(callOf(operation, 'A'), 'POST', body)]).toEqual([operation, undefined]);
  });

  it('is 0 for what takes nothing, and for every read', () => {
    for (const operation of free)
      expect([operation, priceOf(callOf(operation, 'A'), 'POST', { amount: 5 })]).toEqual([operation, 0]);
    for (const operation of [...priced, ...open])
      for (const method of ['GET', 'HEAD', 'OPTIONS'])
        expect(priceOf(callOf(operation, 'A'), method, { amount: 5 })).toBe(0);
  });

  it('is unknown for every other operation, whatever the body says', () => {
    for (const operation of open) {
      const call = callOf(operation, 'A');
      expect([operation, priceOf(call, 'POST', { amount: 5 })]).toEqual([operation, undefined]);
      expect([operation, priceOfText(call, 'DELETE', undefined)]).toEqual([operation, undefined]);
    }
  });

  it('is unknown for a text that is no JSON, and 0 for no text, where a body names the price', () => {
    for (const operation of priced) {
      expect(priceOfText(callOf(operation, 'A'), 'POST', '{"amount":')).toBeUndefined();
      expect(priceOfText(callOf(operation, 'A'), 'POST', undefined)).toBe(0);
    }
  });
});

describe('a budget', () => {
  const bound = fc.option(fc.nat(1000), { nil: undefined });

  it('lets through what fits, reserves it for good, and reserves nothing of what it keeps back', () => {
    const prices = fc.array(fc.option(fc.nat(300), { nil: undefined }), { maxLength: 30 });
    fc.assert(
      fc.property(bound, fc.option(fc.nat(20), { nil: undefined }), prices, (micros, requests, asked) => {
        const budget = new Budget({ micros, requests });
        let [count, sum] = [0, 0];
        for (const price of asked) {
          const isOver = requests !== undefined && count >= requests;
          const isUnknown = micros !== undefined && price === undefined;
          const isDear = micros !== undefined && sum + (price ?? 0) > micros;
          const reason = isOver ? 'requests' : isUnknown ? 'unknown price' : isDear ? 'usdc' : undefined;
          expect(budget.reserve(price)).toBe(reason);
          if (reason === undefined) [count, sum] = [count + 1, sum + (price ?? 0)];
          expect(budget.spent).toEqual({ requests: count, micros: sum });
        }
      }),
    );
  });

  it('has shares that come to the whole, none more than one larger than another', () => {
    fc.assert(
      fc.property(bound, bound, fc.integer({ min: 1, max: 40 }), (micros, requests, count) => {
        const shares = Array.from({ length: count }, (_, index) =>
          shareOf({ micros, requests }, { index, count }),
        );
        for (const [name, whole] of Object.entries({ micros, requests })) {
          const parts = shares.map((share) => share[name as 'micros' | 'requests']);
          if (whole === undefined) expect(new Set(parts)).toEqual(new Set([undefined]));
          else {
            const numbers = parts.map((part) => part ?? Number.NaN);
            expect(numbers.reduce((sum, part) => sum + part, 0)).toBe(whole);
            expect(Math.max(...numbers) - Math.min(...numbers)).toBeLessThanOrEqual(1);
          }
        }
      }),
    );
    expect(noBudget).toEqual({ micros: undefined, requests: undefined });
  });
});
