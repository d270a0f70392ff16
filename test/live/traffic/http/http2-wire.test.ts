/** HTTP/2 over a socket: what the target is sent, and what an answer becomes. */
import { createServer, type IncomingHttpHeaders, type ServerHttp2Stream } from 'node:http2';
import type { AddressInfo, Socket } from 'node:net';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { expect, it, onTestFinished } from 'vitest';
import { Connection } from '../../../../src/live/traffic/http/connection.ts';
import { endpointAt, until, type Numbered } from './connected.ts';

/** What a target hears of a message, which it answers once the whole of it has come. */
async function sent(text: string, method: string, { coding = {}, body: said = '{"ü":1}' }: { coding?: object; body?: string | Buffer } = {}) {
  const heard: { headers: IncomingHttpHeaders; body: string }[] = [];
  const sockets: Socket[] = [];
  const server = createServer();
  server.on('connection', (socket: Socket) => sockets.push(socket));
  server.on('stream', (stream: ServerHttp2Stream, headers) => {
    let body = '';
    stream.on('data', (chunk: Buffer) => (body += chunk.toString()));
    stream.on('end', () => {
      heard.push({ headers: Object.fromEntries(Object.entries(headers)), body });
      stream.respond({ ':status': 201, 'X-List': ['a', 'b'], date: 'now', ...coding });
      stream.end(method === 'HEAD' ? undefined : said);
    });
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  const answers: object[] = [];
  const connection = new Connection<Numbered>(endpointAt(port, { isHttp2: true }), {
    opened: (open) => open.send({ n: 1, method, sentMs: 1 }, text),
    answered: (_connection, { n }, { status, head, bytes, start, end, keepsAlive, encoding }) =>
      answers.push({ n, status, head, body: bytes.toString('utf8', start, end), keepsAlive, encoding }),
    failed: (_connection, _request, reason) => answers.push({ reason }),
    closed: () => undefined,
  });
  onTestFinished(() => connection.cut('reset'));
  await until(() => answers.length === 1);
  return { heard, answers, port };
} // prettier-ignore

const pseudo = (method: string, path: string) => ({ ':method': method, ':path': path, ':scheme': 'http', ':authority': 'here:1' }); // prettier-ignore

it.each<[string, string, object, string]>([
  ['GET', 'GET /a?b=c HTTP/1.1\r\nhost: here:1\r\nX-Odd: d: e\r\n\r\n', { ...pseudo('GET', '/a?b=c'), 'x-odd': 'd: e' }, ''],
  ['POST', 'POST /a HTTP/1.1\r\nhost: here:1\r\ncontent-length: 4\r\n\r\n{ü}', { ...pseudo('POST', '/a'), 'content-length': '4' }, '{ü}'],
  ['POST', 'POST /a HTTP/1.1\r\nhost: here:1\r\ncontent-length: 0\r\n\r\n', { ...pseudo('POST', '/a'), 'content-length': '0' }, ''],
])('a %s is sent whole, and so is what it is answered', async (method, text, headers, body) => {
  const { heard, answers } = await sent(text, method);
  expect(heard).toEqual([{ headers, body }]);
  const head = 'HTTP/2 201\r\nx-list: a, b\r\ndate: now\r\n';
  expect(answers).toEqual([{ n: 1, status: 201, head, body: '{"ü":1}', keepsAlive: true, encoding: '' }]);
}); // prettier-ignore

it.each([
  ['gzip', gzipSync],
  ['GZip', gzipSync],
  ['br', brotliCompressSync],
  ['deflate', deflateSync],
  ['identity', (text: string) => Buffer.from(text)],
])('an answer in the content coding %s is read as what it holds', async (name, encode) => {
  const body = encode('{"ü":[1,2]}');
  const { answers } = await sent('GET /a HTTP/1.1\r\nhost: here:1\r\n\r\n', 'GET', { coding: { 'content-encoding': name }, body });
  expect(answers).toMatchObject([{ n: 1, status: 201, body: '{"ü":[1,2]}' }]);
}); // prettier-ignore

it('an answer that is not in the coding that it names is a failure', async () => {
  const wrong = { coding: { 'content-encoding': 'gzip' }, body: '{}' };
  const { answers } = await sent('GET /a HTTP/1.1\r\nhost: here:1\r\n\r\n', 'GET', wrong);
  expect(answers).toEqual([{ reason: 'broken' }]);
});
