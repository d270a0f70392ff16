/** Orders that rest, one by one: what each holds, what its end changes, and what answers may say of it afterwards. */
import { describe, expect, it } from 'vitest';
import { dayMs } from '../../../src/core/base/time.ts';
import { ExpectedBalances } from '../../../src/verification/oracle/books.ts';
import { Holdings } from '../../../src/verification/oracle/models/holdings.ts';
import { MarketDecimals } from '../../../src/verification/oracle/models/market-decimals.ts';
import { RestingOrders } from '../../../src/verification/oracle/models/resting-orders.ts';
import type { TradingOrder } from '../../../src/verification/oracle/models/trading-order.ts';
import { explained, type FirmEnd } from '../../../src/verification/oracle/open-ends.ts';
import { Timers } from '../../../src/verification/oracle/timers.ts';
import { caseOf } from './said.ts';

const unit = 10n ** 12n;
const day = { 'trading.orderLife': 'day' };
const balances = (availableMicros: number, heldMicros: number) =>
  new Map([['alice', { availableMicros, heldMicros }]]);

/** An order for one of the asset, of 1000 micro-USDC with a fee of 1. */
const orderOf = (more: Partial<TradingOrder> = {}): TradingOrder => ({
  id: 'ord_1', agent: 'alice', pair: 'ETH-USDC', isPerp: false, side: 'buy', amount: 1000, holds: 1001, fee: 1, leverage: 100,
  limit: unit, units: unit, atMs: 0, openAtMs: 0, state: 'open', isNamed: false, isUnseen: false, isDoubtful: false,
  endedAtMs: undefined, end: undefined, ...more,
}); // prettier-ignore

/** A market in which alice has 10,000 micro-USDC; `heard` is what follows elsewhere. */
function market(policies: Readonly<Record<string, string>> = {}, book: object = {}, settlementMs = Infinity) {
  const [books, timers, holdings] = [new ExpectedBalances(), new Timers(), new Holdings()];
  const heard: string[] = [];
  const { file } = caseOf({
    setting: { faults: [], policies }, books, timers,
    houses: { loosen: (account: string) => heard.push(`loose ${account}`) },
    sharesOf: () => [{ changes: [{ agent: 'bob', available: 7 }], isBooked: true, isOnly: true }],
    feeCharged: ({ feeMicros }: { feeMicros: number }) => heard.push(`fee ${feeMicros}`),
    invalidateReferrers: (agent: string) => heard.push(`referrers of ${agent}`),
  }); // prettier-ignore
  const forget = (agent: string, pair: string) => heard.push(`forgotten ${agent} ${pair}`);
  const positions = { fillWays: () => [{ changes: [{ agent: 'alice', upTo: 1 }] }] };
  const resting = new RestingOrders(file, {
    holdings,
    decimals: new MarketDecimals(),
    positions,
    book: { isUnknown: () => false, mayClose: () => false, exposure: () => 500, forget, ...book },
    quotes: { nextSettlement: () => settlementMs },
  } as unknown as ConstructorParameters<typeof RestingOrders>[1]);
  books.open('alice');
  books.move('alice', 10_000);
  return { books, timers, holdings, heard, resting };
}

describe('an order that rests', () => {
  it('holds its amount and fee back, and spends both when it is filled', () => {
    const { books, holdings, heard, resting } = market();
    const order = orderOf();
    resting.rests(order);
    expect([books.available('alice'), books.held('alice')]).toEqual([8999, 1001]);
    expect(books.unexplained(balances(8999, 0))).toEqual([]);
    expect([order.state, order.endedAtMs, order.isNamed]).toEqual(['filled', 0, false]);
    expect([heard, holdings.free('alice', 'ETH-USDC')]).toEqual([['fee 1'], unit]);
  });

  it('reserves the asset where it sells, and brings its amount less the fee', () => {
    const { books, holdings, resting } = market();
    holdings.traded('alice', 'ETH-USDC', { isBuy: true, units: 3n * unit, amount: 3000 });
    const order = orderOf({ side: 'sell', holds: 0 });
    resting.rests(order);
    expect(holdings.free('alice', 'ETH-USDC')).toBe(2n * unit);
    expect(books.unexplained(balances(10_999, 0))).toEqual([]);
    expect([order.state, holdings.free('alice', 'ETH-USDC')]).toEqual(['filled', 2n * unit]);
  });

  it('lapses under one reading alone, and gives back what it holds', () => {
    const lapsed = (policies: Readonly<Record<string, string>>) => {
      const { books, resting } = market(policies);
      const order = orderOf();
      resting.rests(order);
      return [books.unexplained(balances(10_000, 0)).length, order.state];
    };
    expect([lapsed({}), lapsed(day)]).toEqual([[1, 'open'], [0, 'cancelled']]);
  });

  it('gives back what it holds where it is cancelled', () => {
    const { books, holdings, resting } = market();
    const [bid, sale] = [orderOf(), orderOf({ id: 'ord_2', side: 'sell', holds: 0 })];
    for (const order of [bid, sale]) resting.rests(order);
    for (const order of [bid, sale]) resting.cancelled(order);
    expect([books.available('alice'), books.held('alice'), holdings.free('alice', 'ETH-USDC')]).toEqual([10_000, 0, 0n]);
    expect([bid, sale].map(({ state, isNamed }) => [state, isNamed])).toEqual([['cancelled', true], ['cancelled', true]]);
    expect([bid, sale].some(({ end }) => end === undefined || books.isOpen(end))).toBe(false);
  });
}); // prettier-ignore

describe('an answer that names another order than the balances did', () => {
  const named = (other: Partial<TradingOrder>, atMs = 60_000) => {
    const { books, resting } = market();
    const [first, second] = [orderOf(), orderOf({ id: 'ord_2', limit: 2n * unit, ...other })];
    for (const order of [first, second]) resting.rests(order);
    books.unexplained(balances(books.available('alice'), books.held('alice') - 1001));
    const isRight = resting.named(first, 'open', atMs);
    const open = [first, second].map(({ end }) => end !== undefined && books.isOpen(end));
    return [isRight, first.state, second.state, ...open];
  };
  const wrong = [false, 'filled', 'open', false, true];

  it('is right where that one has changed the same', () => {
    expect(named({})).toEqual([true, 'open', 'filled', true, false]);
  });

  it.each<[Partial<TradingOrder>, number?]>([
    [{ amount: 2000, holds: 2002, fee: 2 }],
    [{ fee: 2 }],
    [{ isNamed: true }],
    [{ isUnseen: true }],
    [{ openAtMs: 60_000 }],
    [{ agent: 'carol' }],
  ])('is wrong where that one is %j', (other) => expect(named(other)).toEqual(wrong));

  it('leaves open which of two was filled, unless they are alike', () => {
    const doubtful = (limit: bigint) => {
      const { books, resting, holdings } = market();
      const orders = [orderOf(), orderOf({ id: 'ord_2', limit })];
      for (const order of orders) resting.rests(order);
      books.unexplained(balances(7998, 1001));
      return [...orders.map(({ isDoubtful }) => isDoubtful), holdings.free('alice', 'ETH-USDC')];
    };
    expect([doubtful(unit), doubtful(2n * unit)]).toEqual([[false, false, unit], [true, true, undefined]]);
  });
}); // prettier-ignore

describe('an order whose end no balance shows', () => {
  const unseen = (more: Partial<TradingOrder> = {}) => {
    const all = market();
    const order = orderOf(more);
    all.resting.rests(order);
    all.books.loosen('alice', 'trading');
    return { ...all, order, isOpen: () => order.end !== undefined && all.books.isOpen(order.end) };
  };

  it('may have ended, with all that this changes', () => {
    const { order, heard, holdings, isOpen } = unseen();
    expect([order.state, order.isUnseen, isOpen(), holdings.free('alice', 'ETH-USDC')]).toEqual(['open', true, true, undefined]);
    expect(heard).toEqual(['loose trading:fees', 'referrers of alice']);
    expect(unseen({ isPerp: true }).heard.at(-1)).toBe('forgotten alice ETH-USDC');
  });

  it('is in the state that an answer names, and its end is expected while it is open', () => {
    const { order, resting, isOpen } = unseen();
    expect([resting.named(order, 'filled', 5), isOpen(), order.state, order.isNamed]).toEqual([true, false, 'filled', true]);
    expect([resting.named(order, 'open', 6), isOpen(), order.state, order.openAtMs]).toEqual([true, true, 'open', 6]);
    expect(order.isUnseen).toBe(true);
  });

  it('is followed again once the balances are', () => {
    const { books, resting } = market();
    const [sale, bid] = [orderOf({ side: 'sell', holds: 0 }), orderOf({ id: 'ord_2' })];
    for (const order of [sale, bid]) resting.rests(order);
    books.blur('alice', 'x');
    expect([sale.isUnseen, bid.isUnseen]).toEqual([true, false]);
    books.clear('alice', 'x');
    resting.named(sale, 'open', 5);
    expect(sale.isUnseen).toBe(false);
  });

  it('of a sale is not known from the end of its day on, whatever a portfolio has shown meanwhile', () => {
    const { resting, holdings, timers } = market(day);
    holdings.traded('alice', 'ETH-USDC', { isBuy: true, units: 2n * unit, amount: 1 });
    resting.rests(orderOf({ side: 'sell', holds: 0 }));
    const left = () => holdings.free('alice', 'ETH-USDC');
    const seen: unknown[] = [];
    for (const atMs of [dayMs - 1, dayMs]) {
      timers.advance(atMs);
      resting.heldShown('alice');
      seen.push(left());
    }
    holdings.shown(caseOf().file, {}, 'alice');
    for (const agent of ['carol', 'alice']) {
      resting.heldShown(agent);
      seen.push(left());
    }
    expect(seen).toEqual([unit, undefined, 0n, undefined]);
  });
}); // prettier-ignore

describe('a perpetual that rests', () => {
  const perp = { isPerp: true, side: 'buy', amount: 1000, holds: 101 } as const;
  const upTo = (others: readonly Partial<TradingOrder>[], more: Partial<TradingOrder> = {}, ...how: Parameters<typeof market>) => {
    const { resting } = market(...how);
    const order = orderOf({ ...perp, ...more });
    resting.rests(order);
    for (const other of others) resting.rests(orderOf({ ...perp, id: 'ord_2', ...other }));
    return order.end?.ways.map(({ changes }) => changes.find(({ agent }) => agent === 'alice')?.upTo);
  };

  it.each<[Partial<TradingOrder>]>([
    [{ isPerp: false }],
    [{ agent: 'carol' }],
    [{ pair: 'BTC-USDC' }],
    [{ state: 'filled' }],
  ])('is filled as its position has it beside another order with %j', (other) => expect(upTo([other])).toEqual([1]));

  it('changes what it may where that is not known', () => {
    expect(upTo([])).toEqual([1]);
    expect(upTo([{}])).toEqual([500 + 1000 + 101 + 1101 + 2]);
    expect(upTo([], {}, {}, { isUnknown: () => true })).toEqual([1603]);
    expect([upTo([], {}, {}, {}, 0), upTo([], {}, {}, {}, 1)]).toEqual([[1603], [1]]);
    expect(upTo([], { units: undefined })).toEqual([12]);
    expect(upTo([], { units: undefined }, {}, { mayClose: () => true })).toEqual([1603]);
  });

  it.each([['both', 'available', 'fee 1'], ['close-only', 'upTo', 'loose trading:fees']])(
    'pays a fee under netting %s, and shares of it (%s)',
    (netting, how, follows) => {
      const { resting, heard } = market({ 'trading.netting': netting }, { isUnknown: () => true });
      const order = orderOf(perp);
      resting.rests(order);
      const [way] = order.end?.ways ?? [];
      expect(way?.changes[1]).toEqual({ agent: 'bob', [how]: 7 });
      way?.follows?.(true);
      expect([order.state, heard.filter((one) => !one.startsWith('forgotten'))[0]]).toEqual(['filled', follows]);
    },
  );
}); // prettier-ignore

describe('the search for ends that explain balances', () => {
  const endOf = (...changes: readonly object[]): FirmEnd => {
    const open = { ways: [{ changes }] };
    return { ...open, whole: open } as unknown as FirmEnd;
  };

  it('tries each end of other agents once', () => {
    const others = Array.from({ length: 9 }, () => endOf({ agent: 'bob', available: 1 }));
    const search = { ends: [...others, endOf({ agent: 'alice', available: 5 })], triesLeft: 10 };
    expect(explained([{ agent: 'alice', available: 5, held: 0 }], search)).toHaveLength(1);
    expect(search.triesLeft).toBe(0);
  });

  it('prefers an end that may release a reservation, of those of unknown size', () => {
    const ended: string[] = [];
    const way = (name: string, change: object) => ({ changes: [{ agent: 'alice', ...change }], follows: () => ended.push(name) });
    const books = new ExpectedBalances();
    books.open('alice');
    books.expectEnd({ ways: [way('closed', { upTo: 100 })] });
    books.expectEnd({ ways: [way('released', { held: -10, upTo: 20 }), way('cut', { upTo: 20 })] });
    expect(books.unexplained(balances(15, 0))).toEqual([]);
    expect(ended).toEqual(['cut']);
  });
}); // prettier-ignore
