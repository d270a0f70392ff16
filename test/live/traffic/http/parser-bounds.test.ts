/** The reader of answers at its bounds: exact lengths, exact complaints, and bodies that are not copied. */
import { describe, expect, it } from 'vitest';
import {
  AnswerParser,
  bodyBytesMax,
  headBytesMax,
  headerOf,
  noAnswer,
  type RawAnswer,
} from '../../../../src/live/traffic/http/answer-parser.ts';
import { BrokenAnswer } from '../../../../src/live/traffic/http/framing.ts';
import { okay } from './connected.ts';

/** A parser for GETs without end, with a copy of each answer and the body in its place. */
function reading() {
  const seen: (RawAnswer & { readonly body: string })[] = [];
  const parser = new AnswerParser({
    awaited: () => 'GET',
    answered: (answer) =>
      seen.push({ ...answer, body: answer.bytes.toString('latin1', answer.start, answer.end) }),
  });
  const push = (...texts: readonly string[]) => {
    for (const text of texts) parser.push(Buffer.from(text, 'latin1'));
    return seen.map(({ body }) => body);
  };
  return { parser, seen, push };
}

const chunks = 'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n';
const untilClose = 'HTTP/1.1 200 OK\r\n\r\n';
/** A head of so many bytes up to the empty line. */
const headWith = (length: number): string => {
  const fixed = 'HTTP/1.1 200 OK\r\ncontent-length: 0\r\nx: ';
  return `${fixed}${'y'.repeat(length - fixed.length)}\r\n\r\n`;
};
const half = 'x'.repeat(bodyBytesMax / 2);
const halfSize = half.length.toString(16);

/** [what it is, the pieces that arrive, what is wrong] */
const broken: [string, readonly string[], string][] = [
  ['a head of one byte too much', [headWith(headBytesMax + 1)], 'the headers are too large'],
  ['so much without the end of a head', ['x'.repeat(headBytesMax + 1)], 'the headers are too large'],
  ['an empty head, for all that follows', [`\r\n\r\n${'x'.repeat(headBytesMax + 10)}`], 'this is no HTTP/1.1 answer'],
  ['a length of one byte too much', [`HTTP/1.1 200 OK\r\ncontent-length: ${bodyBytesMax + 1}\r\n\r\n`], 'the body is too large'],
  ['a chunk of one byte too much', [chunks, `${(bodyBytesMax + 1).toString(16)}\r\n`], 'the body is too large'],
  ['chunks of one byte too much together', [`${chunks}${halfSize}\r\n${half}\r\n`, `${(half.length + 1).toString(16)}\r\n`], 'the body is too large'],
  ['a body up to the close of one byte too much', [untilClose + half, `${half}x`], 'the body is too large'],
  ['a chunk line of one byte too much', [`${chunks}2;${'x'.repeat(1023)}\r\n`], 'a line is too long'],
  ['a chunk line without end', [`${chunks}2;${'x'.repeat(1023)}`], 'a line is too long'],
  ['trailers of one byte too much', [`${chunks}0\r\n${'x'.repeat(headBytesMax - 1)}\r\nyy\r\n\r\n`], 'the headers are too large'],
  ['a trailer of one byte too much', [`${chunks}0\r\n${'x'.repeat(headBytesMax + 1)}\r\n\r\n`], 'a line is too long'],
  ['no length of a chunk', [`${chunks}hello\r\n`], 'a chunk has no length'],
  ['a letter before the length of a chunk', [`${chunks}x5\r\n`], 'a chunk has no length'],
  ['a word behind the length of a chunk', [`${chunks}5 x\r\n`], 'a chunk has no length'],
  ['a letter behind the length of a chunk', [`${chunks}5x\r\n`], 'a chunk has no length'],
  ['a length of nine digits', [`${chunks}000000001\r\n`], 'a chunk has no length'],
  ['two bytes more in a chunk', [`${chunks}2\r\nhixx`], 'a chunk is too long'],
  ['no line feed behind a chunk', [`${chunks}2\r\nhi\rx`], 'a chunk is too long'],
  ['no carriage return behind a chunk', [`${chunks}2\r\nhix\n`], 'a chunk is too long'],
]; // prettier-ignore

describe('the reader of answers', () => {
  it.each(broken)('refuses %s', (_what, texts, message) => {
    const { push, seen } = reading();
    expect(() => push(...texts)).toThrow(new BrokenAnswer(message));
    expect(seen).toEqual([]);
  });

  it.each<[string, readonly string[], readonly string[]]>([
    ['the longest head', [headWith(headBytesMax)], ['']],
    ['two heads that are long together', [headWith(20_000) + headWith(20_000)], ['', '']],
    ['so much of a head, and its end later', [headWith(headBytesMax).slice(0, headBytesMax), '\r\n\r\n'], ['']],
    ['an unchanged answer with a length', [`HTTP/1.1 304 X\r\ncontent-length: 7\r\n\r\n${okay('next')}`], ['', 'next']],
    ['the rest of a body with the next answer behind it', ['HTTP/1.1 200 OK\r\ncontent-length: 3\r\n\r\n', `one${okay('two')}`], ['one', 'two']],
    ['a body in three pieces, and the next answer', ['HTTP/1.1 200 OK\r\ncontent-length: 3\r\n\r\no', 'n', `e${okay('two')}`], ['one', 'two']],
    ['the longest chunk line', [`${chunks}2;${'x'.repeat(1022)}\r\nhi\r\n0\r\n\r\n`], ['hi']],
    ['spaces and tabs before the extension of a chunk', [`${chunks}2 \t;x\r\nhi\r\n0 \r\n\r\n`], ['hi']],
    ['eight digits, large and small', [`${chunks}0000000A\r\n0123456789\r\n00000000a\r\n`.replace('00000000a', '0000000a'), '0123456789\r\n0\r\n\r\n'], ['01234567890123456789']],
    ['the longest trailers', [`${chunks}0\r\n${'x'.repeat(headBytesMax - 1)}\r\ny\r\n\r\n`], ['']],
    ['an end of trailers with a long answer behind it', [`${chunks}0\r\n`, `\r\n${okay('x'.repeat(40_000))}`], ['', 'x'.repeat(40_000)]],
    ['thousands of small chunks', [chunks, ...Array.from({ length: 5_000 }, (_, n) => `1\r\n${n % 10}\r\n`), '0\r\n\r\n'], ['0123456789'.repeat(500)]],
  ])('takes %s', (_what, texts, bodies) => {
    const { push, parser } = reading();
    expect(push(...texts)).toEqual(bodies);
    expect(parser.isIdle).toBe(true);
  }); // prettier-ignore

  it.each<[string, readonly string[]]>([
    ['with a length', [`HTTP/1.1 200 OK\r\ncontent-length: ${bodyBytesMax}\r\n\r\n${half}`, half]],
    ['in chunks', [`${chunks}${halfSize}\r\n${half}`, `\r\n${halfSize}\r\n${half}\r\n0\r\n\r\n`]],
    ['up to the close', [untilClose + half, half]],
  ])('takes the longest body %s', (_what, texts) => {
    const { push, parser, seen } = reading();
    push(...texts);
    parser.end();
    expect(seen.map(({ status, body }) => [status, body.length])).toEqual([[200, bodyBytesMax]]);
  });

  it('counts the bytes of each body by themselves', () => {
    const { push } = reading();
    const whole = `${chunks}${halfSize}\r\n${half}\r\n1\r\nx\r\n0\r\n\r\n`;
    expect(push(whole, whole).map(({ length }) => length)).toEqual([half.length + 1, half.length + 1]);
  });

  it.each<[string, string, string]>([
    ['a length', 'HTTP/1.1 200 OK\r\ncontent-length: 5\r\n\r\n', 'hello'],
    ['one chunk', `${chunks}5\r\n`, 'hello\r\n0\r\n\r\n'],
  ])('does not copy a body of %s that arrives at once', (_what, head, rest) => {
    const { parser, seen } = reading();
    parser.push(Buffer.from(head));
    const body = Buffer.alloc(rest.length, rest, 'latin1');
    parser.push(body);
    expect(seen.map(({ bytes, start, end, body: text }) => [bytes.buffer === body.buffer, start, end, text])).toEqual([[true, 0, 5, 'hello']]);
  }); // prettier-ignore

  it('hands over the bytes of a connection as they came where nothing is left of the ones before', () => {
    const { parser, seen } = reading();
    const [first, second] = [Buffer.from(okay('one')), Buffer.from(okay('two'))];
    parser.push(first);
    parser.push(second);
    expect(seen.map(({ bytes }) => [bytes === first, bytes === second])).toEqual([
      [true, false],
      [false, true],
    ]);
    expect(seen[1]).toEqual({
      status: 200,
      head: 'HTTP/1.1 200 OK\r\ncontent-length: 3\r\n',
      bytes: second,
      start: second.length - 3,
      end: second.length,
      keepsAlive: true,
      encoding: '',
      body: 'two',
    });
  });

  it('begins with an answer that says nothing', () =>
    expect(noAnswer()).toEqual({
      status: 0,
      head: '',
      bytes: Buffer.alloc(0),
      start: 0,
      end: 0,
      keepsAlive: true,
      encoding: '',
    }));

  it.each<[string, string, string | undefined]>([
    ['HTTP/1.1 200 x:\r\n', 'x', undefined],
    ['HTTP/1.1 200 x:\r\n', 'tp/1.1 200 x', undefined],
    ['HTTP/1.1 200 OK\r\nx:\r\n', 'x', ''],
    ['HTTP/1.1 200 OK\r\nX: \t1 \r\nx: 2\r\n', 'x', '1'],
    ['HTTP/1.1 200 OK\r\nyx: 1\r\nx : 2\r\n', 'x', undefined],
  ])('finds in %j under %s: %j', (head, name, value) => expect(headerOf(head, name)).toBe(value));
});
