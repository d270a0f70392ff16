/** Figures that add up some of the draws of an agent, or of several agents, and what two correct deployments may show of them. */
import { describe, expect, it } from 'vitest';
import type { Difference } from '../../../src/live/traffic/compare/difference.ts';
import { DrawnValues } from '../../../src/live/traffic/compare/drawn.ts';

const amount = (field: string, recorded: number, live: number): Difference => ({
  kind: 'amount',
  field,
  recorded: String(recorded),
  live: String(live),
});

const answer = { status: 200, body: {} };
const asked = { n: 1, session: 1, things: [], request: {}, recorded: answer, live: answer };

describe('after bets that paid 0.3 more and 0.1 less than expected', () => {
  const played = (): DrawnValues => {
    const drawn = new DrawnValues();
    for (const [before, now] of [
      [0, 0.3],
      [0.2, 0.1],
    ] as const)
      drawn.note({ ...asked, call: 'casino/A/bet' }, [amount('/payout', before, now)]);
    return drawn;
  };

  it.each([
    ['casino/A/balance', '/balance', 0.2, true],
    ['casino/A/balance', '/balance', 0.3, false],
    ['casino/A/stats', '/net_profit', 0.2, true],
    ['casino/A/stats', '/net_profit', 0.3, false],
    // One game, one day, or the bets before an item, have any part of both.
    ['casino/A/stats', '/games/*/net_profit', 0.3, true],
    ['casino/A/stats', '/games/*/total_won', -0.1, true],
    ['casino/B/stats', '/by_game/dice/profit_loss', 0, true],
    ['casino/A/stats', '/games/*/net_profit', 0.31, false],
    ['casino/A/stats', '/games/*/total_wagered', 0.2, false],
    ['casino/A/session', '/total_won', -0.1, true],
    ['casino/A/session', '/total_won', -0.2, false],
    ['casino/A/bankrollCurve', '/bankroll', 0.2, true],
    ['casino/A/bankrollCurve', '/bankroll', 0.3, false],
    ['casino/A/bankrollCurve', '/history/*/bankroll', 0.3, true],
    ['casino/A/batch', '/results/*/balance', -0.1, true],
    ['casino/A/batch', '/results/*/balance', 0.4, false],
    // The largest stake rises with the balance.
    ['casino/A/kellyOptimal', '/max_bet', 0.05, true],
    ['casino/A/kellyOptimal', '/optimal_bet', -0.05, false],
    ['casino/A/kellyLimits', '/limits/*/max_bet_at_longest_odds', 0.01, true],
    ['casino/A/kellyLimits', '/limits/*/min_bet', 0.01, false],
    ['casino/B/games', '/games/*/max_bet', 0.01, false],
  ])('%s shows %s that differs by %d: %s', (call, field, apart, isExplained) => {
    expect(played().explains(1, call, amount(field, 10, 10 + apart))).toBe(isExplained);
    expect(played().explains(2, call, amount(field, 10, 10 + apart))).toBe(false);
  });
});

describe('who has registered others', () => {
  const registers = (n: number, session: number, referrer?: number) => ({
    ...asked,
    n,
    session,
    call: 'faucet/B/register',
    things: referrer === undefined ? [] : [referrer],
    request: { body: { agent_id: `a${n}`, ...(referrer !== undefined && { referrer: `a${referrer}` }) } },
  });
  /** Session 2 was referred by 1, 3 by 2, 4 by 3, 5 by 4; the last one has been paid 3 less and 1 more than expected. */
  const played = (): DrawnValues => {
    const drawn = new DrawnValues();
    for (let n = 1; n <= 5; n++) drawn.note(registers(n, n, n === 1 ? undefined : n - 1), []);
    for (const now of [0, 4])
      drawn.note({ ...asked, n: 9, session: 5, call: 'casino/A/bet' }, [amount('/payout', 3, now)]);
    return drawn;
  };
  const explains = (drawn: DrawnValues, session: number, apart: number): boolean =>
    drawn.explains(session, 'casino/A/referralStats', amount('/total_earned', 10, 10 + apart));

  it.each([
    ['earns a tenth of what they have lost more', 4, 0.3, true],
    ['earns no more', 4, 0.31, false],
    ['loses a tenth of what they have won more', 4, -0.1, true],
    ['loses no more', 4, -0.11, false],
    ['earns over three levels', 2, 0.3, true],
    ['earns over no more levels', 1, 0.01, false],
    ['earns nothing where it was referred itself', 5, 0.3, false],
  ])('%s', (_, session, apart, isExplained) => {
    expect(explains(played(), session, apart)).toBe(isExplained);
  });

  it('earns nothing that a draw explains while no agent below has played', () => {
    const drawn = new DrawnValues();
    for (let n = 1; n <= 2; n++) drawn.note(registers(n, n, n === 1 ? undefined : 1), []);
    expect(explains(drawn, 1, 0.01)).toBe(false);
  });

  it('earns an unknown share once a price has decided what they pay', () => {
    const drawn = played();
    const sold = { ...asked, session: 3, call: 'trading/B/place', request: { body: { side: 'sell' } } };
    drawn.note(sold, [amount('/fill_price', 100, 101)]);
    expect(explains(drawn, 2, 5)).toBe(true);
    expect(explains(drawn, 4, 5)).toBe(false);
  });
});

describe('a contest whose tie one side has drawn again', () => {
  const create = { ...asked, n: 7, call: 'casino/A/createChallenge' };
  const accept = { ...asked, n: 8, session: 2, things: [7], call: 'casino/A/acceptChallenge' };
  const settled = (rounds: number): DrawnValues => {
    const drawn = new DrawnValues();
    drawn.note(create, []);
    drawn.note(accept, rounds === 1 ? [] : [amount('/rounds', 1, rounds)]);
    return drawn;
  };

  it.each([
    ['casino/A/seedHash', '/next_nonce'],
    ['casino/A/rotate', '/revealed/rounds'],
    ['casino/A/stats', '/total_bets'],
    ['casino/A/acceptChallenge', '/challenger_round/nonce'],
  ])('has taken more nonces of both: %s %s', (call, field) => {
    for (const session of [1, 2]) {
      expect(settled(2).explains(session, call, amount(field, 1, 2))).toBe(true);
      expect(settled(1).explains(session, call, amount(field, 1, 2))).toBe(false);
    }
    if (!field.endsWith('_round/nonce'))
      expect(settled(2).explains(3, call, amount(field, 1, 2))).toBe(false);
  });
});

describe('a contest that one side alone has entered', () => {
  it('shows other entrants, prizes and places to all', () => {
    const drawn = new DrawnValues();
    const [created, entered] = ['casino/A/createTournament', 'casino/A/enterTournament'];
    drawn.note({ ...asked, n: 3, call: created }, []);
    drawn.note({ ...asked, n: 4, session: 2, call: 'casino/A/bet' }, [amount('/payout', 1, 0)]);
    const poor = { status: 422, body: { code: 'INSUFFICIENT_BALANCE' } };
    const refused = { ...asked, n: 5, session: 2, things: [3], call: entered, live: poor };
    const status = { kind: 'status', field: '', recorded: '200', live: '422 INSUFFICIENT_BALANCE' } as const;
    drawn.note(refused, [status]);
    expect(drawn.explains(2, entered, status)).toBe(true);
    for (const things of [[3], [9]]) {
      const found = [
        amount('/tournaments/*/entrants', 2, 1),
        { kind: 'value', field: '/tournaments/*/status', recorded: '"active"', live: '"cancelled"' } as const,
      ];
      drawn.note({ ...asked, n: 6, session: 3, things, call: 'casino/A/tournaments' }, found);
      for (const each of found) expect(drawn.explains(3, 'casino/A/tournaments', each)).toBe(things[0] === 3);
    }
    // The creator gets another entry fee.
    expect(drawn.explains(1, 'casino/A/balance', amount('/balance', 10, 9.5))).toBe(true);
    expect(drawn.explains(3, 'casino/A/balance', amount('/balance', 10, 9.5))).toBe(false);
  });
});

describe('a payment that one side alone has made', () => {
  it('is missing to whom it was for, and to all that could have received it', () => {
    const drawn = new DrawnValues();
    drawn.note({ ...asked, call: 'casino/A/bet' }, [amount('/payout', 1, 0)]);
    const made = { status: 201, body: { escrow_id: 'esc_aaaaaaaaaaaaaaaa' } };
    const poor = { status: 422, body: { code: 'INSUFFICIENT_BALANCE' } };
    const status = { kind: 'status', field: '', recorded: '201', live: '422 INSUFFICIENT_BALANCE' } as const;
    const create = { ...asked, n: 2, touched: [1, 2], call: 'escrow/B/create', recorded: made, live: poor };
    drawn.note(create, [status]);
    const balance = amount('/balance_usdc', 10, 9);
    expect([1, 2, 3].map((session) => drawn.explains(session, 'faucet/A/status', balance))).toEqual([true, true, false]);
    const body = { escrows: [{ escrow_id: 'esc_aaaaaaaaaaaaaaaa' }], total: 1 };
    const listed = { ...asked, n: 3, session: 2, call: 'escrow/B/list' };
    const found = [{ kind: 'shape', field: '/escrows/*', recorded: '{}', live: 'nothing' } as const, amount('/total', 1, 0)];
    drawn.note({ ...listed, recorded: { status: 200, body }, live: { status: 200, body: { escrows: [], total: 0 } } }, found);
    for (const each of found) expect(drawn.explains(2, listed.call, each)).toBe(true);
    expect(drawn.isLost({ n: 4, call: 'escrow/B/release', things: [2], touched: [3] })).toBe(true);
    expect(drawn.isLost({ n: 5, call: 'escrow/B/release', things: [9], touched: [4] })).toBe(false);
    expect([3, 4].map((session) => drawn.explains(session, 'faucet/A/status', balance))).toEqual([true, false]);
  }); // prettier-ignore
});

describe('money that a draw has left to one side alone', () => {
  it.each([[1, 0, '201', '422', true], [0, 1, '422', '201', true], [0, 1, '201', '422', false], [1, 0, '422', '201', false]])('paid %i here and %i there explains %s here and %s there: %s', (before, now, recorded, live, isExplained) => {
    const shownOf = (status: string): string => (status === '422' ? '422 INSUFFICIENT_BALANCE' : status);
    const answerOf = (status: string) => ({ status: Number(status), body: status === '422' ? { code: 'INSUFFICIENT_BALANCE' } : {} });
    const drawn = new DrawnValues();
    drawn.note({ ...asked, call: 'casino/A/bet' }, [amount('/payout', before, now)]);
    const status = { kind: 'status', field: '', recorded: shownOf(recorded), live: shownOf(live) } as const;
    drawn.note({ ...asked, n: 2, call: 'escrow/B/create', recorded: answerOf(recorded), live: answerOf(live) }, [status]);
    expect(drawn.explains(1, 'escrow/B/create', status)).toBe(isExplained);
  });
}); // prettier-ignore

describe('what a draw or a network decides by itself', () => {
  it.each([
    ['casino/A/session', 'amount', '/games/*/won', true],
    ['casino/short/bet', 'value', '/won', true],
    ['casino/short/profitLeaders', 'value', '/leaderboard/*/agent_id', true],
    ['casino/A/simulateKelly', 'amount', '/final_bankroll/p50', true],
    ['casino/A/simulateKelly', 'amount', '/expected_log_growth', false],
    ['casino/A/tournament', 'order', '/leaderboard', true],
    ['casino/A/tournaments', 'order', '/tournaments', false],
    ['wallet/primary/quote', 'amount', '/fees/network', true],
    ['wallet/primary/quote', 'amount', '/amount', false],
    ['wallet/A/swap', 'amount', '/received', true],
    ['wallet/B/transaction', 'time', '/settled_at', true],
    ['wallet/B/transaction', 'time', '/created_at', false],
    ['trading/B/portfolio', 'shape', '/positions/*/liquidation_price', true],
    ['trading/B/portfolio', 'shape', '/positions/*/mark_price', false],
  ] as const)('%s: %s %s: %s', (call, kind, field, isExplained) => {
    const recorded = kind === 'shape' ? 'null' : '"1"';
    expect(new DrawnValues().explains(1, call, { kind, field, recorded, live: '"2"' })).toBe(isExplained);
  });
});

describe('a batch', () => {
  const won = { amount: 0.1, payout: 0.196, balance: 1 };
  const lost = { ...won, payout: 0 };
  const refused = { error: 'there is no money left', code: 'INSUFFICIENT_BALANCE' };
  const results = (...items: object[]) => ({ status: 200, body: { results: items } });

  it.each([
    ['of two bets, one won on each side', [won, lost], [lost, won], 0],
    ['won on one side alone', [lost, lost], [won, won], 0.392],
    ['with a bet that one side has refused', [won, lost], [won, refused], 0.1],
  ])('%s', (_what, recorded, live, apart) => {
    const drawn = new DrawnValues();
    // Of many bets a comparison lists some differences alone.
    const both = { recorded: results(...recorded), live: results(...live) };
    drawn.note({ ...asked, ...both, call: 'casino/A/batch' }, []);
    const balance = (by: number) => amount('/balance', 10, 10 + by);
    if (apart > 0) expect(drawn.explains(1, 'casino/A/balance', balance(apart))).toBe(true);
    expect(drawn.explains(1, 'casino/A/balance', balance(apart + 0.1))).toBe(false);
  });
});

it('a bet that one side alone has refused is not counted there', () => {
  const drawn = new DrawnValues();
  drawn.note({ ...asked, call: 'casino/A/bet' }, [amount('/payout', 1, 0)]);
  const poor = { status: 422, body: { code: 'INSUFFICIENT_BALANCE' } };
  const status = { kind: 'status', field: '', recorded: '200', live: '422 INSUFFICIENT_BALANCE' } as const;
  drawn.note({ ...asked, n: 2, call: 'casino/A/bet', live: poor }, [status]);
  for (const field of ['/total_bets', '/games/*/total_wagered', '/by_game/dice/wagered'])
    expect([1, 2].map((of) => drawn.explains(of, 'casino/A/stats', amount(field, 2, 1)))).toEqual([true, false]);
}); // prettier-ignore
