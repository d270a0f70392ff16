/** Stakes at their limits, advice that has to be given, and orders that only reduce what their caller has. */
import { describe, expect, it } from 'vitest';
import type { Body } from '../../../src/verification/oracle/exchange.ts';
import { checkReducing, type Known } from '../../../src/verification/oracle/models/reducing-orders.ts';
import { checkAdviceGiven } from '../../../src/verification/oracle/models/refused-advice.ts';
import {
  isPlainBet,
  leastOf,
  StakeLimitModel,
} from '../../../src/verification/oracle/models/stake-limits.ts';
import { parseScaled } from '../../../src/verification/oracle/models/trade-arithmetic.ts';
import { caseOf, exchangeOf } from './said.ts';

const usdc = 1_000_000;

describe('a stake that is taken', () => {
  const taken = (
    bet: { game?: string; stake: number; payout?: number; params?: Body; isHand?: boolean },
    { policies = {}, available = 10 * usdc, house = 1e12 }: { policies?: object; available?: number; house?: number } = {},
    style = 'A',
  ): string[] => {
    const { file, said } = caseOf({
      setting: { faults: [], changed: [], policies: { 'casino.payouts': 'published', 'kelly.limit': 'odds', 'casino.slotsMinimum': 'facade', 'casino.houseRuin': 'closed', ...policies } },
      books: { available: () => available }, houses: { known: () => house },
    });
    new StakeLimitModel(file).taken(exchangeOf(`casino/${style}/bet`), 'alice', {
      game: 'coin_flip', payout: 0, isAlone: true, params: {}, isHand: false, ...bet,
    });
    return said;
  };

  it('is at most the limit of what there was before the bet', () => {
    // A quarter of 10 over 0.96 is 2.604166; what is available is left of it after the bet.
    const after = (stake: number, payout: number) => taken({ stake, payout }, { available: 10 * usdc - stake + payout });
    expect([after(2_604_166, 0), after(2_604_166, 5_104_165)]).toEqual([[], []]);
    for (const payout of [0, 5_104_167])
      expect(after(2_604_167, payout)).toEqual([
        'bet-limits: coin_flip: a stake of 2.604167 USDC is taken, above its limit of 2.604166 USDC',
      ]);
  });

  it.each([
    ['coin_flip', 10_000, 'A', {}],
    ['slots', 10_000, 'A', {}],
    ['slots', 100_000, 'B', {}],
    ['slots', 100_000, 'A', { 'casino.slotsMinimum': '0.10' }],
    ['slots', 10_000, 'B', { 'casino.slotsMinimum': '0.01' }],
    ['coin_flip', 10_000, 'B', { 'casino.slotsMinimum': '0.10' }],
  ])('on %s is at least %i in style %s with %j', (game, least, style, policies) => {
    const { file } = caseOf({ setting: { policies: { 'casino.slotsMinimum': 'facade', ...policies } } });
    expect(leastOf(file, game, style)).toBe(least);
    expect(taken({ game, stake: least }, { policies }, style)).toEqual([]);
    expect(taken({ game, stake: least - 1 }, { policies }, style)).toHaveLength(1);
  });

  it.each<[string, object, number | undefined]>([
    ['none', {}, 10_000 * usdc],
    ['strict', {}, 0],
    ['house', {}, 2_083_333],
    ['odds', {}, 2_604_166],
  ])('has its limit under the reading %s', (limit, more, most) => {
    const policies = { 'kelly.limit': limit, ...more };
    const at = (stake: number) =>
      taken({ stake }, { policies, available: 10 * usdc - stake, house: limit === 'none' ? 1e12 : 100 * usdc });
    if (most !== undefined && most > 0) expect(at(most)).toEqual([]);
    expect(at((most ?? 0) + 1).some((message) => message.includes('above its limit'))).toBe(true);
  });

  it('is covered by the house', () => {
    const of = (house: number, ruin: string) => taken({ stake: usdc }, { house, policies: { 'casino.houseRuin': ruin } });
    expect([of(959_999, 'closed'), of(0, 'negative')]).toEqual([[], []]);
    expect(of(959_998, 'closed')).toEqual(['bet-limits: a bet of 1.00 USDC that may pay 196% is taken by a house that has 0.959998 USDC']);
  });

  it('of a hand that is played on is not looked at, but for the draw of a poker hand', () => {
    expect(taken({ stake: 1, isHand: true })).toEqual([]);
    const drawn = (stake: number, params: Body) => taken({ game: 'video_poker', stake, params, isHand: true });
    expect(drawn(10_000, { amount: 0.01 })).toEqual([]);
    expect([drawn(9_999, { amount: 0.01 }), drawn(10_000, {})].flat()).toEqual([
      'bet-limits: a draw with a stake of 0.009999 USDC is taken, below the least',
      'bet-limits: a draw with a stake of 0.01 USDC is taken, below the least',
    ]);
  });
}); // prettier-ignore

it.each<[string, Body, boolean]>([
  ['coin_flip', { side: 'heads' }, true],
  ['coin_flip', { side: 'tails' }, true],
  ['coin_flip', { side: 'edge' }, false],
  ['coin_flip', { side: 'heads', client_seed: 'x' }, false],
  ['simple_dice', { pick: 1 }, true],
  ['simple_dice', { pick: 6 }, true],
  ['simple_dice', { pick: 0 }, false],
  ['simple_dice', { pick: 7 }, false],
  ['wheel', {}, true],
  ['slots', {}, true],
  ['keno', { picks: [1] }, false],
  ['dice', { direction: 'over', threshold: 2 }, true],
  ['dice', { direction: 'under', threshold: 98 }, true],
  ['dice', { direction: 'over', threshold: 1 }, false],
  ['dice', { direction: 'over', threshold: 99 }, false],
  ['dice', { direction: 'over', threshold: 2.5 }, false],
  ['dice', { direction: 'at', threshold: 50 }, false],
])('every rule of %s with %j is known: %s', (game, sent, isPlain) => {
  expect(isPlainBet(game, sent)).toBe(isPlain);
});

describe('advice that is refused', () => {
  const flip = { game: 'coin_flip', side: 'heads' };
  const refused = (operation: string, body: Body, more: object = {}, about: object = {}): number => {
    const { file, said } = caseOf({ setting: { faults: [], changed: [], policies: {} }, books: { isLoose: () => false, available: () => usdc }, ...about });
    const answer = { code: 'BAD_REQUEST' };
    checkAdviceGiven(file, exchangeOf(`casino/A/${operation}`, { method: 'POST', status: 400, answer, body, ...more }), 'alice');
    return said.length;
  };

  it('has a bet that is not of its form', () => {
    expect(refused('kellyOptimal', flip)).toBe(1);
    for (const body of [{ ...flip, side: 'edge' }, { game: 'coin_flip' }, { ...flip, client_seed: 'x' }])
      expect(refused('kellyOptimal', body)).toBe(0);
    expect(refused('kellyOptimal', flip, { isRaw: true })).toBe(0);
    expect(refused('kellyOptimal', flip, { status: 403, answer: { code: 'FORBIDDEN' } })).toBe(0);
    expect([1_000_000, 1_000_001].map((bankroll) => refused('kellyOptimal', { ...flip, bankroll }))).toEqual([1, 0]);
  });

  it.each<[Body, number, object?]>([
    [{}, 1],
    [{ bankroll: 1 }, 1],
    [{ bankroll: 0.999999 }, 0],
    [{ bankroll: 1_000_000 }, 1],
    [{ bankroll: 1_000_001 }, 0],
    [{ fraction: 0.1 }, 0],
    [{ amount: 1 }, 0],
    [{ rounds: 10 }, 0],
    [{ paths: 10 }, 0],
    [{ rounds: 1, paths: 1 }, 1],
    [{ rounds: 0, paths: 1 }, 0],
    [{ rounds: 20, paths: 10_000 }, 1],
    [{ rounds: 21, paths: 10_000 }, 0],
    [{ rounds: 10_001, paths: 1 }, 0],
    [{ rounds: 1, paths: 1.5 }, 0],
    [{}, 0, { books: { isLoose: () => true, available: () => usdc } }],
    [{ bankroll: 1 }, 1, { books: { isLoose: () => true, available: () => 0 } }],
    [{}, 0, { books: { isLoose: () => false, available: () => usdc - 1 } }],
    [{}, 1, { books: { isLoose: () => false, available: () => 1e12 } }],
    [{}, 0, { books: { isLoose: () => false, available: () => 1e12 + 1 } }],
  ])('may be about a simulation with %j: %i wrong', (more, count, about = {}) => {
    expect(refused('simulateKelly', { ...flip, ...more }, {}, about)).toBe(count);
  });
}); // prettier-ignore

describe('an order that only reduces what its caller has', () => {
  const unit = 10n ** 12n;
  const price = parseScaled('3000');
  const held = { side: 'buy', units: unit, cost: 3000 * usdc, margin: 300 * usdc, slack: 0 };
  interface Asked {
    readonly body?: Body;
    readonly style?: string;
    readonly code?: string;
    readonly known?: object;
    readonly changed?: readonly string[];
    readonly isSettled?: boolean;
  }
  const refused = ({ body, style = 'A', code = 'BAD_REQUEST', known = {}, changed = [], isSettled = true }: Asked): string[] => {
    const { file, said } = caseOf({ setting: { faults: [], changed, policies: {} }, books: { isSettled: () => isSettled, available: () => 0 } });
    const at = {
      book: { isUnknown: () => false, now: () => [held] }, quotes: { now: () => ({ bid: price, ask: price }) },
      decimals: { ofQuantity: () => 6, isCoarse: () => false, unitsFor: () => unit }, holdings: { free: () => unit }, caller: 'alice', ...known,
    } as unknown as Known & { caller: string };
    checkReducing(file, exchangeOf(`trading/${style}/place`, { method: 'POST', status: 400, answer: { code }, body: { symbol: 'ETH-PERP', side: 'short', size: 1, ...body } }), at);
    return said;
  };
  const sale = { style: 'B', body: { pair: 'ETH-USDC', side: 'sell', amount: 3000 } };
  const closed = { style: 'B', body: { ...sale.body, market_type: 'perp' } };

  it('is not refused', () => {
    const message = (code: string) => [`order-terms: an order that only reduces what the caller has of ETH-USDC is answered ${code}`];
    for (const code of ['BAD_REQUEST', 'INSUFFICIENT_BALANCE']) {
      for (const asked of [{}, sale, closed]) expect(refused({ ...asked, code }), JSON.stringify(asked)).toEqual(message(code));
      expect(refused({ body: { type: 'market', leverage: 2.25 }, code })).toEqual(message(code));
    }
    expect(['CONFLICT', 'RATE_LIMIT', 'MARKET_CLOSED'].flatMap((code) => refused({ code }))).toEqual([]);
  });

  it.each<[Asked]>([
    [{ body: { type: 'limit', price: '3000' } }],
    [{ body: { type: 'limit' } }],
    [{ body: { type: 'market', price: '3000' } }],
    [{ body: { price: '3000' } }],
    [{ body: { leverage: 2.125 } }],
    [{ body: { size: 0 } }],
    [{ body: { size: 1.000001 } }],
    [{ body: { size: 0.0000001 } }],
    [{ body: { side: 'long' } }],
    [{ changed: ['trading.orderMax'] }],
    [{ ...sale, body: { ...sale.body, leverage: 2 } }],
    [{ ...sale, body: { ...sale.body, side: 'buy' } }],
    [{ code: 'INSUFFICIENT_BALANCE', isSettled: false }],
  ])('may be another one: %j', (asked) => expect(refused(asked)).toEqual([]));

  it('is none where nothing is known of the position, the holding or the market', () => {
    const unknown = [
      { book: { isUnknown: () => true, now: () => [held] } },
      { book: { isUnknown: () => false, now: () => [undefined] } },
      { book: { isUnknown: () => false, now: () => [held, { ...held, units: unit - 1n }] } },
      { book: { isUnknown: () => false, now: () => [{ ...held, side: 'sell' }] } },
      { decimals: { ofQuantity: () => undefined, isCoarse: () => false } },
    ];
    for (const known of unknown) expect(refused({ known }), Object.keys(known).join()).toEqual([]);
    const unsold = [
      { holdings: { free: () => undefined } },
      { holdings: { free: () => unit - 1n } },
      { quotes: { now: () => undefined } },
      { decimals: { ofQuantity: () => undefined, isCoarse: () => false } },
    ];
    for (const known of unsold) expect(refused({ ...sale, known }), Object.keys(known).join()).toEqual([]);
    expect(refused({ known: { decimals: { ofQuantity: () => undefined, isCoarse: () => true } } })).toHaveLength(1);
    expect(refused({ code: 'INSUFFICIENT_BALANCE', known: { quotes: { now: () => undefined } } })).toEqual([]);
    expect(refused({ ...sale, code: 'INSUFFICIENT_BALANCE', isSettled: false })).toHaveLength(1);
  });
}); // prettier-ignore
