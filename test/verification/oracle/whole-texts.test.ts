import { describe, expect, it } from 'vitest';
import type { Case } from '../../../src/verification/oracle/case.ts';
import type { AuditedExchange, Body } from '../../../src/verification/oracle/exchange.ts';
import { checkTexts } from '../../../src/verification/oracle/facts/whole-texts.ts';

/** What is said of an answer to a request. */
function saidOf(answer: Body, sent: Partial<AuditedExchange> = {}): string[] {
  const said: string[] = [];
  const breaks = (property: string, message: string) => said.push(`${property}: ${message}`);
  const file = { agents: new Map([['bob-NaN', {}]]), breaks };
  const exchange = {
    service: 'escrow', style: 'B', operation: 'detail', path: '/escrow/escrow/e1', params: {}, query: {}, headers: {},
    body: undefined, isRaw: false, answer, ...sent,
  }; // prettier-ignore
  checkTexts(file as unknown as Case, exchange as unknown as AuditedExchange);
  return said;
}

const wrong: readonly (readonly [string, Body])[] = [
  ['nothing', { status: '' }],
  ['nothing, deep in a list', { rows: [{ status: 'open' }, { kind: '' }] }],
  ['a value that is none', { error: 'there is no escrow undefined' }],
  ['a number that is none', { note: 'NaN USDC are held' }],
  ['an object for its text', { algorithm: 'HMAC of [object Object]' }],
  ['two blanks', { error: 'you cannot  this challenge' }],
  ['a blank at the end', { error: 'expected one of ' }],
  ['nothing in brackets', { error: 'expected one of ()' }],
  ['nothing in quotation marks', { error: 'there is no escrow ""' }],
  ['a sentence that stops', { error: 'expected:' }],
  ['a bracket that is not closed', { error: 'one of the allowed values (a, b' }],
];

describe('a text with a part missing', () => {
  it.each(wrong)('%s', (_what, answer) => {
    expect(saidOf(answer)).toEqual([expect.stringMatching(/^texts-whole: escrow\/B\/detail: /)]);
  });
});

const right: readonly (readonly [what: string, answer: Body, sent?: Partial<AuditedExchange>])[] = [
  ['a sentence', { error: 'receiver "nobody" is not registered' }],
  ['an empty text that an agent may have written', { description: '', memo: '', message: '' }],
  ['what an agent has written, whatever stands in it', { memo: 'two  blanks', metadata: { '  ': '' } }],
  ['no text at all', { status: null, count: 0, rows: [] }],
  ['what the path brought', { error: 'there is no escrow "undefined"' }, { params: { id: 'undefined' } }],
  ['what the query brought', { error: 'there is no escrow ""' }, { query: { id: '' } }],
  ['what a body that is no JSON brought', { error: 'unexpected  here' }, { isRaw: true }],
  ['a bracket in a text that is no sentence', { pattern: '(' }],
  ['what an agent is called', { agent_id: 'bob-NaN' }],
];

describe('a text that is whole', () => {
  for (const [what, answer, sent] of right)
    it(what, () => {
      expect(saidOf(answer, sent)).toEqual([]);
    });
});
