/** What a player has bet, beside lists, sums and leaderboards of it; each rule on both sides. */
import { describe, expect, it } from 'vitest';
import { dayMs, formatInstant, hourMs } from '../../../src/core/base/time.ts';
import type { AuditedExchange, Body } from '../../../src/verification/oracle/exchange.ts';
import { BetRecords } from '../../../src/verification/oracle/models/bet-records.ts';
import type { Bet } from '../../../src/verification/oracle/models/game-sums.ts';
import { FollowedRun } from './followed-run.ts';
import { exchangeOf } from './said.ts';

type Policies = Readonly<Record<string, string>>;
type Query = Readonly<Record<string, string>>;
const usdc = 1_000_000;
const bet = (more: Partial<Bet> = {}): Bet => ({
  game: 'dice',
  stake: usdc,
  payout: 2 * usdc,
  atMs: 0,
  won: true,
  id: 'b1',
  ...more,
});
const lost = bet({ game: 'coin_flip', stake: 3 * usdc, payout: 0, won: false, id: 'b2', atMs: dayMs });

class Records extends FollowedRun {
  readonly model: BetRecords;
  constructor(policies: Policies = {}, setting: object = {}) {
    super({ policies: { 'stats.session': 'rolling', 'leaderboard.window': 'all', 'leaderboard.agentId': 'short', ...policies }, setting });
    this.model = new BetRecords(this.file);
  }

  /** Two bets of alice, one a day after the other. */
  static ofTwo(policies: Policies = {}, setting: object = {}): Records {
    const run = new Records(policies, setting);
    for (const each of [bet(), lost]) run.model.settled('alice', each);
    return run;
  }

  says(run: (exchange: AuditedExchange) => void, call: string, more: Partial<AuditedExchange>): string[] {
    const before = this.said.length;
    run(exchangeOf(call, { atMs: dayMs, ...more }));
    return this.said.slice(before).map((message) => message.replace('bet-records: ', ''));
  }

  lists(rows: readonly Body[], query: Query = {}, total = rows.length): string[] {
    return this.says((exchange) => this.model.listed(exchange, 'alice'), 'casino/B/history', { query, answer: { bets: rows, total, page: Number(query['page'] ?? 1) } });
  }

  sums(call: string, answer: Body, atMs = dayMs): string[] {
    return this.says((exchange) => this.model.summed(exchange, 'alice'), call, { answer, atMs });
  }

  leads(call: string, answer: Body, more: Partial<AuditedExchange> = {}): string[] {
    return this.says((exchange) => this.model.led(exchange), call, { answer, ...more });
  }
} // prettier-ignore

const row = (id: string, amount: number, payout: number): Body => ({ id, amount, payout });
const [first, second] = [row('b1', 1, 2), row('b2', 3, 0)];

describe('a history', () => {
  it.each<[Query, readonly Body[], number?]>([
    [{}, [second, first]],
    [{ game: 'dice' }, [first]],
    [{ game: 'coin-flip' }, [second]],
    [{ game: 'coinflip' }, [second]],
    [{ game: 'slots' }, []],
    [{ from: formatInstant(0) }, [second, first]],
    [{ from: formatInstant(1) }, [second]],
    [{ from: formatInstant(dayMs) }, [second]],
    [{ from: formatInstant(dayMs + 1) }, []],
    [{ limit: '1', page: '2' }, [first], 2],
  ])('with %j has %j', (query, rows, total) => {
    expect(Records.ofTwo().lists(rows, query, total)).toEqual([]);
    expect(Records.ofTwo().lists([...rows, row('b9', 9, 9)], query, total ?? rows.length)[0]).toMatch(/^bets is .*9000000>9000000; expected /);
    expect(Records.ofTwo().lists(rows, query, 9)).toEqual([`lists-complete: total is 9; expected ${total ?? rows.length}`]);
  });

  it('shows each bet by its id', () => {
    expect(Records.ofTwo().lists([{ ...second, id: 'x' }, first])).toEqual(['id of a bet is x; expected b2']);
    expect(Records.ofTwo().lists([{ ...second, payout: 1 }, first])).toEqual(['bets is 3000000>1000000 1000000>2000000; expected 3000000>0 1000000>2000000']);
    const unnamed = new Records();
    unnamed.model.settled('alice', bet({ id: undefined }));
    expect(unnamed.lists([row('x', 1, 2)])).toEqual([]);
  });

  it('is not known while a round runs, nor where one has ended by itself', () => {
    const run = Records.ofTwo();
    run.model.launched('alice');
    expect([run.lists([]), run.sums('casino/A/stats', {}), run.leads('casino/A/leaderboard', {})]).toEqual([[], [], []]);
    run.model.landed('alice', bet({ game: 'crash', id: undefined }));
    expect([run.lists([]), run.lists([first], { game: 'dice' }), run.sums('casino/A/session', {})]).toEqual([[], [], []]);
    expect(run.sums('casino/A/stats', {}).length).toBeGreaterThan(0);
    const other = Records.ofTwo();
    other.model.launched('bob');
    expect([other.lists([]).length, other.leads('casino/A/leaderboard', {})]).toEqual([2, []]);
  });
}); // prettier-ignore

it('a bet is reported with its stake and its payout', () => {
  const run = new Records();
  run.model.settled('alice', bet());
  run.model.settled('alice', lost, true);
  run.model.landed('bob', bet());
  expect(run.bets).toEqual([
    { player: 'alice', stakeMicros: usdc, payoutMicros: 2 * usdc, isAlone: false },
    { player: 'alice', stakeMicros: 3 * usdc, payoutMicros: 0, isAlone: true },
    { player: 'bob', stakeMicros: usdc, payoutMicros: 2 * usdc, isAlone: false },
  ]);
});

describe('sums', () => {
  const games = [{ game: 'dice', total_bets: 1, won: 1, total_wagered: 1, total_won: 2 }, { game: 'coin_flip', total_bets: 1, won: 0, total_wagered: 3, total_won: 0 }];
  const all: Body = { total_bets: 2, total_wagered: 4, total_won: 2, won: 1, games };
  const late: Body = { total_bets: 1, total_wagered: 3, total_won: 0, won: 0, games: games.slice(1) };

  it.each([
    ['total_bets', 3, 'total_bets is 3; expected 2'],
    ['total_wagered', 5, 'total_wagered is 5.00 USDC; expected 4.00 USDC'],
    ['total_won', 3, 'total_won is 3.00 USDC; expected 2.00 USDC'],
    ['won', 2, 'won is 2; expected 1'],
    ['games', games.slice(1), 'games is coin_flip; expected coin_flip,dice'],
    ['games', [{ ...games[0], total_bets: 2 }, games[1]], 'dice: total_bets is 2; expected 1'],
    ['games', [{ ...games[0], won: 0 }, games[1]], 'dice: won is 0; expected 1'],
    ['games', [{ ...games[0], total_wagered: 2 }, games[1]], 'dice: total_wagered is 2.00 USDC; expected 1.00 USDC'],
    ['games', [{ ...games[0], total_won: 1 }, games[1]], 'dice: total_won is 1.00 USDC; expected 2.00 USDC'],
  ])('of all bets have the %s', (name, value, message) => {
    expect(Records.ofTwo().sums('casino/A/stats', all)).toEqual([]);
    expect(Records.ofTwo().sums('casino/A/stats', { ...all, games: games.toReversed() })).toEqual([]);
    expect(Records.ofTwo().sums('casino/A/stats', { ...all, [name]: value })).toEqual([message]);
  });

  it('of a session are those of a day before it, or of the day', () => {
    const session = (atMs: number, answer: Body, fromMs: number, policies: Policies = {}) => Records.ofTwo(policies).sums('casino/A/session', { ...answer, from: formatInstant(fromMs) }, atMs);
    expect([session(dayMs - 1, all, -1), session(dayMs, late, 0), session(dayMs + 1, late, 1)]).toEqual([[], [], []]);
    expect(session(dayMs, late, 1)).toEqual(['from is 1; expected 0']);
    expect(session(2 * dayMs, { total_bets: 0, total_wagered: 0, total_won: 0, won: 0, games: [] }, dayMs)).toEqual([]);
    const calendar = { 'stats.session': 'calendar' };
    expect([session(dayMs + hourMs, late, dayMs, calendar), session(2 * dayMs - 1, late, dayMs, calendar)]).toEqual([[], []]);
    expect(session(dayMs + hourMs, late, hourMs, calendar)).toEqual([`from is ${hourMs}; expected ${dayMs}`]);
  });

  const byGame = { dice: { total_bets: 1, wagered: 1, won: 2, win_rate: 1 }, coinflip: { total_bets: 1, wagered: 3, won: 0, win_rate: 0 } };
  const ofB: Body = { total_bets: 2, wagered: 4, won: 2, win_rate: 0.5, by_game: byGame };
  it.each([
    ['wagered', 5, 'wagered is 5.00 USDC; expected 4.00 USDC'],
    ['won', 3, 'won is 3.00 USDC; expected 2.00 USDC'],
    ['win_rate', 0.6, 'win_rate is 0.6; expected 0.5'],
    ['by_game', { dice: byGame.dice }, 'games is 1; expected 2'],
    ['by_game', { ...byGame, dice: { ...byGame.dice, total_bets: 2 } }, 'dice: total_bets is 2; expected 1'],
    ['by_game', { ...byGame, dice: { ...byGame.dice, wagered: 2 } }, 'dice: wagered is 2.00 USDC; expected 1.00 USDC'],
    ['by_game', { ...byGame, dice: { ...byGame.dice, won: 1 } }, 'dice: won is 1.00 USDC; expected 2.00 USDC'],
    ['by_game', { ...byGame, coinflip: { ...byGame.coinflip, win_rate: 1 } }, 'coinflip: win_rate is 1; expected 0'],
  ])('of style B have the %s', (name, value, message) => {
    expect(Records.ofTwo().sums('casino/B/stats', ofB)).toEqual([]);
    expect(Records.ofTwo().sums('casino/B/stats', { ...ofB, [name]: value })).toEqual([message]);
    expect(new Records().sums('casino/B/stats', { total_bets: 0, wagered: 0, won: 0, win_rate: 0 })).toEqual([]);
  });
}); // prettier-ignore

describe('a leaderboard', () => {
  const win = { agent_id: 'alice', game: 'dice', bet: 1, won: 2, multiplier: 2, at: formatInstant(0) };
  const board: Body = { overall_leaderboard: [{ agent_id: 'alice', total_wagered: 4, net_profit: -2 }], biggest_wins: [win] };
  const leads = (change: Body, { policies = {}, more = {}, setting = {} }: { policies?: Policies; more?: Partial<AuditedExchange>; setting?: object } = {}) => Records.ofTwo(policies, setting).leads('casino/A/leaderboard', { ...board, ...change }, more);

  it('has each player once, with what each has bet and won', () => {
    expect(leads({})).toEqual([]);
    expect(leads({ overall_leaderboard: [{ agent_id: 'alice', total_wagered: 4, net_profit: 2 }] })).toEqual(['leaders is alice 4000000 2000000; expected alice 4000000 -2000000']);
    expect(leads({ overall_leaderboard: [] })).toEqual(['leaders is nothing; expected alice 4000000 -2000000']);
    const dice = { overall_leaderboard: [{ agent_id: 'alice', total_wagered: 1, net_profit: 1 }] };
    expect([leads(dice, { more: { query: { game: 'dice' } } }), leads({ overall_leaderboard: [], biggest_wins: [] }, { more: { query: { game: 'slots' } } })]).toEqual([[], []]);
    const day = { overall_leaderboard: [{ agent_id: 'alice', total_wagered: 3, net_profit: -3 }], biggest_wins: [] };
    expect([leads(day, { policies: { 'leaderboard.window': 'day' }, more: { atMs: 2 * dayMs - 1 } }), leads(day).length]).toEqual([[], 2]);
    const short = { leaderboard: [{ agent_id: 'alice', wagered: 4, pnl: -2 }] };
    expect([Records.ofTwo().leads('casino/short/profitLeaders', short), Records.ofTwo().leads('casino/short/profitLeaders', board).length]).toEqual([[], 1]);
  });

  it('has long ids cut to six characters, unless they are shown whole', () => {
    const long = (agent: string, shown: string, policies: Policies = {}) => {
      const run = new Records(policies);
      run.model.settled(agent, bet());
      return run.leads('casino/A/leaderboard', { overall_leaderboard: [{ agent_id: shown, total_wagered: 1, net_profit: 1 }], biggest_wins: [{ ...win, agent_id: shown }] });
    };
    expect([long('abcdef', 'abcdef'), long('abcdefg', 'abcdef…'), long('abcdefg', 'abcdefg', { 'leaderboard.agentId': 'full' })]).toEqual([[], [], []]);
    expect([long('abcdefg', 'abcdefg').length, long('abcdef', 'abcdef…').length]).toEqual([2, 2]);
  });

  it.each<[Body, readonly string[]]>([
    [{ agent_id: 'bob' }, ['biggest_wins has 2.00 USDC for 1.00 USDC of bob at dice, which no such bet has won']],
    [{ game: 'slots' }, ['biggest_wins has 2.00 USDC for 1.00 USDC of alice at slots, which no such bet has won']],
    [{ at: formatInstant(1) }, [`biggest_wins has 2.00 USDC for 1.00 USDC at ${formatInstant(1)}, when no such bet was won`]],
    [{ multiplier: 3 }, ['multiplier of 2.00 USDC for 1.00 USDC is 3; expected 2']],
    [{ multiplier: 2.0000009 }, []],
    [{ multiplier: 2.000002 }, ['multiplier of 2.00 USDC for 1.00 USDC is 2.000002; expected 2']],
  ])('has wins of bets that are known: %j', (change, said) => expect(leads({ biggest_wins: [{ ...win, ...change }] })).toEqual(said));

  it('has wins at their instants, where clocks are true', () => {
    const fault = { kind: 'clock-step', service: 'casino', atMs: dayMs };
    expect(leads({ biggest_wins: [{ ...win, at: formatInstant(1) }] }, { setting: { faults: [fault] } })).toEqual([]);
    const run = new Records();
    run.model.landed('alice', bet());
    expect(run.leads('casino/A/leaderboard', { overall_leaderboard: [{ agent_id: 'alice', total_wagered: 1, net_profit: 1 }], biggest_wins: [{ ...win, at: formatInstant(5) }] })).toEqual([]);
  });

  it('has the ten biggest wins, the highest first', () => {
    const ofMany = (payouts: readonly number[], shown: readonly number[]) => {
      const run = new Records();
      for (const payout of payouts) run.model.settled('alice', bet({ payout: payout * usdc }));
      return run.leads('casino/A/leaderboard', { overall_leaderboard: [{ agent_id: 'alice', total_wagered: payouts.length, net_profit: payouts.reduce((sum, payout) => sum + payout - 1, 0) }], biggest_wins: shown.map((won) => ({ ...win, won, multiplier: won })) });
    };
    const eleven = [11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 2];
    expect([ofMany(eleven, eleven.slice(0, 10)), ofMany([3, 2], [3, 2]), ofMany([0, 2], [2])]).toEqual([[], [], []]);
    expect(ofMany(eleven, eleven.slice(0, 9))).toEqual(['biggest wins that are shown is 9; expected 10']);
    expect(ofMany([3, 2], [2])).toEqual(['biggest wins that are shown is 1; expected 2']);
    expect(ofMany([3, 2], [2, 3])).toEqual(['a higher win after a lower one is true; expected false']);
    expect(ofMany([4, 3, 2], [2, 2, 2])).toEqual([]);
    expect(ofMany([5, 4, 3, 3, 3, 3, 3, 3, 3, 3, 3, 2], [3, 3, 3, 3, 3, 3, 3, 3, 3, 2])).toEqual(['wins above the least that is shown is 10; expected 11']);
  });
}); // prettier-ignore
