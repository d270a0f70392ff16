/** What an agent receives of a response: an object as its body, whatever a target has answered. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { agentAnswer } from '../../../src/live/conform/agent-answer.ts';
import { Answer } from '../../../src/simulation/population/answer.ts';
import { answerOf } from './exchanges.ts';

const received = (change: Partial<Answer>): Answer =>
  new Answer({ status: 200, headers: {}, body: {}, sentAtMs: 7, receivedAtMs: 7, ...change });

it.each<[string, unknown]>([
  ['a text', 'open'],
  ['an empty text', ''],
  ['a number', 7],
  ['true', true],
  ['null', null],
  ['nothing', undefined],
  ['a list', [{ a: 1 }]],
  ['an empty list', []],
])('the body of an agent is empty where the target answers %s', (_what, body) => {
  expect(agentAnswer(answerOf(body), 7)).toStrictEqual(received({}));
});

it('the body of an agent is the object that the target answers', () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.jsonValue(), { noNullPrototype: true }), (body) => {
      expect(agentAnswer(answerOf(body), 7).body).toBe(body);
    }),
    { numRuns: 30 },
  );
});

it('an agent receives the status and the headers, and status 0 where there is no response', () => {
  const head = 'HTTP/1.1 429 Slow\r\nRetry-After: 5\r\n\r\n';
  expect(agentAnswer(answerOf({ code: 'X' }, 429, head), 7)).toStrictEqual(
    received({ status: 429, headers: { 'retry-after': '5' }, body: { code: 'X' } }),
  );
  expect(agentAnswer({ kind: 'failed', reason: 'timeout' }, 7)).toStrictEqual(received({ status: 0 }));
});
