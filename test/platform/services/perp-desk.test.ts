/** The desk of perpetual positions by itself, against the definitions of gaps T8 and T9 in exact arithmetic. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { RegisteredAgent } from '../../../src/platform/services/ports.ts';
import type { Market } from '../../../src/platform/services/trading/markets.ts';
import { PerpDesk } from '../../../src/platform/services/trading/perp-desk.ts';
import type { Position } from '../../../src/platform/services/trading/position.ts';
import { Accounts, platformWith } from './trading/accounts.ts';

type Buffer = 'maintenance' | 'bankruptcy';

const market = { symbol: 'ETH-PERP' } as Market;
const agents = Array.from({ length: 8 }, (_, index) => ({ agentId: `agent-${index}` }) as RegisteredAgent);

function newDesk(policies: Readonly<Record<string, string>>) {
  const accounts = new Accounts();
  for (const { agentId } of agents) accounts.balances.set(agentId, 1e15);
  const { platform } = platformWith(policies);
  const desk = new PerpDesk({ platform, treasury: accounts.asTreasury() });
  return { desk, accounts };
}

/** A position as it is ordered. Prices are ticks, of which a hundred million lots are worth 100 USDC a tick. */
interface Order {
  readonly agent: number;
  readonly side: 'buy' | 'sell';
  readonly lots: number;
  readonly price: number;
  /** In hundredths. */
  readonly leverage: number;
}

/** One position an agent; any two may be as near to each other as it gets. */
const anyOrders: fc.Arbitrary<Order[]> = fc
  .array(
    fc.record({
      side: fc.constantFrom('buy' as const, 'sell' as const),
      lots: fc.integer({ min: 1_000, max: 100_000_000 }),
      price: fc.integer({ min: 90_000, max: 110_000 }),
      // In hundredths.
      leverage: fc.integer({ min: 100, max: 1_000 }),
    }),
    { minLength: 1, maxLength: agents.length },
  )
  .map((orders) => orders.map((order, agent) => ({ ...order, agent })));

const anyMark = fc.oneof(fc.integer({ min: 80_000, max: 125_000 }), fc.integer({ min: 1, max: 1_000_000 }));

function opened(desk: PerpDesk, { agent, side, lots, price, leverage }: Order): void {
  const valueMicros = Math.ceil((lots * price) / 1_000_000);
  desk.trade({ agent: agents[agent]!, market, side, lots, valueMicros, price, leverage, role: 'taker' });
}

/** Margin and gain at a mark against the maintenance margin of 0.5%, in exact thousandths of a millionth of a micro. */
function isUsedUp(position: Position, mark: number, buffer: Buffer): boolean {
  const unit = 1_000_000n;
  const { lots, side, costMicros, marginMicros } = position;
  const exact = BigInt(lots) * BigInt(mark);
  const [down, up] = [exact / unit, (exact + unit - 1n) / unit];
  const gain = side === 'buy' ? down - BigInt(costMicros) : BigInt(costMicros) - up;
  const equity = BigInt(marginMicros) + gain;
  if (buffer === 'bankruptcy') return equity <= 0n;
  return equity <= (down * 5n + 999n) / 1_000n;
}

const nameOf = ({ agent }: Position): string => agent.agentId;

describe('liquidation', () => {
  it('closes every position whose margin is used up at the mark, and no other, at each of a series of marks', () => {
    const buffers = fc.constantFrom<Buffer>('maintenance', 'bankruptcy');
    const marks = fc.array(anyMark, { minLength: 1, maxLength: 4 });
    let closed = 0;
    fc.assert(
      fc.property(anyOrders, marks, buffers, (orders, series, buffer) => {
        const { desk, accounts } = newDesk({
          'trading.liquidation': buffer,
          'trading.liquidationRest': 'agent',
        });
        for (const order of orders) opened(desk, order);
        for (const mark of series) {
          const before = [...desk.openIn(market)];
          const sound = before.filter((position) => !isUsedUp(position, mark, buffer));
          desk.liquidate(market, mark);
          expect(desk.openIn(market).map(nameOf)).toEqual(sound.map(nameOf));
          closed += before.length - sound.length;
          const margins = sound.reduce((sum, { marginMicros }) => sum + marginMicros, 0);
          expect(accounts.balance('trading:margin')).toBe(margins);
        }
        expect(desk.driftMicros()).toBe(0);
      }),
      { numRuns: 300 },
    );
    expect(closed).toBeGreaterThan(100);
  });

  it('sees a position that was opened or increased after the last look at the market', () => {
    fc.assert(
      fc.property(anyOrders, anyOrders, anyMark, (first, then, mark) => {
        const { desk } = newDesk({
          'trading.liquidation': 'maintenance',
          'trading.liquidationRest': 'venue',
        });
        for (const order of first) opened(desk, order);
        desk.liquidate(market, 100_000);
        for (const order of then) opened(desk, order);
        const sound = desk.openIn(market).filter((position) => !isUsedUp(position, mark, 'maintenance'));
        desk.liquidate(market, mark);
        expect(desk.openIn(market).map(nameOf)).toEqual(sound.map(nameOf));
      }),
      { numRuns: 200 },
    );
  });
});

describe('funding', () => {
  const rates = fc.integer({ min: -50_000, max: 50_000 });

  it('is paid by longs at a positive rate and by shorts at a negative one, each its worth times the rate', () => {
    fc.assert(
      fc.property(anyOrders, rates, fc.integer({ min: 95_000, max: 105_000 }), (orders, rate, mark) => {
        const { desk, accounts } = newDesk({ 'trading.fundingRest': 'venue' });
        for (const order of orders) opened(desk, order);
        const before = new Map(desk.openIn(market).map((each) => [nameOf(each), each.marginMicros]));
        const [venue, margins] = [accounts.balance('trading:venue'), accounts.balance('trading:margin')];
        desk.settleFunding(market, { mark, rate });
        for (const position of desk.openIn(market)) {
          const worth = (BigInt(position.lots) * BigInt(mark)) / 1_000_000n;
          const due = Number((worth * BigInt(Math.abs(rate))) / 100_000_000n);
          const isPayer = position.side === (rate > 0 ? 'buy' : 'sell');
          const margin = before.get(nameOf(position)) ?? 0;
          expect(position.marginMicros).toBe(isPayer ? margin - Math.min(due, margin) : margin + due);
          expect(position.fundingMicros + margin).toBe(position.marginMicros);
        }
        // What one side does not pay or receive is the venue's, and nothing stays on the way.
        expect(accounts.balance('trading:funding')).toBe(0);
        const all = accounts.balance('trading:margin') - margins + accounts.balance('trading:venue') - venue;
        expect(all).toBe(0);
        expect(desk.driftMicros()).toBe(0);
      }),
      { numRuns: 200 },
    );
  });
});
