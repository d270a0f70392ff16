import { describe, expect, it } from 'vitest';
import { betA, casinoA, placed, recomputed, rotate, sampleBets } from './casino-stage.ts';
import {
  contest,
  createTournament,
  enter,
  play,
  rowsOf,
  tournament,
  tournamentOrder,
} from './contest-stage.ts';
import { expectRefused, isoInstant, textOf } from './harness.ts';

const create = `${casinoA}/tournaments/create`;

describe('tournaments', () => {
  it('TOU01 creates a tournament, whose prize pool leaves what its creator can spend', () => {
    const { stage, alice } = contest();
    const before = alice.spendable;
    const reply = alice.post(create, tournamentOrder(stage));
    expect(reply.status).toBe(201);
    expect(reply.body).toMatchObject({
      tournament_id: expect.stringMatching(/^trn_/),
      status: 'upcoming',
      entrants: 0,
      entered: false,
      created_by: 'alice',
      created_at: isoInstant,
      leaderboard: [],
    });
    expect([alice.spendable, alice.held]).toEqual([before - 10_000_000, 10_000_000]);
  });

  it('TOU02 takes name, game, entry_fee, prize_pool, max_agents, starts_at and ends_at', () => {
    const { stage, alice } = contest();
    const order = tournamentOrder(stage, { entry_fee: '1.25', prize_pool: 0, name: 'Ünïcode ☕' });
    const reply = alice.post(create, order);
    expect(reply.body).toMatchObject({ ...order, entry_fee: 1.25 });
    const [rows, spendable] = [stage.transfers, alice.spendable];
    for (const field of Object.keys(order)) {
      expectRefused(alice.post(create, { ...order, [field]: undefined }), 'BAD_REQUEST');
      expectRefused(alice.post(create, { ...order, [field]: null }), 'BAD_REQUEST');
      expectRefused(alice.post(create, { ...order, [field]: [] }), 'BAD_REQUEST');
    }
    const wrong: object[] = [
      { name: '' },
      { name: 'x'.repeat(101) },
      { game: 'poker' },
      { game: '__proto__' },
      { game: 'constructor' },
      { entry_fee: -1 },
      { entry_fee: '1.2345678' },
      { prize_pool: 1e300 },
      { max_agents: 1 },
      { max_agents: 2.5 },
      { max_agents: 10_001 },
      { starts_at: stage.at(0) },
      { starts_at: stage.at(-1) },
      { starts_at: '2026-02-30T00:00:00Z' },
      { starts_at: 'tomorrow' },
      { ends_at: order['starts_at'] },
      { ends_at: stage.at('400d') },
    ];
    for (const fields of wrong) expectRefused(alice.post(create, { ...order, ...fields }), 'BAD_REQUEST');
    expectRefused(alice.post(create, { ...order, prize_pool: 5_000 }), 'INSUFFICIENT_BALANCE');
    expect([stage.transfers, alice.spendable]).toEqual([rows, spendable]);
  });

  it('TOU03 TOU08 lists active and upcoming tournaments, and no others', () => {
    const { stage, alice, bob } = contest();
    const late = createTournament(stage, alice, { starts_at: stage.at('3h'), ends_at: stage.at('4h') });
    const early = createTournament(stage, alice, { entry_fee: 0 });
    const lonely = createTournament(stage, alice, { name: 'lonely' });
    for (const member of [alice, bob]) enter(member, early);
    enter(alice, lonely);
    const listed = (query: Record<string, string> = {}) =>
      bob
        .get(`${casinoA}/tournaments`, query)
        .list('tournaments')
        .map((each) => [textOf(each, 'tournament_id'), textOf(each, 'status')]);
    expect(listed()).toEqual([
      [early, 'upcoming'],
      [lonely, 'upcoming'],
      [late, 'upcoming'],
    ]);
    expect(listed({ limit: '1' })).toEqual([[early, 'upcoming']]);
    stage.advance(3_600_000 - 1);
    expect(listed().map(([, status]) => status)).toEqual(['upcoming', 'upcoming', 'upcoming']);
    stage.advance(1);
    expect(listed()).toEqual([
      [early, 'active'],
      [late, 'upcoming'],
    ]);
    play(alice, early);
    stage.advance('1h');
    expect(listed()).toEqual([[late, 'upcoming']]);
    expect(tournament(bob, early).body['status']).toBe('finished');
    expect(tournament(bob, lonely).body['status']).toBe('cancelled');
    for (const limit of ['0', '-1', '1.5', 'x']) {
      expectRefused(bob.get(`${casinoA}/tournaments`, { limit }), 'BAD_REQUEST');
    }
  });

  it('TOU04 shows one with its leaderboard, which follows every bet', () => {
    const { stage, alice, bob, others } = contest({}, ['carol']);
    const id = createTournament(stage, alice);
    for (const member of [bob, alice, ...others]) expect(enter(member, id).status).toBe(200);
    stage.advance('1h');
    const net = new Map<string, number>();
    for (let round = 0; round < 12; round += 1) {
      const member = round % 3 === 0 ? bob : alice;
      const { body } = play(member, id, { amount: `${round + 1}.5` });
      const won = Math.round((Number(body['payout']) - Number(body['amount'])) * 1e6);
      net.set(member.agentId, (net.get(member.agentId) ?? 0) + won);
      const shown = tournament(others[0] ?? bob, id);
      expect(shown.body).toMatchObject({ entrants: 3, entered: true, prize: 13, status: 'active' });
      const ranked = [...net].toSorted(([, one], [, other]) => other - one);
      const rows = shown.list('leaderboard');
      expect(
        rows.slice(0, ranked.length).map((row) => [row['agent_id'], row['net_profit'], row['rank']]),
      ).toEqual(ranked.map(([agentId, micros], index) => [agentId, micros / 1e6, index + 1]));
      expect(rows.at(-1)).toMatchObject({ agent_id: 'carol', rank: null, bets: 0 });
      expect(body['rank']).toBe(ranked.findIndex(([agentId]) => agentId === member.agentId) + 1);
    }
    expectRefused(tournament(alice, 'trn_none'), 'NOT_FOUND');
    expectRefused(tournament(alice, '__proto__'), 'NOT_FOUND');
  });

  it('TOU05 TOU07 enters an agent for the fee, once, while there is room and until it starts', () => {
    const { stage, alice, bob, others } = contest({}, ['carol']);
    const [carol = bob] = others;
    const id = createTournament(stage, alice, { max_agents: 2, entry_fee: '2.50' });
    const before = bob.spendable;
    const entered = enter(bob, id);
    expect(entered.status).toBe(200);
    expect(entered.body).toMatchObject({ entered: true, entrants: 1, prize: 12.5 });
    expect(bob.spendable).toBe(before - 2_500_000);
    expect(bob.get(`${casinoA}/auth/balance`).body['balance']).toBe((before - 2_500_000) / 1e6);
    expectRefused(enter(bob, id), 'CONFLICT');
    expect(enter(alice, id).status).toBe(200);
    const rows = stage.transfers;
    expectRefused(enter(carol, id), 'CONFLICT');
    const open = createTournament(stage, alice, { prize_pool: 0 });
    stage.advance('1h');
    expectRefused(enter(carol, open), 'CONFLICT');
    expectRefused(enter(carol, 'trn_none'), 'NOT_FOUND');
    expectRefused(stage.anonymous().post(`${casinoA}/tournaments/${id}/enter`), 'UNAUTHORIZED');
    expect(carol.held).toBe(0);
    expect(stage.transfers).toBe(rows);
  });

  it('TOU06 plays bets of its game with the parameters of the game, each fair and paid like any other', () => {
    const { stage, alice, bob } = contest();
    for (const [path, params] of Object.entries(sampleBets)) {
      const times = { starts_at: stage.at('1m'), ends_at: stage.at('10m') };
      const id = createTournament(stage, alice, { game: path, prize_pool: 0, entry_fee: 0, ...times });
      for (const member of [alice, bob]) enter(member, id);
      expectRefused(bob.post(`${casinoA}/tournaments/${id}/play`, { amount: 0.01, ...params }), 'CONFLICT');
      stage.advance('1m');
      const before = bob.spendable;
      const bet = placed(
        bob.post(`${casinoA}/tournaments/${id}/play`, { amount: 0.01, ...params, client_seed: path }),
      );
      expect(textOf(bet, 'game').replaceAll('_', '-')).toBe(path);
      expect(bob.spendable).toBe(before - 10_000 + Math.round(Number(bet['payout']) * 1e6));
      expect([bet['balance'], bet['client_seed']]).toEqual([bob.spendable / 1e6, path]);
      const { server_seed: serverSeed } = rotate(bob)['revealed'] as { server_seed: string };
      const own = recomputed(bet, { params, serverSeed });
      expect(own.payoutMicros).toBe(Math.round(Number(bet['payout']) * 1e6));
      expect(bob.post(`${casinoA}/fairness/verify`, { bet_id: bet['bet_id'] }).body['status']).toBe(
        'verified',
      );
      for (const field of Object.keys(params)) {
        expectRefused(play(bob, id, { ...params, [field]: 'sideways' }), 'BAD_REQUEST');
      }
    }
    expect(alice.get(`${casinoA}/stats/me`).body['total_bets']).toBe(0);
    expect(bob.get(`${casinoA}/stats/me`).body['total_bets']).toBe(15);
  });

  it('TOU06 refuses a bet of an agent that has not entered, a bet with a wrong stake, and a bet after the end', () => {
    const { stage, alice, bob, others } = contest({}, ['carol']);
    const id = createTournament(stage, alice);
    for (const member of [alice, bob]) enter(member, id);
    stage.advance('1h');
    const rows = stage.transfers;
    expectRefused(play(others[0] ?? bob, id), 'FORBIDDEN');
    expectRefused(play(bob, 'trn_none'), 'NOT_FOUND');
    for (const amount of [undefined, 0, '0.009999', -1, 'x', 10_001, 5_000]) {
      expectRefused(play(bob, id, { amount }), 'BAD_REQUEST');
    }
    expect(stage.transfers).toBe(rows);
    // A bet outside of the tournament is none of its business.
    betA(bob, 'coin-flip', { side: 'heads' }, 1);
    expect(rowsOf(alice, id).get('bob')).toMatchObject({ bets: 0, rank: null });
    stage.advance('1h');
    expectRefused(play(bob, id), 'CONFLICT');
  });

  it('TOU06 counts plays against the cap on play', () => {
    const { stage, alice, bob } = contest({ 'limits.enterpriseCaps': 'bind' });
    const id = createTournament(stage, alice);
    for (const member of [alice, bob]) enter(member, id);
    stage.advance('1h');
    const answers = Array.from({ length: 61 }, () => play(bob, id, { amount: 0.01 }).status);
    expect(answers.filter((status) => status === 200)).toHaveLength(60);
    expect(answers.at(-1)).toBe(429);
  });

  it('TOU09 refuses an entry that the balance does not cover', () => {
    const { stage, alice, bob } = contest();
    const dear = createTournament(stage, alice, { entry_fee: 1_010.000_001 });
    const rows = stage.transfers;
    expectRefused(enter(bob, dear), 'INSUFFICIENT_BALANCE');
    expect([stage.transfers, bob.held]).toEqual([rows, 0]);
    const all = createTournament(stage, alice, { entry_fee: 1_010, prize_pool: 0 });
    expect(enter(bob, all).status).toBe(200);
    expect([bob.spendable, bob.held]).toEqual([0, 1_010_000_000]);
  });
});
