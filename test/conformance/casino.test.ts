import { describe, expect, it } from 'vitest';
import {
  betA,
  betB,
  casinoA,
  casinoB,
  first,
  placed,
  recomputed,
  rotate,
  sampleBets,
  table,
} from './casino-stage.ts';
import { fund } from './domain-stage.ts';
import { admitted, expectRefused, isoInstant, textOf, type Reply } from './harness.ts';
import { policyView } from '../../src/platform/control/views.ts';

const decimal: unknown = expect.stringMatching(/^-?\d+\.\d{2,6}$/);
const hex64: unknown = expect.stringMatching(/^[0-9a-f]{64}$/);

describe('bets in style A', () => {
  it('CAS02 CAS22 CAS24 pays a stake from the balance and what is won to it', () => {
    const { stage, alice } = table();
    const bet = (): Reply => betA(alice, 'coin-flip', { side: 'heads' }, '2.50');
    const before = alice.spendable;
    const bets: Reply[] = [];
    while (bets.length < 20) bets.push(bet());
    const wins = bets.filter(({ body }) => body['win'] === true).length;
    expect(alice.spendable).toBe(before - 20 * 2_500_000 + wins * 4_900_000);
    expect(stage.account('casino:house')).toBe(1_000_000_000_000 + 20 * 2_500_000 - wins * 4_900_000);
    for (const amount of [undefined, null, true, '1.2345678', '-1', {}]) {
      expectRefused(alice.post(`${casinoA}/games/coin-flip`, { amount, side: 'heads' }), 'BAD_REQUEST');
    }
    expectRefused(betA(alice, 'coin-flip', { side: 'heads', client_seed: 7 }), 'BAD_REQUEST');
    expect(placed(betA(alice, 'coin-flip', { side: 'heads', client_seed: 'mine' }))['client_seed']).toBe(
      'mine',
    );
  });

  it('CAS18 answers with the result of the game and the balance', () => {
    const { alice } = table();
    for (const [path, params] of Object.entries(sampleBets)) {
      const body = placed(betA(alice, path, params));
      expect(body['balance']).toBe(alice.spendable / 1e6);
      expect(body).toMatchObject({ result: expect.any(Object), win: expect.any(Boolean), amount: 0.01 });
      expect(body['win']).toBe(Number(body['payout']) > 0.01);
    }
  });

  it('CAS23 CAS25 takes 0.01 up to 10000 in style A, slots 1000', () => {
    const { stage, alice } = table({
      'kelly.limit': 'none',
      'casino.houseBankroll': '3000000000',
      'faucet.pool': '9000000',
    });
    fund(stage, alice, 1_000_000);
    for (const [path, params] of Object.entries(sampleBets)) {
      expectRefused(betA(alice, path, params, '0.009999'), 'BAD_REQUEST');
      expectRefused(betA(alice, path, params, 0), 'BAD_REQUEST');
      expect(betA(alice, path, params, 0.01).status).toBe(200);
      const most = path === 'slots' ? 1_000 : 10_000;
      expect(betA(alice, path, params, most).status).toBe(200);
      expectRefused(betA(alice, path, params, `${most}.000001`), 'BAD_REQUEST');
    }
  });

  it('GAM19 GAM21 GAM22 GAM23 takes every bet type of roulette', () => {
    const { alice } = table();
    const outside = ['red', 'black', 'odd', 'even', 'high', 'low'];
    const thirds = ['dozen_1', 'dozen_2', 'dozen_3', 'column_1', 'column_2', 'column_3'];
    for (const bet_type of [...outside, ...thirds]) placed(betA(alice, 'roulette', { bet_type }));
    placed(betA(alice, 'roulette', { bet_type: 'number', bet_value: 17 }));
  });

  it('GAM04 GAM11 GAM30 keeps 0.5% of coin flip, dice and custom (policy casino.payouts: consistent)', () => {
    const { alice } = table({}, { profile: 'consistent' });
    const fair: [string, object][] = [
      ['coin-flip', { side: 'heads' }],
      ['dice', { direction: 'over', threshold: 50 }],
      ['custom', { win_probability: 50 }],
    ];
    for (const [path, params] of fair) {
      const { body } = first(true, () => betA(alice, path, params));
      expect(body['multiplier']).toBe(1.99);
    }
  });
});

describe('bets in style B', () => {
  it('CAS19 CAS20 CAS21 CAS26 answers a bet with win, payout, balance, seed, nonce, game and result', () => {
    const { alice } = table();
    for (const nonce of [0, 1]) {
      const body = placed(betB(alice, 'dice', { target: 50, over: true }));
      expect(body).toEqual({
        win: expect.any(Boolean),
        payout: decimal,
        balance: decimal,
        seed: hex64,
        nonce,
        game: 'dice',
        result: { roll: expect.any(Number), target: 50, over: true },
      });
      const { roll } = body['result'] as { roll: number };
      expect(body['win']).toBe(roll > 50);
      expect(Number(body['balance']) * 1e6).toBeCloseTo(alice.spendable, 3);
    }
  });

  it('CAS28 CAS38 CAS39 takes 0.01 to 10000 on dice and 0.10 to 1000 on slots', () => {
    const { stage, alice } = table({ 'kelly.limit': 'none', 'faucet.pool': '9000000' });
    fund(stage, alice, 1_000_000);
    const dice = { target: 50, over: false };
    for (const amount of ['0.01', '10000']) placed(betB(alice, 'dice', dice, amount));
    for (const amount of ['0.009999', '10000.000001', undefined]) {
      expectRefused(alice.post(`${casinoB}/bet`, { game: 'dice', amount, params: dice }), 'BAD_REQUEST');
    }
    for (const amount of ['0.10', '1000']) placed(betB(alice, 'slots', {}, amount));
    for (const amount of ['0.099999', '1000.01']) {
      expectRefused(betB(alice, 'slots', {}, amount), 'BAD_REQUEST');
    }
  });

  it('CAS29 takes target and over for dice and bet for roulette in params', () => {
    const { alice } = table();
    placed(betB(alice, 'slots'));
    placed(betB(alice, 'coinflip', { side: 'tails' }));
    for (const bet of ['red', 'dozen_2', 0, 36]) placed(betB(alice, 'roulette', { bet }));
    for (const bet of ['purple', 37, 'number', undefined]) {
      expectRefused(betB(alice, 'roulette', { bet }), 'BAD_REQUEST');
    }
    for (const params of [{ target: 50 }, { target: 0, over: true }, { target: 1, over: false }, undefined]) {
      expectRefused(betB(alice, 'dice', params), 'BAD_REQUEST');
    }
    for (const game of ['keno', 'coin_flip', 'poker', 7]) {
      expectRefused(alice.post(`${casinoB}/bet`, { game, amount: 1 }), 'BAD_REQUEST');
    }
  });

  it('CAS30 CAS31 CAS32 CAS33 lists settled bets by limit, game and from', () => {
    const { stage, alice, bob } = table();
    for (let round = 0; round < 25; round++) {
      placed(betA(alice, 'coin-flip', { side: 'heads' }));
      stage.advance('1s');
    }
    const from = stage.at(0);
    for (let round = 0; round < 90; round++) placed(betA(alice, 'wheel', {}));
    const history = (query: Record<string, string>) => alice.get(`${casinoB}/history`, query);
    const usual = history({});
    expect(usual.body).toMatchObject({ total: 115, page: 1 });
    expect(usual.list('bets').length).toBe(20);
    expect(usual.list('bets')[0]).toEqual({
      id: expect.stringMatching(/^bet_/),
      game: 'wheel',
      amount: '0.01',
      win: expect.any(Boolean),
      payout: decimal,
      ts: isoInstant,
    });
    expect(history({ limit: '100' }).list('bets').length).toBe(100);
    expect(history({ limit: '101' }).list('bets').length).toBe(100);
    const flips = history({ game: 'coinflip', limit: '100' });
    expect([flips.list('bets').length, flips.body['total']]).toEqual([25, 25]);
    expect(history({ from }).body['total']).toBe(90);
    const wrong: Record<string, string>[] = [{ limit: '0' }, { game: 'poker' }, { from: 'yesterday' }];
    for (const query of wrong) {
      expectRefused(history(query), 'BAD_REQUEST');
    }
    expect(bob.get(`${casinoB}/history`).body).toEqual({ bets: [], total: 0, page: 1 });
  });

  it('CAS34 CAS35 CAS36 CAS37 lists games with their limits, edge and status', () => {
    const { alice } = table();
    const listed = alice.get(`${casinoB}/games`).list('games');
    for (const game of listed) {
      expect(game).toEqual({
        id: expect.any(String),
        name: expect.any(String),
        house_edge: expect.any(String),
        min_bet: decimal,
        max_bet: decimal,
        status: 'active',
      });
    }
    expect(listed.find(({ id }) => id === 'slots')).toMatchObject({ min_bet: '0.10', max_bet: '1000.00' });
    expect(listed.find(({ id }) => id === 'dice')).toMatchObject({ min_bet: '0.01', max_bet: '10000.00' });
  });

  it('LIM30 counts the style B quota for each game type by itself', () => {
    const { stage, alice } = table();
    const dice = () => betB(alice, 'dice', { target: 50, over: true }, '0.01');
    const flip = () => betB(alice, 'coinflip', { side: 'heads' }, '0.01');
    expect(admitted(100, dice)).toBe(60);
    expect(admitted(100, flip)).toBe(60);
    expect(admitted(100, () => alice.post(`${casinoB}/bet`, { game: 'no such game' }))).toBe(60);
    expect(admitted(100, () => alice.post(`${casinoB}/bet`, { game: 'another' }))).toBe(0);
    stage.advance('60s');
    expect([dice().status, flip().status]).toEqual([200, 200]);
  });
});

describe('the account', () => {
  it('CAS05 CAS12 shows the balance with recent activity, and every transaction', () => {
    const { alice } = table();
    for (let round = 0; round < 15; round++) placed(betA(alice, 'coin-flip', { side: 'heads' }, 1));
    const balance = alice.get(`${casinoA}/auth/balance`);
    expect(balance.body['balance']).toBe(alice.spendable / 1e6);
    expect(balance.list('recent').length).toBe(10);
    const all = alice.get(`${casinoA}/auth/ledger`).list('transactions');
    const sum = all.reduce((total, { amount }) => total + Math.round(Number(amount) * 1e6), 0);
    expect(sum).toBe(alice.spendable);
    expect(all.filter(({ type }) => type === 'casino-stake').length).toBe(15);
    expect(alice.get(`${casinoA}/auth/ledger`, { limit: '3' }).list('transactions')).toEqual(all.slice(0, 3));
    expectRefused(alice.withKey(undefined).get(`${casinoA}/auth/balance`), 'UNAUTHORIZED');
  });
});

describe('fairness', () => {
  it('FAI01 FAI06 takes a client seed with any bet, and recomputes the bet from it', () => {
    const { alice, bob } = table();
    const bets = Object.entries(sampleBets).map(([path, params]) =>
      placed(betA(alice, path, { ...params, client_seed: `seed for ${path}` })),
    );
    const verify = (caller: typeof alice, bet_id: unknown) =>
      caller.post(`${casinoA}/fairness/verify`, { bet_id });
    for (const bet of bets) {
      expect(verify(alice, bet['bet_id']).body).toMatchObject({ status: 'unrevealed', server_seed: null });
    }
    const { revealed } = rotate(alice) as { revealed: { server_seed: string } };
    const { server_seed } = revealed;
    for (const bet of bets) {
      const path = textOf(bet, 'game').replaceAll('_', '-');
      const own = recomputed(bet, { params: sampleBets[path] ?? {}, serverSeed: server_seed });
      expect(own.payoutMicros).toBe(Math.round(Number(bet['payout']) * 1e6));
      expect(own.result).toEqual(bet['result']);
      const { body } = verify(alice, bet['bet_id']);
      expect(body).toMatchObject({ status: 'verified', result: bet['result'], server_seed });
    }
    expectRefused(verify(bob, bets[0]?.['bet_id']), 'NOT_FOUND');
    expectRefused(verify(alice, 'bet_unknown'), 'NOT_FOUND');
    expectRefused(verify(alice, 7), 'BAD_REQUEST');
  });

  it('FAI02 FAI04 FAI05 FAI09 shows a server seed by its hash alone until it is rotated out', () => {
    const { stage, alice, bob } = table();
    const answers: string[] = [];
    const say = (reply: Reply): Reply => (answers.push(JSON.stringify(reply)), reply);
    const hash = say(alice.get(`${casinoA}/fairness/seed-hash`)).text('seed_hash');
    const bet = say(betA(alice, 'dice', { direction: 'over', threshold: 50 }));
    expect(bet.text('seed_hash')).toBe(hash);
    say(alice.get(`${casinoA}/fairness/seeds`));
    say(alice.get(`${casinoA}/fairness/audit/${bet.text('bet_id')}`));
    say(alice.get(`${casinoB}/verify/${hash}`, { nonce: '0' }));
    answers.push(stage.snapshot(), JSON.stringify(policyView(stage.world)));
    const { revealed } = rotate(alice) as { revealed: { server_seed: string; seed_hash: string } };
    expect(revealed.seed_hash).toBe(hash);
    expect(answers.filter((answer) => answer.includes(revealed.server_seed))).toEqual([]);
    const seeds = alice.get(`${casinoA}/fairness/seeds`).list('seeds');
    expect(seeds).toMatchObject([
      { status: 'active', server_seed: null, seed_hash: hex64 },
      { status: 'revealed', server_seed: revealed.server_seed, seed_hash: hash, rounds: 1 },
    ]);
    expect(bob.get(`${casinoA}/fairness/seed-hash`).text('seed_hash')).not.toBe(seeds[0]?.['seed_hash']);
  });

  it('FAI03 FAI08 rotates the server seed when the agent asks for it, and not before', () => {
    const { stage, alice } = table();
    const hash = () => alice.get(`${casinoA}/fairness/seed-hash`).text('seed_hash');
    const before = hash();
    stage.advance('400d');
    expect(hash()).toBe(before);
    expect(rotate(alice, { client_seed: 'next' })).toMatchObject({ client_seed: 'next', next_nonce: 0 });
    expect(hash()).not.toBe(before);
    expect(placed(betA(alice, 'wheel', {}))).toMatchObject({ nonce: 0, client_seed: 'next' });
  });

  it('FAI07 shows the audit trail of a bet', () => {
    const { stage, alice, bob } = table();
    const bet = placed(betA(alice, 'mines', { mines: 2, reveals: 3, client_seed: 'mine' }, '0.25'));
    const { balance: _, ...shown } = bet;
    const path = `${casinoA}/fairness/audit/${textOf(bet, 'bet_id')}`;
    expect(alice.get(path).body).toMatchObject({
      ...shown,
      params: { mines: 2, reveals: 3 },
      placed_at: stage.at(0),
      verification: { status: 'unrevealed' },
    });
    rotate(alice);
    expect(alice.get(path).body['verification']).toMatchObject({ status: 'verified', server_seed: hex64 });
    expectRefused(bob.get(path), 'NOT_FOUND');
    expectRefused(alice.get(`${casinoA}/fairness/audit/bet_unknown`), 'NOT_FOUND');
  });

  it('FAI11 FAI12 verifies the bet of a nonce under a server seed hash', () => {
    const { alice, bob } = table();
    const bets = [0, 1].map(() => placed(betB(alice, 'coinflip', { side: 'heads' })));
    const seed = textOf(bets[0] ?? {}, 'seed');
    const verify = (caller: typeof alice, nonce: string) =>
      caller.get(`${casinoB}/verify/${seed}`, { nonce });
    expect(verify(alice, '1').body).toMatchObject({ status: 'unrevealed', seed_hash: seed, nonce: 1 });
    rotate(alice);
    for (const [nonce, bet] of bets.entries()) {
      expect(verify(alice, String(nonce)).body).toMatchObject({ status: 'verified', result: bet['result'] });
    }
    expectRefused(verify(alice, '2'), 'NOT_FOUND');
    expectRefused(verify(bob, '0'), 'NOT_FOUND');
    expectRefused(verify(alice, '-1'), 'BAD_REQUEST');
    expectRefused(alice.get(`${casinoB}/verify/${seed}`), 'BAD_REQUEST');
    expectRefused(alice.get(`${casinoB}/verify/${'0'.repeat(64)}`, { nonce: '0' }), 'NOT_FOUND');
  });
});

describe('the Kelly rule', () => {
  it('KEL01 KEL02 bounds a bet by the balance of the agent (policy kelly.limit: odds)', () => {
    const { stage, alice } = table();
    const poor = stage.joinB('poor');
    const flip = (member: typeof alice, amount: string) =>
      betA(member, 'coin-flip', { side: 'heads' }, amount);
    // A quarter of 10.00 over a profit of 0.96, and of 1,010.00.
    const refused = flip(poor, '2.604167');
    expectRefused(refused, 'BAD_REQUEST');
    expect(refused.text('error')).toContain('2.604166');
    expectRefused(flip(alice, '263.020834'), 'BAD_REQUEST');
    expect(flip(poor, '2.604166').status).toBe(200);
    expect(flip(alice, '263.020833').status).toBe(200);
    // The longer the odds, the smaller the bet; the smallest is always taken.
    const picks = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10];
    expectRefused(betA(poor, 'keno', { picks }, '0.010001'), 'BAD_REQUEST');
    expect(betA(poor, 'keno', { picks }, '0.01').status).toBe(200);
  });
});

describe('batches', () => {
  it('CAS16 CAS17 places up to 20 bets in a call, each for itself', () => {
    const { stage, alice } = table();
    const batch = (bets: unknown) => alice.post(`${casinoA}/bets/batch`, { bets });
    const flip = { game: 'coin_flip', side: 'heads', amount: 0.5 };
    const before = alice.spendable;
    const mixed = batch([
      flip,
      { ...flip, amount: 900 },
      { ...flip, side: 'edge' },
      { ...flip, game: 'ludo' },
      flip,
    ]);
    expect(mixed.status).toBe(200);
    expect(mixed.list('results').map(({ code, nonce }) => code ?? nonce)).toEqual([
      0,
      'BAD_REQUEST',
      'BAD_REQUEST',
      'BAD_REQUEST',
      1,
    ]);
    const paid = mixed.list('results').reduce((sum, { payout = 0 }) => sum + Number(payout), 0);
    expect(alice.spendable).toBe(before - 1_000_000 + Math.round(paid * 1e6));
    expect(batch(Array.from({ length: 20 }, () => flip)).list('results').length).toBe(20);
    const rows = stage.transfers;
    for (const bets of [Array.from({ length: 21 }, () => flip), [], [7], undefined]) {
      expectRefused(batch(bets), 'BAD_REQUEST');
    }
    expect(stage.transfers).toBe(rows);
  });
});

describe('accounts and withdrawals', () => {
  it('CAS04 creates an account and returns its API key', () => {
    const { stage } = table();
    stage.joinB('agent_1');
    const joined = stage.anonymous().post(`${casinoA}/auth/register`);
    expect(joined.status).toBe(201);
    expect(joined.body).toMatchObject({ agent_id: 'agent_2', created_at: stage.at(0) });
    const caller = stage.anonymous().withKey(joined.text('api_key'));
    expect(caller.get(`${casinoA}/auth/balance`).body).toMatchObject({ balance: 0 });
    expect(caller.get('/faucet/status').status).toBe(200);
    expect(stage.anonymous().post(`${casinoA}/auth/register`).text('agent_id')).toBe('agent_3');
  });

  it('CAS03 CAS07 CAS08 CAS09 CAS13 withdraws on Base alone, from 1.00 on, for 0.50', () => {
    const { stage, alice } = table();
    const address = `0x${'AB'.repeat(20)}`;
    const withdraw = (fields: object) =>
      alice.post(`${casinoA}/auth/withdraw`, { address, amount: 1, ...fields });
    for (const chain of ['ethereum', 'solana', 'tron', 'bitcoin', 'monero']) {
      expectRefused(withdraw({ chain }), 'BAD_REQUEST');
    }
    for (const wrong of [{ amount: 0.999999 }, { amount: undefined }, { address: 'bc1q' }]) {
      expectRefused(withdraw(wrong), 'BAD_REQUEST');
    }
    expectRefused(withdraw({ amount: 1_010.000001 }), 'INSUFFICIENT_BALANCE');
    expect(alice.spendable).toBe(1_010_000_000);
    expect(withdraw({}).body).toMatchObject({ chain: 'base', amount: 1, fee: 0.5, received: 0.5 });
    expect(withdraw({ chain: 'base', amount: '1009' }).status).toBe(200);
    expect(alice.spendable).toBe(0);
    expect(stage.account(`external:base:${address.toLowerCase()}`)).toBe(1_009_000_000);
    expect(stage.account('casino:fees')).toBe(1_000_000);
    const listed = alice.get(`${casinoA}/auth/withdrawals`).list('withdrawals');
    expect(listed.map(({ amount }) => amount)).toEqual([1009, 1]);
  });
});

describe('the calls of the Kelly rule', () => {
  it('KEL03 returns the current limits, to the micro', () => {
    const { alice } = table();
    const limits = alice.get(`${casinoA}/kelly/limits`);
    expect(limits.body).toMatchObject({ bankroll: 1010, risk_factor: 0.25 });
    expect(limits.list('limits').length).toBe(17);
    const flip = limits.list('limits').find(({ game }) => game === 'coin_flip');
    expect(flip).toMatchObject({ min_bet: 0.01, max_bet: 263.020833, max_bet_at_longest_odds: 263.020833 });
    const keno = limits.list('limits').find(({ game }) => game === 'keno');
    expect(keno).toMatchObject({ max_bet: 101, max_bet_at_longest_odds: 0.01 });
    expectRefused(betA(alice, 'keno', { picks: [5] }, 101.000001), 'BAD_REQUEST');
    expect(betA(alice, 'keno', { picks: [5] }, 101).status).toBe(200);
  });

  it("KEL04 returns the player's own optimal bet of a game: nothing against a house edge", () => {
    const { alice } = table();
    const optimal = (fields: object) => alice.post(`${casinoA}/kelly/optimal`, fields);
    expect(optimal({ game: 'dice', direction: 'over', threshold: 50 }).body).toMatchObject({
      kelly_fraction: 0,
      optimal_bet: 0,
    });
    // The printed row of ten spots favours the player.
    const keno = optimal({ game: 'keno', picks: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10] });
    expect(Number(keno.body['kelly_fraction'])).toBeGreaterThan(0);
    expect(Number(keno.body['optimal_bet'])).toBeGreaterThan(0);
    for (const fields of [{}, { game: 'ludo' }, { game: 'dice' }])
      expectRefused(optimal(fields), 'BAD_REQUEST');
  });

  it('KEL05 sets the risk factor that the limit is taken with (policy kelly.limit: odds)', () => {
    const { alice, bob } = table();
    const configure = (risk_factor: unknown) =>
      alice.send({ method: 'PUT', path: `${casinoA}/kelly/config`, body: { risk_factor } });
    expect(configure(0.5).body).toEqual({ risk_factor: 0.5 });
    expect(betA(alice, 'coin-flip', { side: 'heads' }, 526.04).status).toBe(200);
    expectRefused(betA(bob, 'coin-flip', { side: 'heads' }, 526.04), 'BAD_REQUEST');
    for (const wrong of [0, 1.01, 0.255, '0.5', undefined]) expectRefused(configure(wrong), 'BAD_REQUEST');
  });
});
