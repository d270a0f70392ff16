/** What follows from the call alone: refusals that it has no cause for, fields that name its caller, lists that begin with the latest. */
import { describe, expect, it } from 'vitest';
import type { AuditedExchange, Balances, Body } from '../../../src/verification/oracle/exchange.ts';
import { checkOwnFields } from '../../../src/verification/oracle/facts/own-fields.ts';
import { RecentEntries } from '../../../src/verification/oracle/facts/recent-entries.ts';
import { ControlAnswers } from '../../../src/verification/oracle/models/control-answers.ts';
import { checkPossible } from '../../../src/verification/oracle/models/possible-refusals.ts';
import { caseOf, exchangeOf } from './said.ts';

describe('a refusal', () => {
  const said = (call: string, code: string, more: Partial<AuditedExchange> = {}): number => {
    const { file, said: all } = caseOf();
    checkPossible(file, exchangeOf(call, { status: 409, answer: { code, error: 'x' }, ...more }));
    return all.length;
  };

  it.each([
    ['casino/A/balance', 'CONFLICT', {}],
    ['trading/A/positions', 'MARKET_CLOSED', {}],
    ['escrow/B/list', 'FORBIDDEN', {}],
    ['faucet/B/status', 'FAUCET_CLAIMED', {}],
    ['wallet/primary/chains', 'NOT_FOUND', {}],
    ['domains/A/check', 'INSUFFICIENT_BALANCE', {}],
    ['casino/A/rotate', 'GAME_CLOSED', { method: 'POST' }],
    ['casino/A/balance', 'BAD_REQUEST', {}],
    ['escrow/A/message', 'NOT_FOUND', { method: 'POST' }],
  ] as const)('of %s with %s has no cause', (call, code, more) => expect(said(call, code, more)).toBe(1));

  it.each([
    ['escrow/B/detail', 'FORBIDDEN', { params: { id: 'esc_1' } }],
    ['casino/A/bet', 'GAME_CLOSED', { method: 'POST' }],
    ['faucet/B/claimDaily', 'FAUCET_CLAIMED', { method: 'POST' }],
    ['casino/A/configureKelly', 'CONFLICT', { method: 'PUT', headers: { 'idempotency-key': 'k' } }],
    ['casino/A/balance', 'BAD_REQUEST', { query: { limit: 'x' } }],
    ['casino/A/balance', 'BAD_REQUEST', { isRaw: true }],
    ['wallet/primary/quote', 'BAD_REQUEST', {}],
    ['casino/A/balance', 'RATE_LIMIT', {}],
    ['escrow/A/stream', 'NOT_FOUND', {}],
    ['control/control/digest', 'CONFLICT', {}],
  ] as const)('of %s with %s may be', (call, code, more) => expect(said(call, code, more)).toBe(0));
});

describe('an answer', () => {
  const said = (call: string, answer: Body, body?: Body): string[] => {
    const { file, said: all } = caseOf();
    checkOwnFields(file, exchangeOf(call, { answer, body }), 'alice');
    return all;
  };

  it('names its caller', () => {
    expect(said('casino/A/createTournament', { created_by: 'alice' })).toEqual([]);
    expect(said('casino/A/createTournament', { created_by: 'bob' })).toEqual([
      'answers-echo: casino/A/createTournament: created_by is "bob"; expected "alice"',
    ]);
    expect(said('casino/A/createChallenge', { challenger_id: 'bob', message: null })).toHaveLength(1);
  });

  it('has nothing where nothing was sent', () => {
    expect(said('casino/A/createChallenge', { message: 'x' })).toHaveLength(1);
    expect(said('casino/A/createChallenge', { message: 'x' }, { message: 'x' })).toEqual([]);
    expect(said('escrow/B/create', { referrer: 'bob' }, { referrer: null })).toHaveLength(1);
  });
});

it('books never drift, and the pool has what is left of it', () => {
  const pool = { agents: new Map(), houses: { known: () => 999_990_000_000 } };
  const said = (operation: string, answer: Body): number => {
    const { file, said: all } = caseOf(pool);
    new ControlAnswers(file).answered(exchangeOf(`control/control/${operation}`, { answer }), undefined);
    return all.length;
  };
  expect(said('books', { drift: 0 })).toBe(0);
  expect(said('books', { drift: 1 })).toBe(1);
  expect(said('ledger', { drift_micros: 0, faucet_pool: '999990.00' })).toBe(0);
  expect(said('ledger', { drift_micros: -1, faucet_pool: '999990.00' })).toBe(1);
  expect(said('ledger', { drift_micros: 0, faucet_pool: '999990.000001' })).toBe(1);
});

describe('entries of an account', () => {
  const at = (atMs: number): string => new Date(atMs).toISOString();
  const money = (micros: number): Balances =>
    new Map([['alice', { availableMicros: micros, heldMicros: 0 }]]);
  /** What is said of a list, after bets at 1, 2 and 3 s that left so much. */
  const said = (call: string, answer: Body, query: Record<string, string> = {}): string[] => {
    const { file, said: all } = caseOf();
    const entries = new RecentEntries(file);
    const bet = (seconds: number, micros: number): void =>
      entries.answered(exchangeOf('casino/A/bet', { atMs: seconds * 1000 }), { caller: 'alice', balances: money(micros) });
    for (const [seconds, micros] of [[1, 10_000_000], [2, 9_000_000], [3, 11_000_000]] as const) bet(seconds, micros);
    const asked = exchangeOf(call, { atMs: 9000, answer, query });
    entries.answered(asked, { caller: 'alice', balances: money(11_000_000) });
    return all;
  }; // prettier-ignore
  const curve = (...points: readonly (readonly [seconds: number, bankroll: number])[]): Body => ({
    history: points.map(([seconds, bankroll]) => ({ at: at(seconds * 1000), bankroll })),
  });

  it('begin with the latest', () => {
    expect(said('casino/A/balance', { recent: [{ at: at(3000) }] })).toEqual([]);
    expect(said('casino/A/balance', { recent: [{ at: at(1999) }] })).toHaveLength(1);
    expect(said('casino/A/transactions', { transactions: [{ at: at(1000) }] })).toHaveLength(1);
    expect(said('casino/A/transactions', { transactions: [{ at: at(1000) }] }, { page: '2' })).toEqual([]);
  });

  it('make a curve that ends with the latest bet, and has what was left after each', () => {
    const whole = curve([1, 10], [2, 9], [3, 9], [3, 11]);
    expect(said('casino/A/bankrollCurve', whole)).toEqual([]);
    expect(said('casino/A/bankrollCurve', curve([1, 10], [2, 9]))).toHaveLength(1);
    expect(said('casino/A/bankrollCurve', curve([1, 10], [2, 9.000001], [3, 11]))).toHaveLength(1);
    expect(said('casino/A/bankrollCurve', curve([2, 8]), { page: '2' })).toEqual([]);
  });

  it.each([
    ['chips', 0],
    ['usdc', 1],
  ] as const)('need no round of a contest that is played for %s, though money comes in with it', (stakes, count) => {
    const { file, said: all } = caseOf({
      setting: { faults: [], policies: { 'tournaments.stakes': stakes } },
    });
    const entries = new RecentEntries(file);
    const round = exchangeOf('casino/A/playTournament', { atMs: 1000 });
    entries.answered(round, { caller: 'alice', balances: money(5_000_000) });
    const asked = exchangeOf('casino/A/bankrollCurve', { atMs: 2000, answer: curve() });
    entries.answered(asked, { caller: 'alice', balances: money(5_000_000) });
    expect(all).toHaveLength(count);
  }); // prettier-ignore
});
