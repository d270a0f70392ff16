/** Headers of a target file: their variables, what is refused, and how a key is carried. */
import { describe, expect, it } from 'vitest';
import { keyValue } from '../../../../src/live/traffic/target/headers.ts';
import { refusal, targetWith } from './target-with.ts';

describe('a header of the file', () => {
  it('has its variables filled in, and their values are secrets, the longest first', () => {
    const { carried } = targetWith('headers: { X-A: "a ${A} b ${B}", X-B: " ${A} ", X-C: plain }', {
      A: 'one',
      B: 'longer',
      C: 'c',
    });
    expect(carried).toEqual({
      named: [
        { name: 'X-A', value: 'a one b longer', parts: ['a ', 'A', ' b ', 'B', ''] },
        { name: 'X-B', value: 'one', parts: [' ', 'A', ' '] },
        { name: 'X-C', value: 'plain', parts: ['plain'] },
      ],
      lines: 'X-A: a one b longer\r\nX-B: one\r\nX-C: plain\r\n',
      names: new Set(['x-a', 'x-b', 'x-c']),
      auth: undefined,
      secrets: ['longer', 'one'],
    });
    expect(targetWith('headers: {}').carried).toBeUndefined();
    expect(targetWith('auth: { scheme: none }').carried).toMatchObject({ named: [], lines: '', secrets: [] });
  });

  it.each([
    [
      'X-A: "${A}"',
      { A: '' },
      '4:17: the environment variable A is not set; expected a value for the header X-A',
    ],
    ['X-A: "${A}"', {}, '4:17: the environment variable A is not set; expected a value for the header X-A'],
    [
      'X-A: "${A}"',
      { A: 'a\nb' },
      '4:17: the environment variable A has characters that no header can carry',
    ],
    ['X-A: "${1A}"', { '1A': 'a' }, '4:17: "${" begins no variable; expected a name such as ${CF_ID}'],
    ['X-A: "${A"', { A: 'a' }, '4:17: "${" begins no variable; expected a name such as ${CF_ID}'],
    [`X-A: "\${A${'b'.repeat(128)}}"`, {}, '4:17: "${" begins no variable; expected a name such as ${CF_ID}'],
    [
      'X-A: "a\\nb"',
      {},
      '4:17: the header X-A has characters that HTTP cannot carry; expected visible ASCII',
    ],
    ['"a b": c', {}, '4:12: this is no header name; expected letters, digits and hyphens'],
    ['host: c', {}, '4:12: the header host belongs to each message; expected another header'],
    ['Content-Type: c', {}, '4:12: the header Content-Type belongs to each message; expected another header'],
    [
      'authorization: c',
      {},
      '4:12: the header authorization carries the keys of agents; expected another header here or under auth',
    ],
    ['X-A: a, x-a: b', {}, '4:20: the header x-a is named twice; expected it once'],
    [`X-A: ${'a'.repeat(8192)}`, {}, '4:10: the headers are too long; expected at most 8192 bytes'],
  ])('is refused as { %s } with %j', (header, environment, message) => {
    expect(refusal(`headers: { ${header} }`, environment as Record<string, string>)).toThrow(
      `t.yaml:${message}`,
    );
  });

  it('may fill 8 KiB with the others, and not more', () => {
    const text = (length: number): string => `headers: { X-A: ${'a'.repeat(length - 'X-A: \r\n'.length)} }`;
    expect(targetWith(text(8192)).carried?.lines).toHaveLength(8192);
    expect(refusal(text(8193))).toThrow('the headers are too long');
  });

  it('may not be the one that carries keys, and Authorization may be fixed once another does', () => {
    expect(refusal('auth: { header: X-Key }\nheaders: { x-key: a }')).toThrow('carries the keys of agents');
    expect(targetWith('auth: { header: X-Key }\nheaders: { Authorization: a }').carried?.lines).toBe(
      'Authorization: a\r\n',
    );
    expect(refusal('auth: { header: "a b" }')).toThrow(
      't.yaml:4:17: this is no header name; expected letters, digits and hyphens',
    );
    expect(refusal('auth: { header: host }')).toThrow('t.yaml:4:17: the header host belongs to each message');
    expect(refusal('auth: { scheme: "a b" }')).toThrow(
      't.yaml:4:17: scheme is no word; expected one such as Bearer, or none',
    );
  });

  it('carries a key under its scheme, and leaves other credentials as they are', () => {
    const value = (scheme: string | undefined, text: string): string =>
      keyValue({ header: 'X', scheme }, text);
    expect([
      value('Token', 'Bearer k'),
      value(undefined, 'BEARER   k\nk'),
      value('Token', 'Basic k'),
      value(undefined, 'xBearer k'),
    ]).toEqual(['Token k', 'k\nk', 'Basic k', 'xBearer k']);
  });
});
