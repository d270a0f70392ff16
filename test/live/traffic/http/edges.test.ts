/** Edges of the parts of HTTP: bodies that look like something else, bounds of notes and of decoding, what lacks a part, and who is left alone. */
import { createServer as createPlain } from 'node:net';
import { brotliCompressSync, constants } from 'node:zlib';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { bodyBytesMax, noAnswer, type RawAnswer } from '../../../../src/live/traffic/http/answer-parser.ts';
import { decodeBody } from '../../../../src/live/traffic/http/decoded-body.ts';
import { note, notesOf, withNotes, type Endpoint } from '../../../../src/live/traffic/http/endpoint.ts';
import { BrokenAnswer, framingOf } from '../../../../src/live/traffic/http/framing.ts';
import { headersIn } from '../../../../src/live/traffic/http/headers-in.ts';
import { redactAnswer } from '../../../../src/live/traffic/http/redacted-answer.ts';
import { redirectOf } from '../../../../src/live/traffic/http/redirect.ts';
import { pathMistake } from '../../../../src/live/traffic/http/sendable-path.ts';
import { socketFailure } from '../../../../src/live/traffic/http/tls-error.ts';
import { probedForTls } from '../../../../src/live/traffic/http/wrong-protocol.ts';
import { client } from '../transports/certificates.ts';
import { listening } from '../transports/gateway.ts';
import { connected, endpointAt, heldServer, okay, until } from './connected.ts';

afterEach(() => void vi.useRealTimers());

const bodyAnswer = (bytes: Buffer, encoding: string): RawAnswer =>
  ({ ...noAnswer(), bytes, end: bytes.length, encoding }); // prettier-ignore
const decoded = (bytes: Buffer, encoding: string): string => {
  const answer = bodyAnswer(bytes, encoding);
  return decodeBody(answer) ?? answer.bytes.toString('utf8', answer.start, answer.end);
};

/** A stored block of deflate with these bits at its beginning. */
const stored = (first: number, text: string): Buffer => {
  const head = Buffer.from([first, 0, 0, 0, 0]);
  head.writeUInt16LE(text.length, 1);
  head.writeUInt16LE(text.length ^ 0xffff, 3);
  return Buffer.concat([head, Buffer.from(text)]);
};

describe('a body in deflate without a wrapper', () => {
  it.each<[string, Buffer, string]>([
    ['begins as a wrapper does, but for its check', Buffer.concat([stored(0x08, 'hello'), stored(0x01, '')]), 'hello'],
    ['has the check of a wrapper, but none', stored(0x01, 'x'.repeat(23)), 'x'.repeat(23)],
    ['has neither', stored(0x01, 'hello'), 'hello'],
  ])('is decoded where it %s', (_what, bytes, text) => expect(decoded(bytes, 'deflate')).toBe(text)); // prettier-ignore

  it.each([[0x08], [0x01]])('is a mistake of one byte: %i', (first) => {
    expect(decoded(Buffer.from([first]), 'deflate')).toBe('an answer is not in the content coding that it names; expected gzip, deflate, br or none'); // prettier-ignore
  });
});

it('a body in br is decoded up to the longest one', () => {
  const br = (length: number): string =>
    decoded(
      brotliCompressSync(Buffer.alloc(length, 'x'), { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } }),
      'br',
    );
  expect(br(bodyBytesMax)).toHaveLength(bodyBytesMax);
  expect(br(bodyBytesMax + 1)).toBe('an answer has more than 4194304 bytes once it is decoded; expected a shorter one'); // prettier-ignore
});

describe('notes of an endpoint', () => {
  it('are twenty at most, each once', () => {
    const endpoint = endpointAt(1, {});
    for (let count = 0; count < 25; count += 1) for (const _again of [1, 2]) note(endpoint, `note ${count}`);
    const twenty = Array.from({ length: 20 }, (_, count) => `127.0.0.1:1: note ${count}`);
    expect(notesOf([endpoint, endpointAt(2), endpoint])).toEqual(twenty);
    expect([withNotes(['a', 'b', 'a']), withNotes([])]).toEqual([{ notes: ['a', 'b'] }, {}]);
  });

  it('are none where nothing is kept', () => {
    const endpoint = endpointAt(1);
    note(endpoint, 'note');
    expect(notesOf([endpoint])).toEqual([]);
  });
});

describe('a head', () => {
  const headOf = (line: string): string => `HTTP/1.1 200 OK\r\n${line}\r\n`;

  it('that frames nothing is refused by its name', () => {
    expect(new BrokenAnswer('why')).toMatchObject({ name: 'BrokenAnswer', message: 'why' });
    expect(() => framingOf(headOf('content-length\r\nx: y'))).toThrow(
      new BrokenAnswer('a header has no name'),
    );
  });

  it('has headers behind its first line alone', () => {
    expect(headersIn('HTTP/1.1 200 a: b\r\nx: y\r\n\r\n')).toEqual({ x: 'y' });
  });
});

describe('a redirect', () => {
  const why = (location: string): unknown =>
    redirectOf(
      endpointAt(80, { followsRedirects: true }),
      { status: 302, head: `HTTP/1.1 302 X\r\nlocation: ${location}\r\n` },
      { text: 'GET /a HTTP/1.1\r\n\r\n', hops: 0 },
    );

  it('with a password alone is not followed', () => {
    expect(why('http://:b@127.0.0.1/c')).toEqual({ why: 'a redirect to http://127.0.0.1 was not followed; expected the same scheme, host and port' }); // prettier-ignore
    expect(why('http://127.0.0.1/c')).toEqual({ text: 'GET /c HTTP/1.1\r\n\r\n' });
  });

  it('to a long host names two hundred characters of it', () => {
    const label = 'x'.repeat(60);
    const long = `http://${[label, label, label, label].join('.')}`;
    expect(why(`${long}/c`)).toEqual({ why: `a redirect to ${long.slice(0, 200)} was not followed; expected the same scheme, host and port` }); // prettier-ignore
  });
});

describe('a path', () => {
  /** Dots that are encoded so many times. */
  const dots = (times: number): string => `/a/${`%${'25'.repeat(times - 1)}2e`.repeat(2)}/b`;

  it.each([1, 2, 3, 4])('with dots that are encoded %i times leads elsewhere', (times) =>
    expect(pathMistake(dots(times))).toBe('it has a segment of dots'));
  it('is decoded four times', () => expect(pathMistake(dots(5))).toBeUndefined());

  it.each(['/.é', '/..é/b', '/é.', '/.%41'])('with more than dots in a segment stays: %s', (path) =>
    expect(pathMistake(path)).toBeUndefined());
}); // prettier-ignore

it('a secret at the first byte of a body is taken out', () => {
  const bytes = Buffer.from('secret-1 and more');
  const answer = { ...noAnswer(), head: 'head', bytes, end: bytes.length };
  redactAnswer(answer, ['secret-1']);
  expect([answer.bytes.toString(), answer.start, answer.end]).toEqual(['[redacted] and more', 0, 19]);
});

describe('a failure of TLS on a way without anything beside', () => {
  const plain = { ...endpointAt(443), isTls: true, host: 'here.example' };
  it.each<[object, string | undefined]>([
    [{ code: 'ERR_SSL_TLSV1_ALERT_NO_APPLICATION_PROTOCOL' }, 'the target speaks neither HTTP/1.1 nor HTTP/2; expected one of them'],
    [{ code: 'ERR_TLS_CERT_ALTNAME_INVALID' }, 'the certificate is for other hosts, not for here.example; expected a host that it names'],
    [{ code: 'ERR_SSL_SSLV3_ALERT_HANDSHAKE_FAILURE' }, 'the target asks for a client certificate; name one under tls.cert and tls.key'],
    [{}, undefined],
  ])('has its cause: %j', (error, cause) => {
    for (const offered of [['h2'], []])
      expect(socketFailure(error as NodeJS.ErrnoException, plain, offered)).toEqual(cause === undefined ? { reason: 'tls' } : { reason: 'tls', cause });
  }); // prettier-ignore

  it('is a reset where it is one', () => {
    expect(socketFailure({ code: 'ECONNRESET' } as NodeJS.ErrnoException, plain)).toEqual({ reason: 'reset' }); // prettier-ignore
  });
});

describe('a port', () => {
  it('that does not answer a handshake is given a second', async () => {
    const { port } = await heldServer();
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const over: unknown[] = [];
    const probed = probedForTls(endpointAt(port)).then((found) => over.push(found));
    await vi.advanceTimersByTimeAsync(999);
    expect(over).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    await probed;
    expect([over, vi.getTimerCount()]).toEqual([[undefined], 0]);
  });

  it('that refuses connections speaks no TLS', async () => {
    expect(await probedForTls(endpointAt(1))).toBeUndefined();
  });
});

describe('a plain connection', () => {
  const closing = async (change: Partial<Endpoint> = {}): Promise<string | undefined> => {
    const port = await listening(createPlain((socket) => void socket.once('data', () => socket.end())));
    const found = { isHttp2: false, isProbed: true, notes: new Set<string>() };
    const { closed, connection } = connected({ ...endpointAt(port, { clientCertificate: client, found }), ...change }, [1]); // prettier-ignore
    await closed;
    return connection.cause;
  };

  it('that is closed without a byte has shown no certificate', async () => {
    expect(await closing()).toBeUndefined();
  });

  it('takes an alert behind an answer for no protocol, and the one before it for TLS', async () => {
    const alert = Buffer.from('\u0015\u0003\u0003\0\u0002\u0002F\r\n\r\n');
    const server = await heldServer((socket) => socket.write(server.asked.length === 1 ? okay('one') : alert)); // prettier-ignore
    const { heard, connection, closed } = connected(endpointAt(server.port), [1]);
    await until(() => heard.length === 2);
    connection.send({ n: 2, method: 'GET', sentMs: 2 }, 'GET /2 HTTP/1.1\r\n\r\n');
    await closed;
    expect([heard, connection.cause]).toEqual([['opened', '1: 200 one', '2: broken', 'closed'], undefined]);
    const { port } = await heldServer((socket) => socket.write(alert));
    const first = connected(endpointAt(port), [1]);
    await first.closed;
    expect([first.heard, first.connection.cause]).toEqual([
      ['opened', '1: broken', 'closed'],
      'the port speaks TLS; expected https:// instead of http:// in the target file',
    ]);
  });
});
