/** What the book of orders knows at a glance, against a look at every order. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { Journal } from '../../../../src/core/base/journal.ts';
import type { RegisteredAgent } from '../../../../src/platform/services/ports.ts';
import type { Market } from '../../../../src/platform/services/trading/markets.ts';
import type { Order } from '../../../../src/platform/services/trading/order-record.ts';
import { Orders } from '../../../../src/platform/services/trading/orders.ts';

const markets = ['BTC', 'ETH'].map(
  (name) => ({ symbol: `${name}-PERP`, asset: { pair: `${name}-USDC` } }) as Market,
);
const agents = ['alice', 'bob'].map((agentId) => ({ agentId }) as RegisteredAgent);
const placed = fc.record({
  market: fc.constantFrom(...markets),
  agent: fc.constantFrom(...agents),
  side: fc.constantFrom('buy' as const, 'sell' as const),
  limit: fc.integer({ min: 1, max: 9 }),
  state: fc.constantFrom('open' as const, 'open' as const, 'filled' as const),
  /** Which of the orders so far is filled or cancelled after it. */
  ends: fc.option(fc.nat({ max: 20 }), { nil: undefined }),
  isUndone: fc.boolean(),
});

it('a mark reaches a limit exactly where it reaches that of some open order, and every list has the orders that a search finds', () => {
  fc.assert(
    fc.property(fc.array(placed, { maxLength: 25 }), (list) => {
      const journal = new Journal();
      const orders = new Orders(journal);
      const all: Order[] = [];
      for (const [index, { ends, isUndone, ...rest }] of list.entries()) {
        const order = {
          ...rest,
          id: `ord_${index}`,
          placedAtMs: index,
          reservation: null,
          fill: null,
        } as unknown as Order;
        orders.add(order);
        all.push(order);
        const ended = ends === undefined ? undefined : all[ends];
        if (ended?.state === 'open') {
          if (isUndone) journal.begin();
          orders.settle(ended, { state: 'cancelled', fill: null });
          if (isUndone) journal.rollback();
        }
        expectAlike(orders, all);
      }
    }),
  );
});

function expectAlike(orders: Orders, all: readonly Order[]): void {
  for (const market of markets) {
    const open = all.filter((order) => order.state === 'open' && order.market === market);
    const { highestBuy, lowestSell, firstPlacedAtMs } = orders.limitsIn(market);
    for (let mark = 0; mark <= 10; mark += 1) {
      const isReached = open.some(({ side, limit }) =>
        side === 'buy' ? mark <= (limit ?? 0) : mark >= (limit ?? 0),
      );
      expect(mark <= highestBuy || mark >= lowestSell).toBe(isReached);
    }
    expect(firstPlacedAtMs).toBe(open[0]?.placedAtMs ?? Infinity);
  }
  for (const agent of agents) {
    for (const state of [undefined, 'open', 'filled', 'cancelled'] as const) {
      for (const pair of [undefined, 'BTC-USDC', 'ETH-USDC']) {
        const found = all.filter(
          (order) =>
            order.agent === agent &&
            (state === undefined || order.state === state) &&
            (pair === undefined || order.market.asset.pair === pair),
        );
        const page = orders.list(agent, { state, pair, request: { limit: 100, page: 1 } });
        expect(page).toEqual({ rows: found.toReversed(), total: found.length, page: 1 });
      }
    }
  }
}
