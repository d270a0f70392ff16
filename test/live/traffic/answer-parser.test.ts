/** The reader of answers, against servers that are slow, odd, or up to no good. */
import { describe, expect, it } from 'vitest';
import {
  AnswerParser,
  bodyBytesMax,
  headBytesMax,
  headerOf,
  type RawAnswer,
} from '../../../src/live/traffic/http/answer-parser.ts';

interface Seen {
  status: number;
  body: string;
  keepsAlive: boolean;
}

function reading(methods: string[] = Array(100).fill('GET') as string[]) {
  const seen: Seen[] = [];
  const awaited = [...methods];
  const parser = new AnswerParser({
    awaited: () => awaited[0],
    answered: ({ status, bytes, start, end, keepsAlive }: RawAnswer) => {
      awaited.shift();
      seen.push({ status, body: bytes.toString('utf8', start, end), keepsAlive });
    },
  });
  return { parser, seen };
}

const plain = (body: string, headers = ''): string =>
  `HTTP/1.1 200 OK\r\n${headers}Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;
const chunked = (...parts: string[]): string =>
  `HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n${[...parts, ''].map((part) => `${Buffer.byteLength(part).toString(16)}\r\n${part}${part === '' ? '' : '\r\n'}`).join('')}\r\n`;

/** [what it is, the bytes, the bodies] */
const streams: [string, string, string[]][] = [
  ['one answer', plain('{"a":1}'), ['{"a":1}']],
  ['an empty body', plain(''), ['']],
  ['answers back to back', plain('one') + plain('') + plain('three'), ['one', '', 'three']],
  ['bytes above ASCII', plain('{"name":"Zoë €"}'), ['{"name":"Zoë €"}']],
  ['chunks', chunked('hello ', 'wörld'), ['hello wörld']],
  ['chunks, then a length', chunked('a', 'b') + plain('c') + chunked('d'), ['ab', 'c', 'd']],
  ['a chunk with an extension and a trailer', 'HTTP/1.1 200 OK\r\ntransfer-encoding: CHUNKED\r\n\r\n2;x="y"\r\nhi\r\n0\r\nx-sum: 1\r\n\r\n', ['hi']],
  ['an interim answer before the real one', `HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early Hints\r\nLink: x\r\n\r\n${plain('real')}`, ['real']],
  ['an answer that may have no body', `HTTP/1.1 204 No Content\r\n\r\n${plain('next')}`, ['', 'next']],
  ['the same length twice', 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\ncontent-length: 2\r\n\r\nhi', ['hi']],
  ['a status line without words', 'HTTP/1.1 200\r\nContent-Length: 0\r\n\r\n', ['']],
  ['a header that only looks like a length', plain('hi', 'X-Content-Length: 99\r\nContent-Type: content-length: 7\r\n'), ['hi']],
]; // prettier-ignore

describe('answers', () => {
  it.each(streams)('are read alike however they are cut: %s', (_what, text, bodies) => {
    const bytes = Buffer.from(text);
    for (const size of [1, 2, 3, 7, 64, bytes.length]) {
      const { parser, seen } = reading();
      for (let at = 0; at < bytes.length; at += size) parser.push(bytes.subarray(at, at + size));
      expect(seen.map(({ body }) => body)).toEqual(bodies);
      expect(parser.isIdle).toBe(true);
    }
  });

  it('to HEAD have no body, for any content length', () => {
    const { parser, seen } = reading(['HEAD', 'GET']);
    parser.push(Buffer.from(`HTTP/1.1 200 OK\r\nContent-Length: 99\r\n\r\n${plain('next')}`));
    expect(seen.map(({ body }) => body)).toEqual(['', 'next']);
  });

  it('without a length end with the connection', () => {
    const { parser, seen } = reading();
    parser.push(Buffer.from('HTTP/1.1 200 OK\r\n\r\nto the '));
    parser.push(Buffer.from('end'));
    expect(seen).toEqual([]);
    parser.end();
    expect(seen).toEqual([{ status: 200, body: 'to the end', keepsAlive: false }]);
  });

  it.each([
    ['HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 0\r\n\r\n', false],
    ['HTTP/1.1 200 OK\r\nconnection: Upgrade, Close\r\nContent-Length: 0\r\n\r\n', false],
    ['HTTP/1.0 200 OK\r\nContent-Length: 0\r\n\r\n', false],
    ['HTTP/1.0 200 OK\r\nConnection: keep-alive\r\nContent-Length: 0\r\n\r\n', true],
    ['HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n', true],
  ])('say whether the connection stays: %j', (text, keepsAlive) => {
    const { parser, seen } = reading();
    parser.push(Buffer.from(text));
    expect(seen[0]?.keepsAlive).toBe(keepsAlive);
  });

  it.each([
    ['two different lengths', 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\nContent-Length: 3\r\n\r\nhi'],
    ['a length and chunks', 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n'],
    ['a coding nobody knows', 'HTTP/1.1 200 OK\r\nTransfer-Encoding: gzip, chunked\r\n\r\n'],
    ['a negative length', 'HTTP/1.1 200 OK\r\nContent-Length: -1\r\n\r\n'],
    ['a length in hexadecimal', 'HTTP/1.1 200 OK\r\nContent-Length: 0x10\r\n\r\n'],
    ['an enormous length', `HTTP/1.1 200 OK\r\nContent-Length: ${bodyBytesMax + 1}\r\n\r\n`],
    ['a header in two lines', 'HTTP/1.1 200 OK\r\nX-A: 1\r\n Content-Length: 2\r\n\r\n'],
    ['headers without end', `HTTP/1.1 200 OK\r\n${'x: y\r\n'.repeat(headBytesMax / 6 + 1)}`],
    ['another protocol', 'SSH-2.0-OpenSSH_9.6\r\n\r\n'],
    ['HTTP/2', 'HTTP/2 200\r\n\r\n'],
    ['a status that is none', 'HTTP/1.1 2x0 OK\r\n\r\n'],
    ['a switch of protocols', 'HTTP/1.1 101 Switching Protocols\r\n\r\n'],
    ['a chunk without length', 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nhello\r\n'],
    ['a chunk longer than it says', 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nhello\r\n'],
    ['an enormous chunk', 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nffffffff\r\n'],
    ['a chunk line without end', `HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1;${'x'.repeat(2000)}`],
    ['a trailer without end', `HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n${'x: y\r\n'.repeat(20_000)}`],
  ])('break the connection with %s', (_what, text) => {
    expect(() => reading().parser.push(Buffer.from(text))).toThrow(/./);
    expect(() => {
      const { parser } = reading();
      for (const byte of Buffer.from(text)) parser.push(Buffer.of(byte));
    }).toThrow(/./);
  }); // prettier-ignore

  it('without a request break the connection, even directly after an expected one', () => {
    const { parser, seen } = reading(['GET']);
    expect(() => parser.push(Buffer.from(plain('one') + plain('two')))).toThrow(
      /an answer without a request/,
    );
    expect(seen).toHaveLength(1);
  });

  it.each([plain('hello').slice(0, -1), 'HTTP/1.1 200 OK\r\nX', chunked('hello').slice(0, -2)])(
    'are not taken for whole when the connection closes early: %j',
    (text) => {
      const { parser, seen } = reading();
      parser.push(Buffer.from(text));
      expect(() => parser.end()).toThrow(/in the middle of an answer/);
      expect(seen).toEqual([]);
    },
  );

  it('provide their headers by name', () => {
    const head = 'HTTP/1.1 429 Slow\r\nX-Retry-After: 1\r\nRetry-After:  7 \r\nDate: x\r\n';
    expect(headerOf(head, 'retry-after')).toBe('7');
    expect(headerOf(head, 'date')).toBe('x');
    expect(headerOf(head, 'retry')).toBeUndefined();
  });
});
