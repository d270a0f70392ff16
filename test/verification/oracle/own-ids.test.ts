import { expect, it } from 'vitest';
import type { Case } from '../../../src/verification/oracle/case.ts';
import type { AuditedExchange } from '../../../src/verification/oracle/exchange.ts';
import { OwnIds } from '../../../src/verification/oracle/facts/own-ids.ts';

const made = {
  service: 'casino', style: 'A', operation: 'bet', method: 'POST', params: {}, query: {}, status: 201,
  body: { challenged_agent_id: 'bob' },
  answer: { bet_id: 'bet_1', challenged_agent_id: 'bob', paid: '1.00' },
} as unknown as AuditedExchange; // prettier-ignore
const lost = (id: string, more: Partial<AuditedExchange> = {}): AuditedExchange => ({
  ...made, operation: 'verifyBet', method: 'GET', params: { betId: id }, body: undefined, status: 404,
  answer: { code: 'NOT_FOUND' }, ...more,
}); // prettier-ignore

function saidOf(...calls: readonly (readonly [AuditedExchange, string | undefined])[]): string[] {
  const said: string[] = [];
  const file = { breaks: (property: string, message: string) => said.push(`${property}: ${message}`) };
  const ids = new OwnIds({ ...file, agents: new Map([['bob', {}]]) } as unknown as Case);
  for (const [exchange, caller] of calls) ids.answered(exchange, caller);
  return said;
}

it('an id that a call has answered to its caller is found for it, in the path and in a body', () => {
  const message =
    'records-final: casino/A/verifyBet: bet_1 is not found by the agent that it was answered to';
  expect(saidOf([made, 'alice'], [lost('bet_1'), 'alice'])).toEqual([message]);
  const inBody = lost('none', { params: {}, body: { bet_id: 'bet_1' } });
  expect(saidOf([made, 'alice'], [inBody, 'alice'])).toEqual([message]);
});

it('what an agent has made is shown to it', () => {
  const forbidden = lost('bet_1', { answer: { code: 'FORBIDDEN' }, status: 403 });
  const message =
    'records-final: casino/A/verifyBet of bet_1 is answered FORBIDDEN to the agent that it was answered to';
  expect(saidOf([made, 'alice'], [forbidden, 'alice'])).toEqual([message]);
  expect(saidOf([made, 'alice'], [forbidden, 'bob'])).toEqual([]);
  expect(saidOf([made, 'alice'], [{ ...forbidden, query: { nonce: '0' } }, 'alice'])).toEqual([]);
});

it('a bet is shown to the agent that has placed it, and to no other one', () => {
  const shown = lost('bet_1', { status: 200, answer: { bet_id: 'bet_1' }, operation: 'verifyRound' });
  const message = 'keys-isolated: casino/A/verifyRound: bob is shown bet_1, a bet of another agent';
  expect(saidOf([made, 'alice'], [shown, 'bob'])).toEqual([message]);
  expect(saidOf([made, 'alice'], [shown, 'alice'])).toEqual([]);
  expect(saidOf([shown, 'bob'])).toEqual([]);
  expect(saidOf([made, 'alice'], [{ ...shown, operation: 'acceptChallenge' }, 'bob'])).toEqual([]);
});

it.each([
  ['by somebody else', [lost('bet_1'), 'bob']],
  ['without a key', [lost('bet_1'), undefined]],
  ['of another service', [lost('bet_1', { service: 'escrow' }), 'alice']],
  ['that nothing has answered', [lost('bet_2'), 'alice']],
  ['of an agent', [lost('bob'), 'alice']],
  ['whose call a limit refuses', [lost('bet_1', { answer: {}, status: 429 }), 'alice']],
] as const)('nothing is said of an id %s', (_what, second) => {
  expect(saidOf([made, 'alice'], [...second])).toEqual([]);
});
