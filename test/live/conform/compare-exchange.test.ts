/** The differences of one exchange, and what identifies a difference. */
import { describe, expect, it } from 'vitest';
import { differencesOf } from '../../../src/live/conform/compare-exchange.ts';
import { keyOf, keysOf, wordsOf } from '../../../src/live/conform/exchange.ts';
import type { LiveAnswer } from '../../../src/live/conform/live-client.ts';
import type { Correlation } from '../../../src/live/traffic/compare/compare-answers.ts';
import { answerOf, exchangeAt, open } from './exchanges.ts';

const correlation: Correlation = {
  clean: (value, field) => (field === 'x-key' ? 'hidden' : value),
  valueOf: () => undefined,
  isOwn: () => false,
};

const model = (headers: Record<string, string | number> = {}, status = 200) => ({
  status,
  headers,
  body: {},
});

const differencesFor = (
  live: LiveAnswer,
  answered = model(),
  headers?: Parameters<typeof differencesOf>[2],
) => differencesOf({ live, model: answered, expected: {} }, correlation, headers);

const headed = (...lines: readonly string[]): LiveAnswer =>
  answerOf({}, 200, `HTTP/1.1 200 OK\r\n${lines.map((line) => `${line}\r\n`).join('')}\r\n`);

describe('a request without a response', () => {
  it.each<[Extract<LiveAnswer, { kind: 'failed' }>['reason'], string]>([
    ['unsendable', 'unsent'],
    ['no address', 'unsent'],
    ['timeout', 'failed'],
    ['reset', 'failed'],
    ['withheld', 'failed'],
    ['stopped', 'failed'],
  ])('%s has one difference: %s', (reason, kind) => {
    expect(differencesFor({ kind: 'failed', reason }, model({ etag: 'x' }, 201))).toEqual([
      { kind, field: '', recorded: '201', live: reason },
    ]);
  });
});

describe('headers', () => {
  it.each<[string, Record<string, string | number>, string[], unknown[]]>([
    ['that are the same', { etag: 'a', 'x-ratelimit-limit': 5 }, ['ETag:  a ', 'X-RateLimit-Limit: 5'], []],
    ['that are two numbers', { 'x-count': 5 }, ['x-count: -6.5'], [{ kind: 'amount', field: 'header x-count', recorded: '"5"', live: '"-6.5"' }]],
    ['of which one is no number', { 'x-count': 5 }, ['x-count: 6 h'], [{ kind: 'value', field: 'header x-count', recorded: '"5"', live: '"6 h"' }]],
    ['of which the other is no number', { 'x-count': 'a6' }, ['x-count: 6'], [{ kind: 'value', field: 'header x-count', recorded: '"a6"', live: '"6"' }]],
    ['that begin like numbers', { 'x-count': '1.' }, ['x-count: 6.'], [{ kind: 'value', field: 'header x-count', recorded: '"1."', live: '"6."' }]],
    ['that are fractions of more digits', { 'x-count': '1.25' }, ['x-count: 10.75'], [{ kind: 'amount', field: 'header x-count', recorded: '"1.25"', live: '"10.75"' }]],
    ['that the target lacks', { 'x-count': 5 }, [], [{ kind: 'shape', field: 'header x-count', recorded: '"5"', live: 'nothing' }]],
    ['that the target has alone, if they are compared', {}, ['retry-after: 5', 'x-other: 1'], [{ kind: 'shape', field: 'header retry-after', recorded: 'nothing', live: '"5"' }]],
    ['that hold secrets', { 'x-key': 'a' }, ['x-key: b'], [{ kind: 'value', field: 'header x-key', recorded: '"hidden"', live: '"hidden"' }]],
  ])('%s', (_what, expected, lines, differences) => {
    expect(differencesFor(headed(...lines), model(expected))).toEqual(differences);
  }); // prettier-ignore

  it('are not compared where the statuses differ', () => {
    const differences = differencesFor(headed('retry-after: 5'), model({}, 201));
    expect(differences.map(({ kind }) => kind)).toEqual(['status']);
  });

  it('are compared in another way where the windows of the target are its own', () => {
    const seen: unknown[] = [];
    const live = headed('retry-after: 5');
    const differences = differencesFor(live, model({ 'x-count': 5, etag: 'a' }), (...both) => {
      seen.push(...both);
      return [open()];
    });
    expect(differences).toEqual([open()]);
    expect(seen).toEqual([{ 'x-count': '5', etag: 'a' }, live.kind === 'answer' ? live.head : '']);
  });
});

describe('the words of a difference', () => {
  it.each([
    ['status', '200', '400 A B', ['200', '400 A B']],
    ['code', '"a b"', '"c"', ['"a b"', '"c"']],
    ['failed', '200', 'no way', ['200', 'no way']],
    ['unsent', '200', 'no way', []],
    ['amount', 'true', 'false', []],
    ['value', '"open"', '"SHUT_2"', []],
    ['value', '"open"', '"SHUT_DOWN"', ['"open"', '"SHUT_DOWN"']],
    ['value', 'true', 'null', ['true', 'null']],
    ['value', 'false', 'untrue', []],
    ['value', 'falsely', 'false', []],
    ['value', '"a"', '"b c"', []],
    ['value', '"a b"', '"c"', []],
    ['value', '"a"', '"b', []],
    ['value', 'x"a"', '"b"', []],
    ['value', '"a"', '"b"x', []],
    ['value', '"a"', '""', []],
    ['value', '"a"', `"${'b'.repeat(24)}"`, ['"a"', `"${'b'.repeat(24)}"`]],
    ['value', '"a"', `"${'b'.repeat(25)}"`, []],
  ] as const)('a %s of %s and %s', (kind, recorded, live, words) => {
    expect(wordsOf({ kind, field: '/x', recorded, live })).toEqual(words);
    expect(keyOf('a/B/x', { kind, field: '/x', recorded, live })).toBe(
      JSON.stringify(['a/B/x', kind, '/x', ...words]),
    );
  });

  it('identify the open differences of an exchange, in order', () => {
    const drawn = open({ field: '/drawn', explanation: 'drawn' });
    const differences = [open(), drawn, open({ field: '/tax' })];
    expect(keysOf(exchangeAt(0, { call: 'a/B/x', differences }))).toEqual([
      '["a/B/x","amount","/fee"]',
      '["a/B/x","amount","/tax"]',
    ]);
  });
});
