/** Challenges: who may make, accept and decline them until when, what is staked and paid, and what their lists show. */
import { describe, expect, it } from 'vitest';
import { dayMs, formatInstant } from '../../../src/core/base/time.ts';
import type { AuditedExchange, Body } from '../../../src/verification/oracle/exchange.ts';
import { ChallengeModel } from '../../../src/verification/oracle/models/challenges.ts';
import { FollowedRun, refused } from './followed-run.ts';

type Policies = Readonly<Record<string, string>>;
const usdc = 1_000_000;

class Duels extends FollowedRun {
  readonly model: ChallengeModel;
  constructor(policies: Policies = {}) {
    super({ policies: { 'challenges.expiry': '24h', 'challenges.fee': 'none', ...policies }, agents: { alice: 10, bob: 5, carol: 1 } });
    this.model = new ChallengeModel(this.file);
  }

  asks(caller: string | undefined, operation: string, more: Partial<AuditedExchange> = {}): string[] {
    return this.hears(this.model, caller, [`casino/A/${operation}`, more]);
  }

  makes(more: Body = {}, id = 'chl_1', answer: Body = {}): string[] {
    const body = { challenged_agent_id: 'bob', game: 'dice', amount: 2, ...more };
    return this.asks('alice', 'createChallenge', { body, answer: { challenge_id: id, expires_at: formatInstant(this.timers.nowMs + dayMs), ...answer } });
  }

  accepts(one: number, other: number, answer: Body = {}, more: Partial<AuditedExchange> = {}): string[] {
    const rounds = { challenger_round: { multiplier: one }, challenged_round: { multiplier: other } };
    return this.asks('bob', 'acceptChallenge', { params: { id: 'chl_1' }, answer: { ...rounds, ...answer }, ...more });
  }

  lists(caller: string, shown: Readonly<Record<string, readonly Body[]>>, totals: Body, query: Readonly<Record<string, string>> = {}): string[] {
    return this.asks(caller, 'challenges', { method: 'GET', query, answer: { incoming: [], outgoing: [], settled: [], ...shown, totals: { incoming: 0, outgoing: 0, settled: 0, ...totals } } });
  }
} // prettier-ignore

const wrong = (operation: string, seen: string, wanted: string): string[] => [
  `challenge-lifecycle: casino/A/${operation} is answered ${seen}; expected ${wanted}`,
];

describe('a challenge', () => {
  it.each<[Body, string]>([
    [{}, 'OK'],
    [{ amount: 10 }, 'OK'],
    [{ amount: 10.000001 }, 'INSUFFICIENT_BALANCE'],
    [{ challenged_agent_id: 'zed' }, 'NOT_FOUND'],
    [{ challenged_agent_id: undefined }, 'NOT_FOUND'],
    [{ challenged_agent_id: 'alice' }, 'BAD_REQUEST'],
    [{ challenged_agent_id: '0xalice' }, 'BAD_REQUEST'],
    [{ challenged_agent_id: 'misspelt' }, 'BAD_REQUEST'],
  ])('with %j has to be answered %s', (body, outcome) => {
    const asked = (more: Partial<AuditedExchange>) => new Duels().asks('alice', 'createChallenge', { body: { challenged_agent_id: 'bob', amount: 2, ...body }, ...more });
    for (const seen of ['NOT_FOUND', 'INSUFFICIENT_BALANCE', 'CONFLICT'])
      expect(asked(refused(seen))).toEqual(seen === outcome ? [] : wrong('createChallenge', seen, outcome));
    // Not every rule of form is known.
    expect([asked(refused('BAD_REQUEST')), asked({ status: 429 })]).toEqual([[], []]);
    expect(new Duels().makes(body)).toEqual(outcome === 'OK' ? [] : wrong('createChallenge', 'OK', outcome));
  });

  it('without an amount is not looked at', () => expect(new Duels().makes({ amount: 'x' })).toEqual([]));

  it('is staked at once, and given back at its expiry', () => {
    for (const [expiry, days] of [['24h', 1], ['7d', 7]] as const) {
      const run = new Duels({ 'challenges.expiry': expiry });
      expect(run.makes({}, 'chl_1', { expires_at: formatInstant(days * dayMs) })).toEqual([]);
      expect(run.has('alice')).toEqual([8 * usdc, 2 * usdc]);
      run.timers.advance(days * dayMs - 1);
      expect(run.has('alice')).toEqual([8 * usdc, 2 * usdc]);
      run.timers.advance(days * dayMs);
      expect([run.has('alice'), run.timers.latest?.what]).toEqual([[10 * usdc, 0], 'the expiry of challenge chl_1']);
    }
    expect(new Duels().makes({}, 'chl_1', { expires_at: formatInstant(1) })).toEqual([`challenge-lifecycle: expires_at is 1; expected ${dayMs}`]);
  });

  it('has the parameters that were sent', () => {
    const shown = (params: Body) => new Duels().makes({ threshold: 50 }, 'chl_1', { params });
    expect([shown({ threshold: 50 }), shown({ risk: 'low' }), shown({})]).toEqual([[], [], []]);
    expect(shown({ threshold: 51 })).toEqual(['challenge-lifecycle: params: threshold is 51; expected 50']);
  });
}); // prettier-ignore

describe('an answer to a challenge', () => {
  it.each<[string, string, string, number?]>([
    ['bob', 'acceptChallenge', 'OK'],
    ['bob', 'declineChallenge', 'OK'],
    ['alice', 'acceptChallenge', 'FORBIDDEN'],
    ['carol', 'declineChallenge', 'FORBIDDEN'],
    ['bob', 'acceptChallenge', 'OK', 5],
    ['bob', 'acceptChallenge', 'INSUFFICIENT_BALANCE', 5.000001],
    ['bob', 'declineChallenge', 'OK', 5.000001],
  ])('of %s by %s has to be answered %s', (caller, operation, outcome, amount = 2) => {
    for (const [state, wanted] of [['open', outcome], ['over', outcome === 'FORBIDDEN' ? outcome : 'CONFLICT'], ['none', 'NOT_FOUND']] as const)
      for (const seen of ['NOT_FOUND', 'FORBIDDEN', 'CONFLICT', 'INSUFFICIENT_BALANCE', 'OK']) {
        const run = new Duels();
        run.makes({ amount });
        if (state === 'over') run.timers.advance(dayMs);
        const rounds = { challenger_round: { multiplier: 1 }, challenged_round: { multiplier: 1 }, winner_id: null, paid: 0 };
        const more = seen === 'OK' ? { answer: rounds } : refused(seen);
        const said = run.asks(caller, operation, { params: { id: state === 'none' ? 'chl_2' : 'chl_1' }, ...more });
        expect(said).toEqual(seen === wanted ? [] : wrong(operation, seen, wanted));
      }
  });

  it.each<[number, number, Policies, string | null, number, readonly [number, number], number]>([
    [2, 1, {}, 'alice', 4, [12, 3], 0],
    [1, 2, {}, 'bob', 4, [8, 7], 0],
    [2, 2, {}, null, 0, [10, 5], 0],
    [2, 1, { 'challenges.fee': 'one-percent' }, 'alice', 3.96, [11.96, 3], 40_000],
    [2, 2, { 'challenges.fee': 'one-percent' }, null, 0, [10, 5], 0],
  ])('with %d against %d under %j makes %s the winner of %d', (one, other, policies, winner, paid, [alice, bob], fee) => {
    const run = new Duels(policies);
    run.makes();
    expect(run.accepts(one, other, { winner_id: winner, paid })).toEqual([]);
    expect([run.has('alice'), run.has('bob'), run.houses.known('casino:contest-fees')]).toEqual([[alice * usdc, 0], [bob * usdc, 0], fee]);
    run.timers.advance(dayMs);
    expect(run.has('alice')).toEqual([alice * usdc, 0]);
    const late = new Duels(policies);
    late.makes();
    expect(late.accepts(one, other, { winner_id: 'carol', paid: paid + 1 })).toEqual([
      `challenge-lifecycle: winner_id is carol; expected ${winner}`,
      `contests-pay-out: paid is ${(paid + 1).toFixed(2)} USDC; expected ${paid.toFixed(2)} USDC`,
    ]);
  });

  it.each([[0.000024, 0], [0.000025, 1], [0.000074, 1], [0.000075, 2]])('of %d each costs %i micros of both', (amount, fee) => {
    const run = new Duels({ 'challenges.fee': 'one-percent' });
    run.makes({ amount });
    const paid = (2 * Math.round(amount * usdc) - fee) / usdc;
    expect(run.accepts(2, 1, { winner_id: 'alice', paid })).toEqual([]);
    expect(run.houses.known('casino:contest-fees')).toBe(fee);
  });

  it('that declines gives the stake back', () => {
    const run = new Duels();
    run.makes();
    expect(run.asks('bob', 'declineChallenge', { params: { id: 'chl_1' } })).toEqual([]);
    expect([run.has('alice'), run.has('bob')]).toEqual([[10 * usdc, 0], [5 * usdc, 0]]);
    run.timers.advance(dayMs);
    expect(run.has('alice')).toEqual([10 * usdc, 0]);
  });
}); // prettier-ignore

describe('the lists of challenges', () => {
  const row = (id: string): Body => ({ challenge_id: id });
  /** One is declined, one has expired, and two are pending. */
  const run = () => {
    const duels = new Duels();
    duels.makes({}, 'chl_0');
    duels.timers.advance(dayMs - 5);
    duels.makes({}, 'chl_1');
    duels.asks('bob', 'declineChallenge', { params: { id: 'chl_1' } });
    duels.timers.advance(dayMs);
    duels.makes({}, 'chl_2');
    duels.makes({ challenged_agent_id: 'carol' }, 'chl_3');
    return duels;
  };
  const declined = { ...row('chl_1'), status: 'declined', settled_at: formatInstant(dayMs - 5), winner_id: null, paid: 0, amount: 2 };
  const expired = { ...row('chl_0'), status: 'expired', settled_at: formatInstant(dayMs), winner_id: null, paid: 0, amount: 2 };
  const ofAlice = { outgoing: [row('chl_3'), row('chl_2')], settled: [declined, expired] };
  const totals = { outgoing: 2, settled: 2 };

  it('have those of their caller, the latest first', () => {
    expect(run().lists('alice', ofAlice, totals)).toEqual([]);
    expect(run().lists('bob', { incoming: [row('chl_2')], settled: [declined, expired] }, { incoming: 1, settled: 2 })).toEqual([]);
    expect(run().lists('carol', { incoming: [row('chl_3')] }, { incoming: 1 })).toEqual([]);
    expect(run().lists('alice', { ...ofAlice, outgoing: ofAlice.outgoing.toReversed() }, totals)).toEqual(['lists-complete: outgoing is chl_2 chl_3; expected chl_3 chl_2']);
    expect(run().lists('alice', { ...ofAlice, incoming: [row('chl_2')] }, totals)).toEqual(['lists-complete: incoming is chl_2; expected nothing']);
    expect(run().lists('alice', { ...ofAlice, settled: [declined] }, totals)).toEqual(['lists-complete: settled is chl_1; expected chl_1 chl_0']);
    expect(run().lists('alice', { outgoing: [row('chl_2')], settled: [expired] }, totals, { limit: '1', page: '2' })).toEqual([]);
    expect(run().asks('alice', 'challenges', refused('BAD_REQUEST'))).toEqual([]);
  });

  it.each([['incoming', 0], ['outgoing', 2], ['settled', 2]] as const)('have the total of %s', (name, wanted) => {
    expect(run().lists('alice', ofAlice, { ...totals, [name]: 9 })).toEqual([`lists-complete: total of ${name} is 9; expected ${wanted}`]);
  });

  it.each([
    ['status', 'expired', 'status is expired; expected declined'],
    ['settled_at', formatInstant(1), `settled_at is 1; expected ${dayMs - 5}`],
    ['winner_id', 'bob', 'winner_id is bob; expected null'],
    ['paid', 2, 'paid is 2.00 USDC; expected 0.00 USDC'],
    ['amount', 3, 'amount is 3.00 USDC; expected 2.00 USDC'],
  ])('have the %s of what is settled', (name, value, message) => {
    expect(run().lists('alice', { ...ofAlice, settled: [{ ...declined, [name]: value }, expired] }, totals)).toEqual([`challenge-lifecycle: ${message}`]);
  });

  it('show no challenge of others', () => {
    expect(run().lists('carol', { incoming: [row('chl_3')], settled: [declined] }, { incoming: 1 })).toEqual([
      'lists-complete: settled is chl_1; expected nothing',
      'keys-isolated: a challenge of the caller is false; expected true',
    ]);
    expect(run().asks(undefined, 'challenges', { answer: {} })).toEqual([]);
  });
}); // prettier-ignore
