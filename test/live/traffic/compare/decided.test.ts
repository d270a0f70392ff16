/** What decides a difference elsewhere: clocks, tiers, markets, positions, balances, referrals and contests. */
import { describe, expect, it } from 'vitest';
import { ClosingOrders } from '../../../../src/live/traffic/compare/closing-orders.ts';
import { otherWinner } from '../../../../src/live/traffic/compare/contest-winner.ts';
import type { Difference } from '../../../../src/live/traffic/compare/difference.ts';
import {
  explainByTime,
  isDayOver,
  isMcpEnvelope,
  isOfTier,
  isOtherDay,
  isOtherWindow,
  isWindowEnd,
  NoiseMask,
  noiseKeys,
  shownMax,
} from '../../../../src/live/traffic/compare/explain.ts';
import { assetOf, MarketLists } from '../../../../src/live/traffic/compare/market-lists.ts';
import { ReferralTree } from '../../../../src/live/traffic/compare/referral-tree.ts';
import { StakesOfBalance } from '../../../../src/live/traffic/compare/stakes-of-balance.ts'; // prettier-ignore

const differs = (kind: Difference['kind'], field: string, recorded: string, live: string): Difference => ({ kind, field, recorded, live }); // prettier-ignore
const at = (ms: number): string => `"${new Date(1_000_000_000_000 + ms).toISOString()}"`;

describe('a clock that is ahead', () => {
  const time = (byMs: number) => differs('time', '/at', at(0), at(byMs));

  it('explains instants that are as far ahead, within its tolerance', () => {
    const shift = { shiftMs: 5_000, toleranceMs: 10 };
    expect([4_989, 4_990, 5_000, 5_010, 5_011].map((byMs) => explainByTime(time(byMs), shift))).toEqual([null, 'time', 'time', 'time', null]);
    expect(explainByTime(time(0), { shiftMs: undefined, toleranceMs: 10 })).toBeNull();
    expect(explainByTime(differs('time', '/at', '"x"', at(5_000)), shift)).toBeNull();
    expect(explainByTime(differs('time', '/at', at(0), '"x"'), shift)).toBeNull();
  }); // prettier-ignore

  it('explains what an earlier request has fixed, with the tolerance of that', () => {
    const shift = { shiftMs: 5_000, toleranceMs: 10, earlier: [{ byMs: 100, toleranceMs: 1 }, { byMs: 900, toleranceMs: 1 }] };
    expect([98, 99, 101, 102, 899, 902].map((byMs) => explainByTime(time(byMs), shift))).toEqual([null, 'time', 'time', null, 'time', null]);
  }); // prettier-ignore

  it('explains days that hold an instant so far ahead', () => {
    const day = (text: string, byMs: number) =>
      explainByTime(differs('time', '/expires', '"2026-01-01T00:00:00.000Z"', `"${text}"`), { shiftMs: byMs, toleranceMs: 0 }); // prettier-ignore
    expect([day('2026-01-01', 0), day('2026-01-01', 86_399_999), day('2026-01-01', 86_400_000), day('2026-01-01', -1)]).toEqual(['time', 'time', null, null]); // prettier-ignore
  });

  it.each(['retry_after_seconds', 'next_claim_in_seconds', '/time_remaining', 'reset', '/age', 'uptime_ms', '/after', 'expires_in'])(
    'explains what is left of %s, which moves with the present', (field) => {
      const shift = { shiftMs: 5_000, toleranceMs: 2_000 };
      const left = (by: number, change: object = {}) => explainByTime({ ...differs('amount', field, '100', String(100 + by)), ...change }, shift);
      expect([-3, -2, 0, 2, 3].map((by) => left(by))).toEqual([null, 'time', 'time', 'time', null]);
      expect(left(0, { kind: 'value' })).toBeNull();
      expect(left(0, { field: `${field}x` })).toBeNull();
      expect(explainByTime(differs('amount', field, '100', '95'), { ...shift, earlier: [{ byMs: 0, toleranceMs: 0 }] })).toBe('time');
    }); // prettier-ignore

  it.each<[string, string, Difference['kind'], boolean]>([
    ['60', '60', 'amount', true], ['60', '61', 'amount', false], ['61', '3600', 'amount', true], ['61', '3601', 'amount', false], ['3601', '86400', 'amount', true],
    ['86401', '1', 'amount', false], ['5', '0', 'amount', true], ['5', '-1', 'amount', false], ['5', 'x', 'amount', false], ['a', 'b', 'time', true], ['a', 'b', 'value', false],
  ])('ends a window of %s seconds in %s (%s): %s', (recorded, live, kind, is) => {
    expect(isWindowEnd(differs(kind, '/retry_after_seconds', recorded, live))).toBe(is);
    expect(isWindowEnd(differs(kind, '/a/reset_at', recorded, live))).toBe(is);
    expect(isWindowEnd(differs(kind, '/xreset_at', recorded, live))).toBe(false);
  }); // prettier-ignore

  const hourMs = 3_600_000;
  it.each<[number, number, number, boolean]>([
    [3_600, hourMs, 0, true], [3_601, hourMs, 0, false], [3_601, hourMs, 1_000, true], [3_600, 25 * hourMs, 0, true], [3_600, 23 * hourMs, 0, false], [1, -hourMs, 0, false],
    [43_200, 12 * hourMs, 0, false],
  ])('with %i seconds left of a day and %i ms ahead (by %i ms) is over it: %s', (left, shiftMs, toleranceMs, is) => {
    const refusal = { window: '1d', retry_after_seconds: left };
    expect(isDayOver(refusal, { shiftMs, toleranceMs })).toBe(is);
    expect(isDayOver({ ...refusal, window: '1m' }, { shiftMs, toleranceMs })).toBe(false);
    expect(isDayOver({ window: '1d', retry_after_seconds: 'x' }, { shiftMs, toleranceMs })).toBe(false);
  }); // prettier-ignore

  it('has another day where it has another time of day', () => {
    const day = { window: '1d' };
    expect([0, 10, 11, -11, 24 * hourMs + 10, 24 * hourMs + 11].map((shiftMs) => isOtherDay(day, { shiftMs, toleranceMs: 10 }))).toEqual([false, false, true, true, false, true]);
    expect([isOtherDay({ window: '1m' }, { shiftMs: hourMs, toleranceMs: 0 }), isOtherDay(null, { shiftMs: hourMs, toleranceMs: 0 }), isOtherDay(day, { shiftMs: undefined, toleranceMs: 0 })]).toEqual([false, false, false]);
    expect([isDayOver(null, { shiftMs: hourMs, toleranceMs: 0 }), isDayOver({ window: '1d', retry_after_seconds: 0 }, { shiftMs: undefined, toleranceMs: 0 })]).toEqual([false, true]);
  }); // prettier-ignore
});

describe('limits of other windows and tiers', () => {
  const call = 'faucet/B/status';
  const minute = { limit: 30, window: '1m' };

  it('are those that the documents state on both sides', () => {
    const second = { limit: 10, window: '1m' };
    expect(isOtherWindow(call, { field: '/limit' }, [second, second])).toBe(true);
    expect(isOtherWindow(call, { field: '/window' }, [second, second])).toBe(true);
    expect(isOtherWindow(call, { field: '/limits' }, [second, second])).toBe(false);
    expect(isOtherWindow(call, { field: '/a/limit' }, [second, second])).toBe(false);
    expect(isOtherWindow(call, { field: '/limit' }, [second, { limit: 7, window: '1m' }])).toBe(false);
    expect(isOtherWindow(call, { field: '/limit' }, [null, second])).toBe(false);
  });

  it('explain nothing of a free account', () => {
    expect(isOfTier('free', { call, refusal: minute }, differs('value', '/tier', '"free"', '"free"'))).toBe(
      false,
    );
  });

  it('explain the tier, what is left of it, and headers that an unlimited one lacks', () => {
    const of = (tier: 'pro' | 'enterprise', difference: Difference) => isOfTier(tier, { call, refusal: undefined }, difference);
    expect([of('pro', differs('value', '/tier', '"free"', '"pro"')), of('pro', differs('value', '/tier', '"free"', '"enterprise"'))]).toEqual([true, false]);
    const header = (name: string, kind: Difference['kind'], live = '"7"') => differs(kind, `header x-ratelimit-${name}`, '"1"', live);
    expect([of('pro', header('remaining', 'amount')), of('pro', header('reset', 'amount')), of('pro', header('limit', 'amount'))]).toEqual([true, false, false]);
    expect([of('enterprise', header('limit', 'shape', 'nothing')), of('pro', header('limit', 'shape', 'nothing'))]).toEqual([true, false]);
    expect(of('pro', differs('amount', 'header retry-after', '"1"', '"7"'))).toBe(false);
    expect(of('pro', differs('status', '', '429 RATE_LIMIT', '200'))).toBe(false);
  }); // prettier-ignore

  it.each<[string, string, boolean]>([
    ['/api/mcp', '/result/resultType', true], ['/x/mcp', '/result/ttlMs', true], ['/mcp', '/result/cacheScope', true], ['/mcp', '/result/_meta', true],
    ['/mcp', '/result/_metas', false], ['/mcp', '/a/result/ttlMs', false], ['/mcps', '/result/ttlMs', false],
  ])('belong to no envelope: %s %s is of one: %s', (path, field, is) => {
    expect(isMcpEnvelope(path, { kind: 'shape', field })).toBe(is);
    expect(isMcpEnvelope(path, { kind: 'value', field })).toBe(false);
  }); // prettier-ignore
});

describe('noise', () => {
  const [one, other] = [differs('amount', '/a', '1', '2'), differs('id', '/b', '1', '2')];

  it('is what an earlier run shows in another way, by which of equal differences it is', () => {
    const keys = noiseKeys(3, [one, one, other]);
    expect(new Set(keys).size).toBe(3);
    expect(noiseKeys(3, [one])).toEqual(keys.slice(0, 1));
    expect(noiseKeys(4, [one])).not.toEqual(keys.slice(0, 1));
    const mask = new NoiseMask(new Map([[keys[0] ?? '', '9'], [keys[1] ?? '', '2'], [keys[2] ?? '', '9']]));
    expect([mask.covers(keys[0] ?? '', one), mask.covers(keys[1] ?? '', one), mask.covers(keys[2] ?? '', other), mask.covers('new', one)]).toEqual([true, false, false, true]);
    expect(new NoiseMask().covers('new', one)).toBe(false);
  }); // prettier-ignore

  it('is not known of the last differences of very many', () => {
    const many = new Map(Array.from({ length: shownMax }, (_, n) => [String(n), '']));
    expect(new NoiseMask(many).covers('new', one)).toBe(false);
    many.delete('0');
    expect(new NoiseMask(many).covers('new', one)).toBe(true);
  });
});

const trading = (call: string, recorded: unknown, live: unknown, change: object = {}) =>
  ({ n: 0, session: 1, things: [], call, request: {}, recorded: { status: 200, body: recorded }, live: { status: 200, body: live }, ...change }) as never; // prettier-ignore

describe('markets', () => {
  it('are those of each side: what is not on a list is not there', () => {
    const lists = new MarketLists();
    expect([lists.recorded.lacks('BTC'), lists.live.lacks('BTC')]).toEqual([false, false]);
    lists.note(trading('trading/A/markets', { list: [{ n: 1, name: 'BTC-USDC' }, { name: 'btc' }, [{ x: 'ETH-PERP' }]] }, [{ a: 'BTC-PERP', b: 'SOL-USDC' }])); // prettier-ignore
    expect(['BTC', 'ETH', 'SOL'].map((asset) => [lists.recorded.lacks(asset), lists.live.lacks(asset)])).toEqual([[false, false], [false, true], [true, true]]); // prettier-ignore
  });

  it.each<[string, object, unknown, unknown]>([
    ['of another service', { call: 'casino/A/markets' }, [{ a: 'BTC-USDC' }], [{ a: 'BTC-USDC' }]],
    [
      'refused by the recording',
      { recorded: { status: 300, body: [{ a: 'BTC-USDC' }] } },
      0,
      [{ a: 'BTC-USDC' }],
    ],
    ['refused by the target', { live: { status: 400, body: [{ a: 'BTC-USDC' }] } }, [{ a: 'BTC-USDC' }], 0],
    ['without an asset', {}, [{ a: 'BTC' }, null, 'BTC-USDC'], [{ a: 7 }]],
    ['of names that are too long', {}, [{ a: `${'B'.repeat(17)}-USDC` }], [{ a: 'BTC-USD' }]],
  ])('%s are not known', (_what, change, recorded, live) => {
    const lists = new MarketLists();
    lists.note(trading('trading/A/markets', recorded, live, change));
    expect([lists.recorded.lacks('ETH'), lists.live.lacks('ETH')]).toEqual([false, false]);
  });

  it('quote prices and quantities with so many decimals: an order may have no more', () => {
    const lists = new MarketLists();
    const isCoarser = (order: object) => [lists.recorded.isCoarser('BTC', order), lists.live.isCoarser('BTC', order)];
    expect(isCoarser({ price: '1.23456', size: 1.5 })).toEqual([false, false]);
    const ticker = { request: { path: '/trading/ticker/BTC-USDC' } };
    lists.note(trading('trading/A/ticker', { bid: '1.20', ask: 1.25 }, { mid: '7', mark_price: null }, ticker));
    expect([isCoarser({ price: '1.23' }), isCoarser({ price: '1.234' }), isCoarser({ price: '1.0' }), isCoarser({ price: '1.1' })]).toEqual([[false, true], [true, true], [false, false], [false, true]]);
    lists.note(trading('trading/A/orders', [{ symbol: 'BTC-PERP', size: '0.5' }, { pair: 'ETH-USDC', qty: '0.123' }], { at: { pair: 'BTC-USDC', fill_qty: 3 } }));
    expect([isCoarser({ size: '0.25' }), isCoarser({ size: '0.5' }), isCoarser({ size: 2 }), isCoarser({})]).toEqual([[true, true], [false, true], [false, false], [false, false]]);
    lists.note(trading('trading/A/ticker', { bid: '1.2' }, { bid: '1.2' }, ticker));
    expect(isCoarser({ price: '1.25' })).toEqual([false, true]);
  }); // prettier-ignore

  it.each<[object, string | undefined]>([
    [{ body: { symbol: 'BTC-PERP' } }, 'BTC'], [{ body: { pair: 'ETH-USDC' } }, 'ETH'], [{ body: { symbol: 'BTC-PERP', pair: 'ETH-USDC' } }, 'BTC'],
    [{ path: '/trading/price/SOL-USDC' }, 'SOL'], [{ path: 'SOL-USDC' }, 'SOL'], [{ path: '/SOL-USDC/x', body: [] }, undefined], [{}, undefined], [{ body: { symbol: 7 } }, undefined],
    [{ body: { symbol: 'xBTC-PERP' } }, undefined], [{ body: { symbol: 'BTC-PERPx' } }, undefined],
  ])('are asked for by %j: %s', (request, asset) => expect(assetOf(request)).toBe(asset)); // prettier-ignore
});

describe('positions that an order closes', () => {
  const order = (body: object, recorded: object = {}, change: object = {}) =>
    trading(
      'trading/A/place',
      recorded,
      {},
      { request: { body: { symbol: 'BTC-PERP', ...body } }, ...change },
    );
  const bought = (amount: number, side = 'buy'): ClosingOrders => {
    const orders = new ClosingOrders();
    orders.note(order({ side, amount }));
    return orders;
  };

  it.each<[object, object, boolean]>([
    [{ side: 'sell', size: 0.74 }, { fill_price: 100 }, false], [{ side: 'sell', size: 0.75 }, { fill_price: 100 }, true], [{ side: 'short', size: 2 }, { entry_price: '100' }, true],
    [{ side: 'buy', size: 1 }, { fill_price: 100 }, false], [{ side: 'sell', size: 1 }, {}, false], [{ side: 'sell', amount: 75 }, {}, true], [{ side: 'sell', amount: 74 }, {}, false],
    [{ side: 'sell', amount: 100, type: 'limit' }, {}, false], [{ side: 'sell', amount: 100, symbol: 'ETH-PERP' }, {}, false], [{ side: 'sell', amount: 100, symbol: 'BTC-USDC' }, {}, false],
    [{ side: 'sell', amount: 100, symbol: 'BTC-USDC', market_type: 'perp' }, {}, true],
  ])('bought for 100: %j at %j closes it: %s', (body, recorded, closes) => {
    expect(bought(100).closes(order(body, recorded))).toBe(closes);
  }); // prettier-ignore

  it('are those of the session, bought for an amount, as recorded', () => {
    expect(bought(100, 'sell').closes(order({ side: 'buy', amount: 100 }))).toBe(true);
    expect(bought(100).closes(order({ side: 'sell', amount: 100 }, {}, { session: 2 }))).toBe(false);
    const sized = new ClosingOrders();
    sized.note(order({ side: 'buy', size: 1 }, { fill_price: 100 }));
    expect(sized.closes(order({ side: 'sell', size: 1 }, { fill_price: 100 }))).toBe(false);
    const refused = new ClosingOrders();
    refused.note(order({ side: 'buy', amount: 100 }, {}, { recorded: { status: 400 } }));
    expect(refused.closes(order({ side: 'sell', amount: 100 }))).toBe(false);
    const live = bought(100).closes(trading('trading/A/place', {}, { fill_price: 100 }, { request: { body: { symbol: 'BTC-PERP', side: 'sell', size: 1 } } }));
    expect(live).toBe(true);
    expect(bought(100).closes(order({ side: 'sell', amount: 100 }, {}, { call: 'trading/A/close' }))).toBe(false);
  }); // prettier-ignore

  it('leave a rest on one side once they are closed, and have other units', () => {
    const orders = bought(100);
    expect([orders.mayLeaveRest(1), orders.isUnits(1, 'trading/A/positions', '/positions/*/size'), orders.isUnits(2, 'trading/A/positions', '/size'), orders.isUnits(1, 'trading/B/positions', '/size'), orders.isUnits(1, 'trading/A/positions', '/sizes')]).toEqual([false, true, false, false, false]);
    orders.note(order({ side: 'sell', size: 1 }, { fill_price: 100 }));
    expect([orders.mayLeaveRest(1), orders.mayLeaveRest(2)]).toEqual([true, false]);
    expect(orders.closes(order({ side: 'sell', amount: 100 }))).toBe(false);
    const two = bought(100);
    two.note(order({ side: 'buy', size: 1 }, { fill_price: 100 }));
    expect([two.closes(order({ side: 'sell', amount: 149 })), two.closes(order({ side: 'sell', amount: 150 }))]).toEqual([false, true]);
  }); // prettier-ignore
});

describe('stakes of a balance', () => {
  const answer = (recorded: unknown, live: unknown, call = 'casino/B/bet') => trading(call, { balance: recorded }, { balance: live }, { request: { body: { amount: 1 } } });
  const isShare = (stakes: StakesOfBalance, amount: unknown, change: object = {}) =>
    (['recorded', 'live'] as const).map((side) => stakes.isShare({ n: 0, session: 1, call: 'casino/A/bet', things: [], request: { body: { amount } }, ...change }, side));

  it('are large from a four-hundredth on', () => {
    const stakes = new StakesOfBalance();
    expect(isShare(stakes, 1)).toEqual([false, false]);
    stakes.note(answer(400, '800'));
    expect([isShare(stakes, 0.99), isShare(stakes, 1), isShare(stakes, '2'), isShare(stakes, 'x')]).toEqual([[false, false], [true, false], [true, true], [false, false]]);
    expect([isShare(stakes, 9, { session: 2 }), isShare(stakes, 9, { call: 'casino/A/bets' }), isShare(stakes, 9, { request: {} })]).toEqual([[false, false], [false, false], [false, false]]);
    for (const [recorded, live] of [[1, null], ['x', 1], [undefined, 2], [{}, 1]]) stakes.note(answer(recorded, live));
    stakes.note(answer(1, 1, 'faucet/B/status'));
    expect(isShare(stakes, 0.99)).toEqual([false, false]);
    stakes.note(answer(1, 1));
    expect(isShare(stakes, 0.0025)).toEqual([true, true]);
  });
}); // prettier-ignore

describe('referrals', () => {
  const registers = (n: number, session: number, things: number[], body: unknown = { referrer: 'x' }, call = 'faucet/B/register') =>
    ({ n, session, call, request: { body }, things }); // prettier-ignore

  it('reach three levels down, each session once, and never itself', () => {
    const tree = new ReferralTree();
    for (const [n, of] of [[0], [1, 0], [2, 1], [3, 2], [4, 3], [5, 0]] as [number, number?][])
      tree.note(registers(n, n + 10, of === undefined ? [] : [of], of === undefined ? {} : { referral_code: 'x' }));
    expect([10, 11, 12, 13, 14].map((session) => [...tree.below(session)])).toEqual([[11, 15, 12, 13], [12, 13, 14], [13, 14], [14], []]);
    tree.note(registers(6, 10, [3], { referrer: 'x' }, 'faucet/A/referral'));
    expect(tree.below(13)).toEqual(new Set([10, 11, 12, 14, 15]));
  }); // prettier-ignore

  it.each<[string, unknown, string, boolean]>([
    ['a code', { referral_code: 'x' }, 'faucet/B/register', true], ['an empty referrer', { referrer: '' }, 'faucet/B/register', false], ['no body', null, 'faucet/B/register', false],
    ['another call', { referrer: 'x' }, 'faucet/B/claim', false], ['a referral', { referrer: 'x' }, 'faucet/A/referrals', true],
  ])('are tied by %s', (_what, body, call, is) => {
    const tree = new ReferralTree();
    tree.note(registers(0, 1, [], {}));
    tree.note({ ...registers(1, 1, [0]), request: {} });
    tree.note(registers(2, 2, [0, 7], body, call));
    expect([...tree.below(1)]).toEqual(is ? [2] : []);
  }); // prettier-ignore
});

describe('the winner of a contest', () => {
  const answer = (winner: unknown, live: unknown, found: Difference[] = []) =>
    otherWinner({ recorded: { winner_id: winner, challenger_id: 'a' }, live: { winner_id: live, challenger_id: 'A' } } as never, found); // prettier-ignore

  it('is another side, whatever its id', () => {
    expect([answer('a', 'A'), answer('b', 'B'), answer(null, null), answer(undefined, 'B'), answer('b', undefined)]).toEqual([[], [], [], [], []]);
    expect(answer('a', 'B')).toEqual([{ kind: 'id', field: '/winner_id', recorded: '"challenger"', live: '"challenged"' }]);
    expect(answer('b', null)).toMatchObject([{ recorded: '"challenged"', live: '"none"' }]);
    expect(answer('a', 'B', [differs('id', '/winner_id', '', '')])).toEqual([]);
    expect(answer('a', 'B', [differs('id', '/other', '', '')])).toHaveLength(1);
    expect(otherWinner({ recorded: null, live: { winner_id: 'x' } } as never, [])).toEqual([]);
  }); // prettier-ignore
});
