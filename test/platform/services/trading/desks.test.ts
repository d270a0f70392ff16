/** Both desks against plain sums: what is held, what is reserved, who pays whom, and what is refused. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Refusal } from '../../../../src/core/base/refusal.ts';
import type { RegisteredAgent } from '../../../../src/platform/services/ports.ts';
import type { Market, TradedAsset } from '../../../../src/platform/services/trading/markets.ts';
import { marginFor, PerpDesk } from '../../../../src/platform/services/trading/perp-desk.ts';
import { SpotDesk } from '../../../../src/platform/services/trading/spot-desk.ts';
import { Accounts, platformWith } from './accounts.ts';

const alice = { agentId: 'alice' } as RegisteredAgent;
const bob = { agentId: 'bob' } as RegisteredAgent;
const market = { symbol: 'ETH-PERP' } as Market;
const sides = fc.constantFrom('buy' as const, 'sell' as const);

/** A million lots are worth a micro a tick. */
const unit = 1_000_000;

function perpetuals(policies: Readonly<Record<string, string>> = {}, usdc = 1e12) {
  const accounts = new Accounts();
  accounts.balances.set('alice', usdc);
  const { platform, events, journal } = platformWith({ 'trading.netting': 'flip', 'trading.liquidation': 'maintenance', ...policies });
  const desk = new PerpDesk({ platform, treasury: accounts.asTreasury() });
  const trade = (side: 'buy' | 'sell', lots: number, price = 1_000, more: object = {}) =>
    desk.trade({ agent: alice, market, side, lots, valueMicros: Math.ceil((lots * price) / unit), price, leverage: 200, role: 'taker', ...more });
  const held = () => desk.positionsOf(alice).map(({ side, lots }) => (side === 'buy' ? lots : -lots))[0] ?? 0;
  return { accounts, desk, trade, held, events, journal };
} // prettier-ignore

describe('the desk of perpetuals', () => {
  it('nets trades of both sides, and takes margin for what is open alone', () => {
    const trades = fc.array(fc.record({ side: sides, units: fc.integer({ min: 1, max: 9 }) }), { minLength: 1, maxLength: 8 });
    fc.assert(
      fc.property(trades, (list) => {
        const { desk, trade, held, accounts } = perpetuals();
        let net = 0;
        for (const { side, units } of list) {
          const lots = units * unit;
          const opposite = net * (side === 'buy' ? 1 : -1) < 0 ? Math.abs(net) : 0;
          expect(desk.reducible(alice, market, side)).toBe(opposite);
          expect(trade(side, lots)).toMatchObject({ lots, valueMicros: units * 1_000, feeMicros: 0 });
          net += side === 'buy' ? lots : -lots;
          expect(held()).toBe(net);
          expect(desk.openIn(market)).toHaveLength(net === 0 ? 0 : 1);
          // Twice leveraged: half the worth at the one price.
          expect(accounts.balance('trading:margin')).toBe((Math.abs(net) / unit) * 500);
          expect([desk.driftMicros(), accounts.balance('alice') + accounts.balance('trading:margin') + accounts.balance('trading:venue')]).toEqual([0, 1e12]);
        }
      }),
      { numRuns: 40 },
    );
  }); // prettier-ignore

  it('closes no more than there is where it may only close', () => {
    const { trade, held, accounts } = perpetuals({ 'trading.netting': 'close-only' });
    accounts.feeMicros = 7;
    trade('buy', 3 * unit);
    expect(trade('sell', 5 * unit)).toEqual({ lots: 3 * unit, valueMicros: 3_000, feeMicros: 7 });
    expect([held(), accounts.fees, accounts.balance('trading:margin')]).toEqual([0, [7, 7], 0]);
    expect(trade('sell', 5 * unit)).toMatchObject({ lots: 5 * unit });
    expect(held()).toBe(-5 * unit);
    expect(trade('sell', unit)).toMatchObject({ lots: unit });
    expect(trade('buy', 2 * unit)).toMatchObject({ lots: 2 * unit });
    expect(held()).toBe(-4 * unit);
  });

  it('pays profits and takes losses, a part of a position in proportion', () => {
    const { desk, trade, accounts } = perpetuals();
    trade('buy', 4 * unit, 1_000);
    expect(desk.positionsOf(alice)[0]).toMatchObject({ costMicros: 4_000, marginMicros: 2_000 });
    trade('sell', unit, 1_300);
    expect([accounts.balance('trading:venue'), accounts.balance('trading:margin'), accounts.balance('alice')]).toEqual([-300, 1_500, 1e12 - 1_500 + 300]);
    expect(desk.positionsOf(alice)[0]).toMatchObject({ lots: 3 * unit, costMicros: 3_000, marginMicros: 1_500, entryLotTicks: BigInt(3 * unit) * 1_000n });
    trade('sell', unit, 900);
    expect([accounts.balance('trading:venue'), accounts.balance('trading:margin')]).toEqual([-200, 1_000]);
    trade('sell', 2 * unit, 100);
    expect([accounts.balance('trading:venue'), accounts.balance('trading:margin'), accounts.balance('alice')]).toEqual([800, 0, 1e12 - 800]);
    trade('sell', unit, 1_000);
    trade('buy', unit, 400);
    expect(accounts.balance('trading:venue')).toBe(200);
  }); // prettier-ignore

  it('pays no more than the venue has', () => {
    const { trade, accounts } = perpetuals();
    trade('buy', unit, 1_000);
    accounts.venueMost = 40;
    trade('sell', unit, 2_000);
    expect([accounts.balance('trading:venue'), accounts.balance('alice')]).toEqual([-40, 1e12 + 40]);
  });

  it.each<[number, number, boolean]>([[507, 7, true], [506, 7, false], [500, 0, true], [499, 0, false]])(
    'with %i micros, and a fee of %i, opens a position with a margin of 500: %s', (usdc, fee, may) => {
      const { trade, accounts, held } = perpetuals({}, usdc);
      accounts.feeMicros = fee;
      const outcome = trade('buy', unit);
      expect(outcome instanceof Refusal ? outcome.code : 'ok').toBe(may ? 'ok' : 'INSUFFICIENT_BALANCE');
      expect([held(), accounts.balance('alice'), accounts.fees.length]).toEqual(may ? [unit, usdc - 500, 1] : [0, usdc, 0]);
    }); // prettier-ignore

  it('lets the proceeds of what is closed pay for what is opened', () => {
    const { trade, accounts, held } = perpetuals({}, 500);
    trade('buy', unit);
    expect(trade('sell', 2 * unit)).not.toBeInstanceOf(Refusal);
    expect([held(), accounts.balance('alice')]).toEqual([-unit, 0]);
    expect(trade('sell', unit)).toBeInstanceOf(Refusal);
  });

  it('has the margin that its leverage asks for, rounded up', () => {
    expect([marginFor(1_000, 100), marginFor(1_001, 200), marginFor(1, 1_000), marginFor(0, 500), marginFor(1_000, 250)]).toEqual([1_000, 501, 1, 0, 400]); // prettier-ignore
  });

  it.each<[string, number]>([['returned', 2], ['kept', 0]])('says what a liquidation has cost, and what was left (%s)', (rest, left) => {
    const { desk, trade, events, accounts } = perpetuals({ 'trading.liquidationRest': rest });
    trade('buy', unit);
    desk.liquidate(market, 600);
    expect(events).toEqual([]);
    // At the maintenance margin of half a per cent 2 micros are left.
    desk.liquidate(market, 502);
    expect(events).toEqual([['positionLiquidated', 500 - left], ['marginReturned', left]]);
    expect([desk.openIn(market), accounts.balance('trading:margin'), accounts.balance('trading:venue')]).toEqual([[], 0, 500 - left]);
  }); // prettier-ignore

  it('moves funding between margins, says how much, and leaves the rest where it is told to', () => {
    for (const [rest, left] of [['venue', 0], ['account', 5]] as const) {
      const { desk, trade, events, accounts } = perpetuals({ 'trading.fundingRest': rest });
      trade('buy', 100 * unit);
      // A twentieth of a per cent of a hundred thousand.
      desk.settleFunding(market, { mark: 1_000, rate: 5_000 });
      expect(events).toEqual([['fundingPaid', 5], ['fundingSettled', left]]);
      expect([accounts.balance('trading:funding'), accounts.balance('trading:venue'), desk.positionsOf(alice)[0]?.fundingMicros]).toEqual([left, rest === 'venue' ? 5 : 0, -5]);
      desk.settleFunding(market, { mark: 1_000, rate: -5_000 });
      expect(desk.positionsOf(alice)[0]?.fundingMicros).toBe(0);
      expect(accounts.balance('trading:funding')).toBe(0);
      expect(desk.driftMicros()).toBe(0);
    }
    const { desk, trade, accounts } = perpetuals({ 'trading.fundingRest': 'account' });
    trade('sell', 100 * unit);
    accounts.venueMost = 3;
    desk.settleFunding(market, { mark: 1_000, rate: 5_000 });
    expect(desk.positionsOf(alice)[0]?.fundingMicros).toBe(3);
  }); // prettier-ignore

  it('forgets a change that is undone, and looks at the position again', () => {
    const { desk, trade, journal, held } = perpetuals();
    trade('buy', unit, 1_000);
    desk.liquidate(market, 1_000);
    journal.begin();
    trade('sell', unit, 1_000);
    expect(held()).toBe(0);
    journal.rollback();
    expect(held()).toBe(unit);
    desk.liquidate(market, 501);
    expect(held()).toBe(0);
  });

  it('looks again at a position whose change was undone after a look at it', () => {
    const { desk, trade, journal, held } = perpetuals();
    trade('buy', unit, 1_000);
    desk.liquidate(market, 510);
    expect(held()).toBe(unit);
    journal.begin();
    trade('sell', unit, 1_000);
    desk.liquidate(market, 510);
    journal.rollback();
    desk.liquidate(market, 501);
    expect(held()).toBe(0);
  });

  it('is wrong by what its margins and their account differ', () => {
    const { desk, trade, accounts } = perpetuals();
    trade('buy', unit);
    accounts.move('trading:margin', 'bob', { amount: 3 });
    expect(desk.driftMicros()).toBe(3);
    accounts.move('bob', 'trading:margin', { amount: 5 });
    expect(desk.driftMicros()).toBe(2);
  });
});

const eth = { name: 'ETH' } as TradedAsset;
const btc = { name: 'BTC' } as TradedAsset;

function spot(usdc = 1e9) {
  const accounts = new Accounts();
  for (const { agentId } of [alice, bob]) accounts.balances.set(agentId, usdc);
  const { journal } = platformWith({});
  const desk = new SpotDesk({ treasury: accounts.asTreasury(), journal });
  const trade = (side: 'buy' | 'sell', lots: number, more: object = {}) =>
    desk.trade({
      agent: alice,
      asset: eth,
      side,
      lots,
      price: 5,
      valueMicros: lots * 2,
      feeMicros: 1,
      ...more,
    });
  return { accounts, desk, trade };
}

describe('the desk of the spot market', () => {
  it('holds what was bought less what was sold, and never less than nothing', () => {
    const trades = fc.array(fc.record({ side: sides, lots: fc.integer({ min: 1, max: 20 }), agent: fc.constantFrom(alice, bob), asset: fc.constantFrom(eth, btc) }), { maxLength: 12 });
    fc.assert(
      fc.property(trades, (list) => {
        const { desk, trade, accounts } = spot();
        const model = new Map<string, number>();
        for (const { side, lots, agent, asset } of list) {
          const key = agent.agentId + asset.name;
          const held = model.get(key) ?? 0;
          const may = side === 'buy' || held >= lots;
          const outcome = trade(side, lots, { agent, asset });
          expect(outcome instanceof Refusal ? outcome.code : outcome).toBe(may ? undefined : 'INSUFFICIENT_BALANCE');
          if (may) model.set(key, held + (side === 'buy' ? lots : -lots));
          expect(desk.free(agent, asset)).toBe(model.get(key) ?? 0);
        }
        expect(desk.driftLots()).toBe(0);
        const all = [...accounts.balances.values()].reduce((sum, micros) => sum + micros, 0);
        expect(all).toBe(2e9);
        for (const agent of [alice, bob])
          for (const { lots, costMicros, entryLotTicks } of desk.holdingsOf(agent))
            expect([costMicros, entryLotTicks]).toEqual([lots * 2, BigInt(lots) * 5n]);
      }),
      { numRuns: 40 },
    );
  }); // prettier-ignore

  it.each<[number, boolean]>([[21, true], [20, false]])('with %i micros buys for 20 and a fee of 1: %s', (usdc, may) => {
    const { trade, accounts } = spot(usdc);
    const outcome = trade('buy', 10);
    expect(outcome instanceof Refusal ? outcome.message : 'ok').toBe(may ? 'ok' : 'the USDC balance does not cover the order');
    expect([accounts.balance('alice'), accounts.balance('trading:venue'), accounts.fees]).toEqual(may ? [1, 20, [1]] : [usdc, 0, []]);
  }); // prettier-ignore

  it('sells what is free, as far as the venue can pay', () => {
    const { desk, trade, accounts } = spot();
    trade('buy', 10);
    desk.reserve(alice, eth, 4);
    expect([desk.free(alice, eth), desk.free(bob, eth), desk.free(alice, btc)]).toEqual([6, 0, 0]);
    const refused = trade('sell', 7);
    expect(refused instanceof Refusal ? refused.message : '').toBe('the ETH balance does not cover the order');
    accounts.venueMost = 11;
    const closed = trade('sell', 6);
    expect(closed instanceof Refusal ? [closed.code, closed.message] : []).toEqual(['MARKET_CLOSED', 'the venue cannot pay for ETH at the moment']);
    accounts.venueMost = 12;
    expect(trade('sell', 6)).toBeUndefined();
    desk.reserve(alice, eth, -4);
    expect([desk.free(alice, eth), accounts.balance('trading:venue'), accounts.fees]).toEqual([4, 8, [1, 1]]);
    expect(desk.holdingsOf(alice)).toMatchObject([{ lots: 4, costMicros: 8, reservedLots: 0 }]);
    trade('sell', 4);
    expect(desk.holdingsOf(alice)).toMatchObject([{ lots: 0, costMicros: 0, entryLotTicks: 0n }]);
    expect(desk.holdingsOf(bob)).toEqual([]);
  }); // prettier-ignore

  it('is wrong by what its holdings and counters differ', () => {
    const { desk, trade } = spot();
    trade('buy', 10);
    trade('buy', 3, { agent: bob });
    const [holding] = desk.holdingsOf(alice);
    holding!.lots = 7;
    expect(desk.driftLots()).toBe(3);
    holding!.lots = 12;
    expect(desk.driftLots()).toBe(2);
  });
});
