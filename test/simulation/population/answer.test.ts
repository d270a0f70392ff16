import { describe, expect, it } from 'vitest';
import { answerOf } from './town.ts';

describe('an answer', () => {
  it.each([
    [200, true, undefined],
    [201, true, undefined],
    [299, true, undefined],
    [300, false, undefined],
    [400, false, undefined],
    [0, false, 'TIMEOUT'],
    [199, false, undefined],
  ])('with status %d is ok: %s', (status, ok, code) => {
    const answer = answerOf(status);
    expect([answer.ok, answer.code]).toEqual([ok, code]);
  });

  it('has the code of a refusal, if it is a text', () => {
    expect(answerOf(404, {}, { code: 'NOT_FOUND' }).code).toBe('NOT_FOUND');
    expect(answerOf(404, {}, { code: 5 }).code).toBeUndefined();
  });

  it('gives fields of the kind that is asked for', () => {
    const answer = answerOf(200, {}, { text: 'a', number: 1.5, decimal: '2.50', list: [{ a: 1 }] });
    expect(answer.text('text')).toBe('a');
    expect([answer.number('number'), answer.number('decimal')]).toEqual([1.5, 2.5]);
    expect(answer.list('list')).toEqual([{ a: 1 }]);
  });

  it.each([
    ['text', 'number', 'a text'],
    ['text', 'none', 'a text'],
    ['number', 'word', 'a number'],
    ['number', 'empty', 'a number'],
    ['number', 'none', 'a number'],
    ['list', 'text', 'a list'],
  ] as const)('says which %s it lacks when asked for "%s"', (kind, field, wanted) => {
    const answer = answerOf(409, {}, { code: 'CONFLICT', number: 1, word: 'a', empty: '', text: 'a' });
    const message = `the answer (status 409, CONFLICT) has no "${field}" that is ${wanted}`;
    expect(() => answer[kind](field)).toThrow(new TypeError(message));
  });

  it('reads headers as numbers, whatever the case of their names', () => {
    const answer = answerOf(200, { 'retry-after': '7', 'x-ratelimit-remaining': 0, date: 'Wed, 21 Oct' });
    expect([answer.header('Retry-After'), answer.header('x-ratelimit-remaining')]).toEqual([7, 0]);
    expect([answer.header('date'), answer.header('none')]).toEqual([undefined, undefined]);
  });
});
