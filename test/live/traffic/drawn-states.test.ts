/** What a market, a network or a draw decides of states and refusals, and what it does not. */
import { describe, expect, it } from 'vitest';
import { compareAnswers } from '../../../src/live/traffic/compare/compare-answers.ts';
import { DrawnValues } from '../../../src/live/traffic/compare/drawn.ts';
import { isOfTier, isOtherDay, isOtherWindow } from '../../../src/live/traffic/compare/explain.ts';
import { HeldCards } from '../../../src/live/traffic/correlation/held-cards.ts';
import { Namespace } from '../../../src/live/traffic/correlation/namespace.ts';

interface Answer {
  readonly status: number;
  readonly body?: unknown;
}

interface Asked {
  readonly call: string;
  readonly n?: number;
  readonly things?: readonly number[];
  readonly body?: unknown;
  readonly path?: string;
}

/** The unexplained differences of one response after another, of one session. */
function judge(): (asked: Asked, recorded: Answer, live: Answer) => string[] {
  const drawn = new DrawnValues();
  let count = 0;
  return ({ call, n = (count += 1), things = [], body, path = '/' }, recorded, live) => {
    const of = { n, session: 1, call, things, request: { path, body } };
    const found = compareAnswers(
      { status: recorded.status, body: recorded.body },
      { status: live.status, body: live.body },
      {
        valueOf: () => 'ord_bbbbbbbbbbbbbbbb',
        isOwn: () => false,
        clean: (value) => value,
        decided: drawn.rowsOf(of),
      },
    );
    drawn.note({ ...of, recorded, live }, found);
    return found
      .filter((each) => !drawn.explains(1, call, each))
      .map(({ kind, field }) => `${kind} ${field}`);
  };
}

const limit = { type: 'limit', pair: 'BTC-USDC', price: '10.00' };
const order = (id: string, status: string): Answer => ({ status: 201, body: { order_id: id, status } });
const listed = (id: string, status: string): Answer => ({
  status: 200,
  body: { orders: [{ order_id: id, status }] },
});
const orders = 'trading/B/orders';

describe('the state of a limit order', () => {
  it('may be another, and moves on in one direction alone', () => {
    const seen = judge();
    expect(
      seen(
        { call: 'trading/B/place', n: 1, body: limit },
        order('ord_aaaaaaaaaaaaaaaa', 'open'),
        order('ord_bbbbbbbbbbbbbbbb', 'open'),
      ),
    ).toEqual([]);
    expect(
      seen({ call: orders }, listed('${1:/order_id}', 'open'), listed('ord_bbbbbbbbbbbbbbbb', 'filled')),
    ).toEqual([]);
    expect(
      seen({ call: orders }, listed('${1:/order_id}', 'filled'), listed('ord_bbbbbbbbbbbbbbbb', 'open')),
    ).toEqual(['value /orders/*/status']);
    expect(
      seen({ call: orders }, listed('${1:/order_id}', 'filled'), listed('ord_bbbbbbbbbbbbbbbb', 'FILLED')),
    ).toEqual(['value /orders/*/status']);
  });

  it('is none that a market decides where the order was to be filled at once', () => {
    const seen = judge();
    const body = { ...limit, type: 'market' };
    expect(
      seen(
        { call: 'trading/B/place', n: 1, body },
        order('ord_aaaaaaaaaaaaaaaa', 'filled'),
        order('ord_bbbbbbbbbbbbbbbb', 'open'),
      ),
    ).toEqual(['value /status']);
  });

  it.each([
    ['open', 409, 200, []],
    ['open', 200, 409, []],
    ['filled', 409, 200, ['status ']],
    ['open', 409, 500, ['status ']],
  ])('that was %s decides its cancellation: %s here, %s there', (state, recorded, live, expected) => {
    const seen = judge();
    seen(
      { call: 'trading/B/place', n: 1, body: limit },
      order('ord_aaaaaaaaaaaaaaaa', 'open'),
      order('ord_bbbbbbbbbbbbbbbb', 'open'),
    );
    seen({ call: orders }, listed('${1:/order_id}', state), listed('ord_bbbbbbbbbbbbbbbb', state));
    const cancel = { call: 'trading/B/cancel', things: [1] };
    expect(seen(cancel, { status: recorded, body: {} }, { status: live, body: {} })).toEqual(expected);
  });
});

describe('a refusal on one side', () => {
  const lack = { status: 422, body: { code: 'INSUFFICIENT_BALANCE' } };
  const bet = (payout: number): Answer => ({ status: 200, body: { payout } });

  it.each([
    ['less was won there', 1, 0, []],
    ['as much was won', 1, 1, ['status ']],
    ['more was won there', 0, 1, ['status ']],
  ])('for lack of money, where %s', (_where, recorded, live, expected) => {
    const seen = judge();
    seen({ call: 'casino/A/bet' }, bet(recorded), bet(live));
    expect(seen({ call: 'escrow/B/create', n: 9 }, { status: 201, body: {} }, lack)).toEqual(expected);
  });

  it('of an order whose row stood beside another one', () => {
    const seen = judge();
    seen(
      { call: 'trading/B/place', n: 1, body: limit },
      order('ord_aaaaaaaaaaaaaaaa', 'open'),
      order('ord_bbbbbbbbbbbbbbbb', 'open'),
    );
    // By position, the recorded order is beside one that the target alone has.
    seen({ call: orders }, listed('${1:/order_id}', 'filled'), listed('ord_cccccccccccccccc', 'filled'));
    const cancel = { call: 'trading/B/cancel', things: [1] };
    expect(seen(cancel, { status: 409, body: {} }, { status: 200, body: {} })).toEqual([]);
  });

  it('leaves lists in which things of one side stand at places of others', () => {
    const escrow = (n: number, amount: string) => ({ escrow_id: `esc_aaaaaaaaaaaaaaa${n}`, amount });
    const list = (...escrows: object[]): Answer => ({ status: 200, body: { escrows } });
    const [older, recorded, live] = [escrow(2, '1.00'), escrow(3, '2.00'), escrow(4, '3.00')];
    const lists = [list(recorded, older), list(live, older)] as const;
    const seen = judge();
    expect(seen({ call: 'escrow/B/list' }, ...lists)).toEqual(['amount /escrows/*/amount']);
    seen({ call: 'casino/A/bet' }, bet(1), bet(0));
    expect(seen({ call: 'escrow/B/create' }, { status: 201, body: recorded }, lack)).toEqual([]);
    expect(seen({ call: 'escrow/B/list' }, ...lists)).toEqual([]);
    const others = [list(escrow(5, '2.00'), older), list(live, older)] as const;
    expect(seen({ call: 'escrow/B/list' }, ...others)).toEqual(['amount /escrows/*/amount']);
  });

  it('leaves lists of things that the refused request only names', () => {
    const contest = (prize: string): Answer => ({
      status: 200,
      body: { tournaments: [{ tournament_id: 'trn_aaaaaaaaaaaaaaa1', prize }] },
    });
    const seen = judge();
    seen({ call: 'casino/A/bet' }, bet(1), bet(0));
    const join = { call: 'casino/short/join', path: '/casino/tournaments/trn_aaaaaaaaaaaaaaa1/join' };
    const joined = {
      status: 201,
      body: { tournament_id: 'trn_aaaaaaaaaaaaaaa1', entry_id: 'ent_aaaaaaaaaaaaaaa1' },
    };
    expect(seen(join, joined, lack)).toEqual([]);
    const list = { call: 'casino/short/tournaments' };
    expect(seen(list, contest('1.00'), contest('2.00'))).toEqual(['amount /tournaments/*/prize']);
  });

  it('of a market that is not on the list of that side', () => {
    const seen = judge();
    const list = (...symbols: string[]): Answer => ({
      status: 200,
      body: { markets: symbols.map((symbol) => ({ symbol })) },
    });
    const none = { status: 404, body: { code: 'NOT_FOUND' } };
    const price = (pair: string): Asked => ({
      call: 'trading/B/price',
      path: `/api/trading-api/price/${pair}`,
    });
    expect(seen(price('XYZ-USDC'), { status: 200, body: {} }, none)).toEqual(['status ']);
    seen({ call: 'trading/A/markets' }, list('BTC-PERP', 'XYZ-PERP'), list('BTC-PERP'));
    expect(seen(price('XYZ-USDC'), { status: 200, body: {} }, none)).toEqual([]);
    expect(seen(price('BTC-USDC'), { status: 200, body: {} }, none)).toEqual(['status ']);
  });

  it('of a sale of all that is held, which prices decide, and of none far below', () => {
    const trade = (side: string, amount: string): Asked => ({
      call: 'trading/B/place',
      body: { pair: 'ETH-USDC', side, amount, market_type: 'spot', type: 'market' },
    });
    const filled = { status: 201, body: {} };
    const seen = judge();
    expect(seen(trade('sell', '2.00'), filled, lack)).toEqual(['status ']);
    for (let count = 0; count < 3; count += 1) seen(trade('buy', '2.00'), filled, filled);
    expect(seen(trade('sell', '2.00'), filled, lack)).toEqual(['status ']);
    expect(seen(trade('sell', '3.00'), filled, filled)).toEqual([]);
    expect(seen(trade('sell', '3.00'), filled, lack)).toEqual([]);
  });

  it.each([
    ['was filled on one side alone', 'filled', 'open', []],
    ['may have been filled on one side alone', 'open', 'open', []],
    ['was filled on both sides', 'filled', 'filled', ['status ']],
  ])('of a sale of what a limit order has bought that %s', (_how, recorded, live, expected) => {
    const seen = judge();
    const placed = ['ord_aaaaaaaaaaaaaaaa', 'ord_bbbbbbbbbbbbbbbb'] as const;
    seen({ call: 'trading/B/place', n: 1, body: limit }, order(placed[0], 'open'), order(placed[1], 'open'));
    seen({ call: orders }, listed('${1:/order_id}', recorded), listed(placed[1], live));
    const body = { pair: 'ETH-USDC', side: 'sell', amount: 2, type: 'limit', price: '9.00' };
    expect(seen({ call: 'trading/B/place', n: 2, body }, { status: 201, body: {} }, lack)).toEqual(expected);
  });

  it('of a rotation during a round on one side: seeds of different periods are in use until the next one', () => {
    const drawn = new DrawnValues();
    const seed = { kind: 'id', field: '/seed_hash', recorded: '"a"', live: '"b"' } as const;
    const total = { kind: 'amount', field: '/total', recorded: '0', live: '1' } as const;
    const status = { kind: 'status', field: '', recorded: '200', live: '409' } as const;
    const note = (call: string, recorded: number, live: number): void =>
      drawn.note(
        {
          n: 1,
          session: 1,
          call,
          things: [],
          request: {},
          recorded: { status: recorded },
          live: { status: live },
        },
        recorded === live ? [] : [status],
      );
    const explained = (call: string, difference: typeof seed | typeof total): boolean =>
      drawn.explains(1, call, difference);
    expect(explained('casino/B/history', total)).toBe(false);
    note('casino/short/launch', 200, 200);
    expect(explained('casino/B/history', total)).toBe(true);
    expect(explained('casino/A/seedHash', seed)).toBe(false);
    note('casino/short/cashOut', 409, 409);
    expect(explained('casino/B/history', total)).toBe(false);
    note('casino/short/launch', 200, 200);
    note('casino/A/rotate', 200, 409);
    expect(explained('casino/A/seedHash', seed)).toBe(true);
    note('casino/A/rotate', 200, 200);
    expect(explained('casino/A/seedHash', seed)).toBe(false);
  });

  it('of a round that a draw has ended', () => {
    const seen = judge();
    const over = { status: 409, body: {} };
    const cashOut = { call: 'casino/short/cashOut' };
    expect(seen(cashOut, { status: 200, body: {} }, over)).toEqual(['status ']);
    seen({ call: 'casino/short/launch' }, { status: 200, body: {} }, { status: 200, body: {} });
    expect(seen(cashOut, { status: 200, body: {} }, over)).toEqual([]);
  });
});

describe('limits', () => {
  const refusal = (count: number, window: string) => ({ limit: count, window });

  it.each([
    [100, '1d', 10, '1m', true],
    [100, '1d', 11, '1m', false],
  ])('%s in %s for %s in %s', (one, day, other, minute, expected) => {
    const bodies = [refusal(one, day), refusal(other, minute)];
    expect(isOtherWindow('faucet/B/status', { field: '/limit' }, bodies)).toBe(expected);
  });

  it('of another tier are those of the tier', () => {
    const header = { kind: 'amount', field: 'header x-ratelimit-limit', recorded: '"50"' } as const;
    const of = { call: 'escrow/A/list', refusal: undefined };
    expect(isOfTier('pro', of, { ...header, live: '"500"' })).toBe(true);
    expect(isOfTier('pro', of, { ...header, live: '"501"' })).toBe(false);
    expect(isOfTier('free', of, { ...header, live: '"500"' })).toBe(false);
  });

  it('of a day count other requests on a clock with another time of day', () => {
    const how = { toleranceMs: 2_000 };
    expect(isOtherDay(refusal(100, '1d'), { ...how, shiftMs: 3_600_000 })).toBe(true);
    expect(isOtherDay(refusal(100, '1d'), { ...how, shiftMs: 86_400_000 })).toBe(false);
    expect(isOtherDay(refusal(10, '1m'), { ...how, shiftMs: 3_600_000 })).toBe(false);
  });
});

it('cards that are held are those that the target has dealt at the same places', () => {
  const cards = new HeldCards();
  cards.note(1, { cards: ['2S', '3H', 'TD'] }, { cards: ['AS', 'KH', '9C'] });
  expect(cards.toTarget(1, { path: '/', body: { holds: ['TD', '2S'] } }).body).toEqual({
    holds: ['9C', 'AS'],
  });
  expect(cards.toTarget(2, { path: '/', body: { holds: ['TD'] } }).body).toEqual({ holds: ['TD'] });
});

it('a domain keeps the sound of its name', () => {
  const names = new Namespace('k7m2');
  names.note(0, { path: '/register', body: { domain: 'harbour-2.agent' } });
  expect(names.toTarget('harbour-2.agent')).toMatch(
    /^[^aeiouy][aeiouy][^aeiouy]{2}[aeiouy]{2}[^aeiouy]-\d\.agent$/,
  );
});

describe('the order of positions', () => {
  const held = (...pairs: string[]): Answer => ({
    status: 200,
    body: { positions: pairs.map((pair) => ({ pair, market_type: 'spot' })) },
  });
  const portfolio = { call: 'trading/B/portfolio' };

  it('follows the instants of fills that no response shows, where a limit order was open on both sides', () => {
    const seen = judge();
    const placed = order('ord_aaaaaaaaaaaaaaaa', 'open');
    expect(seen({ call: 'trading/B/place', n: 1, body: limit }, placed, placed)).toEqual([]);
    const filled = listed('ord_aaaaaaaaaaaaaaaa', 'filled');
    expect(seen({ call: orders, things: [1] }, filled, filled)).toEqual([]);
    expect(seen(portfolio, held('BTC-USDC', 'ETH-USDC'), held('ETH-USDC', 'BTC-USDC'))).toEqual([]);
  });

  it('is the same where an open order was cancelled on both sides', () => {
    const seen = judge();
    const placed = order('ord_aaaaaaaaaaaaaaaa', 'open');
    seen({ call: 'trading/B/place', n: 1, body: limit }, placed, placed);
    const cancelled = listed('ord_aaaaaaaaaaaaaaaa', 'cancelled');
    expect(seen({ call: orders, things: [1] }, cancelled, cancelled)).toEqual([]);
    expect(seen(portfolio, held('BTC-USDC', 'ETH-USDC'), held('ETH-USDC', 'BTC-USDC'))).toEqual([
      'order /positions',
    ]);
  });

  it('is not taken for that of the states, where the ids of orders are not known', () => {
    const list = (...states: string[]): Answer => ({
      status: 200,
      body: { orders: states.map((status, n) => ({ order_id: `ord_aaaaaaaaaaaaaaa${n + 2}`, status })) },
    });
    expect(judge()({ call: orders }, list('open', 'filled'), list('filled', 'open'))).toEqual([
      'value /orders/*/status',
      'value /orders/*/status',
    ]);
  });

  it('is the same where no order was open', () => {
    const seen = judge();
    const placed = order('ord_aaaaaaaaaaaaaaaa', 'filled');
    expect(seen({ call: 'trading/B/place', n: 1, body: limit }, placed, placed)).toEqual([]);
    expect(seen(portfolio, held('BTC-USDC', 'ETH-USDC'), held('ETH-USDC', 'BTC-USDC'))).toEqual([
      'order /positions',
    ]);
  });
});
