/** What resting orders hold, when the grid of minutes runs, and at which price an order is filled at once. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { RegisteredAgent } from '../../../../src/platform/services/ports.ts';
import type { Order, Placement } from '../../../../src/platform/services/trading/order-record.ts';
import type { Portfolio } from '../../../../src/platform/services/trading/trading.ts';
import { minuteMs, startMs, TradingBench } from './bench.ts';

const perp = { marketType: 'perp', name: 'ETH-PERP' } as const;
const micros = (amount: number): Pick<Placement, 'size'> => ({ size: { micros: amount } });
const thousandth = (amount: number): number => Math.floor((amount + 500) / 1_000);

/** What a resting order holds of an agent's USDC (gap T11). */
function heldFor({ market, side, amountMicros, leverage, state }: Order): number {
  if (state !== 'open' || (market.type === 'spot' && side === 'sell')) return 0;
  const stake = market.type === 'perp' ? Math.ceil((amountMicros * 100) / leverage) : amountMicros;
  return stake + thousandth(amountMicros);
}

const sorted = (amounts: readonly number[]): number[] => amounts.toSorted((one, other) => one - other);

const anyOrder = fc.record({
  isPerp: fc.boolean(),
  side: fc.constantFrom('buy' as const, 'sell' as const),
  amount: fc.integer({ min: 1_000_000, max: 9_999_999 }),
  leverage: fc.integer({ min: 100, max: 1_000 }),
  /** Which of the orders so far is cancelled after it. */
  cancelled: fc.option(fc.nat({ max: 12 }), { nil: undefined }),
});

/** Buys far below the market and sales far above it, which no minute fills. */
function farOff(bench: TradingBench, { isPerp, side, amount, leverage }: { isPerp: boolean; side: 'buy' | 'sell'; amount: number; leverage: number }): Partial<Placement> {
  const price = bench.price(Math.round(bench.mid() * (side === 'buy' ? 0.2 : 5)));
  return { side, type: 'limit', price, ...micros(amount), ...(isPerp ? { ...perp, leverage } : {}) };
} // prettier-ignore

const holdingOf = (bench: TradingBench, agent: RegisteredAgent) =>
  (bench.trading.portfolio(undefined, agent) as Portfolio).holdings[0]?.holding;

describe('what orders hold', () => {
  it('is the sum over those that are open, in USDC and in lots, and all of it is explained', () => {
    fc.assert(
      fc.property(fc.array(anyOrder, { minLength: 1, maxLength: 8 }), (list) => {
        const bench = new TradingBench();
        const alice = bench.agent('alice', 1_000);
        bench.placed(alice, micros(200_000_000));
        const orders: Order[] = [];
        for (const wish of list) {
          orders.push(bench.placed(alice, farOff(bench, wish)));
          const ended = wish.cancelled === undefined ? undefined : orders[wish.cancelled];
          if (ended?.state === 'open') expect(bench.trading.cancel({ id: ended.id }, alice)).toBe(ended);
          const held = orders.map(heldFor);
          const sum = held.reduce((total, each) => total + each, 0);
          expect(bench.ledger.reserved(alice.account)).toBe(sum);
          const reasons = [...bench.trading.pendingReasons()].map(({ amountMicros }) => amountMicros);
          expect(sorted(reasons)).toEqual(sorted(held.filter((each) => each > 0)));
          const sales = orders.filter(({ state, side, market }) => state === 'open' && side === 'sell' && market.type === 'spot'); // prettier-ignore
          expect(holdingOf(bench, alice)?.reservedLots).toBe(sales.reduce((total, { lots }) => total + lots, 0)); // prettier-ignore
        }
      }),
      { numRuns: 12, seed: 5 },
    );
  });

  it('is covered to the micro: margin and fee of a perpetual, amount and fee of a purchase, lots of a sale', () => {
    for (const short of [0, 1]) {
      const bench = new TradingBench();
      // 100 USDC at a leverage of 3 are a margin of 33.333334, and a fee of 0.10.
      const alice = bench.agent('alice', (33_433_334 - short) / 1e6);
      const price = bench.price(bench.mid() * 2);
      const placed = bench.place(alice, { ...perp, leverage: 300, side: 'sell', type: 'limit', price });
      expect(typeof placed === 'string' ? placed : placed.state).toBe(short === 0 ? 'open' : 'INSUFFICIENT_BALANCE'); // prettier-ignore
      const bob = bench.agent('bob', (100_100_000 - short) / 1e6);
      const bought = bench.place(bob);
      expect(typeof bought === 'string' ? bought : bought.state).toBe(short === 0 ? 'filled' : 'INSUFFICIENT_BALANCE'); // prettier-ignore
      expect(bench.trading.orders({ state: undefined, pair: undefined, request: { limit: 9, page: 1 } }, bob)).toMatchObject({ total: 1 - short }); // prettier-ignore
    }
  });

  it('is a fee of a maker, also where a taker pays none', () => {
    const bench = new TradingBench({ 'trading.takerFee': 'none' });
    const alice = bench.agent('alice', 500);
    expect(bench.placed(alice).fill?.feeMicros).toBe(0);
    const order = bench.placed(alice, { type: 'limit', price: bench.price(bench.mid() * 2) });
    expect(bench.ledger.reserved(alice.account)).toBe(100_100_000);
    bench.pass(1);
    expect([order.state, order.fill?.feeMicros, bench.ledger.reserved(alice.account)]).toEqual(['filled', 100_000, 0]); // prettier-ignore
  });
});

describe('a limit that the market would take at once', () => {
  it.each([
    ['taker', 1, 'filled'],
    ['taker', 0, 'filled'],
    ['taker', -1, 'open'],
    ['rests', 1, 'open'],
  ] as const)('(%s), %i ticks better than the market: %s', (policy, better, state) => {
    for (const side of ['buy', 'sell'] as const) {
      const bench = new TradingBench({ 'trading.marketableLimit': policy });
      const alice = bench.agent('alice', 1_000);
      const mid = bench.mid();
      const market = side === 'buy' ? bench.feed.ask(mid) : bench.feed.bid(mid);
      const limit = market + (side === 'buy' ? better : -better);
      const order = bench.placed(alice, { ...perp, side, type: 'limit', price: bench.price(limit) });
      expect([order.state, order.limit, order.type, order.amountMicros]).toEqual([state, limit, 'limit', 100_000_000]); // prettier-ignore
      // Filled, it has the lots that the amount buys at the market; resting, those at its limit.
      const at = state === 'filled' ? market : limit;
      expect(order.lots).toBe(Number(100_000_000_000_000n / BigInt(at)));
      expect(order.fill?.price).toBe(state === 'filled' ? market : undefined);
    }
  });
});

describe('the grid of minutes', () => {
  it('is one timer at the next full minute while there is an order or a position, and none without', () => {
    const bench = new TradingBench();
    const alice = bench.agent('alice', 1_000);
    bench.clock.advanceTo(startMs + 1);
    bench.placed(alice);
    expect(bench.clock.times).toEqual([]);
    const order = bench.placed(alice, farOff(bench, { isPerp: false, side: 'buy', amount: 5_000_000, leverage: 100 })); // prettier-ignore
    bench.placed(alice, { ...perp, ...micros(5_000_000) });
    expect(bench.clock.times).toEqual([startMs + minuteMs]);
    bench.pass(5);
    expect(bench.clock.times).toEqual([startMs + 6 * minuteMs]);
    bench.trading.cancel({ id: order.id }, alice);
    bench.pass(1);
    expect(bench.clock.times).toEqual([startMs + 7 * minuteMs]);
    const { lots } = bench.position(alice).position;
    const quantity = (lots / 10 ** bench.eth.lotDecimals).toFixed(bench.eth.lotDecimals);
    bench.placed(alice, { ...perp, side: 'sell', size: { quantity } });
    bench.pass(1);
    expect([bench.clock.times, bench.trading.positions(undefined, alice)]).toEqual([[], []]);
  });

  it('goes through every minute that a held clock has passed over, each at its own price', () => {
    const run = (isHeld: boolean): unknown => {
      const bench = new TradingBench();
      const alice = bench.agent('alice', 1_000);
      bench.placed(alice, { ...perp, leverage: 500 });
      // Each of these is reached in some minute of the next eight hours, or in none.
      const orders = [0.999, 0.995, 0.99].map((factor) =>
        bench.placed(alice, { type: 'limit', price: bench.price(Math.round(bench.mid() * factor)) }),
      );
      if (isHeld) bench.clock.nowMs += 500 * minuteMs;
      else bench.clock.advanceTo(bench.clock.nowMs + 500 * minuteMs);
      bench.clock.advanceTo(bench.clock.nowMs);
      const ended = orders.map(({ state, fill }) => [state, fill?.price, fill?.feeMicros]);
      return [ended, bench.trading.positions(undefined, alice), bench.events];
    };
    expect(run(true)).toEqual(run(false));
  });
});

it('the books are wrong by what margins and holdings differ from their accounts, together', () => {
  const bench = new TradingBench();
  const alice = bench.agent('alice', 1_000);
  bench.placed(alice);
  bench.placed(alice, perp);
  expect(bench.trading.drift()).toBe(0);
  const [debit, credit] = [bench.ledger.accountNamed('trading:margin')!, alice.account];
  bench.ledger.book({ debit, credit, amount: 5, kind: 'trading-margin', atMs: startMs });
  expect(bench.trading.drift()).toBe(5);
  holdingOf(bench, alice)!.lots -= 3;
  expect(bench.trading.drift()).toBe(8);
});
