import { describe, expect, it } from 'vitest';
import { games } from '../../src/platform/games/registry.ts';
import { exp, log } from '../../src/core/kernel/elementary.ts';
import type { JsonObject } from '../../src/core/http/message.ts';
import { betA, betB, casinoA, casinoB, placed, sampleBets } from './casino-stage.ts';
import { contest } from './contest-stage.ts';
import { expectRefused, isoInstant, textOf, type Caller, type Member } from './harness.ts';

const board = (caller: Caller, query: Record<string, string> = {}) =>
  caller.get(`${casinoA}/stats/leaderboard`, query);

/** What a bet won or lost, in micros. */
const netOf = (bet: JsonObject): number =>
  Math.round(Number(bet['payout']) * 1e6) - Math.round(Number(bet['amount']) * 1e6);

/** Plays a mix of games and gives all bets by player, oldest first. */
function evening(players: readonly Member[], rounds = 8): Map<string, JsonObject[]> {
  const bets = new Map<string, JsonObject[]>(players.map(({ agentId }) => [agentId, []]));
  for (let round = 0; round < rounds; round += 1) {
    for (const [at, player] of players.entries()) {
      const [path = '', params = {}] = Object.entries(sampleBets)[(round * 3 + at) % 15] ?? [];
      const bet = placed(betA(player, path, params, (1 + at + round) / 100));
      bets.get(player.agentId)?.push(bet);
    }
  }
  return bets;
}

const names = [
  'caroline',
  'dave',
  'eve-the-third',
  'frank-4',
  'gina-555',
  'hugo-6666',
  'ivan-77777',
  'judy-8',
];
const more = [...names, 'karl-99999', 'lena-000000', 'mona-1111111'];
const shortened = (id: string): string => (id.length > 6 ? `${id.slice(0, 6)}…` : id);

describe('statistics', () => {
  it('STA01 gives lifetime statistics', () => {
    const { alice } = contest();
    const bets = evening([alice]).get('alice') ?? [];
    const total = (field: string) =>
      bets.reduce((sum, bet) => sum + Math.round(Number(bet[field]) * 1e6), 0) / 1e6;
    const own = alice.get(`${casinoA}/stats/me`);
    expect(own.body).toMatchObject({
      total_bets: 8,
      won: bets.filter(({ win }) => win === true).length,
      total_wagered: total('amount'),
      total_won: total('payout'),
      net_profit: bets.reduce((sum, bet) => sum + netOf(bet), 0) / 1e6,
    });
  });

  it('STA02 gives the statistics of the last 24 hours, to the millisecond', () => {
    const { stage, alice } = contest();
    const flip = () => placed(betA(alice, 'coin-flip', { side: 'heads' }, 0.25));
    const session = () => alice.get(`${casinoA}/stats/session`).body;
    expect(session()).toMatchObject({ total_bets: 0, net_profit: 0, games: [] });
    const first = flip();
    stage.advance('20h');
    const second = placed(betA(alice, 'wheel', {}, 0.5));
    stage.advance(4 * 3_600_000 - 1);
    const both = netOf(first) + netOf(second);
    expect(session()).toMatchObject({
      total_bets: 2,
      total_wagered: 0.75,
      net_profit: both / 1e6,
      to: stage.at(0),
      from: stage.at(0).replace('03-02', '03-01'),
      games: [
        { game: 'coin_flip', total_bets: 1 },
        { game: 'wheel', total_bets: 1 },
      ],
    });
    stage.advance(1);
    expect(session()).toMatchObject({ total_bets: 1, net_profit: netOf(second) / 1e6, total_wagered: 0.5 });
    expect(alice.get(`${casinoA}/stats/me`).body['total_bets']).toBe(2);
    stage.advance('20h');
    expect(session()).toMatchObject({ total_bets: 0, total_wagered: 0 });
  });

  it('STA05 gives total bets, wagered, won, win rate, profit and loss, and a breakdown per game in style B', () => {
    const { alice } = contest();
    const bets = Array.from({ length: 10 }, () => placed(betB(alice, 'coinflip', { side: 'heads' }, '0.25')));
    placed(betB(alice, 'dice', { target: 50, over: true }, '0.50'));
    const payout = bets.reduce((sum, bet) => sum + Number(bet['payout']), 0);
    const stats = alice.get(`${casinoB}/stats`).body;
    expect(stats).toMatchObject({ total_bets: 11, wagered: '3.00' });
    for (const field of ['wagered', 'won', 'profit_loss']) expect(stats[field]).toMatch(/^-?\d+\.\d{2,6}$/);
    expect(Object.keys(stats['by_game'] as object)).toEqual(['coinflip', 'dice']);
    expect((stats['by_game'] as Record<string, JsonObject>)['coinflip']).toMatchObject({
      total_bets: 10,
      wagered: '2.50',
      win_rate: bets.filter(({ win }) => win === true).length / 10,
      profit_loss: (payout - 2.5).toFixed(2),
    });
  });
});

describe('the leaderboard', () => {
  it('STA03 STA06 STA07 STA08 ranks the top agents by net profit, ids shortened', () => {
    const { all } = contest({}, more);
    const bets = evening(all);
    const expected = all
      .map(({ agentId }) => {
        const own = bets.get(agentId) ?? [];
        const sum = (value: (bet: JsonObject) => number) => own.reduce((total, bet) => total + value(bet), 0);
        return {
          agent_id: shortened(agentId),
          total_wagered: sum((bet) => Math.round(Number(bet['amount']) * 1e6)) / 1e6,
          total_won: sum((bet) => Math.round(Number(bet['payout']) * 1e6)) / 1e6,
          net_profit: sum(netOf) / 1e6,
        };
      })
      .toSorted((one, other) => other.net_profit - one.net_profit)
      .slice(0, 10)
      .map((row, index) => ({ rank: index + 1, ...row }));
    const { body } = board(all[0]!);
    expect(body['overall_leaderboard']).toEqual(expected);
    expect(Object.keys(body)).toEqual([
      'overall_leaderboard',
      'biggest_wins',
      'supported_games',
      'filter_tip',
      'updated_at',
    ]);
  });

  it('STA09 STA10 lists the biggest wins with bet, won, multiplier and instant', () => {
    const { stage, all } = contest({}, more);
    stage.advance('90m');
    const bets = evening(all, 6);
    const at = stage.at(0);
    const wins = [...bets]
      .flatMap(([agentId, own]) => own.map((bet) => ({ agentId, bet })))
      .filter(({ bet }) => bet['win'] === true)
      .toSorted((one, other) => Number(other.bet['payout']) - Number(one.bet['payout']));
    const shown = board(all[1]!).list('biggest_wins');
    expect(shown).toHaveLength(10);
    expect(shown.map(({ won }) => won)).toEqual(wins.slice(0, 10).map(({ bet }) => bet['payout']));
    for (const win of shown) {
      const own = wins.find(
        ({ bet, agentId }) =>
          bet['payout'] === win['won'] &&
          shortened(agentId) === win['agent_id'] &&
          bet['game'] === win['game'],
      );
      expect(win).toEqual({
        agent_id: shortened(own?.agentId ?? ''),
        game: own?.bet['game'],
        bet: own?.bet['amount'],
        won: own?.bet['payout'],
        multiplier: own?.bet['multiplier'],
        at,
      });
    }
  });

  it('STA11 lists the ids of all 17 games and says when', () => {
    const { stage, alice } = contest();
    const { body } = board(alice);
    expect(body['supported_games']).toEqual(games.map(({ game }) => game.id));
    expect(body['supported_games']).toHaveLength(17);
    expect(body).toMatchObject({ overall_leaderboard: [], biggest_wins: [], updated_at: stage.at(0) });
    expect(body['updated_at']).toEqual(isoInstant);
    expect(body['filter_tip']).toEqual(expect.stringContaining('game='));
  });

  it('STA12 is restricted to one game by the query', () => {
    const { alice, bob } = contest();
    const bets = [...evening([alice, bob], 15).values()].flat();
    for (const { game } of games) {
      const own = bets.filter((bet) => bet['game'] === game.id);
      const shown = board(alice, { game: game.id });
      const wagered = shown
        .list('overall_leaderboard')
        .reduce((sum, row) => sum + Number(row['total_wagered']), 0);
      expect(wagered).toBeCloseTo(
        own.reduce((sum, bet) => sum + Number(bet['amount']), 0),
        9,
      );
      expect(shown.list('biggest_wins').every((win) => win['game'] === game.id)).toBe(true);
      expect(board(alice, { game: game.id.replaceAll('_', '-') }).body).toEqual(shown.body);
    }
    for (const game of ['poker', '', '__proto__', 'constructor', 'x'.repeat(33)]) {
      expectRefused(board(alice, { game }), 'BAD_REQUEST');
    }
  });

  it('STA04 ranks top agents by profit and loss in the short style', () => {
    const { all } = contest({ 'leaderboard.order': 'wagered' }, more);
    const bets = evening(all);
    const pnls = [...bets.values()]
      .map((own) => own.reduce((sum, bet) => sum + netOf(bet), 0) / 1e6)
      .toSorted((one, other) => other - one);
    const reply = all[0]!.get(`${casinoA}/leaderboard`);
    expect(reply.list('leaderboard').map(({ pnl }) => pnl)).toEqual(pnls.slice(0, 10));
    expect(reply.list('leaderboard').map(({ rank }) => rank)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
    expect(reply.list('leaderboard').every((row) => textOf(row, 'agent_id').length <= 7)).toBe(true);
  });
});

describe('the bankroll', () => {
  it('KEL06 returns the curve of the bankroll: before the first bet, and after each one', () => {
    const { stage, alice, bob } = contest();
    const history = (query: Record<string, string> = {}) => alice.get(`${casinoA}/kelly/history`, query);
    expect(history().body).toEqual({ bankroll: 1_010, history: [], total: 0, page: 1 });
    const points: object[] = [{ at: stage.at(0), bankroll: 1_010 }];
    for (let round = 0; round < 5; round += 1) {
      const bet = placed(betA(alice, 'wheel', {}, 1 + round));
      points.push({ at: stage.at(0), bankroll: bet['balance'] });
      if (round === 2) alice.lock(bob.agentId, 100);
      stage.advance('1m');
    }
    expect(history().body).toEqual({ bankroll: alice.spendable / 1e6, history: points, total: 6, page: 1 });
    expect(history({ limit: '2' }).body).toMatchObject({ history: points.slice(-2), total: 6 });
    expectRefused(history({ limit: '0' }), 'BAD_REQUEST');
    expect(bob.get(`${casinoA}/kelly/history`).body['total']).toBe(0);
  });

  it('KEL07 simulates a bet by Monte Carlo: the same question has the same answer, another seed another', () => {
    const { stage, alice } = contest();
    const simulate = (body: object) => alice.post(`${casinoA}/kelly/simulate`, body);
    const coin = {
      game: 'coin_flip',
      side: 'heads',
      rounds: 200,
      paths: 1_000,
      fraction: 0.02,
      bankroll: 1_000,
    };
    const rows = stage.transfers;
    const { body } = simulate(coin);
    expect(simulate(coin).body).toEqual(body);
    expect(simulate({ ...coin, seed: 'b' }).body).not.toEqual(body);
    expect(stage.transfers).toBe(rows);
    expect(alice.get(`${casinoA}/stats/me`).body['total_bets']).toBe(0);
    // The exact law: half of the rounds add 0.96 of the stake, the others lose it.
    const exact = 0.5 * log(1 + 0.02 * 0.96) + 0.5 * log(1 - 0.02);
    expect(body['expected_log_growth']).toBeCloseTo(exact, 12);
    const finals = body['final_bankroll'] as Record<string, number>;
    expect(finals['p50']).toBeGreaterThan(1_000 * exp(200 * exact) * 0.95);
    expect(finals['p50']).toBeLessThan(1_000 * exp(200 * exact) * 1.05);
    expect(finals['mean']).toBeGreaterThan(1_000 * 0.9996 ** 200 * 0.96);
    expect(finals['mean']).toBeLessThan(1_000 * 0.9996 ** 200 * 1.04);
    expect(['p5', 'p25', 'p50', 'p75', 'p95'].map((name) => finals[name])).toEqual(
      Object.values(finals)
        .slice(0, 5)
        .toSorted((one, other) => one - other),
    );
    expect(body['growth_per_round']).toBeCloseTo(exp(log(finals['p50']! / 1_000) / 200) - 1, 12);
    expect(body['risk_of_ruin']).toBe(0);
  });

  it('KEL07 finds the risk of ruin of a fixed stake that theory gives', () => {
    const { alice } = contest();
    const ruin = (bankroll: number, rounds: number) =>
      alice.post(`${casinoA}/kelly/simulate`, {
        game: 'simple_dice',
        pick: 1,
        amount: 1,
        bankroll,
        rounds,
        paths: 2_000,
      }).body['risk_of_ruin'] as number;
    // One stake and one round: ruined unless the one face in six comes.
    expect(ruin(1, 1)).toBeGreaterThan(5 / 6 - 0.03);
    expect(ruin(1, 1)).toBeLessThan(5 / 6 + 0.03);
    // Two stakes, two rounds: both lost.
    expect(ruin(2, 2)).toBeGreaterThan(25 / 36 - 0.035);
    expect(ruin(2, 2)).toBeLessThan(25 / 36 + 0.035);
    expect(ruin(1_000, 100)).toBe(0);
  });

  it('KEL07 bets as the risk factor has it unless told otherwise, and within bounds', () => {
    const { stage, alice } = contest();
    const simulate = (body: object) => alice.post(`${casinoA}/kelly/simulate`, body);
    // A quarter of the bankroll over a profit of 0.96, of the balance there is.
    expect(simulate({ game: 'coin_flip', side: 'heads' }).body).toMatchObject({
      rounds: 100,
      paths: 200,
      bankroll: 1_010,
      fraction: 0.25 / 0.96,
      amount: null,
    });
    const keno = { game: 'keno', picks: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10], fraction: 1, rounds: 1_000 };
    expect(simulate({ ...keno, bankroll: '1000000000' }).status).toBe(200);
    const wrong: object[] = [
      { game: 'coin_flip' },
      { rounds: 0 },
      { rounds: 10_001 },
      { rounds: 2.5 },
      { paths: 10_001 },
      { rounds: 1_000, paths: 201 },
      { fraction: 0 },
      { fraction: 1.01 },
      { fraction: 0.1, amount: 1 },
      { amount: 0 },
      { amount: 10_001 },
      { bankroll: 0 },
      { bankroll: '0.009999' },
      { bankroll: '1000000000.000001' },
      { seed: 'x'.repeat(65) },
      { seed: 7 },
    ];
    for (const fields of wrong) expectRefused(simulate({ game: 'wheel', ...fields }), 'BAD_REQUEST');
    for (const game of ['poker', '__proto__', 5, undefined]) {
      expectRefused(simulate({ game }), 'BAD_REQUEST');
    }
    expect(stage.world.driftMicros()).toBe(0);
    const poor = stage.joinA('poor');
    expectRefused(poor.post(`${casinoA}/kelly/simulate`, { game: 'wheel' }), 'BAD_REQUEST');
    expect(poor.post(`${casinoA}/kelly/simulate`, { game: 'wheel', bankroll: 5 }).status).toBe(200);
  });
});
