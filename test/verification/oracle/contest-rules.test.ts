/** What records and lists of tournaments show; pages, timers, accounts of the house and the books as a whole. */
import { describe, expect, it } from 'vitest';
import { formatInstant, hourMs } from '../../../src/core/base/time.ts';
import type { AuditedExchange, Body } from '../../../src/verification/oracle/exchange.ts';
import { TournamentModel } from '../../../src/verification/oracle/models/tournaments.ts';
import { checkTotals } from '../../../src/verification/oracle/totals.ts';
import { checkPage, shownPage } from '../../../src/verification/oracle/pages.ts';
import { Timers } from '../../../src/verification/oracle/timers.ts';
import { HouseBooks, houseAccountsOf } from '../../../src/verification/oracle/house-books.ts';
import { isFollowedUnder } from '../../../src/verification/oracle/known-readings.ts';
import { FollowedRun, refused } from './followed-run.ts';
import { caseOf, exchangeOf } from './said.ts';

type Policies = Readonly<Record<string, string>>;
type More = Partial<AuditedExchange>;
const usdc = 1_000_000;
const byDefault = { 'tournaments.entries': 'until-start', 'tournaments.prize': 'pool-and-fees', 'tournaments.split': '50-30-20', 'tournaments.ties': 'shared', 'tournaments.idle': 'unranked', 'tournaments.score': 'net-profit', 'tournaments.stakes': 'own', 'tournaments.minEntrants': '1', 'tournaments.unclaimed': 'entrants' }; // prettier-ignore

class Cups extends FollowedRun {
  readonly model: TournamentModel;
  constructor(policies: Policies = {}) {
    super({ policies: { ...byDefault, ...policies }, agents: { alice: 20, bob: 10, carol: 1 } });
    this.model = new TournamentModel(this.file);
  }

  asks(caller: string | undefined, operation: string, more: More = {}): string[] {
    return this.hears(this.model, caller, [`casino/A/${operation}`, more]).map((message) => message.replace('tournament-lifecycle: ', ''));
  }

  makes(id = 't', body: Body = {}): string[] {
    const sent = { prize_pool: 4, entry_fee: 1, max_agents: 9, game: 'dice', starts_at: formatInstant(hourMs), ends_at: formatInstant(2 * hourMs), ...body };
    return this.asks('alice', 'createTournament', { body: sent, answer: { tournament_id: id } });
  }

  record(more: Body = {}): Body {
    return { tournament_id: 't', status: 'upcoming', entrants: 0, entered: false, prize: 4, created_by: 'alice', leaderboard: [], ...more };
  }

  board(agents: readonly string[], more: Body = {}): readonly Body[] {
    return agents.map((agent_id) => ({ agent_id, rank: null, bets: 0, total_wagered: 0, total_won: 0, net_profit: 0, best_win: 0, prize: 0, ...more }));
  }

  enters(agent: string, entrants: readonly string[]): string[] {
    return this.asks(agent, 'enterTournament', { params: { id: 't' }, answer: this.record({ entrants: entrants.length, entered: true, prize: 4 + entrants.length, leaderboard: this.board(entrants) }) });
  }

  plays(agent: string, payout: number, rank: number): string[] {
    return this.asks(agent, 'playTournament', { params: { id: 't' }, answer: { amount: 1, payout, net_profit: payout - 1, rank, game: 'dice', tournament_id: 't' } });
  }
} // prettier-ignore

describe('a record of a tournament', () => {
  it.each([
    ['status', 'active', 'status is active; expected upcoming'],
    ['entrants', 2, 'entrants is 2; expected 1'],
    ['entered', true, 'entered is true; expected false'],
    ['prize', 6, 'prize is 6.00 USDC; expected 5.00 USDC'],
    ['created_by', 'bob', 'created_by is bob; expected alice'],
    ['leaderboard', [], 'leaderboard: agents is nothing; expected bob'],
  ])('shows its %s', (name, value, message) => {
    const run = new Cups();
    expect([run.makes(), run.enters('bob', ['bob'])]).toEqual([[], []]);
    const right = run.record({ entrants: 1, prize: 5, leaderboard: run.board(['bob']) });
    const detail = (answer: Body, more: More = {}) => run.asks('alice', 'tournament', { params: { id: 't' }, answer, ...more });
    expect([detail(right), detail({ ...right, [name]: value })]).toEqual([[], [message]]);
    expect(detail(right, { params: { id: 'u' } })).toEqual(['casino/A/tournament is answered OK; expected NOT_FOUND']);
    expect([detail(right, refused('NOT_FOUND', 404)), detail(right, { params: { id: 'u' }, ...refused('NOT_FOUND', 404) })]).toEqual([['casino/A/tournament is answered NOT_FOUND; expected OK'], []]);
    if (name !== 'entered') expect(run.asks('bob', 'tournament', { params: { id: 't' }, answer: { ...right, entered: true } })).toEqual([]);
    const listed = (row: Body) => run.asks('alice', 'tournaments', { answer: { total: 1, page: 1, tournaments: [row] } });
    // A list has no leaderboards.
    expect([listed(right), listed({ ...right, [name]: value })]).toEqual([[], name === 'leaderboard' ? [] : [message]]);
  });

  it('has another prize where fees are not part of it', () => {
    const run = new Cups({ 'tournaments.prize': 'pool' });
    run.makes();
    run.asks('bob', 'enterTournament', { params: { id: 't' }, answer: {} });
    expect(run.asks('alice', 'tournament', { params: { id: 't' }, answer: run.record({ entrants: 1, prize: 4, leaderboard: run.board(['bob']) }) })).toEqual([]);
  });

  it.each<[Policies, readonly number[]]>([
    [{}, [3.75, 2.25]],
    [{ 'tournaments.split': 'winner' }, [6, 0]],
    [{ 'tournaments.prize': 'pool', 'tournaments.split': 'winner' }, [4, 0]],
    [{ 'tournaments.unclaimed': 'creator' }, [3, 1.8]],
  ])('pays its prizes at its end under %j', (policies, [first = 0, second = 0]) => {
    const run = new Cups(policies);
    run.makes();
    for (const agent of ['bob', 'carol']) run.asks(agent, 'enterTournament', { params: { id: 't' }, answer: {} });
    run.timers.advance(hourMs);
    expect([run.plays('bob', 3, 1), run.plays('carol', 2, 2)]).toEqual([[], []]);
    const rows = (one: number, other: number) => [{ agent_id: 'bob', rank: 1, bets: 1, total_wagered: 1, total_won: 3, net_profit: 2, best_win: 2, prize: one }, { agent_id: 'carol', rank: 2, bets: 1, total_wagered: 1, total_won: 2, net_profit: 1, best_win: 1, prize: other }];
    const prize = policies['tournaments.prize'] === 'pool' ? 4 : 6;
    const shown = (status: string, leaderboard: readonly Body[]) => run.asks('alice', 'tournament', { params: { id: 't' }, answer: run.record({ status, entrants: 2, prize, leaderboard }) });
    expect(shown('active', rows(99, 99))).toEqual([]);
    run.timers.advance(2 * hourMs);
    expect(run.timers.latest?.what).toBe('the end of tournament t');
    expect(run.has('bob')).toEqual([(9 + first) * usdc, 0]);
    expect(run.has('carol')).toEqual([second * usdc, 0]);
    expect(run.has('alice')[0]).toBe(Math.round((16 + (prize === 4 ? 2 : 0) + (policies['tournaments.unclaimed'] === undefined ? 0 : 1.2)) * usdc));
    expect([shown('finished', rows(first, second)), shown('finished', rows(first + 1, second))]).toEqual([[], [`leaderboard: prize is ${(first + 1).toFixed(2)} USDC; expected ${first.toFixed(2)} USDC`]]);
    expect(run.asks('alice', 'tournaments', { answer: { total: 0, page: 1, tournaments: [] } })).toEqual([]);
    expect(run.plays('bob', 3, 1)[0]).toBe('a play in a tournament that is finished counts');
  });

  it('leaves open whose a remainder is', () => {
    const run = new Cups({ 'tournaments.unclaimed': 'creator' });
    run.makes('t', { prize_pool: 0.000001, entry_fee: 0 });
    run.asks('bob', 'enterTournament', { params: { id: 't' }, answer: {} });
    run.timers.advance(hourMs);
    run.plays('bob', 3, 1);
    run.timers.advance(2 * hourMs);
    expect([run.books.isLoose('bob'), run.books.isLoose('alice'), run.books.isLoose('carol')]).toEqual([true, true, false]);
  });
}); // prettier-ignore

it('a list has the tournaments that are open, each once', () => {
  const run = new Cups();
  for (const id of ['one', 'two']) run.makes(id, { prize_pool: 1 });
  const row = (id: string) => run.record({ tournament_id: id, prize: 1 });
  const listed = (ids: readonly string[], total = 2) => run.asks('alice', 'tournaments', { answer: { total, page: 1, tournaments: ids.map(row) } });
  expect([listed(['one', 'two']), listed(['two', 'one'])]).toEqual([[], []]);
  expect(listed(['one'])).toEqual(['lists-complete: tournaments is one; expected one two']);
  expect(listed(['one', 'two'], 3)).toEqual(['lists-complete: total is 3; expected 2']);
  expect([run.asks('alice', 'tournaments', refused('BAD_REQUEST')), run.asks(undefined, 'tournaments', { answer: {} })]).toEqual([[], []]);
}); // prettier-ignore

describe('pages', () => {
  const rows = Array.from({ length: 120 }, (_, at) => at);
  const page = (query: Readonly<Record<string, string>>, limit = 20) => {
    const shown = shownPage(exchangeOf('x/A/y', { query }), rows, limit);
    return [shown[0], shown.length];
  };
  it('have as many rows as are asked for, a hundred at most', () => {
    expect([page({}), page({ page: '2' }), page({ limit: '5', page: '3' }), page({ limit: '200' }), page({}, 1000), page({ page: '2' }, 100)]).toEqual([[0, 20], [20, 20], [10, 5], [0, 100], [0, 100], [100, 20]]);
    const said = (answer: Body, query: Readonly<Record<string, string>> = {}) => {
      const { file, said: all } = caseOf();
      checkPage(file, exchangeOf('x/A/y', { query, answer }), 3);
      return all;
    };
    expect([said({ total: 3, page: 1 }), said({ total: 3, page: 2 }, { page: '2' })]).toEqual([[], []]);
    expect([said({ total: 4, page: 1 }), said({ total: 3, page: 1 }, { page: '2' })].flat()).toEqual(['lists-complete: total is 4; expected 3', 'lists-complete: page is 1; expected 2']);
  });
}); // prettier-ignore

it('the books as a whole are held at the end', () => {
  const said = (more: object) => {
    const { file, said: all } = caseOf();
    checkTotals(file, { driftMicros: 0, unexplained: [], tradingDrift: 0, walletDrift: 0, negative: [], ...more });
    return all;
  };
  expect(said({})).toEqual([]);
  expect([said({ driftMicros: -1 }), said({ negative: ['a', 'b'] }), said({ unexplained: ['x', 'y'] }), said({ tradingDrift: 2 }), said({ walletDrift: 3 })].flat()).toEqual([
    'money-conserved: the ledger is off by -1 micro-USDC',
    'no-negative-balance: a, b below zero',
    'holds-explained: x; y',
    'books-agree: the accounts of trading are off by 2 micro-USDC of margins and lots of assets',
    'books-agree: the books of the chains are off by 3 smallest units',
  ]);
}); // prettier-ignore

describe('timers', () => {
  it('run in order of time, and of insertion, until they are cancelled', () => {
    const timers = new Timers();
    const seen: string[] = [];
    const add = (atMs: number, what: string, run = () => void seen.push(what)) => timers.at(atMs, what, run);
    add(5, 'b');
    add(3, 'a');
    add(5, 'c');
    const cancel = add(4, 'x');
    add(5, 'd', () => void (seen.push('d'), add(5, 'e'), add(6, 'f')));
    cancel();
    timers.advance(2);
    expect([seen, timers.latest, timers.nowMs, timers.beforeMs]).toEqual([[], undefined, 2, 0]);
    timers.advance(5);
    expect([seen, timers.latest?.what, timers.nowMs, timers.beforeMs]).toEqual([['a', 'b', 'c', 'd', 'e'], 'e', 5, 2]);
    timers.advance(5);
    expect([timers.nowMs, timers.beforeMs]).toEqual([5, 2]);
    timers.forget();
    expect(timers.latest).toBeUndefined();
    timers.advance(6);
    expect(seen.at(-1)).toBe('f');
  });
}); // prettier-ignore

describe('accounts of the house', () => {
  const shown = (more: Readonly<Record<string, number>> = {}) => new Map(Object.entries({ 'faucet:pool': 0, 'escrow:fees': 0, 'domains:fees': 0, 'casino:fees': 0, 'casino:contest-fees': 0, 'casino:house': 0, 'trading:fees': 0, ...more }));
  const books = (policies: Policies = {}, first: Readonly<Record<string, number>> = {}) => {
    const own = new HouseBooks(policies);
    own.begin(shown(first));
    return own;
  };
  it('are followed from what they begin with', () => {
    for (const account of ['escrow:fees', 'domains:fees', 'casino:fees', 'casino:contest-fees', 'trading:fees'] as const) {
      const own = books({}, { [account]: 5 });
      own.move(account, 2);
      expect([own.known(account), own.difference(shown({ [account]: 7 })), own.difference(shown({ [account]: 8 }))]).toEqual([7, undefined, `${account} has 0.000008 USDC; expected 0.000007 USDC`]);
      own.loosen(account);
      expect([own.known(account), own.difference(shown({ [account]: 9 }))]).toEqual([undefined, undefined]);
    }
    const missing = shown();
    missing.delete('trading:fees');
    expect([books().difference(missing), books().difference(undefined), books().seen('x')]).toEqual(['trading:fees has no balance; expected 0.00 USDC', undefined, undefined]);
    const own = books();
    own.difference(shown({ other: 3 }));
    expect([own.seen('other'), own.seen('none')]).toEqual([3, 0]);
    own.begin(shown({ 'trading:fees': 99 }));
    expect(own.known('trading:fees')).toBe(0);
  });

  it('open with the amount of their policy at their first use', () => {
    for (const [account, policy] of [['faucet:pool', 'faucet.pool'], ['casino:house', 'casino.houseBankroll']] as const) {
      const policies = { [policy]: '0.00001' };
      expect([books(policies).known(account), books(policies, { [account]: 10 }).known(account), books(policies).difference(shown())]).toEqual([10, 10, undefined]);
      const own = books(policies);
      own.move(account, -3);
      expect([own.difference(shown({ [account]: 7 })), own.known(account), own.difference(shown({ [account]: 17 }))]).toEqual([undefined, 7, `${account} has 0.000017 USDC; expected 0.000007 USDC`]);
    }
  });

  it('belong to a service each', () => {
    expect([houseAccountsOf('casino'), houseAccountsOf('faucet'), houseAccountsOf('wallet'), houseAccountsOf('cas')]).toEqual([['casino:fees', 'casino:contest-fees', 'casino:house'], ['faucet:pool'], [], []]);
    const under = (changed: readonly string[], policies: Policies, service: string) => isFollowedUnder({ changed, policies }, service);
    const none = { 'trading.reservation': 'none' };
    expect([under(['trading.reservation'], none, 'trading'), under([], none, 'trading'), under(['trading.reservation'], none, 'casino'), under(['trading.reservation'], { 'trading.reservation': 'full' }, 'trading'), under(['stats.session'], {}, 'casino')]).toEqual([false, true, true, true, true]);
  });
}); // prettier-ignore
