/** Trading under any sequence of orders, cancels, faults and waits: no money is created or lost, no step is partial. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../src/core/http/message.ts';
import { textOf, type Member, type Overrides, type Stage } from '../../conformance/harness.ts';
import {
  microsOf,
  numberOf,
  orderPath,
  orderPathA,
  place,
  positionsOf,
  trader,
  tradingStage,
  type Oracle,
  type Prices,
} from '../../conformance/trading-book.ts';

/** No limit in the way: what is tested here is the trading. */
const unlimited: Overrides = { 'limits.rowScaling': 'tier' };
const names = ['alice', 'bob', 'carol'];
const pairs = ['ETH', 'DOGE'];

type Step =
  | {
      kind: 'order';
      by: number;
      pair: number;
      style: 'A' | 'B';
      marketType: 'spot' | 'perp';
      side: 'buy' | 'sell';
      usdc: number;
      leverage: number;
      /** Thousandths off the mid; null for a market order. */
      limit: number | null;
      undone: boolean;
    }
  | { kind: 'cancel'; by: number; order: number; undone: boolean }
  | { kind: 'wait'; minutes: number };

const anyStep: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant('order' as const),
      by: fc.nat(2),
      pair: fc.nat(1),
      style: fc.constantFrom('A' as const, 'B' as const),
      marketType: fc.constantFrom('spot' as const, 'perp' as const),
      side: fc.constantFrom('buy' as const, 'sell' as const),
      usdc: fc.oneof(fc.integer({ min: 1, max: 60 }), fc.integer({ min: 60, max: 3_000 })),
      leverage: fc.integer({ min: 1, max: 10 }),
      limit: fc.oneof(fc.constant(null), fc.integer({ min: -30, max: 30 })),
      undone: fc.boolean(),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('cancel' as const),
      by: fc.nat(2),
      order: fc.nat(5),
      undone: fc.boolean(),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('wait' as const),
      minutes: fc.constantFrom(1, 7, 60, 480, 1_440),
    }),
  },
);
const anySteps = fc.array(anyStep, { minLength: 1, maxLength: 40, size: 'max' });

/** With the prices of a market before it under the same policies, where there is one. */
function newMarket(overrides: Overrides = {}, prices?: Prices) {
  const { stage, alice, oracle } = tradingStage({ ...unlimited, ...overrides }, { usdc: 500, prices });
  const members = [alice, trader(stage, 'bob', 500), trader(stage, 'carol', 50)];
  expect(members.map(({ agentId }) => agentId)).toEqual(names);
  return { stage, oracle, members };
}

type Market = ReturnType<typeof newMarket>;

function take(market: Market, step: Step): void {
  const { stage, members } = market;
  if (step.kind === 'wait') {
    stage.advance(step.minutes * 60_000);
    return;
  }
  const member = members[step.by];
  if (member === undefined) return;
  const act = actionOf(market, member, step);
  if (!step.undone) {
    act();
    return;
  }
  const before = stateOf(stage, members);
  stage.fault({ kind: 'error', service: 'trading', forMs: 1, rate: 1, effect: 'undone' });
  act();
  stage.advance(1);
  expect(stateOf(stage, members)).toBe(before);
}

/** The possible commands, computed before any fault. */
function actionOf({ oracle }: Market, member: Member, step: Exclude<Step, { kind: 'wait' }>): () => void {
  if (step.kind === 'order') return () => send(member, oracle, step);
  const order = member.get('/api/trading-api/orders', { limit: '6' }).list('orders')[step.order];
  if (order === undefined) return () => undefined;
  const path = `${orderPath}/${textOf(order, 'order_id')}`;
  return () => member.send({ method: 'DELETE', path });
}

function send(member: Member, oracle: Oracle, step: Extract<Step, { kind: 'order' }>): void {
  const name = pairs[step.pair] ?? 'ETH';
  const mid = oracle.mid(name);
  const limit =
    step.limit === null
      ? {}
      : { type: 'limit', price: oracle.text(name, Math.round(mid * (1 + step.limit / 1_000))) };
  if (step.style === 'B') {
    const leverage = step.marketType === 'perp' ? { leverage: step.leverage } : {};
    const fields = { pair: `${name}-USDC`, side: step.side, amount: step.usdc, market_type: step.marketType };
    member.post(orderPath, { ...fields, ...leverage, ...limit });
    return;
  }
  const size = (step.usdc / Number(oracle.text(name, mid))).toFixed(6);
  const side = step.side === 'buy' ? 'long' : 'short';
  member.post(orderPathA, { symbol: `${name}-PERP`, side, size, leverage: step.leverage, ...limit });
}

/** All of the ledger that counts, and what every agent sees; requests that were settled do not. */
function stateOf({ world }: Stage, members: readonly Member[]): string {
  const { ledger, trading } = world;
  const accounts = Array.from({ length: ledger.accountCount }, (_, id) => [
    ledger.accountName(id),
    ledger.balance(id),
    ledger.reserved(id),
  ]);
  const open = members.map((member) => [member.spendable, member.held]);
  return JSON.stringify([accounts, ledger.transferCount, open, trading.drift()]);
}

/** In one comparison: it holds after every step. */
function expectSound({ stage, members }: Market): void {
  const { ledger, trading } = stage.world;
  const accounts = Array.from({ length: ledger.accountCount }, (_, account) => account);
  const lacking = accounts.filter((account) => !(ledger.available(account) >= 0));
  const agents = members.map(shownTo);
  expect({
    drift: [stage.world.driftMicros(), trading.drift()],
    lacking: lacking.map((account) => ledger.accountName(account)).filter((name) => name !== 'issuer'),
    funding: stage.account('trading:funding') ?? 0,
    agents: agents.map(({ inA, held }) => ({ perps: inA, held })),
  }).toEqual({
    drift: [0, 0],
    lacking: [],
    funding: 0,
    agents: agents.map(({ inB, due }) => ({ perps: inB, held: due })),
  });
}

/** Both styles show the same positions; what is held back is what the open orders are for. */
function shownTo(member: Member) {
  const inB = positionsOf(member)
    .filter((position) => position['market_type'] === 'perp')
    .map((position) => [
      textOf(position, 'pair').replace('USDC', 'PERP'),
      numberOf(position, 'qty'),
      numberOf(position, 'margin'),
    ]);
  const inA = member
    .get('/trading/api/v1/positions')
    .list('positions')
    .map(({ symbol, size, margin }) => [symbol, size, margin]);
  const due = member
    .get('/api/trading-api/orders', { status: 'open', limit: '100' })
    .list('orders')
    .reduce((sum, order) => sum + heldFor(order), 0);
  return { inA, inB, held: member.held, due };
}

function heldFor(order: JsonObject): number {
  const amount = microsOf(order, 'amount');
  const fee = Math.floor((amount + 500) / 1_000);
  if (order['market_type'] === 'perp') return Math.ceil(amount / numberOf(order, 'leverage')) + fee;
  return order['side'] === 'buy' ? amount + fee : 0;
}

describe('any sequence of orders', () => {
  it.each([
    [{}],
    [{ 'trading.reservation': 'none', 'trading.netting': 'close-only' }],
    [{ 'trading.venue': '0', 'trading.marketableLimit': 'taker', 'trading.fundingEvery': '1h' }],
    [{ 'trading.venue': '0', 'trading.venueShort': 'issuer', 'trading.liquidationRest': 'kept' }],
  ] as const)(
    'conserves USDC and assets, leaves no balance below zero and no funding over, under %j',
    (overrides) => {
      const { oracle } = newMarket(overrides);
      fc.assert(
        fc.property(anySteps, (steps) => {
          const market = newMarket(overrides, oracle);
          for (const step of steps) {
            take(market, step);
            if (!('trading.reservation' in overrides)) expectSound(market);
          }
          expect(market.stage.world.trading.drift() + market.stage.world.driftMicros()).toBe(0);
        }),
        { numRuns: 20 },
      );
    },
  );

  it('can be undone: closing everything leaves balances without reservations or margins', () => {
    const { oracle } = newMarket();
    fc.assert(
      fc.property(anySteps, (steps) => {
        const market = newMarket({}, oracle);
        for (const step of steps) take(market, step);
        for (const member of market.members) closeAll(member);
        expectSound(market);
        for (const member of market.members) {
          expect(member.held).toBe(0);
          expect(positionsOf(member).filter((position) => position['market_type'] === 'perp')).toEqual([]);
        }
        expect(market.stage.account('trading:margin') ?? 0).toBe(0);
      }),
      { numRuns: 20 },
    );
  });
});

function closeAll(member: Member): void {
  const open = member.get('/api/trading-api/orders', { status: 'open', limit: '100' }).list('orders');
  for (const order of open)
    member.send({ method: 'DELETE', path: `${orderPath}/${textOf(order, 'order_id')}` });
  for (const position of member.get('/trading/api/v1/positions').list('positions')) {
    const side = position['side'] === 'long' ? 'short' : 'long';
    const closed = member.post(orderPathA, { symbol: position['symbol'], side, size: position['size'] });
    expect(closed.status, JSON.stringify(closed.body)).toBe(201);
  }
}

describe('perpetuals', () => {
  it('are liquidated at the first minute their margin is used up, and never lose more than it', () => {
    const side = fc.constantFrom('buy', 'sell');
    const { oracle } = tradingStage(unlimited);
    fc.assert(
      fc.property(
        side,
        fc.integer({ min: 5, max: 10 }),
        fc.integer({ min: 1, max: 30 }),
        (way, leverage, day) => {
          const { stage, alice } = tradingStage(unlimited, { usdc: 200, prices: oracle });
          stage.advance(day * 86_400_000);
          place(alice, { pair: 'DOGE-USDC', market_type: 'perp', side: way, amount: 500, leverage });
          const kept = alice.spendable;
          const wrong: string[] = [];
          for (let hour = 0; hour < 24 * 14; hour++) {
            const [position] = positionsOf(alice);
            if (position === undefined) break;
            const left = microsOf(position, 'margin') + microsOf(position, 'unrealized_pnl');
            if (!(left > 0)) wrong.push(`hour ${hour}: ${left} left`);
            stage.advance('1h');
            if (!(alice.spendable >= kept)) wrong.push(`hour ${hour}: ${kept} fell to ${alice.spendable}`);
          }
          expect(wrong).toEqual([]);
          if (positionsOf(alice).length > 0) return;
          expect(alice.spendable - kept).toBeLessThan(500_000_000 / leverage);
          expect(stage.account('trading:margin')).toBe(0);
        },
      ),
      { numRuns: 12 },
    );
  });

  it('pay funding at 00:00, 08:00 and 16:00 UTC: the rate times the worth at the mark price', () => {
    const { stage, alice, oracle } = tradingStage(unlimited);
    const bob = trader(stage, 'bob', 1_000);
    place(alice, { market_type: 'perp', amount: 800, leverage: 2 });
    place(bob, { market_type: 'perp', amount: 300, leverage: 2, side: 'sell' });
    const venue = (): number => stage.account('trading:venue') ?? 0;
    for (const time of ['04T08:00', '04T16:00', '05T00:00']) {
      stage.advanceTo(new Date(Date.parse(`2026-03-${time}:00.000Z`) - 1).toISOString());
      const before = [alice, bob].map((member) => positionsOf(member)[0] ?? {});
      const venueBefore = venue();
      stage.advance(1);
      const after = [alice, bob].map((member) => positionsOf(member)[0] ?? {});
      const step = oracle.feed.stepAt(stage.nowMs);
      const rate = oracle.feed.fundingRate(oracle.asset('ETH'), step) / 1e8;
      const paid = after.map((position, index) => {
        return microsOf(before[index] ?? {}, 'margin') - microsOf(position, 'margin');
      });
      const due = after.map((position) => Math.abs(rate) * microsOf(position, 'value'));
      expect(paid[0]).toBe(Math.sign(rate) * Math.floor((due[0] ?? 0) + 1e-6));
      expect(paid[1]).toBe(-Math.sign(rate) * Math.floor((due[1] ?? 0) + 1e-6));
      expect((paid[0] ?? 0) + (paid[1] ?? 0)).toBe(venue() - venueBefore);
    }
    expect(stage.account('trading:funding')).toBe(0);
  });

  it('lose nothing but fees and spread when they are opened and closed at once', () => {
    const { alice } = tradingStage(unlimited);
    place(alice, { market_type: 'perp', amount: 500, leverage: 10 });
    const [position] = positionsOf(alice);
    const size = numberOf(position ?? {}, 'qty');
    alice.post(orderPathA, { symbol: 'ETH-PERP', side: 'short', size });
    expect(positionsOf(alice)).toEqual([]);
    // Two fees of 0.1% and a spread of 0.05%.
    expect(1_000_000_000 - alice.spendable).toBeGreaterThan(1_240_000);
    expect(1_000_000_000 - alice.spendable).toBeLessThan(1_260_000);
  });

  it('can always be closed in one piece, however little they are worth', () => {
    const { alice, oracle } = tradingStage(unlimited);
    place(alice, { market_type: 'perp', amount: 1.5, leverage: 1 });
    const part = (0.9 / Number(oracle.text('ETH', oracle.mid('ETH')))).toFixed(8);
    const trade = (side: string, size: unknown): number =>
      alice.post(orderPathA, { symbol: 'ETH-PERP', side, size }).status;
    expect(trade('long', part)).toBe(400);
    expect(trade('short', part)).toBe(201);
    expect(trade('short', positionsOf(alice)[0]?.['qty'])).toBe(201);
    expect(trade('short', part)).toBe(400);
    expect(positionsOf(alice)).toEqual([]);
  });
});

describe('the venue', () => {
  it('never goes below zero: a profit that it cannot pay is paid in part', () => {
    const { stage, alice, oracle } = tradingStage({ ...unlimited, 'trading.venue': '0' });
    const minutes = oracle.minutesUntil('DOGE', (mid) => mid < oracle.mid('DOGE') * 0.97);
    place(alice, { pair: 'DOGE-USDC', market_type: 'perp', side: 'sell', amount: 900, leverage: 2 });
    stage.advance(minutes * 60_000);
    const [position] = positionsOf(alice);
    expect(position === undefined ? 0 : microsOf(position, 'unrealized_pnl')).toBeGreaterThan(10_000_000);
    const before = alice.spendable + microsOf(position ?? {}, 'margin');
    const size = position?.['qty'];
    expect(alice.post(orderPathA, { symbol: 'DOGE-PERP', side: 'long', size }).status).toBe(201);
    expect(stage.account('trading:venue')).toBe(0);
    expect(alice.spendable).toBeLessThanOrEqual(before);
  });
});

describe('the clock', () => {
  it('has no due events in a run without trades, and none left when all is closed', () => {
    const { stage, alice } = tradingStage(unlimited);
    const before = stage.world.eventNumber;
    stage.advance('20h');
    expect(stage.world.eventNumber - before).toBeLessThanOrEqual(1);
    place(alice, { market_type: 'perp', amount: 10 });
    stage.advance('10m');
    const busy = stage.world.eventNumber;
    closeAll(alice);
    stage.advance('1m');
    const closed = stage.world.eventNumber;
    stage.advance('1h');
    expect(busy - before).toBeGreaterThan(10);
    expect(stage.world.eventNumber).toBe(closed);
  });

  it('catches up on every minute that a held clock passed over', () => {
    const run = (isHeld: boolean): JsonObject | undefined => {
      const { stage, alice } = tradingStage(unlimited);
      place(alice, { market_type: 'perp', amount: 100, leverage: 2 });
      if (isHeld) stage.fault({ kind: 'clock-hold', service: 'trading', forMs: 36_000_000 });
      stage.advance('11h');
      return positionsOf(alice)[0];
    };
    expect(run(true)).toEqual(run(false));
  });

  it('works with a clock that is set back before the start', () => {
    const { stage, alice } = tradingStage(unlimited);
    stage.fault({ kind: 'clock-step', service: 'trading', byMs: -3 * 86_400_000 });
    expect(place(alice, { amount: 5 })['status']).toBe('filled');
    place(alice, { market_type: 'perp', amount: 5 });
    stage.advance('1h');
    expect(stage.world.trading.drift()).toBe(0);
  });
});
