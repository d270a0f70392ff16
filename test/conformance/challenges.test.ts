import { describe, expect, it } from 'vitest';
import { commitmentOf } from '../../src/core/fairness/hmac.ts';
import type { JsonObject } from '../../src/core/http/message.ts';
import { casinoA, recomputed, rotate } from './casino-stage.ts';
import { accept, challenge, challengeOrder, contest, decline, duelUntil } from './contest-stage.ts';
import { expectRefused, isoInstant, type Caller } from './harness.ts';

const path = `${casinoA}/challenges`;
const idsOf = (caller: Caller, list: string): unknown[] =>
  caller
    .get(path)
    .list(list)
    .map((each) => each['challenge_id']);

describe('challenges', () => {
  it('CHA01 challenges another agent, and holds the stake from then on', () => {
    const { alice, bob } = contest();
    const before = alice.spendable;
    const reply = alice.post(path, challengeOrder(bob, { amount: '2.50' }));
    expect(reply.status).toBe(201);
    expect(reply.body).toMatchObject({
      challenge_id: expect.stringMatching(/^chl_/),
      status: 'pending',
      challenger_id: 'alice',
      challenged_agent_id: 'bob',
      amount: 2.5,
      created_at: isoInstant,
      challenger_round: null,
      winner_id: null,
      balance: (before - 2_500_000) / 1e6,
    });
    expect([alice.spendable, alice.held, bob.held]).toEqual([before - 2_500_000, 2_500_000, 0]);
  });

  it('CHA02 lists pending challenges, incoming and outgoing, newest first', () => {
    const { stage, alice, bob, others } = contest({}, ['carol']);
    const [carol = bob] = others;
    const first = challenge(alice, bob);
    const second = challenge(alice, carol);
    const third = challenge(bob, alice);
    expect([idsOf(alice, 'incoming'), idsOf(alice, 'outgoing')]).toEqual([[third], [second, first]]);
    expect([idsOf(bob, 'incoming'), idsOf(bob, 'outgoing')]).toEqual([[first], [third]]);
    decline(carol, second);
    accept(bob, first);
    stage.advance('24h');
    expect([idsOf(alice, 'incoming'), idsOf(alice, 'outgoing')]).toEqual([[], []]);
    expect(
      alice
        .get(path)
        .list('settled')
        .map(({ status }) => status),
    ).toEqual(['expired', 'declined', 'resolved']);
    expect(alice.get(path, { limit: '1' }).list('settled')).toHaveLength(1);
    expectRefused(alice.get(path, { limit: '0' }), 'BAD_REQUEST');
  });

  it('CHA03 CHA07 resolves an accepted challenge: the higher multiplier takes both stakes', () => {
    const { stage, alice, bob } = contest();
    for (let round = 0; round < 12; round += 1) {
      const before = [alice.spendable, bob.spendable];
      const reply = accept(bob, challenge(alice, bob));
      expect(reply.status).toBe(200);
      const [own, other] = ['challenger_round', 'challenged_round'].map(
        (side) => (reply.body[side] as JsonObject)['multiplier'] as number,
      );
      const difference = Math.sign(own! - other!);
      expect(reply.body).toMatchObject({
        status: 'resolved',
        settled_at: isoInstant,
        winner_id: [bob.agentId, null, alice.agentId][difference + 1],
        paid: difference === 0 ? 0 : 10,
        balance: bob.spendable / 1e6,
      });
      const moved = 5_000_000 * difference;
      expect([alice.spendable, bob.spendable]).toEqual([before[0]! + moved, before[1]! - moved]);
      expect([alice.held, bob.held, stage.account('casino:contests')]).toEqual([0, 0, 0]);
      expectRefused(accept(bob, reply.text('challenge_id')), 'CONFLICT');
      expectRefused(decline(bob, reply.text('challenge_id')), 'CONFLICT');
    }
    expectRefused(accept(bob, 'chl_none'), 'NOT_FOUND');
    expectRefused(accept(bob, 'constructor'), 'NOT_FOUND');
  });

  it('CHA07 decides a challenge by the seeds of both players, which any agent can check afterwards', () => {
    const { alice, bob } = contest();
    const committed = [alice, bob].map(
      (member) => member.get(`${casinoA}/fairness/seed-hash`).body['seed_hash'],
    );
    const id = challenge(alice, bob, { game: 'dice', direction: 'under', threshold: 30 });
    const settled = accept(bob, id).body;
    const rounds = ['challenger_round', 'challenged_round'].map((side) => settled[side] as JsonObject);
    expect(rounds.map(({ seed_hash }) => seed_hash)).toEqual(committed);
    expect(rounds.map(({ server_seed }) => server_seed)).toEqual([null, null]);
    rotate(alice);
    rotate(bob);
    const shown = alice.get(path).list('settled')[0]!;
    for (const [at, side] of ['challenger_round', 'challenged_round'].entries()) {
      const round = shown[side] as JsonObject;
      const serverSeed = round['server_seed'] as string;
      expect(commitmentOf(serverSeed)).toBe(committed[at]);
      const bet = { ...round, game: 'dice', amount: 5 };
      const own = recomputed(bet, { params: shown['params'] as object, serverSeed });
      expect(own.result).toEqual(round['result']);
      expect(own.payoutMicros).toBe(
        Math.floor((5_000_000 * 98) / 29) * Math.sign(round['multiplier'] as number),
      );
      const verified = [alice, bob][at]!.post(`${casinoA}/fairness/verify`, { bet_id: round['bet_id'] });
      expect(verified.body).toMatchObject({ status: 'verified', result: round['result'] });
    }
  });

  it('CHA07 gives both stakes back after a tie, and moves nothing', () => {
    const { stage, alice, bob } = contest();
    const rows = (): string[] => {
      const { ledger } = stage.world;
      return Array.from({ length: ledger.transferCount }, (_, id) => ledger.record(id))
        .filter(({ kind }) => kind.startsWith('challenge'))
        .map(({ kind, phase }) => `${kind} ${phase}`);
    };
    const before = alice.spendable + bob.spendable;
    const tied = duelUntil(alice, bob, true, { game: 'coin_flip' });
    expect(tied).toMatchObject({ status: 'resolved', winner_id: null, paid: 0, rounds: 1 });
    expect(rows().slice(-4)).toEqual([
      'challenge-stake pending',
      'challenge-stake pending',
      'challenge-stake void',
      'challenge-stake void',
    ]);
    expect([alice.spendable + bob.spendable, alice.held, bob.held]).toEqual([before, 0, 0]);
  });

  it('CHA04 CHA08 declines a challenge, and the challenger has the stake back', () => {
    const { alice, bob } = contest();
    const before = [alice.spendable, bob.spendable];
    const id = challenge(alice, bob);
    const reply = decline(bob, id);
    expect(reply.body).toMatchObject({
      status: 'declined',
      settled_at: isoInstant,
      winner_id: null,
      rounds: 0,
    });
    expect([alice.spendable, bob.spendable, alice.held]).toEqual([...before, 0]);
    for (const again of [accept, decline]) expectRefused(again(bob, id), 'CONFLICT');
  });

  it('CHA08 returns the stake of an unanswered challenge after 24 hours, to the millisecond', () => {
    const { stage, alice, bob } = contest();
    const before = alice.spendable;
    const id = challenge(alice, bob);
    stage.advance(24 * 3_600_000 - 1);
    expect([alice.held, idsOf(bob, 'incoming')]).toEqual([5_000_000, [id]]);
    stage.advance(1);
    expect([alice.held, alice.spendable, idsOf(bob, 'incoming')]).toEqual([0, before, []]);
    expectRefused(accept(bob, id), 'CONFLICT');
  });

  it('CHA05 CHA06 takes challenged_agent_id, game, amount and, if there is one, a message', () => {
    const { stage, alice, bob } = contest();
    const order = challengeOrder(bob);
    expect(alice.post(path, { ...order, message: 'Well? ☕' }).body['message']).toBe('Well? ☕');
    expect(alice.post(path, order).body['message']).toBeNull();
    expect(alice.post(path, { ...order, challenged_agent_id: bob.address }).status).toBe(201);
    const rows = stage.transfers;
    for (const field of Object.keys(order)) {
      expectRefused(alice.post(path, { ...order, [field]: undefined }), 'BAD_REQUEST');
    }
    const wrong: object[] = [
      { challenged_agent_id: 'alice' },
      { challenged_agent_id: alice.address },
      { challenged_agent_id: 7 },
      { game: 'poker' },
      { game: '__proto__' },
      { game: 'dice', threshold: 100 },
      { amount: '0.009999' },
      { amount: 10_000.01 },
      { amount: 1e300 },
      { amount: null },
      { message: 'x'.repeat(501) },
      { message: 5 },
    ];
    for (const fields of wrong) expectRefused(alice.post(path, { ...order, ...fields }), 'BAD_REQUEST');
    expectRefused(alice.post(path, { ...order, challenged_agent_id: 'nobody' }), 'NOT_FOUND');
    expectRefused(alice.post(path, { ...order, challenged_agent_id: '__proto__' }), 'NOT_FOUND');
    expectRefused(alice.post(path, { ...order, amount: 1_010 }), 'INSUFFICIENT_BALANCE');
    expect(stage.transfers).toBe(rows);
  });

  it('CHA09 lets only the challenged agent accept or decline', () => {
    const { stage, alice, bob, others } = contest({}, ['carol']);
    const id = challenge(alice, bob);
    const rows = stage.transfers;
    for (const member of [alice, ...others]) {
      expectRefused(accept(member, id), 'FORBIDDEN');
      expectRefused(decline(member, id), 'FORBIDDEN');
    }
    expect(stage.transfers).toBe(rows);
    expectRefused(stage.anonymous().post(`${path}/${id}/accept`), 'UNAUTHORIZED');
    expect(accept(bob, id).status).toBe(200);
  });

  it('CHA10 refuses to accept what the balance does not cover, and leaves the challenge as it is', () => {
    const { stage, alice, bob, others } = contest({}, ['carol']);
    const id = challenge(alice, bob, { amount: 1_000 });
    challenge(bob, others[0] ?? alice, { amount: 10.000_001 });
    const [rows, nonce] = [stage.transfers, bob.get(`${casinoA}/fairness/seed-hash`).body];
    expectRefused(accept(bob, id), 'INSUFFICIENT_BALANCE');
    expect(stage.transfers).toBe(rows);
    expect(bob.get(`${casinoA}/fairness/seed-hash`).body).toEqual(nonce);
    expect(idsOf(bob, 'incoming')).toEqual([id]);
  });
});
