/** What is refused although it is covered, and what is answered although a name is over: each rule alone, at its bounds. */
import { describe, expect, it } from 'vitest';
import type { AuditedExchange } from '../../../src/verification/oracle/exchange.ts';
import { WalletBalances } from '../../../src/verification/oracle/facts/wallet-balances.ts';
import { ChainBooks } from '../../../src/verification/oracle/models/chain-books.ts';
import { isName, yearly, yearsIn } from '../../../src/verification/oracle/models/domain-terms.ts';
import { brokenBy } from './broken-by.ts';
import { caseOf, exchangeOf } from './said.ts';

const uncovered = { status: 422, answer: { code: 'INSUFFICIENT_BALANCE', error: 'x' } };

describe('ether that a swap has brought to base can be sent', () => {
  const swapped = {
    body: { from: 'USDC', to: 'base:ETH', amount: 100 },
    answer: { from: 'USDC', to: 'ETH', received: 0.03 },
  };
  const send = { chain: 'base', token: 'native', amount: '0.02' };
  const saidOf = (body: object, more: Partial<AuditedExchange> = {}, faults: object[] = []): string[] => {
    const { file, said } = caseOf({ setting: { faults, policies: {} } });
    const balances = new WalletBalances(file);
    const agent = { agent: 'alice', balances: new Map() };
    balances.answered(exchangeOf('wallet/A/swap', swapped), agent);
    balances.answered(
      exchangeOf('wallet/B/send', { ...uncovered, body: { ...send, ...body }, ...more }),
      agent,
    );
    return said;
  };
  it('where it is far more than the amount and a fee', () => {
    expect(saidOf({})).toEqual(['wallet-balances: alice has 0.03 ETH on base and cannot send 0.02']);
    expect(saidOf({ amount: '0.0289' })).toHaveLength(1);
  });
  it.each<[object, Partial<AuditedExchange>?, object[]?]>([
    [{ amount: '0.0295' }],
    [{ token: 'USDC' }],
    [{ token: undefined }],
    [{ chain: 'ethereum' }],
    [{}, { answer: { code: 'BAD_REQUEST', error: 'x' } }],
    [{}, {}, [{ service: 'wallet', effect: 'after' }]],
  ])('but not where nothing is sure: %j %j %j', (body, more, faults) => {
    expect(saidOf(body, more, faults)).toEqual([]);
  });
  it('also after a send of USDC, which moves no ether', () => {
    const { file, said } = caseOf();
    const balances = new WalletBalances(file);
    const agent = { agent: 'alice', balances: new Map() };
    const sent = (token: string | undefined): AuditedExchange =>
      exchangeOf('wallet/B/send', { body: { chain: 'base', token }, answer: { chain: 'base' } });
    const refused = exchangeOf('wallet/B/send', { ...uncovered, body: send });
    const heard = [exchangeOf('wallet/A/swap', swapped), sent('USDC'), sent(undefined), refused];
    for (const exchange of [...heard, sent('native'), refused]) balances.answered(exchange, agent);
    expect(said).toHaveLength(1);
  });
});

describe('what an address has been given can be sent', () => {
  const from = '0x1';
  const saidOf = (body: object, more: Partial<AuditedExchange> = {}, given = '10'): string[] => {
    const { file, said } = caseOf();
    const books = new ChainBooks(file);
    const funded = { chain: 'base', address: from, asset: 'ETH', amount: given, tx_hash: '0x2' };
    books.answered(exchangeOf('control/control/fund', { answer: funded, body: funded }));
    const sent = { chain: 'base', from, to: '0x3', amount: '2', ...body };
    books.answered(exchangeOf('wallet/primary/sendSigned', { ...uncovered, body: sent, ...more }));
    return said;
  };
  it('where it is far more than the amount', () => {
    expect(saidOf({})).toEqual(['chain-balances: a transfer of 2 is not covered']);
    expect(saidOf({ amount: '4.4' })).toHaveLength(1);
  });
  it.each<[object, Partial<AuditedExchange>?]>([
    [{ amount: '4.5' }],
    [{ token: '0x9' }],
    [{ from: undefined }],
    [{ from: '0x7' }],
    [{ chain: 'ethereum' }],
    [{}, { status: 400, answer: { code: 'BAD_REQUEST', error: 'x' } }],
  ])('but not where nothing is sure: %j %j', (body, more) => expect(saidOf(body, more)).toEqual([]));
  it('again, as another transfer', () => {
    const again = { status: 409, answer: { code: 'CONFLICT', error: 'x' } };
    expect(saidOf({}, again)).toEqual([
      'chain-balances: a transfer like an earlier one is refused; expected another one',
    ]);
    expect(saidOf({}, { ...again, headers: { 'idempotency-key': 'x' } })).toEqual([]);
  });
});

describe('the terms of a name', () => {
  const reading = (policies: Record<string, string>) => caseOf({ setting: { faults: [], policies } }).file;
  it.each<[unknown, number | undefined]>([
    [undefined, 1],
    [1, 1],
    [10, 10],
    [0, undefined],
    [11, undefined],
    [1.5, undefined],
    ['2', undefined],
    [null, 1],
    [[2], undefined],
  ])('%j years are %j', (years, wanted) => expect(yearsIn({ years })).toBe(wanted));
  it('without a body are one year', () => expect(yearsIn(undefined)).toBe(1));
  it.each([
    ['abc.agent', 100_000_000],
    ['abcd.agent', 40_000_000],
    ['abcde.agent', 10_000_000],
    ['a.dao', 100_000_000],
  ])('%s costs %i', (name, micros) => {
    expect(yearly(reading({}), name)).toBe(micros);
    expect(yearly(reading({ 'domains.prices': 'flat' }), name)).toBe(10_000_000);
  });
  it.each<[string, boolean, boolean]>([
    ['name.agent', true, true],
    ['xn--a.bot', true, false],
    ['axn--a.bot', true, true],
    ['a--b.dao', true, true],
    ['-a.sim', false, false],
    ['a-.sim', false, false],
    ['A.sim', false, false],
    ['a.com', false, false],
    ['a.b.sim', false, false],
    [`${'a'.repeat(63)}.orrery`, true, true],
    [`${'a'.repeat(64)}.orrery`, false, false],
    ['.sim', false, false],
    ['x.simx', false, false],
  ])('%s is a name: %s, or without reserved labels: %s', (name, wanted, unreserved) => {
    expect(isName(reading({}), name)).toBe(wanted);
    expect(isName(reading({ 'domains.labels': 'unreserved' }), name)).toBe(unreserved);
  });
});

describe('a name that only its owner may renew', () => {
  const name = { domain: 'long-name.agent' };
  const own = { do: 'POST /api/domains-api/register', by: 'alice', body: { ...name, years: 1 } };
  it.each([
    [
      { do: 'POST /api/domains-api/register', by: 'bob', body: name },
      'register of long-name.agent is answered OK after its expiry',
    ],
    [
      { do: 'GET /domains/api/v1/check', by: 'bob', query: name },
      'check of long-name.agent is answered OK after its expiry',
    ],
  ])('is free to no other: %j', async (call, words) => {
    const run = { policies: {}, operations: [own, { ...call, at: '366d' }], lasts: '367d' };
    expect(await brokenBy(run)).toEqual([]);
    expect((await brokenBy(run, { 'domains.grace': '30d' }))[0]).toBe(`domain-lifecycle: ${words}`);
  });
});
