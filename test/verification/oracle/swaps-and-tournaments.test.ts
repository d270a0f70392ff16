/** Orders of the aggregator from state to state, and tournaments from entry to prize. */
import { describe, expect, it } from 'vitest';
import { dayMs, formatInstant, hourMs, minuteMs } from '../../../src/core/base/time.ts';
import { ExpectedBalances } from '../../../src/verification/oracle/books.ts';
import type { Body } from '../../../src/verification/oracle/exchange.ts';
import { namesNative, SwapOrders } from '../../../src/verification/oracle/models/swap-orders.ts';
import { TournamentModel } from '../../../src/verification/oracle/models/tournaments.ts';
import { Timers } from '../../../src/verification/oracle/timers.ts';
import { caseOf, exchangeOf } from './said.ts';

const usdc = 1_000_000;

it.each<[unknown, boolean]>([
  ['native', true],
  [`0x${'e'.repeat(40)}`, true],
  [`0x${'E'.repeat(40)}`, true],
  [`0x${'e'.repeat(39)}`, false],
  [`0x${'e'.repeat(41)}`, false],
  ['USDC', false],
])('%s names the native asset: %s', (token, isNative) => expect(namesNative(token)).toBe(isNative));

describe('an order of the aggregator', () => {
  const expiresAtMs = hourMs;
  type Step = readonly [atMs: number, what: string, amount?: string, asset?: string];
  /** States by name; `fund` pays in, `send` is a signed transfer to the address. */
  const said = (steps: readonly Step[], { policies = {}, chain = 'base', from = 'usd', to = 'usd', out }: { policies?: object; chain?: string; from?: string; to?: string; out?: string } = {}): string[] => {
    const { file, said: all } = caseOf({ setting: { faults: [], policies: { 'wallet.swapDeposit': 'agent', 'wallet.failures': 'none', 'wallet.failedSwap': 'refunded', ...policies } } });
    const orders = new SwapOrders(file);
    const opened = { order_id: 'o', deposit_address: '0xA', expires_at: formatInstant(expiresAtMs), from_chain: chain, from_token: from, to_token: to, to_chain: 'base', amount: '10' };
    orders.answered(exchangeOf('wallet/primary/openSwap', { answer: opened }));
    for (const [atMs, what, amount, asset = 'USDC'] of steps) {
      if (what === 'fund') orders.answered(exchangeOf('control/_/fund', { atMs, answer: { chain, address: '0xa', amount, asset } }));
      else if (what === 'send') orders.answered(exchangeOf('wallet/primary/sendSigned', { atMs, answer: { chain, to: '0xa' } }));
      else orders.answered(exchangeOf('wallet/primary/swapStatus', { atMs, params: { orderId: 'o' }, answer: { status: what, amount_out: out } }));
    }
    return all.map((message) => message.replace(/^swap-lifecycle: a swap order is /, ''));
  };
  const early = 5 * minuteMs;
  const fund: Step = [0, 'fund', '10'];

  it.each<[string, readonly Step[]]>([
    ['waits until it expires', [[expiresAtMs, 'awaiting_deposit'], [expiresAtMs, 'expired']]],
    ['is swapped once it is paid', [fund, [1, 'processing'], [2, 'completed'], [3, 'completed']]],
    ['may be processed for a day', [fund, [dayMs, 'processing']]],
    ['may fail where more is paid than can be paid out', [[0, 'fund', '41'], [1, 'failed'], [early + 1, 'failed'], [early + 2, 'refunded']]],
    ['may be given back where too little is paid', [[0, 'fund', '9'], [1, 'refunded']]],
    ['may be given back where another asset is paid', [[0, 'fund', '10', 'ETH'], [1, 'refunded']]],
    ['may be paid by a transfer of a key', [[0, 'send'], [1, 'completed']]],
    ['may expire where it is paid too late', [[expiresAtMs - early, 'fund', '10'], [expiresAtMs, 'expired']]],
  ])('%s', (_what, steps) => expect(said(steps, { out: '9.9' })).toEqual([]));

  it.each<[string, readonly Step[], RegExp]>([
    ['expires too early', [[expiresAtMs - 1, 'expired']], /^expired at .*: it expires at 1970-01-01T01:00:00.000Z$/],
    ['waits too long', [[expiresAtMs + 1, 'awaiting_deposit']], /^awaiting_deposit at .*: it expires at /],
    ['goes back', [fund, [1, 'processing'], [2, 'awaiting_deposit']], /: it was processing before$/],
    ['is in another last state', [fund, [1, 'completed'], [2, 'refunded']], /: it was completed before$/],
    ['is in no known state', [fund, [1, 'lost']], /: it was awaiting_deposit before$/],
    ['expires though it is paid', [[expiresAtMs - early - 1, 'fund', '10'], [expiresAtMs, 'expired']], /: it was paid at .*, and it expires at /],
    ['is processed for more than a day', [fund, [dayMs + 1, 'processing']], /: it was paid at 1970-01-01T00:00:00.000Z$/],
    ['fails though nothing does', [[0, 'fund', '40'], [1, 'failed']], /, and no transaction fails$/],
    ['is given back though nothing fails', [fund, [1, 'refunded']], /, and no transaction fails$/],
    ['is swapped without a deposit', [[1, 'processing']], /: it was not paid$/],
    ['is kept after it has failed', [[0, 'fund', '41'], [1, 'failed'], [early + 2, 'failed']], /: it has failed at .* or before, and its deposit goes back$/],
  ])('never %s', (_what, steps, message) => expect(said(steps, { out: '9.9' })).toEqual([expect.stringMatching(message)]));

  it('is read as the policies have it', () => {
    expect(said([[1, 'completed']], { policies: { 'wallet.swapDeposit': 'sim' } })).toEqual([]);
    expect(said([fund, [1, 'refunded']], { policies: { 'wallet.failures': 'all' } })).toEqual([]);
    const failed: readonly Step[] = [[0, 'fund', '41'], [1, 'failed'], [early + 2, 'failed']];
    expect(said(failed, { policies: { 'wallet.failedSwap': 'kept' } })).toEqual([]);
    expect([said(failed, { chain: 'ethereum' }), said(failed, { chain: 'bitcoin' })]).toEqual([[], []]);
    expect(said([[0, 'fund', '10', 'ETH'], [1, 'refunded']], { from: 'native' })).toHaveLength(1);
  });

  it('pays out what was paid in, less its fee and what the network takes', () => {
    const of = (out: string, more: object = {}) => said([[0, 'fund', '400'], [1, 'completed']], { out, ...more });
    expect([of('397'), of('397.000002'), of('297.01')]).toEqual([[], [], []]);
    expect([of('397.00001'), of('297')].flat()).toEqual([
      'completed at 1970-01-01T00:00:00.001Z: 400 were paid, and 397.00001 are paid out',
      'completed at 1970-01-01T00:00:00.001Z: 400 were paid, and 297 are paid out',
    ]);
    expect(of('1', { to: 'native' })).toEqual([]);
  });
}); // prettier-ignore

describe('a tournament', () => {
  const [startMs, endMs] = [hourMs, 2 * hourMs];
  const body = { prize_pool: 4, entry_fee: 1, max_agents: 2, game: 'coin_flip', starts_at: formatInstant(startMs), ends_at: formatInstant(endMs) };
  const setUp = (policies: object = {}) => {
    const [books, timers] = [new ExpectedBalances(), new Timers()];
    for (const agent of ['alice', 'bob', 'carol', 'dave']) {
      books.open(agent);
      books.move(agent, 10 * usdc);
    }
    const { file, said } = caseOf({
      setting: { faults: [], changed: [], policies: {
        'tournaments.entries': 'until-start', 'tournaments.prize': 'pool-and-fees', 'tournaments.split': 'winner', 'tournaments.ties': 'shared',
        'tournaments.idle': 'unranked', 'tournaments.score': 'net-profit', 'tournaments.stakes': 'own', 'tournaments.minEntrants': '1', ...policies } },
      books, timers,
    });
    const model = new TournamentModel(file);
    const call = (operation: string, agent: string, atMs: number, more: object = {}): void => {
      timers.advance(atMs);
      model.answered(exchangeOf(`casino/A/${operation}`, { method: 'POST', atMs, params: { id: 't' }, ...more }), agent);
    };
    const create = (change: Body = {}, status = 200, code?: string) =>
      call('createTournament', 'alice', 0, { body: { ...body, ...change }, status, answer: { tournament_id: 't', code } });
    return { books, said, call, create };
  };
  const entered = (count: number, agents: readonly string[]): Body => ({
    status: 'upcoming', entrants: count, entered: true, prize: 4 + count, created_by: 'alice',
    leaderboard: agents.map((agent_id) => ({ agent_id, rank: null, bets: 0, total_wagered: 0, total_won: 0, net_profit: 0, best_win: 0, prize: 0 })),
  });
  const refused = (code: string) => ({ status: 409, answer: { code } });

  it('begins after it was made, ends after it began, and is paid for', () => {
    const made = (change: Body, status: number, code?: string) => {
      const { create, said } = setUp();
      create(change, status, code);
      return said.length;
    };
    expect([made({}, 200), made({ prize_pool: 10 }, 200), made({ prize_pool: 10.000001 }, 402, 'INSUFFICIENT_BALANCE')]).toEqual([0, 0, 0]);
    const bad = [{ starts_at: formatInstant(0) }, { ends_at: formatInstant(startMs) }];
    expect(bad.flatMap((change) => [made(change, 400, 'BAD_REQUEST'), made(change, 200)])).toEqual([0, 1, 0, 1]);
    expect([made({ starts_at: formatInstant(1) }, 200), made({ ends_at: formatInstant(startMs + 1) }, 200)]).toEqual([0, 0]);
    expect([made({ prize_pool: 10.000001 }, 200), made({}, 400, 'BAD_REQUEST')]).toEqual([1, 1]);
    const last = (more: number) => ({ ends_at: formatInstant(startMs + 365 * dayMs + more) });
    expect([made(last(0), 400, 'BAD_REQUEST'), made(last(1), 400, 'BAD_REQUEST')]).toEqual([1, 0]);
  });

  it('is entered once, before it begins, by as many as it has room for', () => {
    const { create, call, said, books } = setUp();
    create();
    call('enterTournament', 'bob', 1, { answer: entered(1, ['bob']) });
    call('enterTournament', 'bob', 2, refused('CONFLICT'));
    call('enterTournament', 'carol', 3, { answer: entered(2, ['bob', 'carol']) });
    call('enterTournament', 'dave', 4, refused('CONFLICT'));
    expect(said).toEqual([]);
    expect([books.available('bob'), books.held('bob'), books.held('alice')]).toEqual([9 * usdc, usdc, 4 * usdc]);
    call('enterTournament', 'dave', 5, { answer: entered(3, ['bob', 'carol', 'dave']) });
    expect(said[0]).toBe('tournament-lifecycle: casino/A/enterTournament is answered OK; expected CONFLICT');
  });

  it.each([['until-start', 'CONFLICT', startMs], ['until-end', 'OK', startMs], ['until-end', 'OK', endMs - 1], ['until-end', 'CONFLICT', endMs]])(
    'under the reading %s an entry is answered %s at %i',
    (entries, outcome, atMs) => {
      const { create, call, said } = setUp({ 'tournaments.entries': entries, 'tournaments.minEntrants': '0' });
      create();
      call('enterTournament', 'bob', atMs, refused(outcome === 'OK' ? 'CONFLICT' : 'NOT_FOUND'));
      expect(said).toEqual([expect.stringContaining(`expected ${outcome}`)]);
    },
  );

  it.each([
    ['pool-and-fees', 'bob', { alice: 6, bob: 15, carol: 9 }],
    ['pool', 'carol', { alice: 8, bob: 9, carol: 13 }],
  ])('pays %s to %s, who has won most', (prize, winner, left) => {
    const { create, call, said, books } = setUp({ 'tournaments.prize': prize });
    create();
    for (const agent of ['bob', 'carol']) call('enterTournament', agent, 1, { answer: {} });
    said.length = 0;
    const play = (agent: string, payout: number) =>
      call('playTournament', agent, startMs, { answer: { amount: 1, payout, net_profit: payout - 1, rank: 1, game: 'coin_flip', tournament_id: 't' } });
    for (const agent of [winner === 'bob' ? 'carol' : 'bob', winner]) play(agent, agent === winner ? 2 : 1);
    expect(said).toEqual([]);
    call('other', 'dave', endMs);
    const rest = Object.fromEntries(['alice', 'bob', 'carol'].map((agent) => [agent, books.available(agent) / usdc]));
    expect([rest, books.held('alice'), books.held('bob')]).toEqual([left, 0, 0]);
  });

  it('is cancelled without enough entrants, or without a bet, and gives all back', () => {
    const left = (minEntrants: string, atMs: number) => {
      const { create, call, books } = setUp({ 'tournaments.minEntrants': minEntrants });
      create();
      call('enterTournament', 'bob', 1, { answer: {} });
      call('other', 'dave', atMs);
      return [books.available('alice'), books.available('bob'), books.held('alice'), books.held('bob')].map((micros) => micros / usdc);
    };
    const [held, back] = [[6, 9, 4, 1], [10, 10, 0, 0]];
    expect([left('2', startMs - 1), left('2', startMs), left('1', startMs), left('1', endMs)]).toEqual([held, back, held, back]);
  });

  it('takes plays of its entrants while it goes on', () => {
    const played = (agent: string, atMs: number, more: object, policies: object = {}) => {
      const { create, call, said } = setUp(policies);
      create();
      call('enterTournament', 'bob', 1, { answer: {} });
      said.length = 0;
      call('playTournament', agent, atMs, more);
      return said;
    };
    const won = { answer: { amount: 1, payout: 2, net_profit: 1, rank: 1, game: 'coin_flip', tournament_id: 't' } };
    expect([played('bob', startMs, won), played('carol', startMs, refused('FORBIDDEN')), played('bob', startMs - 1, refused('CONFLICT'))]).toEqual([[], [], []]);
    expect(played('bob', startMs - 1, won)[0]).toBe('tournament-lifecycle: a play in a tournament that is upcoming counts');
    expect(played('carol', startMs, won)).toEqual(['tournament-lifecycle: a play in a tournament that is active counts']);
    for (const code of ['CONFLICT', 'FORBIDDEN'])
      expect(played('bob', startMs, refused(code))).toEqual(['tournament-lifecycle: a play in an active tournament is refused']);
    for (const [name, value] of [['net_profit', 2], ['rank', 2], ['game', 'dice'], ['tournament_id', 'u']])
      expect(played('bob', startMs, { answer: { ...won.answer, [String(name)]: value } })).toEqual([expect.stringMatching(`: ${String(name)} is `)]);
    const chips = (amount: number) => played('bob', startMs, { answer: { ...won.answer, amount, payout: amount + 1 } }, { 'tournaments.stakes': 'chips' });
    expect(chips(1000)).toEqual([]);
    expect(chips(1001)).toEqual(['tournament-lifecycle: 1001.00 USDC are staked of 1000.00 USDC in chips']);
  });
}); // prettier-ignore
