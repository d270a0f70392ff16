/** What an escrow may be, and who may end it how until when: each rule at its bounds. */
import { describe, expect, it } from 'vitest';
import { dayMs, formatInstant, hourMs } from '../../../src/core/base/time.ts';
import type { AuditedExchange, Body } from '../../../src/verification/oracle/exchange.ts';
import { answeredAs, Escrows, outside, tooShort, usdc, type Policies } from './escrows.ts';
import { refused } from './followed-run.ts';

describe('a new escrow', () => {
  /** By a request: the outcome that it has to have, and the property that is broken by another one. */
  const rows: readonly (readonly [style: string, body: Body, outcome: string])[] = [
    ['B', {}, 'OK'],
    ['B', { amount: 0.1 }, 'OK'],
    ['B', { amount: 0.099999 }, 'BAD_REQUEST'],
    ['B', { amount: 10 }, 'OK'],
    ['B', { amount: 10.000001 }, 'INSUFFICIENT_BALANCE'],
    ['B', { expires_in: 60 }, 'OK'],
    ['B', { expires_in: 59 }, 'BAD_REQUEST'],
    ['B', { expires_in: 2_592_000 }, 'OK'],
    ['B', { expires_in: 2_592_001 }, 'BAD_REQUEST'],
    ['B', { expires_in: 60.5 }, 'BAD_REQUEST'],
    ['B', { expires_in: '60' }, 'BAD_REQUEST'],
    ['B', { receiver: '' }, 'BAD_REQUEST'],
    ['B', { receiver: undefined }, 'BAD_REQUEST'],
    ['B', { receiver: 'alice' }, 'BAD_REQUEST'],
    ['B', { receiver: 'misspelt' }, 'BAD_REQUEST'],
    ['B', { receiver: 'zed' }, 'NOT_FOUND'],
    ['B', { receiver: tooShort }, 'NOT_FOUND'],
    ['B', { receiver: outside }, 'OK'],
    ['B', { referrer: 'carol' }, 'OK'],
    ['B', { referrer: 'alice' }, 'BAD_REQUEST'],
    ['B', { referrer: 'zed' }, 'BAD_REQUEST'],
    ['B', { referrer: 'misspelt' }, 'BAD_REQUEST'],
    ['B', { buyer: 'misspelt' }, 'OK'],
    ['A', {}, 'OK'],
    ['A', { expires_in: 1 }, 'OK'],
    ['A', { referrer: 'zed' }, 'OK'],
    ['A', { buyer: '@alice' }, 'OK'],
    ['A', { buyer: '' }, 'BAD_REQUEST'],
    ['A', { buyer: undefined }, 'BAD_REQUEST'],
    ['A', { buyer: 'misspelt' }, 'BAD_REQUEST'],
    ['A', { buyer: 'carol' }, 'FORBIDDEN'],
    ['A', { seller: 'alice' }, 'BAD_REQUEST'],
    ['A', { seller: undefined, receiver: 'bob' }, 'BAD_REQUEST'],
  ];

  it.each(rows)('of style %s with %j has to be answered %s', (style, body, outcome) => {
    const sent = style === 'B' ? { receiver: 'bob', amount: 2, expires_in: 3600 } : { buyer: 'alice', seller: 'bob', amount: 2 };
    const isTerms = outcome === 'BAD_REQUEST' || outcome === 'INSUFFICIENT_BALANCE';
    const property = isTerms ? 'escrow-terms' : 'escrow-lifecycle';
    for (const seen of ['BAD_REQUEST', 'INSUFFICIENT_BALANCE', 'NOT_FOUND', 'FORBIDDEN']) {
      const message = seen === outcome ? [] : answeredAs(property, `${style}/create`, seen, outcome);
      expect(new Escrows().asks('alice', `${style}/create`, { body: { ...sent, ...body }, ...refused(seen) })).toEqual(message);
    }
    const taken = new Escrows().asks('alice', `${style}/create`, { body: { ...sent, ...body }, answer: {} });
    if (outcome !== 'OK') expect(taken).toEqual(answeredAs(property, `${style}/create`, 'OK', outcome));
    else expect(taken[0]).toBe('escrow-terms: status is undefined; expected locked');
    expect(new Escrows().asks('alice', `${style}/create`, { body: { ...sent, ...body }, status: 429 })).toEqual([]);
  });

  it.each([
    ['status', 'open', 'status is open; expected locked'],
    ['amount', 2.01, 'amount is 2.01 USDC; expected 2.00 USDC'],
    ['fee', 0.020001, 'fee is 0.020001 USDC; expected 0.02 USDC'],
    ['net', 2, 'net is 2.00 USDC; expected 1.98 USDC'],
    ['expires_at', formatInstant(hourMs + 1), 'expires_at is 3600001; expected 3600000'],
  ])('shows its %s', (name, value, message) => {
    const run = new Escrows();
    expect(run.makes()).toEqual([]);
    expect([run.has('alice'), run.has('bob')]).toEqual([[8 * usdc, 2 * usdc], [5 * usdc, 0]]);
    const answer = { status: 'locked', amount: 2, fee: 0.02, net: 1.98, expires_at: formatInstant(hourMs), [name]: value };
    const body = { receiver: 'bob', amount: 2, expires_in: 3600 };
    expect(new Escrows().asks('alice', 'B/create', { body, answer })).toEqual([`escrow-terms: ${message}`]);
    const byA = { body: { buyer: 'alice', seller: 'bob', amount: 2 }, answer };
    expect(new Escrows().asks('alice', 'A/create', byA)).toEqual(name === 'status' ? [`escrow-terms: ${message}`] : []);
  });

  it.each([
    [0.10005, 'half-up', 0.001001],
    [0.100049, 'half-up', 0.001],
    [0.100099, 'floor', 0.001],
    [0.1001, 'floor', 0.001001],
  ])('of %d has its fee rounded %s', (amount, rounding, fee) => {
    const answer = { status: 'locked', amount, fee, net: amount - fee, expires_at: formatInstant(hourMs) };
    const run = new Escrows({ 'escrow.feeRounding': rounding });
    expect(run.asks('alice', 'B/create', { body: { receiver: 'bob', amount, expires_in: 3600 }, answer })).toEqual([]);
  });

  it('ends after a day where nothing else is asked for, or in style A', () => {
    const day = new Escrows();
    const answer = { escrow_id: 'esc_1', status: 'locked', amount: 2, fee: 0.02, net: 1.98, expires_at: formatInstant(dayMs) };
    expect(day.asks('alice', 'B/create', { body: { receiver: 'bob', amount: 2 }, answer })).toEqual([]);
    for (const run of [day, new Escrows()]) {
      if (run !== day) run.makes('esc_1', {}, 'A');
      run.timers.advance(dayMs - 1);
      expect(run.has('alice')).toEqual([8 * usdc, 2 * usdc]);
      run.timers.advance(dayMs);
      expect([run.has('alice'), run.timers.latest?.what]).toEqual([[10 * usdc, 0], 'the expiry of escrow esc_1']);
    }
  });
}); // prettier-ignore

describe('an escrow that is open', () => {
  /** By who asks and what for: the outcome, and whether it is the same when the escrow is over. */
  const rows: [caller: string, operation: string, outcome: string, policies?: Policies][] = [
    ['alice', 'release', 'OK'],
    ['alice', 'refund', 'OK'],
    ['alice', 'dispute', 'OK'],
    ['bob', 'dispute', 'OK'],
    ['bob', 'release', 'FORBIDDEN'],
    ['bob', 'refund', 'FORBIDDEN'],
    ['carol', 'dispute', 'FORBIDDEN'],
    ['bob', 'dispute', 'FORBIDDEN', { 'escrow.disputers': 'sender' }],
    ['alice', 'dispute', 'OK', { 'escrow.disputers': 'sender' }],
  ];

  it.each<[string, string, string, Policies?]>(rows)('%s may %s it: %s', (caller, operation, outcome, policies = {}) => {
    for (const [state, wanted] of [['open', outcome], ['over', outcome === 'OK' ? 'CONFLICT' : outcome], ['none', 'NOT_FOUND']] as const) {
      const asked = (more: Partial<AuditedExchange>): string[] => {
        const run = new Escrows(policies);
        run.makes();
        if (state === 'over') run.timers.advance(hourMs);
        const id = state === 'none' ? 'esc_2' : 'esc_1';
        return run.asks(caller, `A/${operation}`, { body: { escrow_id: id, reason: 'late' }, ...more });
      };
      for (const seen of ['FORBIDDEN', 'CONFLICT', 'NOT_FOUND'])
        expect(asked(refused(seen))).toEqual(seen === wanted ? [] : answeredAs('escrow-lifecycle', `A/${operation}`, seen, wanted));
      if (wanted !== 'OK') expect(asked({})).toEqual(answeredAs('escrow-lifecycle', `A/${operation}`, 'OK', wanted));
    }
  });

  it.each([
    ['net', 1.98],
    ['gross', 2],
  ])('is released for what its receiver gets, or for all: %s', (releasedAmount, paid) => {
    const release = (answer: Body, style = 'A') => {
      const run = new Escrows({ 'escrow.releasedAmount': releasedAmount });
      run.makes();
      const said = run.asks('alice', `${style}/release`, { params: { id: 'esc_1' }, answer });
      expect([run.has('alice'), run.has('bob')]).toEqual([[8 * usdc, 0], [6.98 * usdc, 0]]);
      expect(run.fees).toEqual([{ service: 'escrow', payer: 'alice', feeMicros: 20_000, named: undefined, isSure: true }]);
      run.timers.advance(dayMs);
      expect(run.has('alice')).toEqual([8 * usdc, 0]);
      return said;
    };
    expect([release({ released_amount: paid, seller: 'bob' }), release({}, 'B')]).toEqual([[], []]);
    expect(release({ released_amount: paid - 0.01, seller: 'carol' })).toEqual([
      `escrow-terms: released_amount is ${(paid - 0.01).toFixed(2)} USDC; expected ${paid.toFixed(2)} USDC`,
      'escrow-terms: seller is carol; expected bob',
    ]);
  });

  it('is given back whole', () => {
    const refund = (amount: number) => {
      const run = new Escrows();
      run.makes('esc_1', { referrer: 'carol' });
      const said = run.asks('alice', 'B/refund', { params: { id: 'esc_1' }, answer: { amount } });
      expect([run.has('alice'), run.fees]).toEqual([[10 * usdc, 0], []]);
      return said;
    };
    expect(refund(2)).toEqual([]);
    expect(refund(1.98)).toEqual(['escrow-terms: amount is 1.98 USDC; expected 2.00 USDC']);
  });

  it('pays its fee by the name of its referrer', () => {
    const run = new Escrows();
    run.makes('esc_1', { referrer: '@carol' });
    run.asks('alice', 'B/release', { params: { id: 'esc_1' } });
    expect(run.fees).toMatchObject([{ named: 'carol' }]);
  });

  it('is disputed for a reason, which has at most 4096 characters', () => {
    const disputed = (reason: unknown) => new Escrows().asks('bob', 'A/dispute', { body: { reason, escrow_id: 'x' }, answer: {} });
    for (const reason of ['', 7, undefined, 'x'.repeat(4097)]) expect(disputed(reason)).toEqual([]);
    for (const reason of ['x', 'x'.repeat(4096)]) expect(disputed(reason)).toEqual(answeredAs('escrow-lifecycle', 'A/dispute', 'OK', 'NOT_FOUND'));
  });
}); // prettier-ignore

it('nothing is said of a request without a key, or of another operation', () => {
  const run = new Escrows();
  const body = { receiver: 'bob', amount: 0 };
  for (const call of ['B/create', 'B/release', 'B/list', 'B/detail'])
    expect(run.asks(undefined, call, { body })).toEqual([]);
  expect(run.asks('alice', 'B/other', { body })).toEqual([]);
});
