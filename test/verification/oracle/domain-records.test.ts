/** What records and lists of names show, and what becomes of a name after its expiry. */
import { describe, expect, it } from 'vitest';
import { dayMs } from '../../../src/core/base/time.ts';
import type { AuditedExchange, Body } from '../../../src/verification/oracle/exchange.ts';
import { refused } from './followed-run.ts';
import { answeredAs, date, domain, Names, year, type Policies } from './names.ts';

describe('a record of a name', () => {
  it.each([
    ['owner', 'bob', 'owner is bob; expected alice'],
    ['expires', date(2), `expires is ${date(2)}; expected ${date(1)}`],
    ['registered', date(1), `registered is ${date(1)}; expected ${date(0)}`],
    ['records', [{ type: 'A', name: '@', value: '1.1.1.1', ttl: 60 }], 'records is A @ 1.1.1.1 60; expected nothing'],
    ['resolver', '10.0.0.1', 'resolver is 10.0.0.1; expected null'],
  ])('shows its %s', (name, value, message) => {
    const run = new Names();
    run.buys();
    expect(run.looksUp()).toEqual([]);
    expect(run.looksUp({ [name]: value })).toEqual([`domain-record: ${message}`]);
  });

  it('may have other names, and is found without a key', () => {
    const run = new Names();
    run.buys({ resolver: '10.0.0.1' });
    const byA = { expires: undefined, registered: undefined, expires_at: date(1), registered_at: date(0), owner_id: 'alice', owner: '0xalice', resolver: '10.0.0.1' };
    expect(run.looksUp(byA)).toEqual([]);
    const keyless = (call: string, more: Partial<AuditedExchange>) => run.asks(undefined, call, { query: { domain }, ...more });
    expect(keyless('B/lookup', { answer: {} }).length).toBeGreaterThan(0);
    expect([keyless('B/lookup', refused('UNAUTHORIZED', 401)), keyless('A/check', { answer: { available: true } })]).toEqual([[], []]);
    expect(run.looksUp({}, refused('NOT_FOUND', 404))).toEqual(answeredAs('domain-lifecycle', 'B/lookup', 'NOT_FOUND', 'OK'));
  });

  it('is changed by its owner alone, by changes of the documented form', () => {
    const change = { type: 'TXT', name: 'www', value: 'x' };
    const row = { type: 'TXT', name: 'www', value: 'x', ttl: 3600 };
    const changes = (caller: string, body: Body, more: Partial<AuditedExchange>, name = domain) => {
      const run = new Names();
      run.buys();
      return run.asks(caller, 'A/changeRecord', { params: { domain: name }, body, ...more });
    };
    const added = { answer: { result: 'added', records: [row] } };
    expect(changes('alice', change, added)).toEqual([]);
    expect(changes('alice', change, { answer: { result: 'unchanged', records: [row] } })).toEqual(['domain-record: result is unchanged; expected added']);
    expect(changes('alice', change, { answer: { result: 'added', records: [] } })).toEqual(['domain-record: records is nothing; expected TXT www x 3600']);
    const wanted = (seen: string, outcome: string) => answeredAs('domain-record', 'A/changeRecord', seen, outcome);
    expect(changes('bob', change, added)).toEqual(wanted('OK', 'FORBIDDEN'));
    expect(changes('alice', change, added, 'other.agent')).toEqual(wanted('OK', 'NOT_FOUND'));
    expect(changes('alice', { ...change, type: 'X' }, added)).toEqual(wanted('OK', 'BAD_REQUEST'));
    expect(changes('alice', change, refused('CONFLICT', 409))).toEqual(wanted('CONFLICT', 'OK'));
    expect([changes('bob', change, refused('FORBIDDEN', 403)), changes('alice', change, refused('NOT_FOUND', 404), 'other.agent')]).toEqual([[], []]);
  });

  it('has no second record beside a CNAME of one place', () => {
    const run = new Names();
    run.buys();
    const add = (type: string, value: string, more: Partial<AuditedExchange>, caller = 'alice') => run.asks(caller, 'A/changeRecord', { params: { domain }, body: { type, name: 'www', value }, ...more });
    const row = { type: 'CNAME', name: 'www', value: 'a.b', ttl: 3600 };
    expect(add('CNAME', 'a.b', { answer: { result: 'added', records: [row] } })).toEqual([]);
    expect(add('TXT', 'x', refused('CONFLICT', 409))).toEqual([]);
    expect(add('TXT', 'x', { answer: {} })).toEqual(answeredAs('domain-record', 'A/changeRecord', 'OK', 'CONFLICT'));
    expect(add('TXT', 'x', refused('CONFLICT', 409), 'bob')).toEqual(answeredAs('domain-record', 'A/changeRecord', 'CONFLICT', 'FORBIDDEN'));
    expect(run.looksUp({ records: [row] })).toEqual([]);
  });
}); // prettier-ignore

describe('after its expiry a name', () => {
  const lapsed = (policies: Policies, atMs: number) => {
    const run = new Names(policies);
    run.buys();
    run.timers.advance(atMs);
    return run;
  };
  const grace = { 'domains.grace': '30d' };
  const graceEndMs = year(1) + 30 * dayMs;

  it('is free at once, or after thirty days', () => {
    expect(lapsed({}, year(1)).asks('bob', 'B/register', { body: { domain }, answer: { cost: 10, expires: date(2) } })).toEqual([]);
    const again = (atMs: number, more: Partial<AuditedExchange>, call = 'B/register') => lapsed(grace, atMs).asks('bob', call, { body: { domain }, ...more });
    const words = (operation: string) => [`domain-lifecycle: ${operation} of ${domain} is answered OK after its expiry`];
    expect(again(graceEndMs - 1, {})).toEqual(words('register'));
    expect(again(graceEndMs - 1, refused('CONFLICT', 409))).toEqual([]);
    expect(again(graceEndMs, refused('CONFLICT', 409))).toEqual(answeredAs('domain-lifecycle', 'B/register', 'CONFLICT', 'OK'));
    for (const [available, said] of [[true, words('check')], [false, []]] as const)
      expect(again(graceEndMs - 1, { method: 'GET', answer: { available } }, 'A/check')).toEqual(said);
  });

  it('is shown as expired until then', () => {
    const run = lapsed(grace, graceEndMs - 1);
    expect(run.looksUp({ status: 'expired' })).toEqual([]);
    expect(run.looksUp({ status: 'active' })).toEqual(['domain-record: status is active; expected expired']);
    expect(run.looksUp({ status: 'expired', expires: date(2) })).toHaveLength(1);
    expect(run.looksUp({}, refused('NOT_FOUND', 404))).toEqual([]);
    expect(run.asks(undefined, 'B/lookup', { method: 'GET', query: { domain }, answer: {} })).toEqual([]);
  });

  it('may still be renewed by its owner', () => {
    const run = lapsed(grace, graceEndMs - 1);
    expect(run.asks('bob', 'B/renew', { body: { domain }, answer: {} })).toEqual(answeredAs('domain-lifecycle', 'B/renew', 'OK', 'FORBIDDEN'));
    expect(run.asks('alice', 'B/renew', { body: { domain }, answer: { cost: 10, expires: date(2) } })).toEqual([]);
    expect(run.looksUp({ expires: date(2) })).toEqual([]);
    run.timers.advance(graceEndMs);
    expect(run.looksUp({ expires: date(2) })).toEqual([]);
  });

  it('leaves open what the list of its owner has', () => {
    const listed = (run: Names, caller: string) => run.asks(caller, 'B/list', { method: 'GET', answer: { total: 3, page: 1, domains: [] } });
    expect([listed(lapsed(grace, year(1)), 'alice'), listed(lapsed(grace, year(1)), 'bob').length, listed(lapsed({}, year(1)), 'alice').length]).toEqual([[], 1, 1]);
  });
}); // prettier-ignore

it('a list has the names of its caller, the newest tenure first', () => {
  const run = new Names();
  for (const name of ['first.agent', 'second.agent']) run.buys({}, {}, name);
  run.asks('bob', 'B/register', { body: { domain: 'third.agent' }, answer: { cost: 10, expires: date(1) } });
  run.asks('bob', 'B/transfer', { body: { domain: 'third.agent', to: 'carol' }, answer: { from: 'bob' } });
  run.asks('carol', 'B/transfer', { body: { domain: 'third.agent', to: 'alice' }, answer: { from: 'carol' } });
  const row = (name: string) => ({ domain: name, expires: date(1), registered: date(0) });
  const own = ['third.agent', 'second.agent', 'first.agent'];
  const listed = (names: readonly string[], total = 3, query: Readonly<Record<string, string>> = {}) =>
    run.asks('alice', 'B/list', { method: 'GET', query, answer: { total, page: Number(query['page'] ?? 1), domains: names.map(row) } });
  expect([listed(own), listed(own.slice(1, 2), 3, { limit: '1', page: '2' })]).toEqual([[], []]);
  expect(listed(own.toReversed())).toEqual([`lists-complete: domains is ${own.toReversed().join(' ')}; expected ${own.join(' ')}`]);
  expect(listed(own, 4)).toEqual(['lists-complete: total is 4; expected 3']);
  const late = { ...row('first.agent'), expires: date(2) };
  expect(run.asks('alice', 'B/list', { method: 'GET', answer: { total: 3, page: 1, domains: [row(own[0]!), row(own[1]!), late] } })).toEqual([
    `domain-record: expires is ${date(2)}; expected ${date(1)}`,
  ]);
  expect(run.asks('alice', 'B/list', refused('BAD_REQUEST'))).toEqual([]);
}); // prettier-ignore
