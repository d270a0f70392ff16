/** What the documents say of each call: its fields, which of them are drawn, its limits, and the things whose state a market decides. */
import { describe, expect, it } from 'vitest';
import { registerCap } from '../../../src/core/http/limits/published-limits.ts';
import {
  isDocumented,
  isDrawn,
  isOperation,
  isProse,
  operationAt,
} from '../../../src/platform/world/documented-fields.ts';
import {
  isLimitOf,
  statesDocumentedLimit,
  statesFreeLimit,
} from '../../../src/platform/world/documented-limits.ts';
import { platformServices } from '../../../src/platform/world/platform.ts';
import {
  endsOrder,
  isLimitOrder,
  isPlacement,
  isPosition,
  isSizedOrder,
  statedThings,
} from '../../../src/platform/world/stated-things.ts';

const calls = platformServices.flatMap(({ name, prefixes, routes }) =>
  routes.flatMap(({ rows }) =>
    rows.flatMap(({ operation, styles, limits }) =>
      Object.entries(styles).map(([style, [method, path, binding]]) => ({
        call: `${name}/${style}/${operation}`,
        method,
        path: `${prefixes[style as keyof typeof prefixes] ?? ''}${path}`,
        binding,
        limits,
      })),
    ),
  ),
);

describe('the operation at a path', () => {
  it('is that of the route, whatever its parameters are', () => {
    const found = calls.map(({ method, path }) => operationAt(method, path.replaceAll(/:\w+/g, 'x')));
    expect(found).toEqual(calls.map(({ call }) => call));
    expect(calls.every(({ call }) => isOperation(call))).toBe(true);
  });

  it.each([
    ['GET', '/escrow/api/v1/escrow/list', 'escrow/A/list'],
    ['GET', '/escrow/api/v1/escrow/esc_1', 'escrow/A/detail'],
    ['GET', '/escrow/escrow/list', 'escrow/B/detail'],
    ['POST', '/escrow/escrow/esc_1', undefined],
    ['GET', '/escrow/escrow/esc_1/release', undefined],
    ['POST', '/escrow/escrow/esc_1/release', 'escrow/B/release'],
    ['POST', '/escrow/escrow/esc_1/release/more', undefined],
    ['GET', '/', undefined],
  ])('%s %s is %s', (method, path, call) => {
    expect(operationAt(method, path)).toBe(call);
  });

  it.each(['escrow/C/list', 'escrow/A', '', 'bank/A/list'])('%j is the name of none', (call) => {
    expect(isOperation(call)).toBe(false);
  });
});

describe('a field', () => {
  it('is documented where the binding of its call says so', () => {
    const wrong = calls.flatMap(({ call, binding }) =>
      (binding.documented ?? []).filter((name) => !isDocumented(call, `/list/*/${name}/*`)),
    );
    expect(wrong).toEqual([]);
  });

  it.each([
    ['escrow/A/create', '/escrow_id', true],
    ['escrow/A/create', '/amount', false],
    ['escrow/A/create', '/amount/*', false],
    ['escrow/A/create', '', true],
    ['escrow/A/create', '/*', true],
    ['escrow/A/create', 'header x-more', true],
    ['escrow/A/create', '/status', true],
    ['escrow/A/create', '/status/status', false],
    ['escrow/A/create', '/status/other/status', false],
    ['no/such/call', '/anything', true],
    ...[
      'error',
      'code',
      'message',
      'limit',
      'window',
      'retry_after_seconds',
      'reset_at',
      'tier',
      'upgrade_url',
    ].map((name): [string, string, boolean] => ['escrow/A/create', `/${name}`, true]),
  ])('of %s is documented, %s: %s', (call, field, expected) => {
    expect(isDocumented(call, field)).toBe(expected);
  });

  const drawn = {
    'casino/A/balance': 'win payout multiplier result cards hand crash_point win_rate paid recent',
    'trading/B/portfolio':
      'mark_price current_price entry_price liquidation_price fill_price fill_qty qty value unrealized_pnl funding funding_rate',
    'wallet/A/balance':
      'fee fees fee_usdc amount_out received received_usdc value_usdc usdc_equivalent settled_at',
  };

  it.each(Object.entries(drawn))('that a market or a draw decides, of %s', (call, names) => {
    const all = Object.values(drawn).flatMap((each) => each.split(' '));
    expect(all.filter((name) => isDrawn(call, `/${name}`))).toEqual(names.split(' '));
    expect(names.split(' ').filter((name) => !isDrawn(call, `/list/*/${name}/part`))).toEqual([]);
    expect([isDrawn('escrow/A/create', `/${names.split(' ')[0]}`), isDrawn('no/such/call', '/win')]).toEqual([
      false,
      false,
    ]);
  });

  it.each([
    ['casino/A/tournament', '/leaderboard/*/prize', true],
    ['casino/A/tournament', '/prize', false],
    ['casino/A/tournament', '/leaderboard', false],
    ['casino/A/tournament', '/leaderboard/*/rank', true],
    ['casino/B/bet', '/balance', false],
  ])('of %s is drawn, %s: %s', (call, field, expected) => {
    expect(isDrawn(call, field)).toBe(expected);
  });

  it.each([
    ['casino/A/gossip', '/product', true],
    ['casino/A/gossip', '/how/*', true],
    ['casino/A/gossip', '/how/steps', false],
    ['casino/A/gossip', '/current_registered_agents', false],
    ['casino/A/gossip', '', false],
    ['casino/A/balance', '/product', false],
    ['no/such/call', '/product', false],
  ])('of %s is prose, %s: %s', (call, field, expected) => {
    expect(isProse(call, field)).toBe(expected);
  });
});

describe('a limit', () => {
  const windows = { 60_000: '1m', 86_400_000: '1d' } as const;

  it.each(calls)('that $call states is one of its row, its caps or a tier', ({ call, limits }) => {
    const { row, register, operation, endpoint } = limits;
    const caps = [operation, endpoint, register && registerCap].flatMap((cap) =>
      cap === undefined ? [] : [[cap.limit, windows[cap.windowMs as keyof typeof windows]]],
    );
    const own = [
      ...(row === undefined
        ? []
        : [
            [row.perMinute, '1m'],
            [row.burstPer10s, '10s'],
            [row.perDay, '1d'],
          ]),
      ...caps,
    ];
    for (const [limit, window] of own) {
      expect(statesDocumentedLimit(call, { limit, window })).toBe(true);
      expect(isLimitOf('enterprise', call, Number(limit))).toBe(true);
      expect(statesFreeLimit(call, { limit, window })).toBe(false);
    }
    expect(isLimitOf('enterprise', call, 7)).toBe(false);
  });

  const free = [
    [100, '1m'],
    [50, '10s'],
    [10_000, '1d'],
  ] as const;
  const pro = [
    [1000, '1m'],
    [500, '10s'],
    [1_000_000, '1d'],
  ] as const;

  it('of a tier is documented for every call', () => {
    for (const [limit, window] of [...free, ...pro])
      expect(statesDocumentedLimit('no/such/call', { limit, window })).toBe(true);
    for (const [limit, window] of free) {
      expect(statesFreeLimit('no/such/call', { limit, window })).toBe(true);
      expect([isLimitOf('free', 'no/such/call', limit), isLimitOf('pro', 'no/such/call', limit)]).toEqual([
        true,
        false,
      ]);
    }
    for (const [limit, window] of pro) {
      expect(statesFreeLimit('no/such/call', { limit, window })).toBe(false);
      expect([isLimitOf('free', 'no/such/call', limit), isLimitOf('pro', 'no/such/call', limit)]).toEqual([
        false,
        true,
      ]);
    }
    expect(isLimitOf('enterprise', 'no/such/call', 100)).toBe(false);
  });

  it.each([
    [undefined],
    [null],
    [{}],
    [{ limit: 100 }],
    [{ window: '1m' }],
    [{ limit: 100, window: '1d' }],
    [{ limit: 5, window: '10s' }],
  ])('is not stated by %j', (body) => {
    expect([statesDocumentedLimit('escrow/A/list', body), statesFreeLimit('escrow/A/list', body)]).toEqual([
      false,
      false,
    ]);
  });

  it('that is a part of another number is none', () => {
    expect([isLimitOf('free', 'escrow/A/list', 10), isLimitOf('free', 'escrow/A/list', 8)]).toEqual([
      false,
      false,
    ]);
    expect(statesDocumentedLimit('no/such/call', { limit: 5, window: '10s' })).toBe(false);
    expect(statesFreeLimit('casino/A/balance', { limit: 10_000, window: '1d' })).toBe(false);
  });
});

describe('a thing whose state a market or a network decides', () => {
  const order = {
    id: 'order_id',
    ranks: { open: 0, filled: 1, cancelled: 1 },
    follows: ['fee', 'entry_price', 'fill_price', 'fill_qty'],
    isLimited: true,
  };
  const transaction = {
    id: 'tx_hash',
    ranks: { pending: 0, confirmed: 1, failed: 1 },
    follows: ['settled_at'],
    isLimited: false,
  };
  const swap = {
    id: 'order_id',
    ranks: { awaiting_deposit: 0, processing: 1, completed: 2, failed: 2, expired: 2, refunded: 3 },
    follows: ['amount_out', 'deposit_tx_hash', 'payout_tx_hash', 'refund_tx_hash'],
    isLimited: false,
  };

  it.each([
    ['trading/A/place', [order]],
    ['wallet/B/send', [transaction, swap]],
    ['casino/A/bet', []],
    ['trading', []],
    ['', []],
  ])('is shown by %s', (call, things) => {
    expect(statedThings(call)).toEqual(things);
  });

  it.each([
    ['trading/A/place', { type: 'limit' }, [true, true, false]],
    ['trading/A/place', { type: 'market' }, [true, false, true]],
    ['trading/A/place', null, [true, false, true]],
    ['trading/A/place', undefined, [true, false, true]],
    ['trading/B/place', { type: 'limit' }, [true, true, false]],
    ['trading/B/place', {}, [true, false, false]],
    ['trading/C/place', { type: 'limit' }, [false, false, false]],
    ['x/trading/A/place', { type: 'limit' }, [false, false, false]],
    ['trading/A/placed', { type: 'limit' }, [false, false, false]],
  ])('%s with %j places an order, with a limit, or for a size: %j', (call, body, expected) => {
    expect([isPlacement(call), isLimitOrder(call, body), isSizedOrder(call, body)]).toEqual(expected);
  });

  it.each([
    ['trading/A/cancel', true],
    ['trading/B/cancel', true],
    ['trading/C/cancel', false],
    ['my/trading/A/cancel', false],
    ['trading/A/cancelled', false],
    ['trading/A/place', false],
  ])('%s ends an order: %s', (call, expected) => {
    expect(endsOrder(call)).toBe(expected);
  });

  it.each([
    ['trading/A/positions', '/positions', true],
    ['trading/B/portfolio', '/positions/*/qty', true],
    ['trading/B/portfolio', '/positionsOf', false],
    ['trading/B/portfolio', '/my/positions', false],
    ['casino/A/balance', '/positions', false],
    ['my/trading/A', '/positions', false],
  ])('%s shows positions, %s: %s', (call, field, expected) => {
    expect(isPosition(call, field)).toBe(expected);
  });
});
