/** Funding at its bounds: margins that do not cover it, a venue that has too little, and what a position remembers of it. */
import { describe, expect, it } from 'vitest';
import type { RegisteredAgent } from '../../../../src/platform/services/ports.ts';
import type { Market } from '../../../../src/platform/services/trading/markets.ts';
import { PerpDesk } from '../../../../src/platform/services/trading/perp-desk.ts';
import { Accounts, platformWith } from './accounts.ts';

const agentOf = (agentId: string) => ({ agentId }) as RegisteredAgent;
const market = { symbol: 'ETH-PERP' } as Market;
/** A million lots are worth a micro a tick: a thousand micros at this price. */
const unit = 1_000_000;
const price = 1_000;
/** 0.05% of the worth, the highest rate there is. */
const rate = 50_000;

function newDesk(policies: Record<string, string> = {}) {
  const accounts = new Accounts();
  const usual = { 'trading.netting': 'flip', 'trading.liquidation': 'maintenance', 'trading.liquidationRest': 'returned' }; // prettier-ignore
  const { platform, events } = platformWith({ 'trading.fundingRest': 'venue', ...usual, ...policies });
  const desk = new PerpDesk({ platform, treasury: accounts.asTreasury() });
  const trade = (agentId: string, side: 'buy' | 'sell', units: number, leverage = 100) => {
    if (!accounts.balances.has(agentId)) accounts.balances.set(agentId, 1e9);
    const size = { lots: units * unit, valueMicros: units * price };
    return desk.trade({ agent: agentOf(agentId), market, side, ...size, price, leverage, role: 'taker' });
  };
  const settle = (at: { mark?: number; rate?: number } = {}): unknown[] => {
    events.length = 0;
    desk.settleFunding(market, { mark: price, rate, ...at });
    expect(desk.driftMicros()).toBe(0);
    return [...events];
  };
  const fundings = (): number[] => desk.openIn(market).map(({ fundingMicros }) => fundingMicros);
  const margins = (): number[] => desk.openIn(market).map(({ marginMicros }) => marginMicros);
  const balances = (): number[] => ['trading:funding', 'trading:venue'].map((name) => accounts.balance(name));
  return { accounts, desk, trade, settle, fundings, margins, balances };
}

describe('funding', () => {
  it('takes no more than the margin, and the venue pays what is missing', () => {
    const { trade, settle, fundings, margins, balances } = newDesk();
    // A margin of 1 micro for a due of 50.
    trade('long', 'buy', 100, 10_000_000);
    trade('short', 'sell', 100);
    expect(settle()).toEqual([
      ['fundingPaid', 1],
      ['fundingSettled', 0],
    ]);
    expect([fundings(), margins(), balances()]).toEqual([[-1, 50], [0, 100_050], [0, -49]]);
  }); // prettier-ignore

  it('goes to those who are first in the market, where the venue cannot pay all', () => {
    const { accounts, trade, settle, fundings, balances } = newDesk();
    trade('one', 'sell', 100);
    trade('two', 'sell', 100);
    trade('three', 'sell', 100);
    trade('four', 'buy', 100);
    accounts.venueMost = 30;
    expect(settle()).toEqual([
      ['fundingPaid', 50],
      ['fundingSettled', 0],
    ]);
    expect([fundings(), balances()]).toEqual([[50, 30, 0, -50], [0, -30]]);
  }); // prettier-ignore

  it('leaves what is over in its account where it is kept there, and pays from it before the venue does', () => {
    const { trade, settle, fundings, balances } = newDesk({ 'trading.fundingRest': 'account' });
    trade('long', 'buy', 100);
    trade('short', 'sell', 40);
    expect(settle().at(-1)).toEqual(['fundingSettled', 30]);
    expect(balances()).toEqual([30, 0]);
    // Now the short one pays 20, and the long one is owed 50: all of it is there.
    expect(settle({ rate: -rate }).at(-1)).toEqual(['fundingSettled', -30]);
    expect([fundings(), balances()]).toEqual([[0, 0], [0, 0]]);
  }); // prettier-ignore

  it.each([
    [1_000, 50_000, 500],
    [1_001, 50_000, 500],
    [1_999, 1, 0],
    [2_000, 49_999, 999],
    [2_001, 50_000, 1_000],
  ])('is rounded down: at a mark of %i and a rate of %i, a thousand units pay %i', (mark, at, due) => {
    const { trade, settle, fundings } = newDesk();
    trade('long', 'buy', 1_000);
    trade('short', 'sell', 1_000);
    expect(settle({ mark, rate: at })[0]).toEqual(['fundingPaid', due]);
    expect(fundings()).toEqual([0 - due, due].map((each) => each + 0));
  });

  it('is remembered while the position is open, and forgotten when it is closed or changes its side', () => {
    const { desk, trade, settle, fundings } = newDesk();
    trade('long', 'buy', 100);
    settle();
    trade('long', 'sell', 40);
    expect(fundings()).toEqual([-50]);
    settle();
    trade('long', 'buy', 40);
    expect(fundings()).toEqual([-80]);
    trade('long', 'sell', 150);
    expect(desk.positionsOf(agentOf('long'))).toMatchObject([{ side: 'sell', lots: 50 * unit, fundingMicros: 0 }]); // prettier-ignore
    settle();
    expect(fundings()).toEqual([25]);
    trade('long', 'buy', 50);
    expect([fundings(), desk.positionsOf(agentOf('long'))]).toEqual([[], []]);
    trade('long', 'buy', 1);
    expect(fundings()).toEqual([0]);
  });

  it('of a market is that of its positions alone, and one without any settles nothing', () => {
    const { desk, trade, settle, fundings } = newDesk();
    trade('long', 'buy', 100);
    const size = { lots: 100 * unit, valueMicros: 100 * price, leverage: 100, price, role: 'taker' } as const;
    const other = { symbol: 'BTC-PERP' } as Market;
    desk.trade({ agent: agentOf('long'), market: other, side: 'sell', ...size });
    settle();
    expect([fundings(), desk.openIn(other).map(({ fundingMicros }) => fundingMicros)]).toEqual([[-50], [0]]);
    expect(desk.openIn({ symbol: 'SOL-PERP' } as Market)).toEqual([]);
    expect(desk.positionsOf(agentOf('long')).map((each) => each.market)).toEqual([market, other]);
    expect(desk.reducible(agentOf('long'), other, 'buy')).toBe(100 * unit);
  });
});

describe('liquidation', () => {
  it('of a position that has lost nothing but has no margin left returns it, or keeps it', () => {
    for (const [policy, loss] of [['returned', 0], ['kept', 4]] as const) {
      const { accounts, desk, trade } = newDesk({ 'trading.liquidationRest': policy });
      // A margin of 4 is less than half a per cent of a thousand.
      trade('long', 'buy', 1, 25_000);
      desk.liquidate(market, price);
      expect([desk.openIn(market), accounts.balance('trading:venue')]).toEqual([[], loss]);
      expect(accounts.balance('long')).toBe(1e9 - loss);
    }
  }); // prettier-ignore

  it.each([
    [9_976, 10_025, 'open'],
    [9_975, 10_026, 'closed'],
  ])('at half a per cent of the worth closes, and above it does not: a margin of %i, leverage %i: %s', (margin, leverage, state) => {
    const { desk, trade, margins } = newDesk();
    // At a mark of 995 a thousand units have lost 5,000, and half a per cent of their worth are 4,975.
    trade('long', 'buy', 1_000, leverage);
    expect(margins()).toEqual([margin]);
    desk.liquidate(market, 995);
    expect(desk.openIn(market)).toHaveLength(state === 'closed' ? 0 : 1);
  }); // prettier-ignore

  it('keeps the other positions of the market in their order', () => {
    const { desk, trade } = newDesk();
    for (const [name, leverage] of [['one', 100], ['two', 2_000], ['three', 200], ['four', 2_000]] as const) trade(name, 'buy', 100, leverage);
    desk.liquidate(market, 950);
    expect(desk.openIn(market).map(({ agent }) => agent.agentId)).toEqual(['one', 'three']);
    trade('two', 'buy', 1);
    expect(desk.openIn(market).map(({ agent }) => agent.agentId)).toEqual(['one', 'three', 'two']);
  }); // prettier-ignore
});
