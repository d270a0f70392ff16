/** What a comparison follows from response to response: limits, holdings, payouts, nonces and rounds of contests. */
import { describe, expect, it } from 'vitest';
import { HeaderComparison } from '../../../../src/live/traffic/compare/compare-headers.ts';
import type { Difference } from '../../../../src/live/traffic/compare/difference.ts';
import { matchItems, reorderedItems } from '../../../../src/live/traffic/compare/match-items.ts';
import { pairedUnnamed } from '../../../../src/live/traffic/compare/unnamed-items.ts';
import { NonceOffsets } from '../../../../src/live/traffic/compare/nonce-offsets.ts';
import {
  isOfPart,
  isShareOfBalance,
  paidInBatch,
  Payouts,
} from '../../../../src/live/traffic/compare/payouts.ts';
import { RepeatedRounds } from '../../../../src/live/traffic/compare/repeated-rounds.ts';
import { isSpotSale, SalesOfHoldings } from '../../../../src/live/traffic/compare/sales-of-holdings.ts'; // prettier-ignore

const headOf = (headers: Readonly<Record<string, string>>): string =>
  `HTTP/1.1 200 OK\r\n${Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n`; // prettier-ignore

const limits = (limit: number, remaining: number, reset = 100) => ({
  'x-ratelimit-limit': String(limit), 'x-ratelimit-remaining': String(remaining), 'x-ratelimit-reset': String(reset),
}); // prettier-ignore

type Headers = Readonly<Record<string, string>>;

/** Which headers differ in each of these responses to one session. */
function headersOf(responses: readonly (readonly [recorded: Headers, live: Headers])[], isExact = false): string[][] {
  const comparison = new HeaderComparison(isExact);
  return responses.map(([recorded, live]) => comparison.differences(recorded, headOf(live), 1).map(({ field }) => field.slice(7)));
} // prettier-ignore

describe('headers of limits', () => {
  const [limit, remaining] = ['x-ratelimit-limit', 'x-ratelimit-remaining'];

  it.each<[string, Headers, Headers, string[]]>([
    ['are the same', limits(10, 9), limits(10, 9), []],
    ['have another reset', limits(10, 9), limits(10, 9, 7_000), []],
    ['have a reset that is no number', limits(10, 9), { ...limits(10, 9), 'x-ratelimit-reset': '1.5' }, ['x-ratelimit-reset']],
    ['have another limit', limits(10, 9), limits(60, 9), [limit]],
    ['have another rest at first', limits(10, 9), limits(10, 3), []],
    ['are lacking', limits(10, 9), {}, [limit, remaining, 'x-ratelimit-reset']],
    ['are there without need', {}, limits(10, 9), []],
    ['wait until the reset', { 'retry-after': '5' }, { 'retry-after': '50', 'x-ratelimit-reset': '60', date: new Date(10_000).toUTCString() }, []],
    ['wait a minute longer', { 'retry-after': '5' }, { 'retry-after': '110', 'x-ratelimit-reset': '60', date: new Date(10_000).toUTCString() }, []],
    ['wait more than a minute longer', { 'retry-after': '5' }, { 'retry-after': '111', 'x-ratelimit-reset': '60', date: new Date(10_000).toUTCString() }, ['retry-after']],
    ['wait more than a minute less', { 'retry-after': '5' }, { 'retry-after': '5', 'x-ratelimit-reset': '76', date: new Date(10_000).toUTCString() }, ['retry-after']],
    ['wait without a date', { 'retry-after': '5' }, { 'retry-after': '999', 'x-ratelimit-reset': '60' }, []],
    ['wait without a reset', { 'retry-after': '5' }, { 'retry-after': '999', date: new Date(10_000).toUTCString() }, []],
    ['are no numbers', { 'retry-after': '5' }, { 'retry-after': 'x5' }, ['retry-after']],
    ['go on after a number', { 'retry-after': '5' }, { 'retry-after': '6x' }, ['retry-after']],
  ])('that %s', (_what, recorded, live, differing) => {
    expect(headersOf([[recorded, live]])).toEqual([differing]);
  }); // prettier-ignore

  it('have to be the same where the target has the windows of the recording', () => {
    expect(headersOf([[limits(10, 9), limits(10, 8, 101)]], true)).toEqual([
      [remaining, 'x-ratelimit-reset'],
    ]);
    const far = { 'retry-after': '5', 'x-ratelimit-reset': '9999', date: new Date(10_000).toUTCString() };
    expect(headersOf([[{ 'retry-after': '5' }, far]], true)).toEqual([[]]);
  });

  it.each<[string, [Headers, Headers], [Headers, Headers], string[]]>([
    ['has to fall where it fell', [limits(10, 9), limits(10, 5)], [limits(10, 8), limits(10, 4)], []],
    ['differs where it stays', [limits(10, 7), limits(10, 9)], [limits(10, 6), limits(10, 9)], [remaining]],
    ['differs where it rises', [limits(10, 7), limits(10, 8)], [limits(10, 6), limits(10, 9)], [remaining]],
    ['may stay where it did', [limits(10, 7), limits(10, 9)], [limits(10, 7), limits(10, 9)], []],
    ['may rise once the window is over', [limits(10, 7), limits(10, 8, 100)], [limits(10, 6), { ...limits(10, 9, 160), date: new Date(100_000).toUTCString() }], []],
    ['differs where it rises before that', [limits(10, 7), limits(10, 8, 100)], [limits(10, 6), { ...limits(10, 9, 160), date: new Date(99_000).toUTCString() }], [remaining]],
    ['may be anything in another window', [limits(10, 7), limits(60, 9)], [limits(10, 6), limits(10, 9)], []],
    ['may stay below what was recorded', [limits(10, 7), limits(10, 3)], [limits(10, 6), limits(10, 3)], []],
  ])('what remains %s', (_what, first, second, differing) => {
    expect(headersOf([first, second])[1]).toEqual(differing);
  }); // prettier-ignore

  describe('of a window that slides', () => {
    /** A request each second, of which the target answers with what remains of ten in a window of so many seconds. */
    const everySecond = (span: number, remainings: readonly number[]): string[][] =>
      headersOf(
        remainings.map((left, at) => [
          limits(10, 9 - at),
          { ...limits(10, left, at + span), date: new Date(at * 1_000).toUTCString() },
        ]),
      );

    it('need not fall while earlier requests leave it', () => {
      expect(everySecond(5, [9, 8, 7, 6, 5, 5, 5, 5])).toEqual([[], [], [], [], [], [], [], []]);
      // A date is a second early, and a reset a second late.
      expect(everySecond(6, [9, 8, 7, 6, 5, 5, 5, 5])).toEqual([[], [], [], [], [], [], [], []]);
    });

    it('fall before that, and where the requests of a span ago are long gone', () => {
      expect(everySecond(5, [9, 8, 8, 7])).toEqual([[], [], [remaining], []]);
      const early = { ...limits(10, 9, 5), date: new Date(0).toUTCString() };
      const at = (second: number, left: number) => ({ ...limits(10, left, second + 5), date: new Date(second * 1_000).toUTCString() });
      expect(headersOf([[limits(10, 9), early], [limits(10, 9), at(30, 9)], [limits(10, 8), at(31, 9)]])[2]).toEqual([remaining]);
    }); // prettier-ignore

    it('may be anything: no reset takes long to compare', () => {
      for (const reset of ['9'.repeat(300), 'Infinity']) {
        const at = (second: number) => ({ ...limits(10, 9), 'x-ratelimit-reset': reset, date: new Date(second * 1_000).toUTCString() });
        expect(headersOf([[limits(10, 9), at(1)], [limits(10, 8), at(2)]])[1]).toContain(remaining);
      }
    }); // prettier-ignore

    it('are compared without a date or a reset as before', () => {
      const late = (left: number) => ({ ...limits(10, left), date: 'never' });
      expect(
        headersOf([
          [limits(10, 9), late(9)],
          [limits(10, 8), late(9)],
        ])[1],
      ).toEqual([remaining]);
    });
  });

  it('say what differs, session by session', () => {
    const comparison = new HeaderComparison(false);
    expect(comparison.differences({ 'x-ratelimit-limit': '1' }, headOf({}), 1)).toEqual([
      { kind: 'shape', field: 'header x-ratelimit-limit', recorded: '"1"', live: 'nothing' },
    ]);
    expect(comparison.differences({ 'x-ratelimit-limit': '1' }, headOf({ 'x-ratelimit-limit': '2' }), 1)).toEqual([
      { kind: 'amount', field: 'header x-ratelimit-limit', recorded: '"1"', live: '"2"' },
    ]);
    comparison.differences(limits(10, 7), headOf(limits(10, 9)), 2);
    expect(comparison.differences(limits(10, 6), headOf(limits(10, 9)), 3)).toEqual([]);
  }); // prettier-ignore
});

describe('items of lists', () => {
  const named = (id: unknown, x = 0) => ({ state: 'open', id, x });
  const names = {
    resolve: (text: string): string | undefined =>
      text.startsWith('${') && !text.includes('lacking') ? `live-${text.slice(2, 3)}` : text,
    isLacking: (text: string): boolean => text.includes('lacking'),
  };

  it('are matched by the reference that names each', () => {
    const recorded = [named('${1:/id}'), named('${2:/id}'), named('${3:/id}')];
    const live = [named('live-2', 2), named('live-1', 1), named('other'), null];
    expect(matchItems(recorded, live, names)).toEqual({
      pairs: [{ recorded: recorded[0], live: live[1], at: 1 }, { recorded: recorded[1], live: live[0], at: 0 }],
      missing: [recorded[2]], unnamed: [], extra: [live[2], null], isInOrder: false,
    });
    const first = matchItems(recorded.slice(0, 2), [named('live-1'), named('live-2'), named('live-1')], names);
    expect([first?.isInOrder, first?.pairs.map(({ at }) => at), first?.extra.length]).toEqual([true, [0, 1], 1]);
  }); // prettier-ignore

  it.each<[string, unknown[]]>([
    ['no items', []],
    ['no objects', ['${1:/id}']],
    ['null', [null]],
    ['a name twice', [named('${1:/id}'), named('${1:/id}')]],
    ['an item without a name', [named('${1:/id}'), { state: 'x' }]],
    ['a name that is no reference', [named('${1:/id}'), named('x')]],
    ['an item that is none', [named('${1:/id}'), 'x']],
  ])('are not matched with %s', (_what, recorded) => {
    expect(matchItems(recorded, [named('live-1')], names)).toBeUndefined();
  });

  it('may have names that the target has not given out', () => {
    const recorded = [named('${1:/id}'), named('${2:/lacking}'), named('${3:/lacking}')];
    const live = [named('a', 5), named('live-1'), named('b', 6)];
    const matched = matchItems(recorded, live, names);
    expect(matched).toMatchObject({ missing: [], unnamed: recorded.slice(1), extra: [live[0], live[2]] });
    const { unnamed = [], extra = [] } = matched ?? {};
    expect(pairedUnnamed(unnamed, extra)).toEqual({
      pairs: [{ recorded: recorded[1], live: live[0] }, { recorded: recorded[2], live: live[2] }], lost: [],
    });
    expect(pairedUnnamed(unnamed, extra.slice(1))).toEqual({ pairs: [], lost: [recorded[2]] });
    expect(pairedUnnamed(unnamed, [...extra, named('c')])).toEqual({ pairs: [], lost: [] });
  }); // prettier-ignore

  it('are put in the order of the recording by the first text of each', () => {
    const item = (name: unknown, n: number) => ({ n, pair: name });
    const recorded = [item('a', 1), item('b', 2), item('c', 3)];
    const live = [item('c', 6), item('a', 4), item('b', 5)];
    expect(reorderedItems(recorded, live)).toEqual([live[1], live[2], live[0]]);
    expect(reorderedItems(recorded, recorded)).toBeUndefined();
    expect(reorderedItems(recorded, [item('c', 6), item('a', 4), item('a', 5)])).toBeUndefined();
    expect(reorderedItems(recorded, [item('c', 6), item('a', 4), item('d', 5)])).toBeUndefined();
    expect(reorderedItems([1, 2], [2, 1])).toBeUndefined();
    expect(reorderedItems([null], [null])).toBeUndefined();
    expect(reorderedItems([{ n: 1 }], [{ n: 2 }])).toBeUndefined();
    const upper = [item('B', 5), item('A', 4)];
    expect(reorderedItems(recorded.slice(0, 2), upper, (text) => text.toLowerCase())).toEqual([upper[1], upper[0]]);
  }); // prettier-ignore
});

describe('sales at the market', () => {
  const order = (side: string, amount: unknown, more: object = {}, session = 1) =>
    ({
      n: 0,
      session,
      call: 'trading/B/place',
      request: { path: '', body: { pair: 'ETH', side, amount, ...more } },
    }) as never;
  const both = (of: object, recorded = 200, live = 200) =>
    ({ ...of, recorded: { status: recorded }, live: { status: live } }) as never;

  it.each<[unknown, boolean]>([[74, false], [75, true], [76, true], [200, true], ['80', true], ['x', false], [undefined, false]])(
    'of %j of a hundred are of all: %s', (amount, isAll) => {
      const sales = new SalesOfHoldings();
      sales.note(both(order('buy', 100)));
      expect([sales.isOfAll(order('sell', amount), 'recorded'), sales.isOfAll(order('sell', amount), 'live')]).toEqual([isAll, isAll]);
    }); // prettier-ignore

  it('count what each side has accepted, and never below nothing', () => {
    const sales = new SalesOfHoldings();
    sales.note(both(order('buy', 100), 200, 299));
    sales.note(both(order('buy', 100), 300, 201));
    const all = (amount: number) => [sales.isOfAll(order('sell', amount), 'recorded'), sales.isOfAll(order('sell', amount), 'live')];
    expect([all(75), all(149), all(150)]).toEqual([[true, false], [true, false], [true, true]]);
    sales.note(both(order('sell', 150)));
    expect([all(1), all(37), all(38)]).toEqual([[true, false], [true, false], [true, true]]);
    sales.note(both(order('buy', 40)));
    expect([all(29), all(30)]).toEqual([[false, false], [true, false]]);
  }); // prettier-ignore

  it('are those of the session and the pair, at the market, of the spot market', () => {
    const sales = new SalesOfHoldings();
    for (const more of [{ type: 'limit' }, { market_type: 'perp' }])
      sales.note(both(order('buy', 100, more)));
    expect(sales.isOfAll(order('sell', 100), 'live')).toBe(false);
    sales.note(both(order('buy', 100, { type: 'market', market_type: 'spot' })));
    expect(sales.isOfAll(order('sell', 100), 'live')).toBe(true);
    expect(sales.isOfAll(order('sell', 100, {}, 2), 'live')).toBe(false);
    expect(sales.isOfAll(order('sell', 100, { pair: 'BTC' }), 'live')).toBe(false);
    expect(sales.isOfAll(order('buy', 100), 'live')).toBe(false);
    expect(
      sales.isOfAll({ ...(order('sell', 100) as object), call: 'trading/A/place' } as never, 'live'),
    ).toBe(false);
    expect(sales.isOfAll({ ...(order('sell', 100) as object), request: {} } as never, 'live')).toBe(false);
  });

  it.each<[object, boolean]>([
    [{ side: 'sell' }, true], [{ side: 'sell', market_type: 'spot' }, true], [{ side: 'buy' }, false], [{ side: 'sell', market_type: 'perp' }, false],
  ])('%j is one: %s', (body, is) => {
    expect(isSpotSale({ call: 'trading/B/place', request: { body } })).toBe(is);
    expect(isSpotSale({ call: 'trading/A/place', request: { body } })).toBe(false);
  }); // prettier-ignore
});

describe('payouts beyond what was expected', () => {
  it('may be those of some of the bets', () => {
    const paid = new Payouts();
    for (const amount of [3, -2, 5, 0]) paid.add(amount);
    expect([paid.net, paid.least, paid.most]).toEqual([6, -2, 8]);
    expect([-2.5, -2.25, 0, 8.25, 8.5].map((amount) => paid.mayBe(amount, 0.25))).toEqual([false, true, true, true, false]);
  }); // prettier-ignore

  it.each<[string, string, boolean]>([
    ['casino/B/stats', '/games/dice/wagered', true], ['casino/B/stats', '/wagered', false], ['casino/A/session', '/wagered', true],
    ['casino/B/batch', '/results/*/balance', true], ['casino/B/bet', '/games/x', false], ['casino/B/bankrollCurve', '/history/*/balance', true],
    ['casino/B/stats', '/by_game/x', true], ['casino/B/stats', '/x/games/y', false], ['xcasino/B/stats', '/games/x', false], ['casino/B/statsx', '/games/x', false],
  ])('%s %s counts some of them: %s', (call, field, is) => expect(isOfPart(call, field)).toBe(is)); // prettier-ignore

  it.each<[string, string, boolean]>([
    ['casino/B/kellyLimits', '/max_bet', true], ['casino/A/kellyOptimal', '/a/optimal_bet', true], ['casino/B/kellyLimits', '/max_bet_at_longest_odds', true],
    ['casino/B/kellyLimits', '/max_bets', false], ['casino/B/kelly', '/max_bet', false], ['casino/B/kellyLimitsX', '/max_bet', false], ['x/casino/B/kellyLimits', '/max_bet', false],
  ])('%s %s is a share of the balance: %s', (call, field, is) => expect(isShareOfBalance(call, field)).toBe(is)); // prettier-ignore

  it('of a batch are those of each bet', () => {
    const results = (...bets: unknown[]) => ({ results: bets });
    const bet = (payout: unknown, amount: unknown) => ({ payout, amount });
    const recorded = results(bet('0', '1'), bet('2', '1'), null);
    const live = results(bet('2', '1'), bet('0', '3'), bet('x', 1));
    expect(paidInBatch('casino/B/batch', { recorded, live })).toEqual([2, -4, 0]);
    expect(paidInBatch('casino/B/bet', { recorded, live })).toBeUndefined();
    expect(paidInBatch('casino/B/batch', { recorded, live: results() })).toBeUndefined();
    expect(paidInBatch('casino/B/batch', { recorded: null, live })).toBeUndefined();
    expect(paidInBatch('casino/B/batch', { recorded, live: {} })).toBeUndefined();
  }); // prettier-ignore
});

describe('nonces', () => {
  const noted = (offsets: NonceOffsets, recorded: unknown, live: unknown, call = 'casino/B/bet', found: Difference[] = []) =>
    offsets.note({ n: 0, session: 1, call, recorded: { nonce: recorded }, live: { nonce: live } } as never, found); // prettier-ignore
  const differs: Difference = { kind: 'amount', field: '/nonce', recorded: '2', live: '12' };

  it('have to rise as expected, from wherever they begin', () => {
    const offsets = new NonceOffsets();
    expect(offsets.explains(1, differs)).toBe(false);
    expect(noted(offsets, 1, 11)).toEqual([]);
    expect(offsets.explains(1, differs)).toBe(true);
    expect([offsets.explains(2, differs), offsets.explains(1, { ...differs, kind: 'value' }), offsets.explains(1, { ...differs, field: '/x' })]).toEqual([false, false, false]);
    expect(noted(offsets, 2, 2)).toEqual([{ kind: 'amount', field: '/nonce', recorded: '12', live: '2' }]);
    expect(offsets.explains(1, differs)).toBe(false);
    expect(noted(offsets, 2, 13, 'casino/B/bet', [differs])).toEqual([]);
    expect(offsets.explains(1, differs)).toBe(false);
    expect(noted(offsets, 3, 13)).toEqual([]);
    expect(offsets.explains(1, differs)).toBe(true);
  }); // prettier-ignore

  it('may begin elsewhere after a rotation, or where one side alone has drawn', () => {
    const offsets = new NonceOffsets();
    noted(offsets, 1, 11);
    expect(noted(offsets, 0, 5, 'casino/B/rotate')).toEqual([]);
    expect(noted(offsets, 1, 6)).toEqual([]);
    offsets.forget(1);
    expect(noted(offsets, 2, 90)).toEqual([]);
    expect(noted(offsets, undefined, 7)).toEqual([]);
    expect(noted(offsets, 3, undefined)).toEqual([]);
  });
});

describe('rounds of contests', () => {
  const rounds: Difference = { kind: 'amount', field: '/rounds', recorded: '1', live: '3' };
  const sum = (field: string, kind: Difference['kind'] = 'amount'): Difference => ({
    ...rounds,
    field,
    kind,
  });

  it.each<[string, boolean]>([
    ['casino/B/acceptChallenge', true], ['casino/A/challenges', true], ['casino/B/challenge', true], ['casino/B/createChallenge', true],
    ['casino/B/declineChallenge', true], ['casino/B/bet', false], ['casino/B/acceptChallenged', false], ['x/casino/B/challenge', false],
  ])('%s tells that more were drawn: %s', (call, is) => {
    const repeated = new RepeatedRounds();
    expect(repeated.note(call, [1, 2], [rounds])).toBe(is);
    expect([1, 2, 3].map((session) => repeated.explains(session, 'casino/B/stats', sum('/total_bets')))).toEqual([is, is, false]);
  }); // prettier-ignore

  it('explain what counts them, for those who took part', () => {
    const repeated = new RepeatedRounds();
    expect(repeated.explains(1, 'casino/B/x', sum('/challenger_round/nonce'))).toBe(false);
    expect(repeated.note('casino/B/challenge', [1], [sum('/x'), sum('/rounds', 'value')])).toBe(false);
    expect(repeated.note('casino/B/challenge', [1], [sum('/x'), sum('/a/rounds')])).toBe(true);
    const explains = (session: number, field: string, call = 'casino/B/x', kind: Difference['kind'] = 'amount') => repeated.explains(session, call, sum(field, kind));
    expect(['/next_nonce', '/a/rounds', '/total_bets', '/total_wagered', 'wagered', '/total'].map((field) => explains(1, field))).toEqual(Array.from({ length: 6 }, () => true));
    expect([explains(1, '/totals'), explains(1, '/x_total'), explains(2, '/total'), explains(1, '/total', 'escrow/B/x'), explains(1, '/total', 'casino/B/x', 'value')]).toEqual([false, false, false, false, false]);
    expect([explains(2, '/challenger_round/nonce'), explains(2, '/a/challenged_round/nonce'), explains(2, '/round/nonce'), explains(1, '/challenger_round/nonces')]).toEqual([true, true, false, false]);
  }); // prettier-ignore
});
