/** Parts of HTTP: framing, redirects, codings, why a connection fails, which protocol a port speaks. */
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { RawAnswer } from '../../../../src/live/traffic/http/answer-parser.ts';
import { decodeBody } from '../../../../src/live/traffic/http/decoded-body.ts';
import type { Endpoint } from '../../../../src/live/traffic/http/endpoint.ts';
import { networkFailure } from '../../../../src/live/traffic/http/failure.ts';
import { FifoQueue } from '../../../../src/live/traffic/http/fifo-queue.ts';
import { framingOf, statusOf } from '../../../../src/live/traffic/http/framing.ts';
import { fieldFormat, framingHeaders, tokenFormat } from '../../../../src/live/traffic/http/header-text.ts';
import { headersIn } from '../../../../src/live/traffic/http/headers-in.ts';
import { redirectOf } from '../../../../src/live/traffic/http/redirect.ts';
import {
  closedInHandshake,
  isProtocolRefused,
  socketFailure,
} from '../../../../src/live/traffic/http/tls-error.ts';
import { causeOfBadRequest, protocolOfBytes } from '../../../../src/live/traffic/http/wrong-protocol.ts'; // prettier-ignore

const headOf = (...lines: readonly string[]): string => ['HTTP/1.1 200 OK', ...lines, '', ''].join('\r\n');

describe('the framing of an answer', () => {
  const plain = { length: undefined, isChunked: false, keepsAlive: true, encoding: '' };

  it.each<[string, string, object]>([
    ['nothing', headOf(), {}],
    ['a length', headOf('Content-Length: 12'), { length: 12 }],
    ['a length of nothing', headOf('Content-Length: 0'), { length: 0 }],
    ['the longest length', headOf(`Content-Length: ${'9'.repeat(15)}`), { length: 999_999_999_999_999 }],
    ['the same length twice', headOf('Content-Length: 12', 'content-length:12 '), { length: 12 }],
    ['chunks', headOf('Transfer-Encoding: Chunked'), { isChunked: true }],
    ['an end', headOf('Connection: x, Close'), { keepsAlive: false }],
    ['two connections', headOf('Connection: x', 'Connection: close'), { keepsAlive: false }],
    ['an older version', headOf().replace('1.1', '1.0'), { keepsAlive: false }],
    ['an older version that stays', headOf('Connection: Keep-Alive').replace('1.1', '1.0'), { keepsAlive: true }],
    ['codings', headOf('Content-Encoding: GZip', 'content-encoding: br'), { encoding: ',gzip,br' }],
    ['other headers', headOf('Xontent-Length: 12', 'Cookie: close', 'TE: chunked', 'X: content-length: 5', 'content-lengths: 5'), {}],
  ])('is told by %s', (_what, head, framing) => expect(framingOf(head)).toEqual({ ...plain, ...framing })); // prettier-ignore

  it.each<[string, string, string]>([
    ['a header over two lines', headOf('X: y', ' z'), 'goes on in another line'],
    ['a header over two lines with a tab', headOf('X: y', '\tz'), 'goes on in another line'],
    ['a header without a name', headOf('Content-Length 12', 'x: y'), 'has no name'],
    ['the last header without a name', headOf('Content-Length 12'), 'has no name'],
    ['two lengths', headOf('Content-Length: 12', 'Content-Length: 13'), 'two lengths'],
    ['a length and chunks', headOf('Content-Length: 12', 'Transfer-Encoding: chunked'), 'two lengths'],
    ['another coding', headOf('Transfer-Encoding: gzip'), 'the transfer coding gzip is not known'],
    ['two codings', headOf('Transfer-Encoding: gzip', 'Transfer-Encoding: chunked'), 'gzip,chunked is not known'],
    ...['-1', '+1', '1.5', '', 'x', '1 2', '9'.repeat(16)].map((length): [string, string, string] => [`a length of "${length}"`, headOf(`Content-Length: ${length}`), 'the length is no number']),
  ])('is broken with %s', (_what, head, message) => expect(() => framingOf(head)).toThrow(message)); // prettier-ignore

  it.each(['HTTP/1.1 200 OK', 'HTTP/1.0 200 OK', 'HTTP/1.1 200\r\n', 'HTTP/1.1 200 '])('%j has a status', (head) =>
    expect(statusOf(head)).toBe(200)); // prettier-ignore
  it('has statuses from 100 on', () =>
    expect([statusOf('HTTP/1.1 100 x'), statusOf('HTTP/1.1 999 x')]).toEqual([100, 999]));
  it.each(['HTTP/1.2 200 OK', 'HTTP/2.0 200 OK', 'HTTP/1.1  200', 'HTTP/1.1x200 OK', 'HTTP/1.1 2000', 'HTTP/1.1 20 OK', 'HTTP/1.1 099 OK', 'HTTP/1.1 2x0 OK', 'http/1.1 200 OK', '', 'HTTP/1.1 1.5 OK'])(
    '%j has none', (head) => expect(() => statusOf(head)).toThrow('this is no HTTP/1.1 answer')); // prettier-ignore

  it('has headers by name, the first of repeated ones', () => {
    expect(headersIn(headOf('X-Y:  z ', 'x-y: other', 'no name', ': empty', 'a:b:c', 'd:'))).toEqual({ 'x-y': 'z', a: 'b:c', d: '' });
  }); // prettier-ignore
});

const endpoint = (change: object = {}): Endpoint =>
  ({ isTls: false, host: 'here.example', address: '127.0.0.1', port: 80, transport: { followsRedirects: true }, ...change }) as unknown as Endpoint; // prettier-ignore

describe('a redirect', () => {
  const redirected = (status: number, location: string | undefined, { text = 'GET /a?b=/a HTTP/1.1\r\nx: y\r\n\r\n', hops = 0, at = endpoint() } = {}) =>
    redirectOf(at, { status, head: location === undefined ? headOf() : headOf(`Location: ${location}`) }, { text, hops }); // prettier-ignore

  it.each<[number, string, string]>([
    [301, '/c', 'GET /c HTTP/1.1'], [302, '/c?d', 'GET /c?d HTTP/1.1'], [303, 'c', 'GET /c HTTP/1.1'], [307, 'http://here.example/c', 'GET /c HTTP/1.1'],
    [308, 'http://HERE.example:80/c', 'GET /c HTTP/1.1'], [302, '/$&', 'GET /$& HTTP/1.1'], [302, '//here.example/c#d', 'GET /c HTTP/1.1'],
  ])('with status %i to %s is followed as %s', (status, location, line) => {
    expect(redirected(status, location)).toEqual({ text: `${line}\r\nx: y\r\n\r\n` });
  }); // prettier-ignore

  it.each<[number, string | undefined]>([[200, '/c'], [300, '/c'], [304, '/c'], [306, '/c'], [309, '/c'], [302, undefined]])(
    'is none with status %i and location %s', (status, location) => expect(redirected(status, location)).toBeUndefined()); // prettier-ignore

  it.each<[string, Parameters<typeof redirected>, RegExp]>([
    ['another host', [302, 'http://there.example/c'], /^a redirect to http:\/\/there\.example was not followed; expected the same scheme, host and port$/],
    ['another port', [302, 'http://here.example:81/c'], /here\.example:81 was not followed/],
    ['another scheme', [302, 'https://here.example:80/c'], /was not followed/],
    ['a name with a password', [302, 'http://a:b@here.example/c'], /was not followed/],
    ['a name', [302, 'http://a@here.example/c'], /was not followed/],
    ['no address', [302, 'http://['], /^a redirect to no address was not followed$/],
    ['an unsafe path', [302, '/a/%2e%2e%2fb'], /unsafe path/],
    ['a sixth time', [302, '/c', { hops: 5 }], /more than 5 redirects/],
    ['after a POST', [302, '/c', { text: 'POST /a HTTP/1.1\r\n\r\n' }], /^a redirect \(302\) of a POST was not followed; expected status 307 or 308$/],
    ['where none is followed', [302, '/c', { at: endpoint({ transport: undefined }) }], /redirects: same-host/],
  ])('to %s is not followed, and why is said', (_what, how, why) => {
    expect(redirected(...how)).toEqual({ why: expect.stringMatching(why) as string });
  }); // prettier-ignore

  it('is followed a fifth time, of a HEAD, and of a POST that keeps its method', () => {
    expect(redirected(302, '/c', { hops: 4 })).toHaveProperty('text');
    expect(redirected(301, '/c', { text: 'HEAD /a HTTP/1.1\r\n\r\n' })).toHaveProperty('text');
    for (const status of [307, 308])
      expect(redirected(status, '/c', { text: 'POST /a HTTP/1.1\r\n\r\nbody /a' })).toEqual({
        text: 'POST /c HTTP/1.1\r\n\r\nbody /a',
      });
  });

  it('stays at the port of TLS, and at an address of IPv6', () => {
    const tls = endpoint({ isTls: true, port: 443 });
    expect(redirected(302, 'https://here.example/c', { at: tls })).toHaveProperty('text');
    expect(redirected(302, 'http://here.example:443/c', { at: tls })).toHaveProperty('why');
    expect(redirected(302, 'https://here.example/c', { at: endpoint({ isTls: true, port: 80 }) })).toHaveProperty('why'); // prettier-ignore
    expect(redirected(302, 'http://[::1]:8080/c', { at: endpoint({ host: '::1', port: 8080 }) })).toHaveProperty('text'); // prettier-ignore
  });
});

const answerOf = (bytes: Buffer, encoding: string, start = 0, end = bytes.length): RawAnswer =>
  ({ status: 200, head: '', bytes, start, end, encoding }) as RawAnswer;

describe('a body with a coding', () => {
  const text = 'hello '.repeat(50);
  const bytes = Buffer.from(text);

  it.each<[string, Buffer]>([
    ['gzip', gzipSync(bytes)], ['x-gzip', gzipSync(bytes)], ['deflate', deflateSync(bytes)], ['deflate', deflateRawSync(bytes)], ['br', brotliCompressSync(bytes)],
    ['', bytes], ['identity', bytes], [',gzip, br', brotliCompressSync(gzipSync(bytes))], ['gzip,identity,gzip,gzip', gzipSync(gzipSync(gzipSync(bytes)))],
  ])('is decoded from "%s", wherever it stands', (encoding, coded) => {
    const answer = answerOf(Buffer.concat([Buffer.from('xx'), coded, Buffer.from('yyy')]), encoding, 2, 2 + coded.length);
    expect(decodeBody(answer)).toBeUndefined();
    expect(answer.bytes.toString('utf8', answer.start, answer.end)).toBe(text);
  }); // prettier-ignore

  it.each<[string, string, Buffer]>([
    ['is not known', 'zstd', bytes], ['is a name of every object', 'constructor', bytes], ['is one of four', 'gzip,gzip,gzip,gzip', bytes],
  ])('that %s is a mistake', (_what, encoding, body) => {
    expect(decodeBody(answerOf(body, encoding))).toMatch(/unknown content coding/);
  }); // prettier-ignore

  it('that it is not in is a mistake, and an empty body is none', () => {
    expect(decodeBody(answerOf(bytes, 'gzip'))).toMatch(/not in the content coding/);
    expect(decodeBody(answerOf(Buffer.from('x'), 'deflate'))).toMatch(/not in the content coding/);
    expect(decodeBody(answerOf(bytes, 'zstd', 4, 4))).toBeUndefined();
  });

  it('that is longer than what is read is a mistake', () => {
    const long = gzipSync(Buffer.alloc(70 * 1024 * 1024));
    expect(decodeBody(answerOf(long, 'gzip'))).toMatch(/has more than \d+ bytes once it is decoded/);
  });
});

describe('a connection that fails', () => {
  const failed = (code: string | undefined, change: object = {}, offered?: readonly string[]) =>
    socketFailure((code === undefined ? {} : { code, ...change }) as NodeJS.ErrnoException, endpoint(change), offered); // prettier-ignore

  it.each<[string, string | undefined]>([
    ['ECONNREFUSED', 'refused'], ['ECONNRESET', 'reset'], ['EPIPE', 'reset'], ['EADDRNOTAVAIL', 'unreachable'], ['EHOSTUNREACH', 'unreachable'],
    ['EMFILE', 'unreachable'], ['ENETUNREACH', 'unreachable'], ['ETIMEDOUT', 'unreachable'], ['EOTHER', undefined],
  ])('with %s is %s', (code, reason) => {
    expect(networkFailure({ code } as NodeJS.ErrnoException)).toBe(reason);
    if (reason !== undefined) expect(failed(code)).toEqual({ reason });
  }); // prettier-ignore

  it.each<[string, RegExp]>([
    ['DEPTH_ZERO_SELF_SIGNED_CERT', /self-signed; name it under tls\.ca/],
    ...['SELF_SIGNED_CERT_IN_CHAIN', 'UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'UNABLE_TO_GET_ISSUER_CERT', 'UNABLE_TO_GET_ISSUER_CERT_LOCALLY', 'CERT_SIGNATURE_FAILURE', 'CERT_UNTRUSTED'].map((code): [string, RegExp] => [code, /no trusted authority/]),
    ['CERT_HAS_EXPIRED', /has expired/], ['CERT_NOT_YET_VALID', /not valid yet/],
    ...['WRONG_VERSION_NUMBER', 'PACKET_LENGTH_TOO_LONG', 'RECORD_LAYER_FAILURE', 'HTTP_REQUEST'].map((code): [string, RegExp] => [`ERR_SSL_${code}`, /answers in plain HTTP; expected http:\/\//]),
    ['ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED', /asks for a client certificate/],
    ...['TLSV1_ALERT_UNKNOWN_CA', 'SSLV3_ALERT_BAD_CERTIFICATE', 'SSL/TLS_ALERT_BAD_CERTIFICATE', 'SSLV3_ALERT_CERTIFICATE_UNKNOWN', 'SSLV3_ALERT_CERTIFICATE_EXPIRED', 'SSLV3_ALERT_UNSUPPORTED_CERTIFICATE', 'TLSV1_ALERT_ACCESS_DENIED'].map((code): [string, RegExp] => [`ERR_SSL_${code}`, /refuses the client certificate/]),
    ['ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION', /no TLS 1\.2/], ['ERR_SSL_UNSUPPORTED_PROTOCOL', /no TLS 1\.2/],
    ['ERR_SSL_SSLV3_ALERT_HANDSHAKE_FAILURE', /asks for a client certificate/], ['ERR_SSL_SSL/TLS_ALERT_HANDSHAKE_FAILURE', /asks for a client certificate/],
    ['ERR_NEW', /^the TLS handshake fails \(ERR_NEW\)$/],
    ['ERR_SSL_TLSV1_ALERT_NO_APPLICATION_PROTOCOL', /neither HTTP\/1\.1 nor HTTP\/2/],
  ])('for TLS with %s says why', (code, cause) => {
    expect(failed(code)).toEqual({ reason: 'tls', cause: expect.stringMatching(cause) as string });
  }); // prettier-ignore

  it('says more where more is known', () => {
    const refused = 'ERR_SSL_TLSV1_ALERT_NO_APPLICATION_PROTOCOL';
    const http2 = { transport: { isHttp2: true } };
    expect(failed(refused, http2, ['h2']).cause).toMatch(/speaks no HTTP\/2; expected http2 to be left out/);
    expect(failed(refused, http2, ['h2', 'http/1.1']).cause).toMatch(/neither/);
    expect(failed(refused, {}, ['h2']).cause).toMatch(/neither/);
    expect([isProtocolRefused({ code: refused } as NodeJS.ErrnoException), isProtocolRefused({} as NodeJS.ErrnoException)]).toEqual([true, false]);
    const other = 'ERR_TLS_CERT_ALTNAME_INVALID';
    expect(failed(other, { cert: { subjectaltname: 'DNS:a' } }).cause).toBe('the certificate is for other hosts (DNS:a), not for here.example; expected a host that it names');
    expect(failed(other, { cert: {} }).cause).toBe('the certificate is for other hosts, not for here.example; expected a host that it names');
    expect(failed(other, { cert: { subjectaltname: 'x'.repeat(300) } }).cause).toContain(`(${'x'.repeat(200)})`);
    expect(failed(undefined)).toEqual({ reason: 'tls' });
    const certified = { transport: { clientCertificate: {} } };
    expect(failed('ERR_SSL_SSLV3_ALERT_HANDSHAKE_FAILURE', certified).cause).toMatch(/refuses the client certificate/);
    expect(failed('ECONNRESET', { isTls: true })).toEqual({ reason: 'reset' });
    expect(failed('ECONNRESET', { isTls: true, ...certified }).cause).toMatch(/it may refuse the client certificate/);
    expect(failed('ECONNRESET', certified)).toEqual({ reason: 'reset' });
    expect(closedInHandshake(endpoint())).toEqual({ reason: 'reset' });
  }); // prettier-ignore
});

describe('the protocol of a port', () => {
  it.each<[string, number[], RegExp | undefined]>([
    ['an alert of TLS', [0x15, 3, 1], /speaks TLS/],
    ['another record', [0x16, 3, 1], undefined],
    ['another version', [0x15, 2, 1], undefined],
    ['settings of HTTP/2', [0, 0, 0, 4, 0, 0, 0, 0, 0], /HTTP\/2 only/],
    ['too few bytes', [0, 0, 0, 4, 0, 0, 0, 0], undefined],
    ['another frame', [0, 0, 0, 5, 0, 0, 0, 0, 0], undefined],
    ['a frame of a stream', [0, 0, 0, 4, 0, 0, 0, 0, 1], undefined],
    ['a long frame', [1, 0, 0, 4, 0, 0, 0, 0, 0], undefined],
    ['HTTP/1.1', [...Buffer.from('HTTP/1.1 200')], undefined],
  ])('is told by %s', (_what, bytes, protocol) => {
    const said = protocolOfBytes(Buffer.from(bytes));
    if (protocol === undefined) expect(said).toBeUndefined();
    else expect(said).toMatch(protocol);
  });

  const bad = (text: string, isTls = false, start = 0) =>
    causeOfBadRequest(answerOf(Buffer.from(text), '', start), endpoint({ isTls }));

  it.each(['sent to HTTPS port', 'to an HTTPS server', 'to an SSL-enabled server port'])('is told by a 400 with "%s"', (text) => {
    expect(bad(text)).toMatch(/speaks TLS/);
    expect(bad(text, true)).toBeUndefined();
    expect(bad(`${' '.repeat(2_048)}${text}`)).toBeUndefined();
    expect(bad(`${text}x`, false, text.length)).toBeUndefined();
  }); // prettier-ignore

  it.each(['No required SSL certificate', 'SSL certificate ERROR'])(
    'asks for a certificate with "%s"',
    (text) => {
      expect(bad(text, true)).toMatch(/asks for a client certificate/);
      expect(bad(text)).toBeUndefined();
      expect(bad('other', true)).toBeUndefined();
    },
  );
});

describe('headers', () => {
  it.each<[RegExp, string, boolean]>([
    [tokenFormat, "aZ9!#$%&'*+.^_`|~-", true], [tokenFormat, 'a b', false], [tokenFormat, '', false], [tokenFormat, 'a:', false], [tokenFormat, ':a', false],
    [fieldFormat, '\t ~a', true], [fieldFormat, '', true], [fieldFormat, '\u007f', false], [fieldFormat, 'a\n', false], [fieldFormat, '\u0000a', false], [fieldFormat, 'é', false],
  ])('%s takes %j: %s', (format, text, takes) => expect(format.test(text)).toBe(takes)); // prettier-ignore

  it('frame a message with these names', () => {
    expect([...framingHeaders].toSorted()).toEqual(['connection', 'content-length', 'expect', 'host', 'keep-alive', 'proxy-connection', 'te', 'trailer', 'transfer-encoding', 'upgrade']);
  }); // prettier-ignore
});

describe('a queue', () => {
  it('gives items in the order in which they came, however many', () => {
    const steps = fc.array(fc.oneof(fc.record({ push: fc.integer({ min: 1, max: 1_500 }) }), fc.record({ shift: fc.integer({ min: 1, max: 1_500 }) }), fc.constant('clear' as const)), { maxLength: 12 });
    fc.assert(
      fc.property(steps, (list) => {
        const queue = new FifoQueue<number>();
        let [next, model]: [number, number[]] = [0, []];
        for (const step of list) {
          if (step === 'clear') {
            expect(queue.clear()).toEqual(model);
            model = [];
          } else if ('push' in step) {
            for (let n = 0; n < step.push; n++) {
              queue.push(next);
              model.push(next++);
            }
          } else for (let n = 0; n < step.shift; n++) if (queue.shift() !== model.shift()) throw new Error('another item');
          expect([queue.length, queue.head]).toEqual([model.length, model[0]]);
        }
      }),
      { numRuns: 30 },
    );
  }); // prettier-ignore
});
