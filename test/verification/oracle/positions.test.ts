/** What trades do to positions, which ends explain a balance, and how finely a market counts. */
import { describe, expect, it } from 'vitest';
import { ExpectedBalances } from '../../../src/verification/oracle/books.ts';
import type { Balances } from '../../../src/verification/oracle/exchange.ts';
import { MarketDecimals } from '../../../src/verification/oracle/models/market-decimals.ts';
import {
  leftAtMost,
  outcomeOf,
  type FollowedPosition,
  type Trade,
} from '../../../src/verification/oracle/models/position-terms.ts';
import { feeOn, parseScaled } from '../../../src/verification/oracle/models/trade-arithmetic.ts';

const unit = 10n ** 12n;

const trade = (side: 'buy' | 'sell', units: bigint, over: Partial<Trade> = {}): Trade => ({
  side, units: units * unit, price: 3n * unit, amount: Number(units) * 3_000_000, leverage: 300, atMs: 0, isSinceExact: true,
  ...over,
}); // prettier-ignore

const flipping = { isClosingOnly: false, feeOn, venue: Infinity };

/** Ten units at 3 USDC with a third of it behind them. */
function opened(): FollowedPosition {
  const { next } = outcomeOf(undefined, trade('buy', 10n), flipping);
  if (next === undefined) throw new Error('it opens one');
  return next;
}

describe('a trade', () => {
  it('opens with a margin by leverage and a fee', () => {
    const { low, high, fee, next } = outcomeOf(undefined, trade('buy', 10n), flipping);
    expect([low, high, fee]).toEqual([-10_030_000, -10_030_000, 30_000]);
    expect(next).toMatchObject({ side: 'buy', cost: 30_000_000, margin: 10_000_000, slack: 0 });
  });

  it('closes a share of margin and cost, and brings the gain', () => {
    const { low, next } = outcomeOf(
      opened(),
      trade('sell', 4n, { price: 4n * unit, amount: 16_000_000 }),
      flipping,
    );
    expect(low).toBe(4_000_000 + 4_000_000 - 16_000);
    expect(next).toMatchObject({ side: 'buy', cost: 18_000_000, margin: 6_000_000 });
  });

  it('gains no more than the venue has', () => {
    const dear = trade('sell', 10n, { price: 4n * unit, amount: 40_000_000 });
    const { low } = outcomeOf(opened(), dear, { ...flipping, venue: 250_000 });
    expect(low).toBe(10_000_000 + 250_000 - 40_000);
  });

  it('loses no more than the margin', () => {
    const { low } = outcomeOf(opened(), trade('sell', 10n, { price: unit, amount: 10_000_000 }), flipping);
    expect(low).toBe(-10_000);
  });

  it('opens the other side with what is left of it, unless it closes alone', () => {
    const { low, next } = outcomeOf(opened(), trade('sell', 15n), flipping);
    expect(low).toBe(10_000_000 - 5_000_000 - 45_000);
    expect(next).toMatchObject({ side: 'sell', cost: 15_000_000, margin: 5_000_000, funding: 0 });
    const cut = outcomeOf(opened(), trade('sell', 15n), { ...flipping, isClosingOnly: true });
    expect(cut).toMatchObject({ low: 10_000_000 - 30_000, fee: 30_000, next: undefined });
  });

  it('brings as much as funding leaves open', () => {
    const { low, high } = outcomeOf({ ...opened(), slack: 500 }, trade('sell', 10n), flipping);
    expect(high - low).toBe(1_000);
  });

  it('leaves at most the maintenance margin to a liquidation', () => {
    expect(leftAtMost(opened())).toBeGreaterThan(100_000);
    expect(leftAtMost(opened())).toBeLessThan(101_000);
  });
});

describe('the books', () => {
  const having = (availableMicros: number, heldMicros = 0): Balances =>
    new Map([['alice', { availableMicros, heldMicros }]]);

  function books(): ExpectedBalances {
    const own = new ExpectedBalances();
    own.open('alice');
    return own;
  }

  it('let an amount of unknown size explain what is within it, between requests only', () => {
    const seen: string[] = [];
    const own = books();
    own.expectEnd({
      isStep: true,
      ways: [{ changes: [{ agent: 'alice', upTo: 50 }], follows: () => seen.push('closed') }],
    });
    expect(own.unexplained(having(30), 'trading')).toHaveLength(1);
    expect(own.unexplained(having(51))).toHaveLength(1);
    expect(own.unexplained(having(30))).toEqual([]);
    expect(seen).toEqual(['closed']);
    expect(own.available('alice')).toBe(30);
  });

  it('let the next balance decide between two ways', () => {
    const seen: string[] = [];
    const own = books();
    const way = (available: number, name: string) => ({
      changes: [{ agent: 'alice', available }],
      follows: () => void seen.push(name),
    });
    own.decide([way(5, 'closes'), way(-7, 'opens')]);
    expect(own.unexplained(having(-7), 'trading')).toEqual([]);
    own.decide([way(5, 'closes'), way(-7, 'opens')]);
    expect(own.unexplained(having(-2), 'trading')).toEqual([]);
    own.decide([way(5, 'closes'), way(-7, 'opens')]);
    expect(own.unexplained(having(0), 'trading')).toHaveLength(1);
    expect(seen.slice(0, 2)).toEqual(['opens', 'closes']);
  });

  it('take what a blurred agent has available as it is, and not what it holds back', () => {
    const own = books();
    own.blur('alice', 'a position');
    expect(own.unexplained(having(9))).toEqual([]);
    expect(own.unexplained(having(9, 1))).toHaveLength(1);
    own.clear('alice', 'a position');
    expect(own.unexplained(having(10))).toHaveLength(1);
  });
});

it('a market counts as finely as answers leave no other', () => {
  const decimals = new MarketDecimals();
  decimals.sawPrice('ETH-USDC', parseScaled('3012.457'));
  const asked = { amount: 5_000_000, price: 3_000n * unit, isDelivered: false };
  expect(decimals.unitsFor('ETH-USDC', asked)).toBeUndefined();
  decimals.sawQuantity('ETH-USDC', parseScaled('0.001666667'));
  expect(decimals.unitsFor('ETH-USDC', asked)).toBe(1_666_666_000n);
  expect(decimals.unitsFor('ETH-USDC', { ...asked, isDelivered: true })).toBe(1_666_667_000n);
});
