/** The desk of the spot market against plain bigint arithmetic: what holdings cost, and their average prices. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { Refusal } from '../../../../src/core/base/refusal.ts';
import type { RegisteredAgent } from '../../../../src/platform/services/ports.ts';
import { entryPriceOf } from '../../../../src/platform/services/trading/entry-price.ts';
import type { TradedAsset } from '../../../../src/platform/services/trading/markets.ts';
import { SpotDesk } from '../../../../src/platform/services/trading/spot-desk.ts';
import { Accounts, platformWith } from './accounts.ts';

const alice = { agentId: 'alice' } as RegisteredAgent;
const eth = { name: 'ETH' } as TradedAsset;

const anyTrade = fc.record({
  side: fc.constantFrom('buy' as const, 'sell' as const),
  lots: fc.integer({ min: 1, max: 40 }),
  price: fc.integer({ min: 90, max: 110 }),
  /** Lots that an order reserves, or that are given back, before it. */
  reserved: fc.integer({ min: -6, max: 6 }),
  venueMost: fc.constantFrom(0, 1_000, 1e9),
});

type Trade = typeof anyTrade extends fc.Arbitrary<infer Drawn> ? Drawn : never;

const feeMicros = 3;

/** What the desk is to hold, and the sums that have moved. */
class Model {
  lots = 0n;
  cost = 0n;
  entry = 0n;
  reserved = 0n;
  free = 6_000n;
  venue = 0n;

  /** The code of the refusal; undefined where the trade is made. */
  trade({ side, lots: asked, price, venueMost }: Trade): string | undefined {
    const [lots, value] = [BigInt(asked), BigInt(asked * price)];
    if (side === 'buy') {
      if (this.free < value + BigInt(feeMicros)) return 'INSUFFICIENT_BALANCE';
      this.lots += lots;
      this.cost += value;
      this.entry += value;
      this.free -= value;
      this.venue += value;
      return undefined;
    }
    if (this.lots - this.reserved < lots) return 'INSUFFICIENT_BALANCE';
    if (value > BigInt(venueMost)) return 'MARKET_CLOSED';
    const left = this.lots - lots;
    this.cost = (this.cost * left) / this.lots;
    this.entry = (this.entry * left) / this.lots;
    this.lots = left;
    this.free += value;
    this.venue -= value;
    return undefined;
  }
}

function take(desk: SpotDesk, accounts: Accounts, { model, trade }: { model: Model; trade: Trade }): string | undefined {
  const reserved = Math.max(-Number(model.reserved), Math.min(trade.reserved, Number(model.lots - model.reserved)));
  desk.reserve(alice, eth, reserved);
  model.reserved += BigInt(reserved);
  accounts.venueMost = trade.venueMost;
  const expected = model.trade(trade);
  const { side, lots, price } = trade;
  const outcome = desk.trade({ agent: alice, asset: eth, side, lots, price, valueMicros: lots * price, feeMicros });
  expect(outcome instanceof Refusal ? outcome.code : outcome).toBe(expected);
  return expected;
} // prettier-ignore

it('holdings and accounts are what exact arithmetic says after each trade, or as before where it is refused', () => {
  const met = new Map<string | undefined, number>();
  fc.assert(
    fc.property(fc.array(anyTrade, { minLength: 1, maxLength: 10 }), (trades) => {
      const accounts = new Accounts();
      accounts.balances.set('alice', 6_000);
      const desk = new SpotDesk({ treasury: accounts.asTreasury(), journal: platformWith({}).journal });
      const model = new Model();
      for (const trade of trades) {
        const refused = take(desk, accounts, { model, trade });
        met.set(refused, (met.get(refused) ?? 0) + 1);
        const [holding] = desk.holdingsOf(alice);
        const held = [holding?.lots ?? 0, holding?.costMicros ?? 0, holding?.entryLotTicks ?? 0n, holding?.reservedLots ?? 0].map(BigInt);
        expect(held).toEqual([model.lots, model.cost, model.entry, model.reserved]);
        expect(desk.free(alice, eth)).toBe(Number(model.lots - model.reserved));
        expect([accounts.balance('alice'), accounts.balance('trading:venue')].map(BigInt)).toEqual([model.free, model.venue]);
        if (model.lots > 0n) {
          const average = Number((2n * model.entry + model.lots) / (2n * model.lots));
          expect(entryPriceOf(model.entry, Number(model.lots)) - average).toBe(0);
        }
        expect(desk.driftLots()).toBe(0);
      }
    }),
    { numRuns: 100, seed: 3 },
  );
  for (const kind of [undefined, 'INSUFFICIENT_BALANCE', 'MARKET_CLOSED']) expect(met.get(kind), kind).toBeGreaterThan(10);
}); // prettier-ignore
