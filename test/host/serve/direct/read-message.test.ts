import { createServer } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { MessageReader, type PlainMessage } from '../../../../src/host/serve/direct/read-message.ts';

/** What node:http makes of the same bytes. */
const received: PlainMessage[] = [];
const server = createServer({ requireHostHeader: false }, (message, response) => {
  const chunks: Buffer[] = [];
  message.on('data', (chunk: Buffer) => chunks.push(chunk));
  message.on('end', () => {
    const { method, url = '', headers, rawHeaders } = message;
    const text = Buffer.concat(chunks).toString('utf8');
    received.push({
      method: method as PlainMessage['method'],
      url,
      headers: { ...headers },
      rawHeaders,
      text,
    });
    response.end();
  });
});
beforeAll(async () => {
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
});
afterAll(() => server.close());

async function readByNode(bytes: Buffer): Promise<readonly PlainMessage[]> {
  received.length = 0;
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  await new Promise((resolve) => {
    socket.on('data', () => socket.destroy());
    socket.on('close', resolve);
    socket.write(bytes);
  });
  return [...received];
}

const reader = new MessageReader();
const read = (text: string): PlainMessage | undefined => reader.read(Buffer.from(text, 'utf8'));

const plain = {
  wrk: 'GET /faucet/status?a=b HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer sk_live_a\r\n\r\n',
  'curl with a body':
    'POST /faucet/register HTTP/1.1\r\nHost: localhost:4010\r\nUser-Agent: curl/8.1\r\nAccept: */*\r\n' +
    'Content-Type: application/json\r\nContent-Length: 18\r\n\r\n{"agent_id":"a-1"}',
  'a client that keeps its connection':
    'POST /claim HTTP/1.1\r\nhost: localhost\r\nconnection: keep-alive\r\ncontent-length: 0\r\n\r\n',
  'an empty value and spaces': 'GET / HTTP/1.1\r\nHost:\t localhost  \r\nX-Empty:\r\n\r\n',
};

it.each(Object.entries(plain))('%s is read', async (_, text) => {
  const message = read(text);
  expect(message).toBeDefined();
  expect([message]).toEqual(await readByNode(Buffer.from(text)));
});

const head = 'GET / HTTP/1.1\r\nHost: localhost\r\n';
const left = {
  'another method': 'PUT / HTTP/1.1\r\nHost: localhost\r\n\r\n',
  'another version': 'GET / HTTP/1.0\r\nHost: localhost\r\n\r\n',
  'an absolute target': 'GET http://localhost/ HTTP/1.1\r\nHost: localhost\r\n\r\n',
  'an escape in the target': 'GET /%5Fsim/ HTTP/1.1\r\nHost: localhost\r\n\r\n',
  'a part of a head': head,
  'two requests': `${head}\r\n${head}\r\n`,
  'a part of a body': 'POST / HTTP/1.1\r\nContent-Length: 5\r\n\r\n{}',
  'more than a body': 'POST / HTTP/1.1\r\nContent-Length: 1\r\n\r\n{}',
  'a body of a GET': `${head}Content-Length: 2\r\n\r\n{}`,
  'a length with a sign': 'POST / HTTP/1.1\r\nContent-Length: +2\r\n\r\n{}',
  'a length with a zero before it': 'POST / HTTP/1.1\r\nContent-Length: 02\r\n\r\n{}',
  'a length beside chunks': 'POST / HTTP/1.1\r\nContent-Length: 0\r\nTransfer-Encoding: chunked\r\n\r\n',
  'a header twice': `${head}host: localhost\r\n\r\n`,
  'a folded header': `${head}X-A: b\r\n c\r\n\r\n`,
  'a space before the colon': `${head}X-A : b\r\n\r\n`,
  'a bare line feed': 'GET / HTTP/1.1\nHost: localhost\n\n',
  'a control character': `${head}X-A: b\u0001\r\n\r\n`,
  'a character beyond ASCII': `${head}X-A: ä\r\n\r\n`,
  'the last request of a connection': `${head}Connection: close\r\n\r\n`,
  'an upgrade': `${head}Connection: upgrade\r\nUpgrade: websocket\r\n\r\n`,
  'a question before the body': 'POST / HTTP/1.1\r\nExpect: 100-continue\r\nContent-Length: 0\r\n\r\n',
  'a long head': `${head}X-A: ${'a'.repeat(9_000)}\r\n\r\n`,
};

it.each(Object.entries(left))('%s is left to node:http', (_, text) => {
  expect(read(text)).toBeUndefined();
});

const piece = fc.constantFrom(...Array.from('aZ09-_.~/?=&%#:;, \t"\\\u0000\u007Fä€\r\n'));
const text = fc.array(piece, { maxLength: 8 }).map((parts) => parts.join(''));
const name = fc.oneof(
  fc.constantFrom(
    'Host',
    'Accept',
    'Cookie',
    'Authorization',
    'X-A',
    'constructor',
    'content-type',
    '__proto__',
  ),
  fc.constantFrom('Connection', 'Content-Length', 'Transfer-Encoding', 'Referer'),
  text,
);
const value = fc.oneof(fc.constantFrom('keep-alive', '0', '2', 'a b', 'localhost', ''), text);
const line = fc
  .record({ name, gap: fc.constantFrom(':', ': ', ':\t', ' :'), value, end: fc.constantFrom('', ' ') })
  .map((parts) => `${parts.name}${parts.gap}${parts.value}${parts.end}\r\n`);
const request = fc
  .record({
    method: fc.constantFrom('GET', 'POST', 'GET', 'POST', 'HEAD'),
    target: fc.oneof(
      fc.constantFrom('/', '/a?b=c'),
      text.map((part) => `/${part}`),
    ),
    lines: fc.array(line, { maxLength: 4 }),
    body: fc.constantFrom('', '', '{}', 'ä'),
    hasLength: fc.boolean(),
  })
  .map(({ method, target, lines, body, hasLength }) => {
    const length = hasLength ? `Content-Length: ${Buffer.byteLength(body)}\r\n` : '';
    return `${method} ${target} HTTP/1.1\r\n${lines.join('')}${length}\r\n${body}`;
  });

it('reads nothing otherwise than node:http does', async () => {
  let readCount = 0;
  const property = fc.asyncProperty(request, async (bytes) => {
    const message = read(bytes);
    if (message === undefined) return;
    readCount += 1;
    expect([message]).toEqual(await readByNode(Buffer.from(bytes, 'utf8')));
  });
  await fc.assert(property, { numRuns: 3_000 });
  expect(readCount).toBeGreaterThan(100);
});
