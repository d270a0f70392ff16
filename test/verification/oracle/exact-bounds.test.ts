/** What is right on a bound is wrong beside it: amounts, counts, lengths, and what messages say of them. */
import { expect, it } from 'vitest';
import type { Case } from '../../../src/verification/oracle/case.ts';
import type { AuditedExchange } from '../../../src/verification/oracle/exchange.ts';
import { formMistakes } from '../../../src/verification/oracle/facts/forms.ts';
import { checkStatedBounds } from '../../../src/verification/oracle/facts/stated-bounds.ts';
import { MadeOnce } from '../../../src/verification/oracle/facts/made-once.ts';
import { WalletBalances } from '../../../src/verification/oracle/facts/wallet-balances.ts';
import { checkMemo, type AnsweredSend } from '../../../src/verification/oracle/models/answered-send.ts';
import { ChainBooks } from '../../../src/verification/oracle/models/chain-books.ts';
import { DepositModel } from '../../../src/verification/oracle/models/deposits.ts';
import { checkReportedBounds } from '../../../src/verification/oracle/models/order-bounds.ts';
import { changed, isRecordChange } from '../../../src/verification/oracle/models/resource-records.ts';
import { StakeLimitModel } from '../../../src/verification/oracle/models/stake-limits.ts';
import { WalletModel } from '../../../src/verification/oracle/models/wallet.ts';

const blank: AuditedExchange = {
  number: 0, atMs: 0, service: 'casino', style: 'A', operation: 'bet', method: 'POST', route: '', path: '/casino/api/v1/games/dice',
  params: {}, query: {}, headers: {}, body: undefined, isRaw: false, ip: '10.0.0.1', status: 400, answer: {}, answerHeaders: {},
}; // prettier-ignore

type Policies = Readonly<Record<string, string>>;

function listening(policies: Policies = {}, more: object = {}): { file: Case; said: string[] } {
  const said: string[] = [];
  const breaks = (_: string, message: string) => said.push(message);
  const setting = { policies, changed: Object.keys(policies), faults: [] };
  return { file: { setting, breaks, ...more } as unknown as Case, said };
}

function boundsSaid(error: string, change: Partial<AuditedExchange>, policies: Policies = {}): string[] {
  const { file, said } = listening(policies);
  checkStatedBounds(file, { ...blank, answer: { error }, ...change });
  return said;
}

const whole = 'threshold is a whole number from 1 to 99';
const most = 'amount must be at most 10000.00';

it('a message that states a bound is about a value beyond it', () => {
  const sent = (threshold: unknown) => boundsSaid(whole, { body: { threshold } });
  expect([0, 100, 1.5, '50', undefined].map(sent)).toEqual([[], [], [], [], []]);
  expect([1, 99].map(sent).flat()).toEqual([
    `casino/A/bet with threshold 1 is refused: ${whole}`,
    `casino/A/bet with threshold 99 is refused: ${whole}`,
  ]);
  expect(boundsSaid(most, { body: { amount: 10_000.000001 } })).toEqual([]);
  expect(boundsSaid(most, { body: { amount: 10_000 } })).toHaveLength(1);
  const fine = 'risk_factor is a number from 0.01 to 1 with at most two decimals';
  const rate = (value: unknown) => boundsSaid(fine, { operation: 'configureKelly', body: { risk_factor: value } });
  expect([rate(0.001), rate(0.125), rate(0.12).length]).toEqual([[], [], 1]);
  const size = 'size must be positive, with at most 4 decimals for ETH';
  const sized = (value: number) => boundsSaid(size, { service: 'trading', operation: 'place', body: { size: value } });
  expect([sized(0), sized(0.00001), sized(1e21), sized(0.0001).length]).toEqual([[], [], [], 1]);
}); // prettier-ignore

it('the number of letters of a value is not its bound', () => {
  const domain = 'domain must be 1 to 63 letters, digits and inner hyphens';
  const about = { service: 'domains', operation: 'valuation', method: 'GET', query: { domain: '7' } };
  expect(boundsSaid(domain, about)).toEqual([]);
  expect(boundsSaid('metadata must be at most 4096 bytes of JSON', { body: { metadata: 7 } })).toEqual([]);
});

it('a text of a query is a number only as one is written', () => {
  const nonce = 'nonce must be a whole number from 0';
  const asked = (value: string) =>
    boundsSaid(nonce, { operation: 'verifyRound', method: 'GET', query: { nonce: value } });
  expect([asked(''), asked('-1'), asked('x'), asked('7').length]).toEqual([[], [], [], 1]);
});

it('a message has the bounds of the form', () => {
  const other = (error: string, body: object) => boundsSaid(error, { body: { ...body } });
  expect(other('threshold is a whole number from 1 to 98', { threshold: 0 })).toHaveLength(1);
  expect(other('amount must be at most 10000.000001', { amount: 20_000 })).toHaveLength(1);
  expect(other('amount must be at least 0.010001', { amount: 0.001 })).toHaveLength(1);
  expect(other('amount must be at least 0.01', { amount: 0.001 })).toEqual([]);
  const send = {
    service: 'wallet',
    style: 'B',
    operation: 'send',
    path: '/api/wallet-api/send',
    body: { amount: 0.5 },
  };
  const least = 'amount must be at least 1.37';
  expect(boundsSaid(least, send, { 'wallet.sendMin': '1.37' })).toEqual([]);
  expect(boundsSaid(least, send, { 'wallet.sendMin': '1' })).toHaveLength(1);
  // As many cells as have no mine.
  const mines = {
    path: '/casino/api/v1/games/mines',
    body: { amount: 0.01, mines: 2, reveals: 24 },
  };
  const cells = (count: number) => `reveals is a whole number from 1 to ${count}, the cells without a mine`;
  expect(boundsSaid(cells(23), mines)).toEqual([]);
  expect(boundsSaid(cells(22), mines)).toHaveLength(1);
});

it('a message about the worth of an order has the bounds of the run', () => {
  const reported = (error: string): string[] => {
    const { file, said } = listening({ 'trading.orderMin': '1', 'trading.orderMax': '900' });
    checkReportedBounds(file, { ...blank, answer: { error } });
    return said;
  };
  expect(reported('an order must be worth 1.00 to 900.00 USDC')).toEqual([]);
  expect(reported('an order must be worth 0.000001 to 900.00 USDC')).toEqual([]);
  expect(reported('an order must be worth 2.00 to 900.00 USDC')).toHaveLength(1);
  expect(reported('an order must be worth 1.00 to 901.00 USDC')).toHaveLength(1);
});

it('a stake of the greatest amount is of the form, and a micro more is not', () => {
  const { file } = listening();
  const mistakes = (path: string, body: object) =>
    formMistakes(file, { ...blank, path: `/casino/api/v1/games/${path}`, body: { ...body } });
  const dice = { direction: 'over', threshold: 50 };
  expect(mistakes('dice', { ...dice, amount: 10_000 })).toEqual([]);
  expect(mistakes('dice', { ...dice, amount: 10_000.000001 })).toEqual(['amount']);
  expect(mistakes('slots', { amount: 1_000 })).toEqual([]);
  expect(mistakes('slots', { amount: '1000.000001' })).toEqual(['amount']);
  const challenge = (game: string, amount: number) =>
    formMistakes(file, { ...blank, operation: 'createChallenge', body: { challenged_agent_id: 'bob', game, amount } });
  expect([challenge('slots', 1_000), challenge('slots', 1_001)]).toEqual([[], ['amount']]);
  expect([challenge('dice', 10_000), challenge('dice', 10_001)]).toEqual([[], ['amount']]);
}); // prettier-ignore

it('a limit is exact to the micro, in the answer and in its message', () => {
  const refused = (
    amount: number,
    error: string,
    headers: Readonly<Record<string, string>> = {},
  ): string[] => {
    const available = () => 10_000_000;
    const policies = { 'casino.payouts': 'published', 'kelly.limit': 'odds' };
    const { file, said } = listening(policies, { books: { available }, houses: { known: () => undefined } });
    const body = { amount, side: 'heads' };
    const answer = { code: 'BAD_REQUEST', error };
    const exchange = { ...blank, path: '/casino/api/v1/games/coin-flip', headers, body, answer };
    new StakeLimitModel(file).refused(exchange, 'alice', { sent: body, game: 'coin_flip', isAlone: true });
    return said;
  };
  // A quarter of ten over 0.96.
  expect(refused(2.604167, 'amount is above the Kelly limit of this bet: 2.604166')).toEqual([]);
  expect(refused(2.604167, 'amount is above the Kelly limit of this bet: 2.604167')).toHaveLength(1);
  expect(refused(2.604166, 'no')).toHaveLength(1);
  const repeated = { 'idempotency-key': 'k' };
  expect(refused(2.7, 'amount is above the Kelly limit of this bet: 2.5', repeated)).toEqual([]);
  expect(refused(2.7, 'amount is above the Kelly limit of this bet: 2.5')).toHaveLength(1);
});

it('a name has a hundred records, and full names have 253 characters', () => {
  const full = Array.from({ length: 100 }, (_, index) => ({ type: 'A', name: `h${index}`, value: '10.0.0.1', ttl: 3600 }));
  const one = { type: 'A', name: 'last', value: '10.0.0.1' };
  expect(changed(full, one)).toBe('CONFLICT');
  expect(changed(full.slice(1), one)).toMatchObject({ result: 'added' });
  expect(changed(full, { ...one, name: 'h7', ttl: 60 })).toMatchObject({ result: 'updated' });
  expect(changed(full, { ...one, name: 'h7', value: '' })).toMatchObject({ result: 'removed' });
  const label = 'x'.repeat(59);
  const place = (last: number): string => [label, label, label, 'x'.repeat(last)].join('.');
  const domain = 'abc.agent';
  expect(isRecordChange({ ...one, domain, name: place(63) })).toBe(true);
  expect(isRecordChange({ ...one, domain: `d${domain}`, name: place(63) })).toBe(false);
}); // prettier-ignore

it('two signed sends have two hashes', () => {
  const { file, said } = listening();
  const made = new MadeOnce(file);
  const sent = (tx_hash: string): void =>
    made.answered({ ...blank, service: 'wallet', operation: 'sendSigned', status: 200, answer: { tx_hash } });
  sent('0x1');
  sent('0x2');
  expect(said).toEqual([]);
  sent('0x1');
  expect(said).toHaveLength(1);
}); // prettier-ignore

it('a transfer like an earlier one is another transaction', () => {
  const refused = (headers: Readonly<Record<string, string>>): string[] => {
    const { file, said } = listening();
    const about = { ...blank, service: 'wallet', operation: 'sendSigned', status: 409, headers };
    new ChainBooks(file).answered({ ...about, body: { chain: 'base' }, answer: { code: 'CONFLICT' } });
    return said;
  };
  expect(refused({ 'idempotency-key': 'k' })).toEqual([]);
  expect(refused({})).toHaveLength(1);
});

it('only who sends and who receives see the memo', () => {
  const seen = (caller: string, memo: string | undefined): string[] => {
    const { file, said } = listening();
    const sent = { sender: 'alice', receiver: 'bob', memo: 'rent' } as unknown as AnsweredSend;
    checkMemo(file, { ...blank, answer: { memo } }, sent, caller);
    return said;
  };
  expect([seen('alice', 'rent'), seen('bob', 'rent'), seen('carol', undefined)]).toEqual([[], [], []]);
  expect(['alice', 'bob'].flatMap((caller) => seen(caller, undefined))).toHaveLength(2);
  expect(seen('carol', 'rent')).toEqual(['memo is rent; expected undefined']);
});

it('a list of one chain has its transactions, and all of those that were sent', () => {
  const books = { available: () => 9e9, move: () => undefined, expectEnd: () => ({}), whenUnseen: () => undefined };
  const more = { books, agents: new Map([['bob', {}]]), sharesOf: () => [], invalidateReferrers: () => undefined };
  const listed = (chain: string, rows: readonly object[]): string[] => {
    const { file, said } = listening({}, more);
    const wallet = new WalletModel(file);
    const about = { ...blank, service: 'wallet', style: 'B', status: 200 };
    const answer = { tx_hash: '0x1', amount: '1.00', fee: '0.01', to: '0x2', chain: 'base' };
    wallet.answered({ ...about, operation: 'send', body: { to: 'bob', amount: 1, chain: 'base' }, answer }, 'alice');
    const list = { total: rows.length, transactions: rows };
    wallet.answered({ ...about, operation: 'transactions', method: 'GET', query: { chain }, answer: list }, 'alice');
    return said;
  };
  const row = { tx_hash: '0x1', type: 'send', amount: '1.00', counterparty: '0x2', chain: 'base' };
  expect([listed('base', [row]), listed('polygon', [])]).toEqual([[], []]);
  expect(listed('polygon', [row])).toContain('chain is base; expected polygon');
  expect(listed('base', [])).toHaveLength(2);
}); // prettier-ignore

it('ether that a swap has brought can be sent, and is shown by its symbol', () => {
  const { file, said } = listening({}, { houses: {} });
  const wallets = new WalletBalances(file);
  const about = { ...blank, service: 'wallet' };
  const at = { agent: 'alice', balances: new Map() };
  const swap = { from: 'USDC', to: 'base:ETH', amount: 50 };
  const body = (amount: unknown) => ({ to: 'bob', amount, chain: 'base', token: 'native' });
  const short = { status: 422, answer: { code: 'INSUFFICIENT_BALANCE' } };
  wallets.answered({ ...about, operation: 'send', body: body(0.001), ...short }, at);
  wallets.answered(
    {
      ...about,
      operation: 'swap',
      status: 200,
      body: swap,
      answer: { from: 'USDC', to: 'ETH', received: 0.015 },
    },
    at,
  );
  wallets.answered({ ...about, operation: 'send', body: body(0.0145), ...short }, at);
  expect(said).toEqual([]);
  wallets.answered({ ...about, operation: 'send', body: body(0.001), ...short }, at);
  expect(said).toEqual(['alice has 0.015 ETH on base and cannot send 0.001']);
  const token = (symbol: string): string[] => {
    const chains = listening();
    const answer = { chain: 'base', token: symbol };
    const send = { ...about, operation: 'send', status: 200, body: body(1), answer };
    new ChainBooks(chains.file).answered(send);
    return chains.said;
  };
  expect([token('ETH'), token('USDC')]).toEqual([[], ['token is USDC; expected ETH']]);
});

it('no deposit is more than a world takes', () => {
  const answered = (amount: string, status: number, answer: object): string[] => {
    const { file, said } = listening();
    const exchange = { ...blank, service: 'control', operation: 'deposit', body: { amount }, status, answer: { ...answer } };
    new DepositModel(file).answered(exchange, 'alice');
    return said;
  };
  expect(answered('8000000000', 400, { code: 'BAD_REQUEST' })).toEqual([]);
  expect(answered('8000000000', 200, {})).toHaveLength(1);
  expect(answered('100', 400, { code: 'BAD_REQUEST' })).toHaveLength(1);
}); // prettier-ignore
