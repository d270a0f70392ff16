/** Requests that one side alone refuses, what had decided that before, and what follows from it in lists and for later requests. */
import { describe, expect, it } from 'vitest';
import { DrawnRefusals } from '../../../../src/live/traffic/compare/drawn-refusals.ts';
import { DrawnStates } from '../../../../src/live/traffic/compare/drawn-states.ts';
import { DrawnSums } from '../../../../src/live/traffic/compare/drawn-sums.ts';
import type { Difference } from '../../../../src/live/traffic/compare/difference.ts';

const differs = (kind: Difference['kind'], field: string, recorded = '1', live = '2'): Difference => ({ kind, field, recorded, live }); // prettier-ignore
const lack = '422 INSUFFICIENT_BALANCE';

interface Change {
  readonly n?: number;
  readonly session?: number;
  readonly things?: readonly number[];
  readonly touched?: readonly number[];
  readonly path?: string;
  readonly sent?: object;
  readonly recordedBody?: unknown;
  readonly liveBody?: unknown;
}

/** Refusals of a run in which each of these sessions was paid 1 less on the target. */
function refusals(...poorer: readonly number[]) {
  const [states, sums] = [new DrawnStates(), new DrawnSums()];
  const all = new DrawnRefusals(states, sums);
  for (const session of poorer)
    sums.note({ n: 0, session, call: 'casino/A/bet', request: {}, things: [] }, [differs('amount', '/payout', '1', '0')]); // prettier-ignore
  const of = (call: string, statuses: readonly [string, string], change: Change = {}) => {
    const { n = 7, session = 1, things = [], path, sent: body, recordedBody, liveBody } = change;
    const [recorded, live] = statuses.map((shown) => Number.parseInt(shown, 10)) as [number, number];
    return { n, session, call, things, touched: change.touched, request: { path, body }, recorded: { status: recorded, body: recordedBody }, live: { status: live, body: liveBody } };
  }; // prettier-ignore
  /** Whether the status that differs was decided before, and whether it is explained. */
  const noted = (
    call: string,
    statuses: readonly [string, string],
    change: Change = {},
  ): [boolean, boolean] => {
    const status = differs('status', '', ...statuses);
    const asked = of(call, statuses, change);
    return [all.note(asked, [status]), all.explains(asked, status)];
  };
  const explains = (call: string, difference: Difference, session = 1): boolean => all.explains({ session, call }, difference); // prettier-ignore
  return { all, states, sums, of, noted, explains };
}

const create = 'escrow/B/create';

describe('a refusal for lack of money', () => {
  it.each<[string, string, boolean]>([
    ['201', lack, true], ['200', lack, true], ['299', lack, true], ['201', '400 INSUFFICIENT_BALANCE', true], ['201', '499 INSUFFICIENT_BALANCE', true],
    ['300', lack, false], ['2010', lack, false], ['404 NOT_FOUND', lack, false], ['201', '500 INSUFFICIENT_BALANCE', false], ['201', '422 INSUFFICIENT_BALANCES', false], ['201', `x${lack}`, false],
    ['201', '422 BAD_REQUEST', false], ['201', '400 BAD_REQUEST', false],
    // It was paid less there, so that it cannot be richer there.
    [lack, '201', false],
  ])('of what the other side accepts (%s there, %s here) follows from less that was paid: %s', (recorded, live, is) => {
    expect(refusals(1).noted(create, [recorded, live])).toEqual([is, is]);
    // Not where nothing was paid otherwise, or to another session.
    expect([refusals().noted(create, [recorded, live]), refusals(2).noted(create, [recorded, live])]).toEqual([[false, false], [false, false]]);
  }); // prettier-ignore

  it('is one where a bet above the largest stake is refused, which is a share of a balance', () => {
    const { all, of, noted } = refusals(1);
    const bet = (amount: number) => noted('casino/A/bet', ['200', '400 BAD_REQUEST'], { sent: { amount } });
    expect(bet(1)).toEqual([false, false]);
    all.note(of('casino/A/bet', ['200', '200'], { recordedBody: { balance: 400 }, liveBody: { balance: 400 } }), []); // prettier-ignore
    expect([bet(0.99), bet(1)]).toEqual([[false, false], [true, true]]);
  }); // prettier-ignore

  it('leaves no sum of the session and of those it touches certain, and what it would have made on one side alone', () => {
    const { sums, noted, explains } = refusals(1);
    noted(create, ['201', lack], { touched: [1, 4] });
    expect([1, 4, 5].map((session) => sums.mayBeLess(session, 'recorded'))).toEqual([true, true, false]);
    const list = 'escrow/B/list';
    for (const field of ['/total', '/count', '/rounds', '/next_nonce', '/total_bets', '/total_wagered', '/a/wagered', '/totals/open'])
      expect([field, explains(list, differs('amount', field)), explains(list, differs('value', field))]).toEqual([field, true, false]);
    for (const field of ['/totals', '/total/x', 'total', '/a/totals/x', '/wagereds']) expect([field, explains(list, differs('amount', field))]).toEqual([field, false]);
    expect([explains('escrow/A/list', differs('amount', '/total')), explains('casino/B/history', differs('amount', '/total')), explains(list, differs('amount', '/total'), 2)]).toEqual([true, false, false]);
  }); // prettier-ignore

  it('loses what later requests refer to where the target has refused, and all that refers to those', () => {
    const { all, sums, noted } = refusals(1, 2);
    noted(create, ['201', lack], { n: 7 });
    const lost = (n: number, things: readonly number[], touched: readonly number[] = [9]) => all.isLost({ n, call: create, things, touched });
    expect([lost(8, [6]), sums.mayBeLess(9, 'live')]).toEqual([false, false]);
    expect([lost(8, [6, 7]), sums.mayBeLess(9, 'live'), lost(10, [8], []), lost(11, [9], [])]).toEqual([true, true, true, false]);
    // Where the recording has refused, the target has the thing.
    sums.forget(3);
    noted(create, [lack, '201'], { n: 20, session: 3 });
    expect(lost(21, [20])).toBe(false);
  }); // prettier-ignore
});

describe('a price or a list of another market', () => {
  const listed = (...symbols: readonly string[]) => ({ markets: symbols.map((symbol) => ({ symbol })) });

  function withLists() {
    const made = refusals();
    const { all, of } = made;
    all.note(of('trading/A/markets', ['200', '200'], { recordedBody: listed('BTC-PERP', 'XYZ-PERP'), liveBody: listed('BTC-PERP', 'NEW-PERP') }), []);
    return made;
  } // prettier-ignore

  it.each<[string, string, string, string, boolean]>([
    ['trading/B/place', 'XYZ-USDC', '201', '404 NOT_FOUND', true],
    ['trading/B/place', 'NEW-USDC', '404 NOT_FOUND', '201', true],
    ['trading/B/place', 'NEW-USDC', '201', '404 NOT_FOUND', false],
    ['trading/B/place', 'BTC-USDC', '201', '404 NOT_FOUND', false],
    ['trading/B/place', 'XYZ-USDC', '201', '409 CONFLICT', false],
    ['trading/B/place', 'XYZ-USDC', '201', '4040', false],
    ['trading/B/place', 'XYZ-USDC', '500', '404 NOT_FOUND', false],
    ['escrow/B/create', 'XYZ-USDC', '201', '404 NOT_FOUND', false],
  ])('%s of %s, answered with %s there and %s here, follows from what is listed: %s', (call, pair, recorded, live, is) => {
    expect(withLists().noted(call, [recorded, live], { sent: { pair } })).toEqual([is, is]);
    expect(refusals().noted(call, [recorded, live], { sent: { pair } })).toEqual([false, false]);
  }); // prettier-ignore

  it('explains a read of a price without parting anything', () => {
    for (const call of ['trading/B/price', 'trading/A/ticker']) {
      const { noted, sums, explains } = withLists();
      expect(noted(call, ['200', '404 NOT_FOUND'], { path: '/trading/price/XYZ-USDC' })).toEqual([false, true]);
      expect([sums.mayBeLess(1, 'live'), explains('trading/B/orders', differs('amount', '/total'))]).toEqual([false, false]);
    }
    const { noted, sums, explains } = withLists();
    noted('trading/B/place', ['201', '404 NOT_FOUND'], { sent: { pair: 'XYZ-USDC' } });
    expect([sums.mayBeLess(1, 'live'), explains('trading/B/orders', differs('amount', '/total'))]).toEqual([true, true]);
  }); // prettier-ignore

  it('refuses an order with more decimals than are quoted there', () => {
    const quoted = (price: string, statuses: readonly [string, string], call = 'trading/B/place') => {
      const { all, of, noted } = refusals();
      all.note(of('trading/B/price', ['200', '200'], { path: '/price/BTC-USDC', recordedBody: { bid: '1.25' }, liveBody: { bid: '1.2' } }), []);
      return noted(call, statuses, { sent: { pair: 'BTC-USDC', price } })[1];
    };
    expect([quoted('1.25', ['201', '400 BAD_REQUEST']), quoted('1.2', ['201', '400 BAD_REQUEST']), quoted('1.255', ['400 BAD_REQUEST', '201']), quoted('1.25', ['400 BAD_REQUEST', '201'])]).toEqual([true, false, true, false]);
    expect([quoted('1.25', ['201', '422 BAD_REQUEST']), quoted('1.25', ['200', '400 BAD_REQUEST'], 'trading/B/cancel')]).toEqual([false, false]);
  }); // prettier-ignore
});

describe('a list with things of one side alone', () => {
  const [ours, theirs] = ['esc_aaaaaaaaaaaaaaa1', 'esc_aaaaaaaaaaaaaaa2'];
  const amount = differs('amount', '/escrows/*/amount');
  const listOf = (...ids: readonly string[]) => ({
    escrows: ids.map((escrow_id) => ({ escrow_id, amount: 1 })),
    total: 2,
  });

  /** What is explained of a list after this id was given out on one side. */
  function afterwards(made: Change & { readonly statuses?: readonly [string, string] }, recorded: unknown, live: unknown, found: readonly Difference[] = [amount]): boolean[] {
    const { all, of, noted, explains } = refusals(1);
    noted(create, made.statuses ?? ['201', lack], { n: 7, ...made });
    all.note(of('escrow/B/list', ['200', '200'], { session: 2, recordedBody: recorded, liveBody: live }), found);
    return found.map((each) => explains('escrow/B/list', each, 2));
  } // prettier-ignore

  it('has its items at the places of others', () => {
    const recordedBody = { escrow_id: ours, other_id: theirs };
    expect(afterwards({ recordedBody }, listOf(ours, 'x'), listOf('x'))).toEqual([true]);
    expect(afterwards({ recordedBody }, listOf('${7:/escrow_id}'), listOf('x'))).toEqual([true]);
    expect(afterwards({ recordedBody }, listOf('x'), listOf(ours))).toEqual([true]);
    // Only the first id of the answer is the name of what was made.
    expect(afterwards({ recordedBody }, listOf(theirs), listOf('x'))).toEqual([false]);
    expect(afterwards({ recordedBody }, listOf('${8:/escrow_id}'), listOf('${7:/other_id}'))).toEqual([
      false,
    ]);
  });

  it('differs in its items and their count, and in nothing else', () => {
    const found = [amount, differs('amount', '/total'), differs('value', '/escrows'), differs('amount', '/fee'), differs('amount', '/escrows')]; // prettier-ignore
    expect(afterwards({ recordedBody: { escrow_id: ours } }, listOf(ours), listOf('x'), found)).toEqual([true, true, false, false, false]); // prettier-ignore
  });

  it('is known by ids that the request has not named itself', () => {
    const recordedBody = { escrow_id: ours, entry_id: theirs };
    expect(afterwards({ recordedBody, sent: { escrow_id: ours } }, listOf(theirs), listOf('x'))).toEqual([
      true,
    ]);
    expect(afterwards({ recordedBody, path: `/escrow/${ours}/x` }, listOf(ours), listOf('x'))).toEqual([
      false,
    ]);
    expect(afterwards({ recordedBody: { escrow_id: 7, name: ours } }, listOf(ours), listOf('x'))).toEqual([false]); // prettier-ignore
    expect(afterwards({ recordedBody: [ours] }, listOf(ours), listOf('x'))).toEqual([false]);
    // Neither a number nor a text under another name is an id.
    expect(
      afterwards({ recordedBody: { seq_id: 7, note: 'x', escrow_id: ours } }, listOf(ours), listOf('x')),
    ).toEqual([true]);
    expect(
      afterwards(
        { recordedBody: { escrow_id: ours } },
        { escrows: [{ seq_id: 7, note: 'x', escrow_id: ours }] },
        listOf('x'),
      ),
    ).toEqual([true]);
  });

  it('of the session that was refused is explained where the items are others by their ids', () => {
    const { all, of, noted, explains } = refusals(1);
    const id = differs('id', '/escrows/*/escrow_id');
    const seen = (session: number, found: readonly Difference[]): boolean[] => {
      all.note(of('escrow/B/list', ['200', '200'], { session, recordedBody: listOf('x'), liveBody: listOf('y') }), found);
      return found.map((each) => explains('escrow/B/list', each, session));
    };
    expect(seen(1, [id, amount])).toEqual([false, false]);
    noted(create, ['201', lack], { n: 7 });
    expect([seen(1, [{ ...id }, { ...amount }]), seen(1, [{ ...amount }]), seen(2, [{ ...id }, { ...amount }])]).toEqual([[true, true], [false], [false, false]]);
  }); // prettier-ignore
});

it('a contest that one side alone has entered explains all that is shown of it', () => {
  const { all, sums, of, noted, explains } = refusals(1);
  sums.note({ n: 3, session: 5, call: 'casino/short/createTournament', request: {}, things: [] }, []);
  noted('casino/short/enter', ['200', lack], { n: 4, things: [3] });
  const shown = (things: readonly number[]): boolean => {
    const prize = differs('value', '/name');
    all.note(of('casino/short/tournament', ['200', '200'], { session: 8, things }), [prize]);
    return explains('casino/short/tournament', prize, 8);
  };
  expect([shown([3]), shown([2]), shown([])]).toEqual([true, false, false]);
  // The sums of those who take part are uncertain too.
  expect([sums.mayBeLess(5, 'live'), sums.mayBeLess(6, 'live')]).toEqual([true, false]);
});

describe('the cancellation of an order that one side has filled before', () => {
  /** A limit order of request 1 that was open on both sides, and then its cancellation. */
  function cancelled(statuses: readonly [string, string], things: readonly number[] = [1]) {
    const made = refusals();
    const { states, of, noted } = made;
    const row = { order_id: 'ord_aaaaaaaaaaaaaaaa', status: 'open' };
    const place = of('trading/B/place', ['201', '201'], { n: 1, sent: { type: 'limit', pair: 'BTC-USDC' } });
    states.rowsOf(place)?.fieldsOf(row, row, { field: '', isAnother: () => false });
    return { ...made, outcome: noted('trading/B/cancel', statuses, { n: 2, things, touched: [1, 6] }) };
  }

  it.each<[string, string, readonly number[], boolean]>([
    ['409 CONFLICT', '200', [1], true],
    ['200', '409 CONFLICT', [1], true],
    ['200', '404 NOT_FOUND', [1], false],
    ['200', '409 CONFLICT', [3], false],
  ])('(%s here, %s there, about %j) is decided by that: %s', (recorded, live, things, is) => {
    const { outcome, sums, all } = cancelled([recorded, live], things);
    expect(outcome).toEqual([is, is]);
    // The order has moved money of its agent alone, and the target lacks nothing that a later request names.
    expect([1, 6].map((session) => sums.mayBeLess(session, 'live'))).toEqual([is, false]);
    expect(all.isLost({ n: 9, call: create, things: [2], touched: [] })).toBe(false);
  });
});

describe('a domain that one side alone has registered', () => {
  const [register, check] = ['domains/A/register', 'domains/A/check'];
  const named = (domain: string): Change => ({ sent: { domain } });

  it('decides what both sides answer to whatever names it', () => {
    const { all, of, noted } = refusals();
    const taken = ['409 CONFLICT', '201'] as const;
    expect(noted(register, taken, named('mill.agent'))).toEqual([false, false]);
    all.part(of(register, ['201', '422'], named('Mill.agent')), 422);
    for (const change of [named('mill.agent'), { path: '/api/domains-api/lookup/MILL.agent' }])
      expect(noted('domains/B/lookup', ['200', '404 NOT_FOUND'], change)).toEqual([true, true]);
    for (const change of [named('windmill.agent'), named('mill.agents'), named('mill'), {}])
      expect(noted(register, taken, change)).toEqual([false, false]);
    expect(noted('escrow/B/create', ['201', '400 BAD_REQUEST'], named('mill.agent'))).toEqual([false, false]);
    const available = differs('value', '/available', 'false', 'true');
    const asked = { ...of(check, ['200', '200']), request: { query: { domain: 'mill.agent' } } };
    all.note(asked, [available]);
    expect(all.explains(asked, available)).toBe(true);
  });

  it('is one that another has registered there since', () => {
    const { all, of, noted, sums } = refusals();
    all.part(of(register, ['201', '422'], named('mill.agent')), 422);
    expect(noted(register, ['409 CONFLICT', '201'], { ...named('mill.agent'), session: 2, touched: [2] })).toEqual([true, true]); // prettier-ignore
    expect([1, 2].map((session) => sums.mayBeLess(session, 'live'))).toEqual([false, true]);
  });

  it.each(['domains/A/renew', 'domains/B/registers', 'x/domains/B/register', 'escrow/A/register'])(
    'is none that %s names',
    (call) => {
      const { all, of, noted } = refusals();
      all.part(of(call, ['201', '422'], named('mill.agent')), 422);
      expect(noted(check, ['200', '404 NOT_FOUND'], named('mill.agent'))).toEqual([false, false]);
    },
  );
});

describe('a round that is looked up by its seed', () => {
  const [look, bet] = ['casino/B/verifyRound', 'casino/B/bet'];
  const lookedUp = (call = look, session = 1) => {
    const { all, of, noted } = refusals();
    all.part(of(bet, ['200', '400']), 400);
    const isLost = all.isLost({ n: 9, call, things: [2], touched: [7, session] });
    return [...noted(call, ['200', '404 NOT_FOUND'], { session }), isLost];
  };

  it('is missing where one side alone has played bets of the session', () => {
    const [found, missing] = [Array<boolean>(3).fill(false), Array<boolean>(3).fill(true)];
    expect([lookedUp(), lookedUp('casino/A/verifyBet'), lookedUp(look, 2)]).toEqual([missing, found, found]);
  });
});
