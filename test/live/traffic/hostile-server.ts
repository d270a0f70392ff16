/** A server over bare sockets that answers requests with whatever bytes a script has, in any pieces, or not at all. */
import fc from 'fast-check';
import { createServer, type Socket } from 'node:net';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

const ok = (body: string, head = ''): string =>
  `HTTP/1.1 200 OK\r\ncontent-length: ${Buffer.byteLength(body)}\r\n${head}\r\n${body}`;

const ids = [
  '../../admin/secret', '..', '%2e%2e/x', 'a/b', 'a%2fb', '//evil.example/', '\\\\evil.example\\', '@evil.example', 'x\r\nevil: 1',
  'x HTTP/1.1\r\n\r\nGET /admin HTTP/1.1\r\n\r\n', '?admin=1', '#x', '"},"x":"', '${0:/id}', '$$', '\u0000', 'é😀', 'x'.repeat(100_000), '',
]; // prettier-ignore

/** A parser that subtracts them goes back in its input. */
export const negativeLengths = [
  'HTTP/1.1 200 OK\r\ncontent-length: -2\r\n\r\n{"id":1}',
  'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n-5\r\n{"id":1}\r\n0\r\n\r\n',
];

/** What comes back for one request; `stop` ends the connection behind it. */
export interface Reply {
  readonly bytes: string;
  readonly stop: boolean;
  /** The bytes again and again, up to so many. */
  readonly flood?: number;
}

const reply = (bytes: string, stop = false, flood?: number): Reply =>
  flood === undefined ? { bytes, stop } : { bytes, stop, flood };

export const anyReply: fc.Arbitrary<Reply> = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...ids).map((id) => reply(ok(JSON.stringify({ id })))) },
  {
    weight: 4,
    arbitrary: fc.constantFrom(
      ok('{}'), ok('{"id":7}'), ok('{"id":null}'), ok('null'), ok('[]'), ok('"x"'), ok('not json'), ok(''), ok('['.repeat(60_000)),
      ok('{"__proto__":{"id":"x"}}'), ok('{}') + ok('{"id":"unasked"}'), 'hello', 'HTTP/0.9 junk\r\n\r\n', '\r\n\r\n', '<html>',
      'HTTP/1.1 200 OK\r\ncontent-length: 5\r\n\r\nab', 'HTTP/1.1 200 OK\r\ncontent-length: -1\r\n\r\n', 'HTTP/1.1 999 X\r\ncontent-length: 0\r\n\r\n',
      'HTTP/1.1 20 X\r\n\r\n', 'HTTP/1.1 200 OK\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\nab', 'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\nzz\r\n',
      'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n', ...negativeLengths, `HTTP/1.1 200 OK\r\n${'x: y\r\n'.repeat(5000)}content-length: 0\r\n\r\n`,
      'HTTP/1.1 302 Found\r\nlocation: http://127.0.0.2:9/evil\r\ncontent-length: 0\r\n\r\n', 'HTTP/1.1 101 Switching Protocols\r\n\r\n',
      `${'HTTP/1.1 100 Continue\r\n\r\n'.repeat(2000)}${ok('{}')}`, ok('{}', 'content-encoding: gzip\r\n'), ok('{}', 'connection: close\r\n'),
      'HTTP/1.1 429 X\r\nretry-after: 1e999\r\ncontent-length: 0\r\n\r\n', 'HTTP/1.1 204 X\r\n\r\n', 'HTTP/1.1 \u001b]0;x\u0007 OK\r\n\r\n', '',
    ).chain((bytes) => fc.boolean().map((stop) => reply(bytes, stop))),
  },
  { weight: 1, arbitrary: fc.constant(reply('HTTP/1.1 100 Continue\r\n\r\n', true, 3_000_000)) },
  { weight: 1, arbitrary: fc.constant(reply('HTTP/1.1 200 OK\r\n\r\n'.padEnd(20_000, 'x'), true, 8_000_000)) },
  { weight: 1, arbitrary: fc.uint8Array({ maxLength: 200 }).map((bytes) => reply(Buffer.from(bytes).toString('latin1'), true)) },
); // prettier-ignore

export interface HostileServer {
  readonly port: number;
  /** First lines of every request. */
  readonly asked: string[];
  /** Connections that were opened. */
  connections: number;
  readonly close: () => void;
}

/** Reply number n answers request number n, and the last one all that follow. `greets` is sent before anything was asked. */
export async function hostileServer(replies: readonly Reply[], greets = ''): Promise<HostileServer> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    found.connections += 1;
    sockets.add(socket);
    socket.on('error', () => undefined);
    if (greets !== '') socket.write(greets);
    let text = '';
    socket.on('data', (data) => {
      text += data.toString('latin1');
      for (let length = messageLength(text); length !== undefined; length = messageLength(text)) {
        found.asked.push(text.slice(0, text.indexOf('\r\n')));
        text = text.slice(length);
        send(socket, replies[Math.min(found.asked.length, replies.length) - 1]);
      }
    });
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const close = (): void => {
    for (const socket of sockets) socket.destroy();
    server.close();
  };
  onTestFinished(close);
  const found = {
    port: (server.address() as AddressInfo).port,
    asked: [] as string[],
    connections: 0,
    close,
  };
  return found;
}

/** Of the first whole request in the text. */
function messageLength(text: string): number | undefined {
  const head = text.indexOf('\r\n\r\n');
  if (head < 0) return undefined;
  const body = Number(/^content-length: *(\d+)/im.exec(text.slice(0, head))?.[1] ?? 0);
  return text.length >= head + 4 + body ? head + 4 + body : undefined;
}

function send(socket: Socket, answer: Reply | undefined): void {
  if (answer === undefined) return;
  const { bytes, stop, flood = 0 } = answer;
  const whole = Buffer.from(bytes, 'latin1');
  let left = Math.max(1, Math.ceil(flood / Math.max(1, whole.length)));
  const more = (): void => {
    while (left > 0 && !socket.destroyed) {
      left -= 1;
      if (!socket.write(whole)) {
        socket.once('drain', more);
        return;
      }
    }
    if (stop) socket.end();
  };
  more();
}
