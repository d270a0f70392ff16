/** Paths and methods that no document has, codes that no table has, and bodies beyond every bound. */
import { expect, it } from 'vitest';
import { brokenBy } from './broken-by.ts';
import { Oracle } from '../../../src/verification/oracle/oracle.ts';
import { formMistakes } from '../../../src/verification/oracle/facts/forms.ts';
import type { AuditedExchange } from '../../../src/verification/oracle/exchange.ts';

const blank: AuditedExchange = {
  number: 0, atMs: 0, service: '', style: '', operation: '', method: 'GET', route: '', path: '/nowhere', params: {}, query: {},
  headers: {}, body: undefined, isRaw: false, ip: '10.0.0.1', status: 404, answer: { code: 'NOT_FOUND', error: 'no such path' },
  answerHeaders: {},
}; // prettier-ignore

/** The readings of a run without policies. */
const file = {
  setting: {
    startMs: 0,
    endMs: 1,
    policies: {},
    changed: [],
    faults: [],
    isNetworkLossy: false,
    hasBehaviours: false,
  },
};

function messagesOf(change: Partial<AuditedExchange>, policies: Readonly<Record<string, string>> = {}) {
  const oracle = new Oracle({
    startMs: 0,
    endMs: 1,
    policies: { 'http.idempotency': 'header', ...policies },
    changed: ['limits.mcp'],
    faults: [],
    isNetworkLossy: false,
    hasBehaviours: false,
  });
  oracle.answered({ ...blank, ...change }, new Map());
  return oracle.violations.map(({ message }) => message);
}

it('an unknown path is not found, and a known one under another method is as the policy has it', () => {
  expect(messagesOf({})).toEqual([]);
  expect(messagesOf({ status: 200, answer: {} })).toEqual(['GET /nowhere is answered 200; expected 404']);
  const known = { path: '/faucet/claim' };
  const listed = { 'errors.unknownMethod': '405' };
  expect(messagesOf(known)).toEqual([]);
  expect(messagesOf(known, listed)).toContain('GET /faucet/claim is answered 404; expected 405');
  const refused = { ...known, status: 405, answer: { code: 'BAD_REQUEST', error: 'x' } };
  expect(messagesOf({ ...refused, answerHeaders: { allow: 'GET' } }, listed)).toContain(
    '/faucet/claim allows GET; expected POST',
  );
});

it('a refusal without a status, or with a code that no table has, is told', () => {
  const code = (answer: object) => messagesOf({ answer: { error: 'x', ...answer } });
  expect(code({ code: '' })).toEqual(['GET /nowhere: 404 comes with the code ']);
  const none = { status: undefined as unknown as number, answer: { code: '', error: 'x' } };
  expect(messagesOf(none)).toContain('GET /nowhere: undefined comes with the code ');
});

it('a body that is far too large has to be refused', () => {
  expect(formMistakes(file, { ...blank, body: { unread: 'x'.repeat(400_000) } })).toEqual(['body']);
  expect(formMistakes(file, { ...blank, body: { unread: 'x'.repeat(100_000) } })).toEqual([]);
});

it('a field of a query does not change what the path names', async () => {
  const audit = 'GET /casino/api/v1/fairness/audit/${bet:/bet_id}';
  const operations = [
    { do: 'POST /casino/api/v1/games/coin-flip', by: 'alice', body: { amount: 0.01, side: 'heads' }, as: 'bet' },
    { do: audit, by: 'alice', query: { bet_id: 'another' } },
  ];
  expect(await brokenBy({ policies: {}, operations })).toEqual([]);
}); // prettier-ignore
