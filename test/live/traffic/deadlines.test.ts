/** What a moment beside a deadline decides, and what the price at which a position was opened. */
import { describe, expect, it } from 'vitest';
import { ClosingOrders } from '../../../src/live/traffic/compare/closing-orders.ts';
import { Deadlines } from '../../../src/live/traffic/compare/deadlines.ts';

describe('a request beside a deadline', () => {
  const startsMs = Date.parse('2026-11-24T12:00:00.000Z');
  const refused = { kind: 'status', field: '', recorded: '200', live: '409 CONFLICT' } as const;
  const standing = { kind: 'amount', field: '/leaderboard/*/bets', recorded: '3', live: '2' } as const;
  const about = { call: 'casino/A/tournament', things: [7] };
  const aboutAnother = { ...about, things: [8] };
  const following = (): Deadlines => {
    const deadlines = new Deadlines();
    deadlines.note(7, 'casino/A/createTournament', {
      starts_at: '2026-11-24T12:00:00.000Z',
      created_at: '2026-11-24T11:00:00.000Z',
    });
    return deadlines;
  };
  const at = (fromMs: number, toMs = fromMs) => ({ fromMs, toMs, toleranceMs: 1_000 });
  const later = at(startsMs + 60_000);

  it.each([
    ['at it', at(startsMs), true],
    ['as long before it as the clock is uncertain', at(startsMs - 1_000), true],
    ['longer before it', at(startsMs - 1_001), false],
    ['as long after it', at(startsMs + 1_000), true],
    ['longer after it', at(startsMs + 1_001), false],
    ['under way over it', at(startsMs - 5_000, startsMs + 5_000), true],
    ['at another instant of the thing', at(startsMs - 3_600_000), false],
  ])('%s', (_, moment, isDecided) => {
    const deadlines = following();
    expect(deadlines.decides(about, refused, moment)).toBe(isDecided);
    expect(deadlines.explains(about, standing, later)).toBe(isDecided);
  });

  it('decides what one side alone has accepted, about that thing alone', () => {
    const deadlines = following();
    const both = { ...refused, recorded: '400 BAD_REQUEST' };
    expect(deadlines.decides(about, both, at(startsMs))).toBe(false);
    expect(deadlines.decides(aboutAnother, refused, at(startsMs))).toBe(false);
    expect(deadlines.decides(about, { ...refused, kind: 'code' }, at(startsMs))).toBe(false);
    expect(
      deadlines.decides(about, { ...refused, recorded: '409 CONFLICT', live: '200' }, at(startsMs)),
    ).toBe(true);
    expect(deadlines.explains(aboutAnother, standing, later)).toBe(false);
    expect(deadlines.explains(about, { ...standing, field: '/prize' }, later)).toBe(true);
  });

  it('may read another state, and nothing else', () => {
    const state = { kind: 'value', field: '/status', recorded: '"upcoming"', live: '"active"' } as const;
    expect(following().explains(about, state, at(startsMs))).toBe(true);
    expect(following().explains(about, state, later)).toBe(false);
    expect(following().explains(aboutAnother, state, at(startsMs))).toBe(false);
    expect(following().explains(about, standing, at(startsMs))).toBe(false);
  });
});

describe('an answer without deadlines', () => {
  const startsMs = Date.parse('2026-11-24T12:00:00.000Z');
  const refused = { kind: 'status', field: '', recorded: '200', live: '409 CONFLICT' } as const;
  const moment = { fromMs: startsMs, toMs: startsMs, toleranceMs: 1_000 };
  const decides = (body: unknown): boolean => {
    const deadlines = new Deadlines();
    deadlines.note(7, 'casino/A/createTournament', body);
    return deadlines.decides({ call: 'casino/A/tournament', things: [7] }, refused, moment);
  };

  it.each([null, undefined, 'starts_at', 7, [], {}, { starts_at: startsMs }, { starts_at: 'soon' }])(
    'decides nothing: %j',
    (body) => expect(decides(body)).toBe(false),
  );

  it.each([
    ['starts_at', true],
    ['ends', true],
    ['expires_at', true],
    ['closes_at', true],
    ['deadline', true],
    ['deadline_at', true],
    ['starts_at_noon', false],
    ['restarts_at', false],
    ['created_at', false],
  ])('is none with %s: %s', (name, is) => {
    expect(decides({ [name]: '2026-11-24T12:00:00.000Z' })).toBe(is);
    expect(decides({ in: { [name]: '2026-11-24T12:00:00.000Z' } })).toBe(false);
  });
});

describe('a list beside a deadline', () => {
  const startsMs = Date.parse('2026-11-24T12:00:00.000Z');
  const list = { call: 'casino/A/tournaments', things: [] };
  const count = { kind: 'shape', field: '/tournaments', recorded: '"2 items"', live: '"1 items"' } as const;
  const item = { kind: 'shape', field: '/tournaments/*', recorded: 'object', live: 'nothing' } as const;
  const total = { kind: 'amount', field: '/total', recorded: '2', live: '1' } as const;
  const state = { kind: 'value', field: '/tournaments/*/status', recorded: '"a"', live: '"b"' } as const;
  const deadlines = new Deadlines();
  deadlines.note(7, 'casino/A/createTournament', { starts_at: '2026-11-24T12:00:00.000Z' });
  const at = (fromMs: number, toMs = fromMs) => ({ fromMs, toMs, toleranceMs: 1_000 });

  it.each([
    ['at it', at(startsMs), true],
    ['as long before it as the clock is uncertain, in the minute before', at(startsMs - 1_000), true],
    ['longer before it', at(startsMs - 1_001), false],
    ['longer after it, in the same minute', at(startsMs + 1_001), false],
    ['under way over it for minutes', at(startsMs - 150_000, startsMs + 150_000), true],
  ])('may have a thing of its service on one side alone %s', (_, moment, isExplained) => {
    for (const each of [count, item, total])
      expect(deadlines.explains(list, each, moment), each.field).toBe(isExplained);
  });

  it('may not have one of another service, nor show another amount', () => {
    expect(deadlines.explains({ ...list, call: 'escrow/A/list' }, item, at(startsMs))).toBe(false);
    expect(deadlines.explains(list, { ...total, field: '/tournaments/*/prize' }, at(startsMs))).toBe(false);
  });

  it('may show another state of that thing alone', () => {
    expect(deadlines.explains({ ...list, things: [7] }, state, at(startsMs))).toBe(true);
    expect(deadlines.explains({ ...list, things: [7] }, state, at(startsMs + 60_000))).toBe(false);
    expect(deadlines.explains({ ...list, things: [8] }, state, at(startsMs))).toBe(false);
  });
});

describe('an order that closes a futures position', () => {
  const placed = (body: Record<string, unknown>, status = 201, price = 100) => ({
    n: 1,
    session: 1,
    call: 'size' in body ? 'trading/A/place' : 'trading/B/place',
    things: [],
    request: { path: '/', body: { type: 'market', ...body } },
    recorded: { status, body: { entry_price: price } },
    live: { status: 400 },
  });
  const opened = placed({ pair: 'SOL-USDC', side: 'buy', amount: 6, market_type: 'perp' });
  const units = (size: number, side = 'short') => placed({ symbol: 'SOL-PERP', side, size: `${size}` });
  const after = (...orders: ReturnType<typeof placed>[]): ClosingOrders => {
    const closing = new ClosingOrders();
    for (const order of orders) closing.note(order);
    return closing;
  };

  it('names units that a price has decided', () => {
    expect(after(opened).closes(units(0.06))).toBe(true);
    expect(after(opened).closes(units(0.045))).toBe(true);
    expect(after(opened).closes(units(0.044))).toBe(false);
    expect(after(opened).closes(units(0.06, 'long'))).toBe(false);
    expect(after().closes(units(0.06))).toBe(false);
    expect(after(opened).closes({ ...units(0.06), session: 2 })).toBe(false);
  });

  it('is decided by no price where the units were named at the opening, or the position is closed', () => {
    expect(after(units(0.06, 'long')).closes(units(0.06))).toBe(false);
    expect(after(opened, units(0.06)).closes(units(0.06))).toBe(false);
    expect(after({ ...opened, recorded: { status: 400, body: {} as never } }).closes(units(0.06))).toBe(
      false,
    );
    expect(after(placed({ pair: 'SOL-USDC', side: 'buy', amount: 6 })).closes(units(0.06))).toBe(false);
  });
});
