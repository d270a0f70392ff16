/** The desk of perpetuals against its definition (gaps T9, T14) in bigint arithmetic, trade by trade. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Refusal } from '../../../../src/core/base/refusal.ts';
import type { RegisteredAgent } from '../../../../src/platform/services/ports.ts';
import type { Market } from '../../../../src/platform/services/trading/markets.ts';
import { PerpDesk } from '../../../../src/platform/services/trading/perp-desk.ts';
import { Accounts, platformWith } from './accounts.ts';

const alice = { agentId: 'alice' } as RegisteredAgent;
const market = { symbol: 'ETH-PERP' } as Market;
const usdc = 12_000;

interface Trade {
  readonly side: 'buy' | 'sell';
  readonly lots: number;
  readonly price: number;
  /** In hundredths. */
  readonly leverage: number;
  readonly role: 'maker' | 'taker';
  /** What the venue can pay at the time. */
  readonly venueMost: number;
}

const anyTrade: fc.Arbitrary<Trade> = fc.record({
  side: fc.constantFrom('buy', 'sell'),
  // Not a multiple of what a micro is worth, so that every share is rounded.
  lots: fc.integer({ min: 1, max: 12 }).map((count) => count * 1_234_567),
  price: fc.integer({ min: 700, max: 1_300 }),
  leverage: fc.integer({ min: 100, max: 1_000 }),
  role: fc.constantFrom('maker', 'taker'),
  venueMost: fc.constantFrom(0, 100, 1e9),
});

const up = (above: bigint, below: bigint): bigint => (above + below - 1n) / below;
const least = (one: bigint, other: bigint): bigint => (one < other ? one : other);
const worthOf = (side: string, lots: bigint, price: bigint): bigint =>
  side === 'buy' ? up(lots * price, 1_000_000n) : (lots * price) / 1_000_000n;
/** A maker pays two hundredths, a taker three, so that the two differ. */
const feeOn = (value: number, role: string): number => Math.floor((value * (role === 'maker' ? 2 : 3)) / 100);

/** One position and the accounts around it; all amounts in micros. */
class Model {
  position = { side: 'buy', lots: 0n, cost: 0n, margin: 0n, entry: 0n };
  free = BigInt(usdc);
  venue = 0n;
  readonly #closesOnly: boolean;

  constructor(netting: string) {
    this.#closesOnly = netting === 'close-only';
  }

  /** The traded lots, their worth and the fee; undefined where it is refused. */
  trade({ side, lots: asked, price, leverage, role, venueMost }: Trade, value: bigint) {
    const { position } = this;
    const [all, at] = [BigInt(asked), BigInt(price)];
    const closing = position.side === side ? 0n : least(all, position.lots);
    const lots = closing > 0n && this.#closesOnly ? closing : all;
    const worth = up(value * lots, all);
    const fee = BigInt(feeOn(Number(worth), role));
    const margin = up(up(value * (lots - closing), all) * 100n, BigInt(leverage));
    const closed = this.#closed(closing, at, BigInt(venueMost));
    if (this.free + closed.margin + closed.gain < margin + fee) return undefined;
    this.free += closed.margin + closed.gain - margin;
    this.venue -= closed.gain;
    this.#shrink(closing, closed);
    if (lots > closing) this.#grow(side, lots - closing, { at, margin });
    return { lots: Number(lots), valueMicros: Number(worth), feeMicros: Number(fee) };
  }

  /** The parts of margin and cost in proportion, rounded down, and a gain from minus the margin to what there is. */
  #closed(lots: bigint, at: bigint, venueMost: bigint) {
    const { position } = this;
    if (lots === 0n) return { margin: 0n, cost: 0n, gain: 0n };
    const margin = (position.margin * lots) / position.lots;
    const cost = (position.cost * lots) / position.lots;
    const isLong = position.side === 'buy';
    const worth = worthOf(isLong ? 'sell' : 'buy', lots, at);
    const gain = isLong ? worth - cost : cost - worth;
    if (gain > 0n) return { margin, cost, gain: least(gain, venueMost) };
    return { margin, cost, gain: gain < -margin ? -margin : gain };
  }

  #shrink(lots: bigint, by: { margin: bigint; cost: bigint }): void {
    const { position } = this;
    const left = position.lots - lots;
    if (position.lots > 0n) position.entry = (position.entry * left) / position.lots;
    position.lots = left;
    position.margin -= by.margin;
    position.cost -= by.cost;
  }

  #grow(side: string, lots: bigint, { at, margin }: { at: bigint; margin: bigint }): void {
    const { position } = this;
    position.side = side;
    position.lots += lots;
    position.cost += worthOf(side, lots, at);
    position.margin += margin;
    position.entry += lots * at;
  }
}

function newDesk(netting: string) {
  const accounts = Object.assign(new Accounts(), { feeOn });
  accounts.balances.set('alice', usdc);
  const { platform } = platformWith({ 'trading.netting': netting, 'trading.liquidation': 'maintenance' });
  const desk = new PerpDesk({ platform, treasury: accounts.asTreasury() });
  return { accounts, desk };
}

/** What was refused, closed and turned over, so that a run without any of them is seen. */
const met = { refused: 0, whole: 0, part: 0, flipped: 0 };

function take(stage: ReturnType<typeof newDesk>, model: Model, trade: Trade): void {
  const { accounts, desk } = stage;
  const value = up(BigInt(trade.lots) * BigInt(trade.price), 1_000_000n);
  const { side, lots } = model.position;
  accounts.venueMost = trade.venueMost;
  const expected = model.trade(trade, value);
  const outcome = desk.trade({ agent: alice, market, valueMicros: Number(value), ...trade });
  if (outcome instanceof Refusal) {
    expect([expected, outcome.code]).toEqual([undefined, 'INSUFFICIENT_BALANCE']);
    met.refused += 1;
  } else expect(outcome).toEqual(expected);
  if (model.position.side !== side && lots > 0n) met.flipped += 1;
  if (lots > 0n && model.position.lots === 0n) met.whole += 1;
  if (model.position.lots > 0n && model.position.lots < lots) met.part += 1;
}

function expectSame({ accounts, desk }: ReturnType<typeof newDesk>, model: Model): void {
  const { side, lots, cost, margin, entry } = model.position;
  const open = lots === 0n ? [] : [{ side, lots, cost, margin, entry }];
  const shown = desk.positionsOf(alice).map((each) => ({
    side: each.side,
    lots: BigInt(each.lots),
    cost: BigInt(each.costMicros),
    margin: BigInt(each.marginMicros),
    entry: each.entryLotTicks,
  }));
  expect(shown).toEqual(open);
  expect(desk.openIn(market)).toHaveLength(open.length);
  const balances = ['alice', 'trading:venue', 'trading:margin'].map((name) => BigInt(accounts.balance(name)));
  expect(balances).toEqual([model.free, model.venue, margin]);
  expect(desk.driftMicros()).toBe(0);
}

describe.each(['flip', 'close-only'])('trades that net by %s', (netting) => {
  it('leave the position and the accounts that exact arithmetic says, or nothing changed where they are refused', () => {
    Object.assign(met, { refused: 0, whole: 0, part: 0, flipped: 0 });
    fc.assert(
      fc.property(fc.array(anyTrade, { minLength: 2, maxLength: 9 }), (trades) => {
        const stage = newDesk(netting);
        const model = new Model(netting);
        for (const trade of trades) {
          take(stage, model, trade);
          expectSame(stage, model);
        }
      }),
      { numRuns: 60, seed: 12 },
    );
    for (const kind of ['refused', 'whole', 'part'] as const) expect(met[kind], kind).toBeGreaterThan(5);
    if (netting === 'flip') expect(met.flipped).toBeGreaterThan(5);
  });
});
