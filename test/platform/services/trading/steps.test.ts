/** What happens in a minute, in which order: funding, liquidations, resting orders from the oldest on, and liquidations again. */
import { describe, expect, it } from 'vitest';
import { minuteMs, startMs, TradingBench } from './bench.ts';

const dayMinutes = 1_440;
const perp = { marketType: 'perp', name: 'ETH-PERP', leverage: 1_000 } as const;

/** A long position of 100 USDC with a margin of 10, whose price falls by a fifth in the minute in which funding is settled. */
function fallingAtFunding(overrides: Record<string, string> = {}) {
  const bench = new TradingBench(overrides);
  const alice = bench.agent('alice', 1_000);
  const { lots, fill } = bench.placed(alice, perp);
  const price = bench.price(Math.round(bench.mid() * 0.85));
  const resting = bench.placed(alice, { type: 'limit', price });
  bench.pass(3);
  bench.jump(-2_000);
  return { bench, alice, lots, cost: Math.ceil((lots * fill!.price) / 1e6), resting };
}

describe('a minute', () => {
  it('settles funding first, then liquidates, then fills what rests', () => {
    const { bench, alice, lots, resting } = fallingAtFunding();
    const free = bench.ledger.available(alice.account);
    const events = bench.pass(1);
    // The fall is far more than 1.25%, so shorts pay the most: 0.05%. There is none, so the venue does.
    const received = Math.floor((Math.floor((lots * bench.mid()) / 1e6) * 50_000) / 1e8);
    expect(received).toBeGreaterThan(30_000);
    expect(events).toEqual([
      ['fundingSettled', 0],
      ['positionLiquidated', 10_000_000 + received],
      ['marginReturned', 0],
      ['tradingFeeCharged', 100_000],
      ['orderFilled', 100_000_000],
    ]);
    expect([resting.state, resting.fill?.price, resting.fill?.feeMicros, resting.fill?.atMs]).toEqual([
      'filled', resting.limit, 100_000, startMs + 4 * minuteMs,
    ]); // prettier-ignore
    // The order's own reservation has paid for it.
    expect([bench.ledger.available(alice.account), bench.trading.drift()]).toEqual([free, 0]);
  });

  it('liquidates at a price that leaves a part of the margin for the agent, or for the venue', () => {
    for (const policy of ['returned', 'kept']) {
      const bench = new TradingBench({ 'trading.liquidationRest': policy });
      const alice = bench.agent('alice', 100);
      const { lots, fill } = bench.placed(alice, perp);
      const free = bench.ledger.available(alice.account);
      const { liquidation } = bench.position(alice);
      // As little below the price of liquidation as a hundredth of a per cent of the mark is.
      const needed = Math.floor((1 - liquidation! / bench.mid(1)) * -10_000) - 1;
      bench.jump(needed);
      const events = bench.pass(1);
      const cost = Math.ceil((lots * fill!.price) / 1e6);
      const loss = cost - Math.floor((lots * bench.mid()) / 1e6);
      const taken = policy === 'kept' ? 10_000_000 : loss;
      expect(loss).toBeLessThan(10_000_000);
      expect(events).toEqual([
        ['positionLiquidated', taken],
        ['marginReturned', 10_000_000 - taken],
      ]);
      expect(bench.ledger.available(alice.account) - free).toBe(10_000_000 - taken);
    }
  });

  it('liquidates at once what a limit far from the market has opened', () => {
    for (const side of ['buy', 'sell'] as const) {
      const bench = new TradingBench();
      const alice = bench.agent('alice', 1_000);
      const price = bench.price(Math.round(bench.mid() * (side === 'buy' ? 1.3 : 0.7)));
      const order = bench.placed(alice, { ...perp, side, type: 'limit', price });
      expect(bench.pass(1)).toEqual([
        ['tradingFeeCharged', 100_000],
        ['orderFilled', 100_000_000],
        ['positionLiquidated', 10_000_000],
        ['marginReturned', 0],
      ]);
      expect([order.state, order.fill?.price]).toEqual(['filled', order.limit]);
      expect(bench.trading.positions(undefined, alice)).toEqual([]);
      expect(bench.ledger.available(alice.account)).toBe(1_000_000_000 - 10_100_000);
    }
  });

  it('fills the oldest order first, and cancels what is not covered any more', () => {
    const bench = new TradingBench({ 'trading.reservation': 'none' });
    const alice = bench.agent('alice', 150.15);
    const price = bench.price(bench.mid() * 2);
    const orders = [100, 51, 50].map((usdc) =>
      bench.placed(alice, { type: 'limit', price, size: { micros: usdc * 1_000_000 } }),
    );
    expect(orders.map(({ reservation }) => reservation)).toEqual([null, null, null]);
    expect(bench.pass(1)).toEqual([
      ['tradingFeeCharged', 100_000],
      ['orderFilled', 100_000_000],
      ['orderCancelled', 51_000_000],
      ['tradingFeeCharged', 50_000],
      ['orderFilled', 50_000_000],
    ]);
    expect(orders.map(({ state, fill }) => [state, fill === null])).toEqual([
      ['filled', false],
      ['cancelled', true],
      ['filled', false],
    ]);
    expect(bench.ledger.available(alice.account)).toBe(0);
  });
});

describe('a market that is closed', () => {
  it('fills no resting order until it opens, but settles funding and liquidates', () => {
    const { bench, resting } = fallingAtFunding();
    bench.closed = ['ETH-USDC'];
    expect(bench.pass(1).map(([name]) => name)).toEqual(['fundingSettled', 'positionLiquidated', 'marginReturned']);
    expect([bench.pass(10), resting.state]).toEqual([[], 'open']);
    bench.closed = [];
    expect(bench.pass(1).map(([name]) => name)).toEqual(['tradingFeeCharged', 'orderFilled']);
  }); // prettier-ignore

  it('refuses what is right in all else, before it looks at the balance', () => {
    const bench = new TradingBench();
    const [alice, poor] = [bench.agent('alice', 10), bench.agent('poor', 0)];
    bench.closed = ['ETH-PERP'];
    expect(bench.place(poor, perp)).toBe('MARKET_CLOSED');
    expect(bench.place(poor, { ...perp, size: { micros: 999_999 } })).toBe('BAD_REQUEST');
    expect(bench.place(poor, { ...perp, type: 'limit', price: '0' })).toBe('BAD_REQUEST');
    expect(bench.place(poor)).toBe('INSUFFICIENT_BALANCE');
    expect(bench.place(poor, { name: 'NONE-USDC' })).toBe('NOT_FOUND');
    expect(bench.place(poor, { name: 'NONE-USDC', size: { micros: 999_999 } })).toBe('BAD_REQUEST');
    expect(bench.place(poor, { name: 'NONE-PERP', size: { quantity: '0' } })).toBe('NOT_FOUND');
    expect(bench.place(alice, { size: { micros: 9_990_000 } })).toMatchObject({ state: 'filled' });
  });
});

describe('an order of a day', () => {
  const policy = { 'trading.orderLife': 'day' };
  const farBelow = (bench: TradingBench) => ({ type: 'limit', price: bench.price(bench.mid() / 2) }) as const;

  it.each([
    [0, dayMinutes],
    [1, dayMinutes + 1],
    [minuteMs - 1, dayMinutes + 1],
  ])('placed %i ms after a full minute lapses in the first minute in which it is 24 hours old', (ms, minutes) => {
    const bench = new TradingBench(policy);
    const alice = bench.agent('alice', 200);
    bench.clock.advanceTo(startMs + ms);
    const order = bench.placed(alice, farBelow(bench));
    expect(bench.ledger.available(alice.account)).toBe(99_900_000);
    bench.clock.advanceTo(startMs + minutes * minuteMs - 1);
    expect(order.state).toBe('open');
    bench.events = [];
    bench.clock.advanceTo(startMs + minutes * minuteMs);
    expect([order.state, order.fill, order.reservation, bench.events]).toEqual([
      'cancelled', null, null, [['orderCancelled', 100_000_000]],
    ]);
    expect(bench.ledger.available(alice.account)).toBe(200_000_000);
  }); // prettier-ignore

  it('lapses where its price comes in its last minute, and a younger one is filled', () => {
    const bench = new TradingBench(policy);
    const alice = bench.agent('alice', 1_000);
    const old = bench.placed(alice, farBelow(bench));
    bench.pass(1);
    const young = bench.placed(alice, { type: 'limit', price: bench.price(old.limit!) });
    bench.pass(dayMinutes - 2);
    bench.jump(-6_000);
    bench.pass(1);
    expect([old.state, young.state]).toEqual(['cancelled', 'filled']);
  });

  it('lapses in a closed market too, which fills none', () => {
    const bench = new TradingBench({ ...policy, 'trading.hours': 'weekdays' });
    // Friday noon: markets close after twelve hours, and the order is a day old on Saturday.
    bench.clock.advanceTo(Date.UTC(2026, 2, 6, 12));
    const alice = bench.agent('alice', 1_000);
    const old = bench.placed(alice, farBelow(bench));
    const young = bench.placed(alice, { type: 'limit', price: bench.price(Math.round(bench.mid() * 0.7)) });
    bench.clock.advanceTo(Date.UTC(2026, 2, 7, 0));
    bench.jump(-6_000);
    expect([bench.pass(12 * 60 - 1), old.state, young.state]).toEqual([[], 'open', 'open']);
    const lapsed = ['orderCancelled', 100_000_000];
    expect([bench.pass(1), bench.ledger.available(alice.account)]).toEqual([[lapsed, lapsed], 1_000_000_000]);
  });

  it('lives on where orders rest until they are cancelled', () => {
    const bench = new TradingBench();
    const order = bench.placed(bench.agent('alice', 200), farBelow(bench));
    bench.pass(dayMinutes + 1);
    expect(order.state).toBe('open');
  });
});
