/** Limit orders at the very price of the market, a tick better and a tick worse, at once and while they rest. */
import { describe, expect, it } from 'vitest';
import { textOf, type Member } from '../../conformance/harness.ts';
import { place, priceOf, tradingStage, type Oracle } from '../../conformance/trading-book.ts';

const taking = { 'limits.rowScaling': 'tier', 'trading.marketableLimit': 'taker' } as const;
const sides = ['buy', 'sell'] as const;
const types = ['spot', 'perp'] as const;

/** An order in whole units, so that its size does not follow from its price. */
const limitAt = (oracle: Oracle, side: string, ticks: number) => ({
  side,
  type: 'limit',
  price: oracle.text('ETH', ticks),
  amount: 20,
});

/** What a market order pays or gets now, in ticks. */
const takenAt = (member: Member, oracle: Oracle, side: string): number =>
  oracle.ticks('ETH', textOf(priceOf(member), side === 'buy' ? 'ask' : 'bid'));

/** The price that has to reach a resting order, some minutes ahead. */
function judged(oracle: Oracle, side: string, price: 'mid' | 'quote', minutes: number): number {
  const mid = oracle.mid('ETH', minutes);
  if (price === 'mid') return mid;
  return side === 'buy' ? oracle.feed.ask(mid) : oracle.feed.bid(mid);
}

const stateOf = (member: Member, id: unknown): unknown =>
  member
    .get('/api/trading-api/orders', { limit: '100' })
    .list('orders')
    .find((order) => order['order_id'] === id)?.['status'];

describe.each(types)('a limit order on the %s market', (marketType) => {
  it.each(sides)(
    'to %s at the price at which the market trades is filled at once, a tick short of it rests',
    (side) => {
      const { stage, alice, oracle } = tradingStage(taking, { usdc: 5_000 });
      place(alice, { side: 'buy', amount: 500 });
      for (let round = 0; round < 5; round += 1) {
        stage.advance('17m');
        const market = takenAt(alice, oracle, side);
        const better = side === 'buy' ? 1 : -1;
        const statuses = [better, 0, -better].map(
          (by) => place(alice, { market_type: marketType, ...limitAt(oracle, side, market + by) })['status'],
        );
        expect(statuses).toEqual(['filled', 'filled', 'open']);
      }
    },
  );

  const fills = sides.flatMap((side) => (['mid', 'quote'] as const).map((price) => ({ side, price })));
  it.each(fills)(
    'to $side rests until the $price is at its price, and is filled in that minute',
    ({ side, price }) => {
      const { stage, alice, oracle } = tradingStage(
        { ...taking, 'trading.limitFill': price },
        { usdc: 5_000 },
      );
      place(alice, { side: 'buy', amount: 500 });
      let filled = 0;
      for (let round = 0; round < 6; round += 1) {
        // The farthest price of the next hours is reached for the first time in one minute, and only just.
        const prices = Array.from({ length: 180 }, (_, minutes) => judged(oracle, side, price, minutes));
        const farthest = side === 'buy' ? Math.min(...prices) : Math.max(...prices);
        const minutes = prices.indexOf(farthest);
        const market = takenAt(alice, oracle, side);
        const isTaken = side === 'buy' ? market <= farthest : market >= farthest;
        if (minutes >= 2 && !isTaken) {
          const { order_id: id } = place(alice, {
            market_type: marketType,
            ...limitAt(oracle, side, farthest),
          });
          stage.advance((minutes - 1) * 60_000);
          expect(stateOf(alice, id)).toBe('open');
          stage.advance(60_000);
          expect(stateOf(alice, id)).toBe('filled');
          filled += 1;
        }
        stage.advance('3h');
      }
      expect(filled).toBeGreaterThan(0);
    },
  );
});
