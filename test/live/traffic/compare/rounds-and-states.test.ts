/** What draws, markets and networks leave behind in a session: open rounds, other sums, other states. */
import { describe, expect, it } from 'vitest';
import type { Difference } from '../../../../src/live/traffic/compare/difference.ts';
import { DrawnStates, type DrawnRequest } from '../../../../src/live/traffic/compare/drawn-states.ts';
import { DrawnSums, isSum } from '../../../../src/live/traffic/compare/drawn-sums.ts';
import { LiveRounds } from '../../../../src/live/traffic/compare/live-rounds.ts';

const asked = (call: string, change: Partial<DrawnRequest> = {}): DrawnRequest => ({
  n: 1,
  session: 1,
  call,
  request: {},
  things: [],
  ...change,
});
const differs = (kind: Difference['kind'], field: string, recorded = '1', live = '2'): Difference => ({
  kind,
  field,
  recorded,
  live,
});

describe('a round that a draw ends', () => {
  const [launch, cashOut, rotate, history] = ['casino/short/launch', 'casino/short/cashOut', 'casino/A/rotate', 'casino/B/history'];
  /** What each of these responses was decided by, and what is explained afterwards. */
  function noted(...steps: readonly (readonly [call: string, recorded: number, live: number])[]) {
    const rounds = new LiveRounds();
    const decided = steps.map(([call, recorded, live]) => rounds.note(asked(call), { recorded, live }));
    const explains = (call: string, difference: Difference, session = 1) => rounds.explains({ session, call }, difference);
    return { decided, explains };
  }
  const total = differs('amount', '/total');

  it('decides the next call on the side on which it goes on, or was', () => {
    expect(noted([launch, 200, 201], [cashOut, 200, 409]).decided).toEqual([false, true]);
    expect(noted([launch, 200, 200], [cashOut, 409, 200]).decided).toEqual([false, true]);
    expect(noted([launch, 200, 409], [cashOut, 200, 409]).decided).toEqual([false, false]);
    expect(noted([launch, 200, 200], [launch, 200, 409]).decided).toEqual([false, true]);
    expect(noted([launch, 200, 200], [launch, 409, 200], [launch, 409, 200]).decided).toEqual([false, true, true]);
    expect(noted([launch, 200, 409], [launch, 200, 409]).decided).toEqual([false, false]);
    expect(noted([launch, 409, 200], [launch, 409, 200]).decided).toEqual([false, false]);
    expect(noted([launch, 200, 200], [cashOut, 409, 409], [cashOut, 200, 409]).decided).toEqual([false, false, false]);
    expect(noted([launch, 200, 200], [cashOut, 300, 409]).decided).toEqual([false, false]);
    expect(noted([launch, 200, 200], [cashOut, 200, 404]).decided).toEqual([false, false]);
    expect(noted([launch, 200, 300], [cashOut, 200, 409]).decided).toEqual([false, false]);
    expect(noted([launch, 200, 200], ['casino/A/bet', 200, 409], [cashOut, 200, 409]).decided).toEqual([false, false, true]);
    expect(noted(['xcasino/short/launch', 200, 200], ['casino/short/launched', 200, 200], [cashOut, 200, 409]).decided).toEqual([false, false, false]);
    expect(noted([launch, 200, 200], ['casino/short/cashOuts', 200, 409], ['xcasino/short/cashOut', 200, 409]).decided).toEqual([false, false, false]);
  });

  it('while it may be open, leaves a history without it', () => {
    for (const [steps, may] of [[[[launch, 200, 404]], true], [[[launch, 404, 200]], true], [[[launch, 404, 404]], false], [[[launch, 200, 200], [launch, 409, 409]], true], [[[launch, 200, 200], [cashOut, 200, 200]], false], [[[launch, 200, 200], [launch, 404, 404]], false], [[], false]] as const)
      expect(noted(...steps).explains(history, total)).toBe(may);
    const { explains } = noted([launch, 200, 200]);
    expect([explains('casino/B/historyOf', total), explains('xcasino/B/history', total), explains(history, differs('value', '/total')), explains(history, differs('amount', '/a/total')), explains(history, total, 2)]).toEqual([false, false, false, false, false]);
  });

  it('holds up a rotation, and then the seeds are others until the next', () => {
    const seed = (field: string) => differs('id', field);
    const one = noted([launch, 200, 200], [rotate, 200, 409]);
    expect(one.decided).toEqual([false, true]);
    expect(['/seed_hash', '/a/server_seed_hash', '/seed_hashes', '/seedhash', '/seed_hash/x'].map((field) => one.explains(history, seed(field)))).toEqual([true, true, false, false, false]);
    expect([one.explains(history, differs('value', '/seed_hash')), one.explains(history, seed('/seed_hash'), 2)]).toEqual([false, false]);
    expect(noted([launch, 200, 200], [rotate, 409, 200], [rotate, 200, 200]).explains(history, seed('/seed_hash'))).toBe(false);
    expect(noted([launch, 200, 200], [rotate, 409, 200], [rotate, 200, 404]).explains(history, seed('/seed_hash'))).toBe(true);
    expect(noted([rotate, 200, 409]).decided).toEqual([false]);
    expect(noted([launch, 200, 200], [rotate, 409, 409]).decided).toEqual([false, false]);
    expect(noted([launch, 200, 200], [rotate, 300, 409]).decided).toEqual([false, false]);
  });
}); // prettier-ignore

describe('the sums of a session', () => {
  const bet = 'casino/A/bet';
  const balance = differs('amount', '/balance', '10', '9.5');
  function after(call: string, differences: readonly Difference[], change: Partial<DrawnRequest> = {}): DrawnSums {
    const sums = new DrawnSums();
    sums.note(asked(call, change), differences);
    return sums;
  }
  const isOpen = (sums: DrawnSums): boolean => sums.explains(1, 'casino/A/balance', balance);

  it.each(['balance', '/balance', '/a/available_usdc', '/equity', '/won', '/payouts', '/net_profit', '/net', '/returned', '/earned'])('%s is one', (field) => expect(isSum(field)).toBe(true));
  it.each(['/fee', '/amount', '/rebalance', '/wonder'])('%s is none', (field) => expect(isSum(field)).toBe(false));

  it('are open once a payout is unknown, once a contest was decided, and once a price has decided', () => {
    const unknown: [string, Difference][] = [[bet, differs('shape', '/payout')], [bet, differs('amount', '/payout', '"x"', '1')], [bet, differs('amount', 'results', '1', '"x"')], [bet, differs('value', '/winner_id')], [bet, differs('amount', '/prize')], [bet, differs('value', 'paid')]];
    for (const [call, difference] of unknown) expect([call, difference.field, isOpen(after(call, [difference]))]).toEqual([call, difference.field, true]);
    const known: [string, Difference][] = [[bet, differs('shape', '/payouts')], [bet, differs('shape', '/bets/*/payout')], ['escrow/A/bet', differs('shape', '/payout')], [bet, differs('value', '/prizes')], [bet, differs('value', '/winner')]];
    for (const [call, difference] of known) expect([call, difference.field, isOpen(after(call, [difference]))]).toEqual([call, difference.field, false]);
  });

  it('are those of all who take part in a contest', () => {
    const sums = new DrawnSums();
    const join = 'casino/short/joinTournament';
    sums.note(asked('casino/short/createTournament', { n: 5, session: 7 }), []);
    sums.note(asked(join, { n: 6, session: 8, things: [5, 99] }), []);
    sums.note(asked('casino/short/tournament', { n: 7, session: 9, things: [5] }), []);
    expect([sums.contestants({ session: 1, things: [5, 6, 99] }), sums.contestsIn([5, 6, 7, 99])]).toEqual([[1, 7, 8, 8], [5, 6]]);
    sums.note(asked('casino/short/tournament', { n: 8, session: 7, things: [5] }), [differs('value', '/winner_id')]);
    expect([7, 8, 9].map((session) => sums.mayBeLess(session, 'live'))).toEqual([true, true, false]);
    sums.note(asked('xcasino/short/createTournament', { n: 20 }), []);
    expect(sums.contestsIn([20])).toEqual([]);
  });

  it('may be less on the side that was paid less', () => {
    const paid = (recorded: string, live: string) => after(bet, [differs('amount', '/payout', recorded, live)]);
    const less = (sums: DrawnSums) => [sums.mayBeLess(1, 'live'), sums.mayBeLess(1, 'recorded')];
    expect([less(paid('1', '0')), less(paid('0', '1')), less(paid('1', '1')), less(new DrawnSums())]).toEqual([[true, false], [false, true], [false, false], [false, false]]);
    const sums = new DrawnSums();
    sums.forget(1);
    expect([less(sums), sums.mayBeLess(2, 'live')]).toEqual([[true, true], false]);
  });

  it('are shown without what was paid', () => {
    const sums = after(bet, [differs('amount', '/payout', '0', '0.3')]);
    expect(sums.withoutPayouts(1, differs('amount', '/balance', '10', '"10.3"'))).toEqual(differs('amount', '/balance', '10', '10.000000'));
    for (const other of [differs('value', '/balance'), differs('amount', '/fee'), differs('amount', '/balance', '1', '"x"')]) expect(sums.withoutPayouts(1, other)).toBe(other);
    expect(sums.withoutPayouts(2, balance)).toBe(balance);
    expect([sums.explains(1, bet, differs('amount', '/balance', '"x"', '1')), sums.explains(1, bet, differs('amount', '/balance', '1', '"x"')), sums.explains(1, bet, differs('value', '/balance', '1', '1.3'))]).toEqual([false, false, false]);
  });

  it.each<[string, object | undefined, boolean]>([
    ['wallet/A/swap', {}, true], ['trading/A/place', {}, true], ['trading/B/place', {}, true], ['trading/B/place', { side: 'buy' }, false], ['trading/B/place', undefined, true],
    ['trading/B/place', { side: 'sell' }, true], ['trading/B/place', { side: 'buy', type: 'limit' }, true], ['trading/B/place', { side: 'buy', market_type: 'perp' }, true], ['trading/A/place', { side: 'buy' }, true],
    ['trading/B/cancel', {}, false], ['escrow/B/place', {}, false],
  ])('after %s %j with another price are open: %s', (call, body, open) => {
    const drawn = differs('amount', call.startsWith('wallet') ? '/amount_out' : '/fill_price');
    expect(isOpen(after(call, [drawn], { request: { body } }))).toBe(open);
  });
}); // prettier-ignore

describe('the state of a thing', () => {
  const none: Difference = differs('value', '/status');
  const rows = (states: DrawnStates, call: string, change: Partial<DrawnRequest> = {}) => states.rowsOf(asked(call, change));
  const place = { isAnother: () => false };
  const tx = (status: string) => ({ tx_hash: 'hash-1', status });

  it('of a network moves on, and money with it', () => {
    const states = new DrawnStates();
    const fields = (recorded: string, live: string) => rows(states, 'wallet/A/transactions')?.fieldsOf(tx(recorded), tx(live), { field: '/transactions/*', ...place });
    expect([fields('pending', 'pending'), states.hasMoved(1)]).toEqual([[], false]);
    expect([fields('pending', 'confirmed'), states.hasMoved(1), states.hasMoved(2), states.isParted(1)]).toEqual([['status', 'settled_at'], true, false, false]);
    // It does not go back, and is none that the documents do not know.
    expect([fields('confirmed', 'pending'), fields('confirmed', 'lost'), fields('lost', 'confirmed'), fields('confirmed', 'failed'), fields('failed', 'confirmed')]).toEqual([[], [], [], [], ['status', 'settled_at']]);
  });

  it('is asked for where a call shows such a thing, and the row names one', () => {
    const states = new DrawnStates();
    expect([rows(states, 'escrow/B/list'), rows(states, 'wallet')]).toEqual([undefined, undefined]);
    const decided = rows(states, 'wallet/A/transactions');
    expect(decided?.fieldsOf({ tx_hash: 7, status: 'pending' }, tx('confirmed'), { field: '', ...place })).toEqual([]);
    expect(decided?.fieldsOf(tx('pending'), tx('confirmed'), { field: '', isAnother: (name) => name === 'tx_hash' })).toEqual([]);
    expect(states.explains(1, 'wallet/A/transactions', none)).toBe(false);
    decided?.add(none);
    expect(states.explains(1, 'wallet/A/transactions', none)).toBe(true);
  });

  const limit = { request: { body: { type: 'limit' } } };
  const order = (status: unknown, id = '${1:/order_id}') => ({ order_id: id, status });
  /** An order that was open on both sides, and then so. */
  function placed(...later: readonly (readonly [recorded: string, live: string])[]): DrawnStates {
    const states = new DrawnStates();
    rows(states, 'trading/B/place', limit)?.fieldsOf(order('open', 'ord_aaaaaaaaaaaaaaaa'), order('open'), { field: '', ...place });
    for (const [recorded, live] of later) rows(states, 'trading/B/orders', { n: 2 })?.fieldsOf(order(recorded), order(live), { field: '/orders/*', ...place });
    return states;
  }

  it('of a limit order leaves doubt while it is open, and after it was filled on one side', () => {
    const doubt = (states: DrawnStates) => [states.mayDiffer(1), states.isParted(1), states.hasMoved(1)];
    expect([doubt(placed()), doubt(placed(['filled', 'open'])), doubt(placed(['filled', 'filled'])), doubt(placed(['filled', 'open'], ['filled', 'filled']))]).toEqual([[true, false, false], [true, true, true], [false, false, false], [false, true, true]]);
    const position = differs('amount', '/positions/*/size');
    const explains = (states: DrawnStates, call = 'trading/B/positions', difference = position) => states.explains(1, call, difference);
    expect([explains(placed()), explains(placed(['filled', 'filled'])), explains(placed(['cancelled', 'cancelled'])), explains(new DrawnStates())]).toEqual([true, true, false, false]);
    expect([explains(placed(), 'casino/B/positions'), explains(placed(), 'trading/B/orders', differs('amount', '/orders/*/fee'))]).toEqual([false, false]);
  });

  it.each<[string, readonly (readonly [string, string])[], number, number, boolean]>([
    ['that may have been filled there', [], 409, 200, true], ['that may have been filled here', [], 200, 409, true], ['that was filled here', [['filled', 'open']], 409, 200, true], ['that was filled there', [['open', 'filled']], 200, 409, true],
    ['that was filled on both sides', [['filled', 'filled']], 409, 200, false], ['that was cancelled', [['cancelled', 'cancelled']], 409, 200, false], ['with other outcomes', [], 409, 404, false], ['with two successes', [], 200, 200, false],
  ])('of a limit order %s decides its cancellation', (_what, later, recorded, live, is) => {
    const states = placed(...later);
    expect(states.hasFilled(asked('trading/B/cancel', { things: [1] }), { recorded, live })).toBe(is);
    expect(placed(...later).hasFilled(asked('trading/B/cancel', { things: [3] }), { recorded, live })).toBe(false);
    expect(placed(...later).hasFilled(asked('trading/B/close', { things: [1] }), { recorded, live })).toBe(false);
  });

  it('of an order of style A is told by its price', () => {
    const states = new DrawnStates();
    const row = (entry_price: unknown) => ({ order_id: '${1:/order_id}', entry_price });
    const fields = (recorded: unknown, live: unknown) => rows(states, 'trading/A/place', limit)?.fieldsOf(row(recorded), row(live), { field: '', ...place });
    expect([fields(null, null), fields(null, 5), fields(undefined, 5)]).toEqual([[], ['status', 'fee', 'entry_price', 'fill_price', 'fill_qty'], []]);
    const market = rows(new DrawnStates(), 'trading/A/place', { request: { body: { type: 'market' } } });
    expect(market?.fieldsOf(row(5), row(6), { field: '', ...place })).toEqual(['amount', 'fee']);
  });
}); // prettier-ignore
