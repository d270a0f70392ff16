/** Names: what they cost, and who may have, renew and transfer them. */
import { describe, expect, it } from 'vitest';
import { dayMs, formatInstant, parseInstant } from '../../../src/core/base/time.ts';
import type { Body } from '../../../src/verification/oracle/exchange.ts';
import { purchaseOutcome, renewalOutcome } from '../../../src/verification/oracle/models/domain-orders.ts';
import { shownDate, yearsAfter, yearsAhead } from '../../../src/verification/oracle/models/domain-terms.ts';
import { refused } from './followed-run.ts';
import { answeredAs, date, domain, Names, outside, usdc, year, type Policies } from './names.ts';
import { caseOf } from './said.ts';

describe('a registration', () => {
  it.each<[Body, string, string]>([
    [{}, 'OK', 'lifecycle'],
    [{ domain: 'ABCDE.agent' }, 'OK', 'lifecycle'],
    [{ years: 10 }, 'OK', 'lifecycle'],
    [{ years: 11 }, 'BAD_REQUEST', 'terms'],
    [{ domain: 'abcd.agent', years: 2 }, 'OK', 'lifecycle'],
    [{ domain: 'abcd.agent', years: 3 }, 'INSUFFICIENT_BALANCE', 'terms'],
    [{ domain: 'abc.agent' }, 'OK', 'lifecycle'],
    [{ domain: 'abc.agent', years: 2 }, 'INSUFFICIENT_BALANCE', 'terms'],
    [{ domain: 'taken.agent' }, 'CONFLICT', 'lifecycle'],
    [{ domain: 'a.com' }, 'BAD_REQUEST', 'terms'],
    [{ domain: undefined }, 'BAD_REQUEST', 'terms'],
  ])('of %j has to be answered %s', (body, outcome, kind) => {
    for (const seen of ['OK', 'BAD_REQUEST', 'CONFLICT', 'INSUFFICIENT_BALANCE']) {
      const run = new Names();
      run.asks('bob', 'B/register', { body: { domain: 'taken.agent' }, answer: { cost: 10, expires: date(1) } });
      const said = run.asks('alice', 'B/register', { body: { domain, ...body }, ...(seen === 'OK' ? { answer: {} } : refused(seen)) });
      if (seen !== outcome) expect(said).toEqual(answeredAs(`domain-${kind}`, 'B/register', seen, outcome));
      else if (seen !== 'OK') expect(said).toEqual([]);
      else expect(said).toHaveLength(2);
    }
  });

  it('is paid, and shows cost and expiry', () => {
    const run = new Names();
    expect(run.buys({ years: 2 })).toEqual([]);
    expect([run.has('alice'), run.fees]).toEqual([[80 * usdc, 0], [{ service: 'domains', payer: 'alice', feeMicros: 20 * usdc }]]);
    expect(new Names().buys({}, { cost: 10.01 })).toEqual(['domain-terms: cost is 10.01 USDC; expected 10.00 USDC']);
    expect(new Names().buys({}, { expires: date(2) })).toEqual([`domain-terms: expires is ${date(2)}; expected ${date(1)}`]);
    const byA = (answer: Body) => new Names().asks('alice', 'A/register', { body: { domain }, answer });
    expect([byA({ expires_at: date(1) }), byA({ expires: date(1) }).length]).toEqual([[], 1]);
    expect(new Names({ 'domains.dates': 'day' }).buys({}, { expires: '1971-01-01' })).toEqual([]);
  });

  it('may be refused for a resolver that is none for certain', () => {
    const refusedWith = (resolver: unknown) => new Names().asks('alice', 'B/register', { body: { domain, resolver }, ...refused('BAD_REQUEST') });
    expect([refusedWith('::1'), refusedWith('10.0.0.1').length, refusedWith(undefined).length]).toEqual([[], 1, 1]);
  });
}); // prettier-ignore

it('a check tells what is free, and what a year of it costs', () => {
  const run = new Names();
  const checked = (answer: Body, name = domain) => run.asks('bob', 'A/check', { method: 'GET', query: { domain: name }, answer });
  expect(checked({ available: true, price_usdc: 10 })).toEqual([]);
  run.buys();
  expect(checked({ available: false, price_usdc: 10 })).toEqual([]);
  expect(checked({ available: true, price_usdc: 11 })).toEqual([
    'domain-lifecycle: available is true; expected false',
    'domain-terms: price_usdc is 11.00 USDC; expected 10.00 USDC',
  ]);
  expect(checked({ available: true, price_usdc: 40 }, 'Abcd.bot')).toEqual([]);
  expect(run.asks('bob', 'A/check', { query: { domain }, ...refused('NOT_FOUND', 404) })).toEqual([]);
}); // prettier-ignore

describe('a renewal', () => {
  it.each<[string, Body, string, string, Policies?]>([
    ['alice', {}, 'OK', 'lifecycle'],
    ['alice', { years: 9 }, 'OK', 'lifecycle'],
    ['alice', { years: 10 }, 'INSUFFICIENT_BALANCE', 'lifecycle'],
    ['alice', { years: 0 }, 'BAD_REQUEST', 'terms'],
    ['alice', { domain: 'other.agent' }, 'NOT_FOUND', 'lifecycle'],
    ['bob', {}, 'FORBIDDEN', 'lifecycle'],
    ['alice', { years: 9 }, 'OK', 'lifecycle', { 'domains.renewAhead': 'ten-years' }],
    ['alice', { years: 10 }, 'BAD_REQUEST', 'terms', { 'domains.renewAhead': 'ten-years' }],
  ])('by %s with %j has to be answered %s', (caller, body, outcome, kind, policies = {}) => {
    for (const seen of ['OK', 'BAD_REQUEST', 'NOT_FOUND', 'FORBIDDEN', 'INSUFFICIENT_BALANCE']) {
      const run = new Names(policies);
      run.buys();
      const years = Number(body['years'] ?? 1);
      const answer = { cost: years * 10, expires: date(1 + years) };
      const said = run.asks(caller, 'B/renew', { body: { domain, ...body }, ...(seen === 'OK' ? { answer } : refused(seen)) });
      expect(said).toEqual(seen === outcome ? [] : answeredAs(`domain-${kind}`, 'B/renew', seen, outcome));
    }
  });

  it('adds its years to those that are left', () => {
    const run = new Names();
    run.buys();
    run.timers.advance(dayMs);
    run.asks('alice', 'B/renew', { body: { domain, years: 2 }, answer: { cost: 20, expires: date(3) } });
    expect(run.has('alice')).toEqual([70 * usdc, 0]);
    expect(run.looksUp({ expires: date(3) })).toEqual([]);
    run.timers.advance(year(3) - 1);
    expect(run.looksUp({ expires: date(3) })).toEqual([]);
    run.timers.advance(year(3));
    expect(run.looksUp({ expires: date(3) })).toEqual(answeredAs('domain-lifecycle', 'B/lookup', 'OK', 'NOT_FOUND'));
    expect(run.timers.latest?.what).toBe(`the expiry of ${domain}`);
  });
}); // prettier-ignore

describe('a transfer', () => {
  const transfer = (to: unknown, { price, caller = 'alice', policies = {}, code, from = caller }: { price?: unknown; caller?: string; policies?: Policies; code?: string; from?: string } = {}) => {
    const run = new Names(policies);
    run.buys({ years: 3 });
    run.timers.advance(dayMs);
    const body = { domain, to, ...(price === undefined ? {} : { price }) };
    const said = run.asks(caller, 'B/transfer', { body, ...(code === undefined ? { answer: { from } } : refused(code)) });
    return { run, said };
  };

  it.each<[unknown, Body, string]>([
    ['bob', {}, 'OK'],
    ['bob', { price: 25 }, 'OK'],
    ['bob', { price: 25.000001 }, 'INSUFFICIENT_BALANCE'],
    ['bob', { price: 0.000001 }, 'OK'],
    ['zed', {}, 'NOT_FOUND'],
    ['misspelt', {}, 'BAD_REQUEST'],
    ['alice', {}, 'BAD_REQUEST'],
    ['bob', { caller: 'carol' }, 'FORBIDDEN'],
    [outside, {}, 'NOT_FOUND'],
    [outside, { policies: { 'domains.outsideOwners': 'allowed' } }, 'OK'],
  ])('to %s with %j has to be answered %s', (to, more, outcome) => {
    for (const seen of ['BAD_REQUEST', 'NOT_FOUND', 'FORBIDDEN', 'INSUFFICIENT_BALANCE'])
      expect(transfer(to, { ...more, code: seen }).said).toEqual(seen === outcome ? [] : answeredAs('domain-lifecycle', 'B/transfer', seen, outcome));
    expect(transfer(to, more).said).toEqual(outcome === 'OK' ? [] : answeredAs('domain-lifecycle', 'B/transfer', 'OK', outcome));
  });

  it.each([['', undefined], [7, undefined], ['bob', 0], ['bob', 'x'], ['bob', -1]])('to %j for %j breaks the form', (to, price) => {
    expect(transfer(to, { price }).said).toEqual(answeredAs('domain-terms', 'B/transfer', 'OK', 'BAD_REQUEST'));
    expect(transfer(to, { price, code: 'BAD_REQUEST' }).said).toEqual([]);
  });

  it('is from its caller, who is paid', () => {
    expect(transfer('bob', { from: 'bob' }).said).toEqual(['domain-terms: from is bob; expected alice']);
    const { run } = transfer('bob', { price: 5 });
    expect([run.has('alice'), run.has('bob')]).toEqual([[75 * usdc, 0], [20 * usdc, 0]]);
    expect(run.looksUp({ owner: 'bob', expires: date(3) })).toEqual([]);
    expect(run.looksUp({ owner: 'alice', expires: date(3) })).toEqual(['domain-record: owner is alice; expected bob']);
    const given = transfer('bob').run;
    expect([given.has('alice'), given.has('bob')]).toEqual([[70 * usdc, 0], [25 * usdc, 0]]);
  });

  it('gives back years that have not begun under one reading', () => {
    const { run } = transfer('bob', { policies: { 'domains.unusedYears': 'refunded' } });
    expect([run.has('alice'), run.houses.known('domains:fees')]).toEqual([[87 * usdc, 0], -17 * usdc]);
    expect(run.looksUp({ owner: 'bob' })).toEqual([]);
    const { run: outer } = transfer(outside, { policies: { 'domains.outsideOwners': 'allowed' } });
    expect(outer.looksUp({ owner: outside.toLowerCase(), expires: date(3) })).toEqual([]);
  });
}); // prettier-ignore

describe('years', () => {
  const under = (policies: Policies) => caseOf({ setting: { policies }, books: { available: () => 10 * usdc } }).file;
  const at = (text: string) => parseInstant(text) ?? 0;
  it.each([
    ['2028-02-29T12:00:00.000Z', 1, '2029-02-28T12:00:00.000Z'],
    ['2028-02-29T12:00:00.000Z', 4, '2032-02-29T12:00:00.000Z'],
    ['2026-06-15T12:00:00.000Z', 10, '2036-06-15T12:00:00.000Z'],
    ['2026-06-15T12:00:00.000Z', -1, '2025-06-15T12:00:00.000Z'],
  ])('from %s, %i of them, are until %s', (from, years, until) => {
    expect(formatInstant(yearsAfter(under({}), at(from), years))).toBe(until);
    expect(yearsAfter(under({ 'domains.year': '365d' }), at(from), years)).toBe(at(from) + years * 365 * dayMs);
  });
  it('that have not begun are whole ones before the expiry', () => {
    expect([year(2), year(2) + 1, year(3), year(1)].map((expires) => yearsAhead(under({}), expires, year(1)))).toEqual([0, 1, 1, 0]);
  });
  it('are written as instants, or as days of style B', () => {
    const days = under({ 'domains.dates': 'day' });
    expect([shownDate(days, 'B', year(1)), shownDate(days, 'A', year(1)), shownDate(under({}), 'B', year(1))]).toEqual(['1971-01-01', date(1), date(1)]);
  });
  it('are paid to the last micro', () => {
    const order = { years: 1, cost: 10 * usdc, caller: 'alice' };
    expect([purchaseOutcome(under({}), { ...order, isTaken: false }), purchaseOutcome(under({}), { ...order, cost: 10 * usdc + 1, isTaken: false })]).toEqual(['OK', 'INSUFFICIENT_BALANCE']);
    const held = { owner: 'alice', expiresAtMs: year(1) };
    const bounded = under({ 'domains.renewAhead': 'ten-years' });
    expect(renewalOutcome(bounded, { ...order, years: 9, held, atMs: 0 })).toBe('OK');
    expect(renewalOutcome(bounded, { ...order, years: 10, held, atMs: 0 })).toBe('BAD_REQUEST');
    expect(renewalOutcome(under({}), { ...order, years: 10, held, atMs: 0 })).toBe('OK');
    expect(renewalOutcome(under({}), { ...order, cost: 10 * usdc + 1, held, atMs: 0 })).toBe('INSUFFICIENT_BALANCE');
  });
}); // prettier-ignore
