/** How hands and positions come to their end, and when a slow service answers. */
import { expect, it } from 'vitest';
import { slownessMistake } from '../../../src/verification/check/slow-answers.ts';
import { handMistake } from '../../../src/verification/oracle/models/blackjack-hands.ts';
import { brokenBy } from './broken-by.ts';

const settled = { isOpen: false, standsAtSoft: true };
const hand = (player: string, dealer: string, how: Partial<Parameters<typeof handMistake>[0]> = {}) =>
  handMistake({ player: player.split(''), dealer: dealer.split(''), ...settled, ...how });

it('a hand of blackjack ends at 21, and the dealer draws to 17 where it matters', () => {
  expect(hand('696', '38AK')).toBeUndefined();
  expect(hand('697', '38')).toBeUndefined();
  expect(hand('AK', 'T8')).toBeUndefined();
  expect(hand('T9', 'A6', { standsAtSoft: true })).toBeUndefined();
  expect(hand('T9', 'A6K', { standsAtSoft: false })).toBeUndefined();
  expect(hand('69', '3', { isOpen: true })).toBeUndefined();
  expect(hand('696', '3', { isOpen: true })).toBe('the hand is open with 21 points');
  expect(hand('696A', '38')).toBe('a card is dealt to 6 9 6');
  expect(hand('T9', 'A6K')).toBe('the dealer draws to A 6');
  expect(hand('T9', '98K', { standsAtSoft: false })).toBeUndefined();
  expect(hand('T9', 'T8K', { standsAtSoft: false })).toBe('the dealer draws to T 8');
  expect(hand('T9', 'T6')).toBe('the dealer stands with 16 points');
  expect(hand('AK', '3')).toBe('the dealer has one card against a blackjack');
  expect(hand('AK', '3', { isOpen: true })).toBe('the hand is open with 21 points');
  expect(hand('697', '382')).toBe('the dealer draws though the hand is decided');
});

it('a slow service answers later, and no other one does', () => {
  const faults = [
    { kind: 'slow', service: 'escrow', atMs: 10, endMs: 15, effect: '', rate: 1, target: '', byMs: 0, basisPoints: 0 },
  ] as const;
  const wrong = (path: string, sentAtMs: number, waitedMs: number, status = 200, ip = '10.0.0.1') =>
    slownessMistake({ faults: [...faults] }, { path, ip }, { status, sentAtMs, receivedAtMs: sentAtMs + waitedMs });
  expect(wrong('/escrow/escrows', 9, 0)).toBeUndefined();
  expect(wrong('/escrow/escrows', 10, 1)).toBeUndefined();
  expect(wrong('/escrow/escrows', 15, 0)).toBeUndefined();
  expect(wrong('/escrow/nowhere', 10, 0, 404)).toBeUndefined();
  expect(wrong('/escrow/escrows', 10, 0, 200, '203.0.113.7')).toBeUndefined();
  expect(wrong('/escrow/escrows', 10, 0)).toMatch('at once');
  expect(wrong('/api/trading-api/orders', 10, 2)).toMatch('nothing is slow');
}); // prettier-ignore

it('of two positions that a jump closes, either may have left what came back', async () => {
  const order = (pair: string, amount: number, leverage: number, at: string) => ({
    do: 'POST /api/trading-api/order',
    by: 'carol',
    at,
    body: { pair, side: 'sell', amount, market_type: 'perp', leverage },
  });
  const operations = [
    order('BTC-USDC', 9.985, 10, '1s'),
    order('ETH-USDC', 30, 8.16, '62s'),
    ...['122s', '182s'].flatMap((at) => [
      { do: 'GET /api/trading-api/price/ETH-USDC', by: 'carol', at },
      { do: 'GET /api/trading-api/portfolio', by: 'carol', at },
    ]),
  ];
  const jump = { at: '2m', service: 'trading', kind: 'price-jump', market: 'all', move: '+12%' };
  expect(await brokenBy({ policies: {}, operations, faults: [jump] })).toEqual([]);
});

it('what the house covers beside an open hand is not known, and no limit of a long shot either', async () => {
  const casino = '/casino/api/v1';
  const operations = [
    { do: `POST ${casino}/games/blackjack`, by: 'carol', body: { amount: 0.145344, action: 'stand' } },
    { do: `GET ${casino}/kelly/limits`, by: 'carol' },
  ];
  const policies = { 'kelly.limit': 'none', 'casino.blackjackFirstCall': 'deals' };
  expect(await brokenBy({ policies, operations })).toEqual([]);
});
