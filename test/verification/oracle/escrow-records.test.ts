/** What a dispute comes to and when, and what records and lists of escrows show. */
import { describe, expect, it } from 'vitest';
import { dayMs, formatInstant, hourMs } from '../../../src/core/base/time.ts';
import type { AuditedExchange, Body } from '../../../src/verification/oracle/exchange.ts';
import { answeredAs, Escrows, usdc, windowMs, type Policies } from './escrows.ts';
import { refused } from './followed-run.ts';

describe('a dispute', () => {
  const over = (policies: Policies, { untilMs = windowMs, body = {} }: { untilMs?: number; body?: Body } = {}) => {
    const run = new Escrows(policies);
    run.makes('esc_1', body);
    run.disputes();
    run.timers.advance(untilMs);
    return run;
  };

  it.each<[Policies, number, readonly [number, number], number]>([
    [{}, windowMs - 1, [8, 5], 2],
    [{}, windowMs, [10, 5], 0],
    [{ 'escrow.arbiter': 'timeout-release' }, windowMs - 1, [8, 5], 2],
    [{ 'escrow.arbiter': 'timeout-release' }, windowMs, [8, 6.98], 0],
    [{ 'escrow.expiryWhileDisputed': 'runs' }, hourMs - 1, [8, 5], 2],
    [{ 'escrow.expiryWhileDisputed': 'runs' }, hourMs, [10, 5], 0],
  ])('under %j comes after %i ms to %j, with %i held', (policies, untilMs, [alice, bob], held) => {
    const run = over(policies, { untilMs });
    expect([run.has('alice'), run.has('bob')]).toEqual([[alice * usdc, held * usdc], [bob * usdc, 0]]);
  });

  it('that is ruled at a midnight leaves open whether its fee comes before what is paid then', () => {
    const run = over({ 'escrow.arbiter': 'timeout-release' });
    expect(run.fees).toMatchObject([{ isSure: false }]);
    const late = new Escrows({ 'escrow.arbiter': 'timeout-release' });
    late.timers.advance(1);
    late.makes();
    late.disputes();
    late.timers.advance(windowMs + 1);
    expect(late.fees).toMatchObject([{ isSure: true }]);
  });

  it.each([['escrow', 5, false], ['escrow', windowMs + 2, true], ['faucet', 5, true]] as const)('by a clock of %s that is stepped after %i ms has its fee at a known instant: %s', (service, atMs, isSure) => {
    const step = { service, kind: 'clock-step', atMs, endMs: atMs };
    const run = new Escrows({ 'escrow.arbiter': 'timeout-release' }, { faults: [step] });
    run.timers.advance(1);
    run.makes();
    run.disputes();
    run.timers.advance(windowMs + 1);
    expect(run.fees).toMatchObject([{ isSure }]);
  });

  it('is ruled at the end of its window where the escrow would end at that instant', () => {
    const run = over({ 'escrow.expiryWhileDisputed': 'runs', 'escrow.arbiter': 'timeout-release' }, { body: { expires_in: windowMs / 1000 } });
    expect(run.has('bob')).toEqual([6.98 * usdc, 0]);
  });

  it('shows what it is about', () => {
    const shown = (change: Body, style = 'B') => {
      const run = new Escrows();
      run.makes();
      const dispute = { opened_by: 'bob', reason: 'late', evidence: null, opened_at: formatInstant(0), resolves_at: formatInstant(windowMs), ...change };
      return run.disputes('bob', style === 'B' ? { answer: { dispute } } : { style, answer: dispute });
    };
    expect([shown({}), shown({}, 'A'), shown({ reason: 'x' }, 'A')]).toEqual([[], [], []]);
    const late = formatInstant(windowMs + 1);
    const wrong = [`escrow-lifecycle: resolves_at is ${windowMs + 1}; expected ${windowMs}`];
    expect(shown({ resolves_at: late }, 'A')).toEqual(wrong);
    expect(shown({ resolves_at: late })).toEqual([...wrong, `escrow-record: dispute: resolves_at is ${late}; expected ${formatInstant(windowMs)}`]);
    for (const name of ['opened_by', 'reason', 'evidence', 'opened_at']) expect(shown({ [name]: 'x' }), name).toHaveLength(1);
  });

  it('that a draw decides leaves fee and referrers open until the balances show it', () => {
    for (const [released, state] of [[true, 'released'], [false, 'refunded']] as const) {
      const run = over({ 'escrow.arbiter': 'seeded' }, { untilMs: hourMs, body: { referrer: 'carol' } });
      expect(run.blurred).toEqual([['alice', 'carol']]);
      expect(run.houses.known('escrow:fees')).toBeUndefined();
      const seen = { alice: released ? 8 : 10, bob: released ? 6.98 : 5, carol: 5 };
      const balances = new Map(Object.entries(seen).map(([agent, amount]) => [agent, { availableMicros: amount * usdc, heldMicros: 0 }]));
      expect(run.books.unexplained(balances)).toEqual([]);
      expect(run.fees).toHaveLength(released ? 1 : 0);
      const dispute = { opened_by: 'bob', reason: 'late', evidence: null, opened_at: formatInstant(0), resolves_at: formatInstant(windowMs) };
      const record = run.record({ status: state, settled_at: formatInstant(hourMs), tx_hash: 'x', dispute, referrer: 'carol' });
      expect(run.asks('alice', 'B/detail', { params: { id: 'esc_1' }, answer: record })).toEqual([]);
      expect(run.asks('alice', 'B/detail', { params: { id: 'esc_1' }, answer: { ...record, status: 'x' } })).toEqual([`escrow-record: status is x; expected ${state}`]);
    }
  });
}); // prettier-ignore

describe('a record', () => {
  const detail = (caller: string, more: Partial<AuditedExchange>, { policies = {}, id = 'esc_1', body = {} }: { policies?: Policies; id?: string; body?: Body } = {}) => {
    const run = new Escrows(policies);
    run.makes('esc_1', body);
    const { style = 'B' } = more;
    return run.asks(caller, `${style}/detail`, { params: { id }, answer: run.record(), ...more });
  };

  it.each<[string, string, Policies, string]>([
    ['alice', 'esc_1', {}, 'OK'],
    ['bob', 'esc_1', {}, 'OK'],
    ['carol', 'esc_1', {}, 'FORBIDDEN'],
    ['carol', 'esc_1', { 'escrow.foreignRead': '404' }, 'NOT_FOUND'],
    ['alice', 'esc_2', {}, 'NOT_FOUND'],
  ])('to %s of %s under %j is answered %s', (caller, id, policies, outcome) => {
    const given = { policies, id };
    if (outcome === 'OK') expect(detail(caller, {}, given)).toEqual([]);
    else expect(detail(caller, {}, given)).toEqual(answeredAs('keys-isolated', 'B/detail', 'OK', outcome));
    for (const seen of ['FORBIDDEN', 'NOT_FOUND'])
      expect(detail(caller, refused(seen), given)).toEqual(seen === outcome ? [] : answeredAs('keys-isolated', 'B/detail', seen, outcome));
  });

  it('shows conditions, referrer and description as they were sent', () => {
    const body = { conditions: { by: 'noon' }, referrer: 'carol', description: 'rent' };
    const shown = (change: Body) => detail('alice', { answer: new Escrows().record({ ...body, ...change }) }, { body });
    expect(shown({})).toEqual([]);
    expect(shown({ conditions: null })).toEqual(['escrow-record: conditions is null; expected {"by":"noon"}']);
    expect(shown({ referrer: null })).toEqual(['escrow-record: referrer is null; expected carol']);
    expect(shown({ description: null })).toEqual(['escrow-record: description is null; expected rent']);
    expect(detail('alice', { answer: new Escrows().record({ referrer: 'carol' }) })).toEqual(['escrow-record: referrer is carol; expected null']);
    expect(detail('alice', { answer: new Escrows().record({ dispute: {} }) })).toEqual(['escrow-record: a dispute is true; expected false']);
  });

  it('of style A has no dispute, and the memo of its buyer', () => {
    const run = new Escrows();
    run.makes('esc_1', { memo: 'rent', description: 'x', conditions: { x: 1 } }, 'A');
    const answer = { ...run.record({ dispute: {}, conditions: 'x', referrer: 'x' }), buyer: 'alice', seller: 'bob', memo: 'rent', expires_at: formatInstant(dayMs) };
    expect(run.asks('bob', 'A/detail', { params: { id: 'esc_1' }, answer })).toEqual([]);
    expect(run.asks('bob', 'A/detail', { params: { id: 'esc_1' }, answer: { ...answer, memo: 'x' } })).toEqual(['escrow-record: description is x; expected rent']);
    expect(run.asks('bob', 'B/detail', { params: { id: 'esc_1' }, answer: run.record({ description: 'rent', expires_at: formatInstant(dayMs) }) })).toEqual([]);
  });

  it('after the expiry has the state that the policy names', () => {
    for (const expiryState of ['expired', 'refunded']) {
      const run = new Escrows({ 'escrow.expiryState': expiryState });
      run.makes();
      run.timers.advance(hourMs);
      const answer = run.record({ status: expiryState, settled_at: formatInstant(hourMs), tx_hash: 'x' });
      expect(run.asks('alice', 'B/detail', { params: { id: 'esc_1' }, answer })).toEqual([]);
    }
  });
}); // prettier-ignore

describe('a list', () => {
  const listed = (caller: string, query: Readonly<Record<string, string>>, ids: readonly string[], { style = 'B', total = ids.length, policies = {}, count = 0 }: { style?: string; total?: number; policies?: Policies; count?: number } = {}) => {
    const run = new Escrows(policies);
    run.makes('esc_1');
    run.makes('esc_2', { receiver: 'carol' });
    run.asks('alice', 'B/refund', { params: { id: 'esc_2' }, answer: { amount: 2 } });
    for (let at = 0; at < count; at += 1) {
      run.makes(`more_${at}`);
      run.asks('alice', 'B/refund', { params: { id: `more_${at}` }, answer: { amount: 2 } });
    }
    return run.asks(caller, `${style}/list`, { query, answer: { total, page: Number(query['page'] ?? 1), escrows: ids.map((id) => ({ escrow_id: id })) } })
      .filter((message) => message.startsWith('lists-complete'));
  };

  it.each<[string, Readonly<Record<string, string>>, readonly string[]]>([
    ['alice', {}, ['esc_2', 'esc_1']],
    ['alice', { role: 'sender' }, ['esc_2', 'esc_1']],
    ['alice', { role: 'receiver' }, []],
    ['alice', { role: 'all', status: 'locked' }, ['esc_1']],
    ['alice', { status: 'refunded' }, ['esc_2']],
    ['bob', {}, ['esc_1']],
    ['bob', { role: 'sender' }, []],
    ['bob', { role: 'receiver' }, ['esc_1']],
    ['carol', { role: 'receiver', status: 'locked' }, []],
  ])('of %s with %j has %j', (caller, query, ids) => {
    expect(listed(caller, query, ids)).toEqual([]);
    expect(listed(caller, query, [...ids, 'esc_9'], { total: ids.length })).toEqual([`lists-complete: escrows is ${[...ids, 'esc_9'].join(' ')}; expected ${ids.join(' ') || 'nothing'}`]);
    expect(listed(caller, query, ids, { total: ids.length + 1 })).toEqual([`lists-complete: total is ${ids.length + 1}; expected ${ids.length}`]);
  });

  it('has 20 rows in style B, and in style A a hundred, or all', () => {
    const ids = Array.from({ length: 101 }, (_, at) => `more_${100 - at}`);
    const all = { count: 101, total: 103 };
    expect(listed('alice', {}, ids.slice(0, 20), all)).toEqual([]);
    expect(listed('alice', {}, ids.slice(0, 19), all)).toHaveLength(1);
    expect(listed('alice', {}, ids.slice(0, 100), { ...all, style: 'A' })).toEqual([]);
    expect(listed('alice', { page: '2', limit: '2' }, ids.slice(2, 4), all)).toEqual([]);
    expect(listed('alice', {}, [...ids, 'esc_2', 'esc_1'].slice(0, 100), { ...all, style: 'A', policies: { 'escrow.listA': 'all' } })).toEqual([]);
  });

  it('is not looked at for one state while a ruling is open, and its rows are', () => {
    const run = new Escrows({ 'escrow.arbiter': 'seeded' });
    run.makes('esc_1');
    run.disputes();
    const rows = (query: Readonly<Record<string, string>>, escrows: readonly Body[]) => run.asks('alice', 'B/list', { query, answer: { total: escrows.length, page: 1, escrows } });
    expect(rows({ status: 'locked' }, [{ escrow_id: 'x' }])).toEqual([]);
    expect(rows({}, [])).toHaveLength(2);
    const plain = new Escrows();
    plain.makes();
    const row = plain.record();
    const listOf = (record: Body) => plain.asks('bob', 'B/list', { answer: { total: 1, page: 1, escrows: [record] } });
    expect([listOf(row), listOf({ ...row, amount: 3 })]).toEqual([[], ['escrow-record: amount is 3.00 USDC; expected 2.00 USDC']]);
    expect(plain.asks('bob', 'B/list', { ...refused('BAD_REQUEST') })).toEqual([]);
  });
}); // prettier-ignore
