/** Accounts that a replay takes, and what it will spend: both are known before it begins. */
import { describe, expect, it } from 'vitest';
import { AccountPool } from '../../../../src/live/traffic/correlation/account-pool.ts';
import { Namespace } from '../../../../src/live/traffic/correlation/namespace.ts';
import {
  issuesKey,
  mayBeTaken,
  TakenAccounts,
  wantedName,
} from '../../../../src/live/traffic/correlation/taken-accounts.ts';
import {
  PlannedSpending,
  priceOfRecord,
  spareOf,
} from '../../../../src/live/traffic/plan/planned-spending.ts';
import { RecordedAccounts } from '../../../../src/live/traffic/plan/recorded-accounts.ts';
import { readTarget } from '../../../../src/live/traffic/target/target.ts';
import type { TraceRecord } from '../../../../src/simulation/trace/format.ts'; // prettier-ignore

describe('accounts that exist', () => {
  const accounts = ['a', 'b', 'c'].map((agentId) => ({
    agentId,
    apiKey: `key-${agentId}`,
    fields: { x: agentId },
  }));
  const register = (change: object = {}) => ({
    method: 'POST',
    path: '/faucet/register',
    headers: {},
    body: { agent_id: 'alice' },
    ...change,
  });

  it('are taken in turn, the longest unused first', () => {
    const pool = new AccountPool({ file: 'f', keysFile: 'keys.csv' }, accounts, 'any');
    const [first, second, third] = [1, 2, 3].map((needed) => pool.take(needed));
    expect(new Set([first, second, third])).toEqual(new Set(accounts));
    expect(() => pool.take(4)).toThrow('f: keys.csv has 3 accounts, and the run registers 4 agents; expected 4 accounts at least');
    pool.giveBack([second!, first!]);
    expect([pool.isEmpty, pool.take(1), pool.take(1), pool.isEmpty]).toEqual([false, second, first, true]);
    expect(() => pool.require(3)).not.toThrow();
    expect(() => pool.require(4)).toThrow(/expected 4 accounts/);
    expect(new AccountPool({ file: 'f', keysFile: 'k' }, [accounts[0]!], '').lack(2)).toMatch(/^k has 1 account, and/);
    const starts = new Set(Array.from({ length: 40 }, (_, n) => new AccountPool({ file: 'f', keysFile: 'k' }, accounts, String(n)).take(1)));
    expect(starts.size).toBe(3);
  }); // prettier-ignore

  it.each<[string, object, boolean]>([
    ['a registration', {}, true], ['one with an empty referrer', { body: { referrer: '', referral_code: null } }, true], ['one without a body', { body: undefined }, true], ['one with a list', { body: 'x' }, true],
    ['one with a referrer', { body: { referrer: 'x' } }, false], ['one with a code', { body: { referral_code: 'x' } }, false], ['a GET', { method: 'GET' }, false],
    ['one with a key', { headers: { Authorization: 'Bearer x' } }, false], ['a call of a tool', { path: '/api/mcp' }, false],
  ])('stand for %s: %s', (_what, change, may) => expect(mayBeTaken(register(change))).toBe(may)); // prettier-ignore

  it.each<[number, unknown, boolean]>([
    [200, { api_key: 'x' }, true], [299, { api_key: '' }, true], [199, { api_key: 'x' }, false], [300, { api_key: 'x' }, false], [200, { api_key: 7 }, false], [200, null, false], [200, undefined, false],
  ])('have a key where status %i comes with %j: %s', (status, body, issues) => expect(issuesKey({ status, body })).toBe(issues)); // prettier-ignore

  it('answer a registration with their own fields, and are known by its key', () => {
    const taken = new TakenAccounts();
    expect([taken.usedBy({ authorization: 'Bearer ${3:/api_key}' }), taken.answer(3, {})]).toEqual([undefined, undefined]);
    taken.add(3, accounts[1]!);
    expect(taken.answer(3, { agent_id: 'alice', x: 'old', bonus: 1 })).toEqual({ agent_id: 'b', api_key: 'key-b', x: 'b', bonus: 1 });
    expect(taken.answer(3, null)).toEqual({ agent_id: 'b', api_key: 'key-b', x: 'b' });
    expect([{ Authorization: 'Bearer ${3:/api_key}' }, { authorization: 'Bearer ${4:/api_key}' }, { authorization: 'Bearer ${3:/other}' }, { x: '${3:/api_key}' }, {}, undefined].map((headers) => taken.usedBy(headers))).toEqual([3, undefined, undefined, undefined, undefined, undefined]);
    expect([wantedName(register()), wantedName(register({ body: { agent_id: 7 } })), wantedName(register({ body: null }))]).toEqual(['alice', undefined, undefined]);
    expect([taken.count, taken.has(3), taken.has(4), [...taken.all()]]).toEqual([1, true, false, [accounts[1]]]);
  }); // prettier-ignore

  it('are assigned to the registrations of a trace, and lacking ones are a mistake', () => {
    const text = 'name: toy\nhosts: [127.0.0.1]\nservices: { faucet: "http://127.0.0.1:1" }\n';
    const record = (n: number, change: object = {}, status = 201) => ({ n, request: register({ body: { agent_id: `a${n}` }, ...change }), answer: { status, body: { api_key: 'k' } } }) as unknown as TraceRecord;
    const target = { ...readTarget('toy.yaml', text), accounts: accounts.slice(0, 2), keysFile: 'keys.csv' };
    const names = new Namespace('tests');
    const assigned = new RecordedAccounts(target, names);
    expect([assigned.isTaken(record(0)), assigned.isTaken(record(1, { method: 'GET' })), assigned.isTaken(record(2, {}, 400)), assigned.isTaken(record(3))]).toEqual([true, false, false, true]);
    expect([assigned.taken.count, assigned.taken.has(0), assigned.taken.has(3), names.toRecorded([...assigned.taken.all()][0]?.agentId ?? '')]).toEqual([2, true, true, 'a0']);
    expect(() => assigned.check()).not.toThrow();
    expect(assigned.isTaken(record(4))).toBe(true);
    expect(assigned.taken.count).toBe(2);
    expect(() => assigned.check()).toThrow(/keys\.csv has 2 accounts, and the run registers 3 agents/);
    const none = new RecordedAccounts(readTarget('toy.yaml', text), names);
    expect([none.isTaken(record(0)), none.taken.count]).toEqual([false, 0]);
    expect(() => none.check()).not.toThrow();
  }); // prettier-ignore
});

describe('what a replay will spend', () => {
  const record = (body: unknown, change: object = {}, call = 'escrow/B/create') =>
    ({
      call,
      request: { method: 'POST', path: '/escrow/escrow', body, ...change },
    }) as unknown as TraceRecord;

  it('is known before it is sent', () => {
    const spending = new PlannedSpending({ requests: 2, micros: 3_000_000 }, undefined);
    for (const amount of ['1.00', '2.00']) spending.add(record({ amount }));
    expect([spending.planned, spending.mistake()]).toEqual([{ requests: 2, micros: 3_000_000 }, undefined]);
    spending.add(record({}, { method: 'GET' }));
    expect(spending.mistake()).toMatch(/^the trace has 3 requests, and the budget is 2;/);
    const [money, none] = [{ requests: undefined, micros: 2_999_999 }, { requests: undefined, micros: undefined }].map((limits) => {
      const other = new PlannedSpending(limits, undefined);
      other.add(record({ amount: '3.00' }));
      return other.mistake();
    });
    expect([money, none]).toEqual([expect.stringMatching(/^the trace may cost 3\.0+ USDC, and the budget is 2\.999999;/), undefined]);
  }); // prettier-ignore

  it('is that of the call that the request leads to, where that can be said', () => {
    expect(priceOfRecord(record({ amount: '1.00' }), undefined)).toBe(1_000_000);
    expect(priceOfRecord(record(undefined, { raw: '{"amount":"1.00"}' }), undefined)).toBe(1_000_000);
    const asked: string[] = [];
    const callOf = (method: string, path: string) => {
      asked.push(`${method} ${path}`);
      return 'escrow/B/create';
    };
    expect(priceOfRecord(record({ amount: '2.00' }, { path: '/escrow/${3:/id}' }, 'faucet/B/claim'), callOf)).toBe(2_000_000);
    expect(asked).toEqual(['POST /escrow/x']);
    const spending = new PlannedSpending({ requests: undefined, micros: 5 }, undefined);
    spending.add(record({ amount: 'x' }, {}, 'escrow/B/none'));
    expect(spending.mistake()).toMatch(/^what POST \/escrow\/escrow costs does not follow from its request/);
  }); // prettier-ignore

  it('leaves the rest of the budget for requests that are sent again', () => {
    expect(spareOf({ requests: 5, micros: 9 }, { requests: 2, micros: 4 })).toEqual({ requests: 3, micros: 5 });
    expect(spareOf({ requests: undefined, micros: undefined }, { requests: 2, micros: 4 })).toEqual({ requests: undefined, micros: undefined });
  }); // prettier-ignore
});
