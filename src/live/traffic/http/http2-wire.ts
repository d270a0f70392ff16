/**
 * HTTP/2 over an open socket, one request at a time. It takes and gives what HTTP/1.1 does: the text of a message in,
 * an answer with the text of its head out.
 */
import {
  connect,
  constants,
  type ClientHttp2Session,
  type ClientHttp2Stream,
  type IncomingHttpHeaders,
  type IncomingHttpStatusHeader,
} from 'node:http2';
import type { Socket } from 'node:net';
import { bodyBytesMax, headBytesMax, noAnswer } from './answer-parser.ts';
import type { Endpoint } from './endpoint.ts';
import type { ConnectionFailure } from './failure.ts';
import type { Wire, WireEvents } from './wire.ts';

const broken: ConnectionFailure = { reason: 'broken' };
const otherProtocol: ConnectionFailure = {
  reason: 'broken',
  cause: 'the target does not answer in HTTP/2; expected http2 to be left out of the target file',
};

/** Takes over an open socket. The owner sends the next message once the last is answered. */
export class Http2Wire implements Wire {
  readonly #session: ClientHttp2Session;
  readonly #scheme: string;
  readonly #events: WireEvents;
  #isOver = false;
  hasRead = false;

  constructor(socket: Socket, { isTls }: Endpoint, events: WireEvents) {
    this.#events = events;
    this.#scheme = isTls ? 'https' : 'http';
    this.#session = connect(`${this.#scheme}://localhost`, {
      createConnection: () => socket,
      settings: { enablePush: false },
    });
    this.#session.once('remoteSettings', () => (this.hasRead = true));
    this.#session.on('error', () => this.#over(this.hasRead ? broken : otherProtocol));
    this.#session.on('close', () => this.#over({ reason: 'reset' }));
  }

  send(text: string): void {
    if (this.#session.closed || this.#session.destroyed) return this.#over({ reason: 'reset' });
    const { headers, body } = messageOf(text, this.#scheme);
    const stream = this.#session.request(headers, { endStream: body === '' });
    if (body !== '') stream.end(body);
    this.#await(stream);
  }

  gather(): void {
    // One request at a time has nothing to batch.
  }

  destroy(): void {
    this.#isOver = true;
    this.#session.destroy();
  }

  #await(stream: ClientHttp2Stream): void {
    const answer = noAnswer();
    const pieces: Buffer[] = [];
    let bytes = 0;
    stream.on('response', (headers) => {
      answer.status = headers[':status'] ?? 0;
      answer.head = headOf(headers);
      answer.encoding = (headers['content-encoding'] ?? '').toLowerCase();
      if (answer.head.length > headBytesMax) this.#over(broken);
    });
    stream.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes > bodyBytesMax) this.#over(broken);
      else pieces.push(chunk);
    });
    stream.on('end', () => {
      // A stream that was reset ends as well, with what came until then.
      if (this.#isOver || answer.status === 0 || stream.rstCode !== constants.NGHTTP2_NO_ERROR) return;
      answer.bytes = Buffer.concat(pieces);
      answer.end = answer.bytes.length;
      answer.keepsAlive = !this.#session.closed;
      this.#events.answered(answer);
    });
    stream.on('error', () => this.#over(this.hasRead ? { reason: 'reset' } : otherProtocol));
    stream.on('close', () => {
      if (stream.rstCode !== constants.NGHTTP2_NO_ERROR || answer.status === 0)
        this.#over({ reason: 'reset' });
    });
  }

  #over(failure: ConnectionFailure): void {
    if (this.#isOver) return;
    this.destroy();
    this.#events.over(failure);
  }
}

/** Splits the text of an HTTP/1.1 message. It is Orrery's own: well-formed, with one space at each place. */
function messageOf(text: string, scheme: string): { headers: Record<string, string>; body: string } {
  const end = text.indexOf('\r\n\r\n');
  const [start = '', ...lines] = text.slice(0, end).split('\r\n');
  const [method = '', path = ''] = start.split(' ');
  const headers: Record<string, string> = { ':method': method, ':scheme': scheme, ':path': path };
  for (const line of lines) {
    const colon = line.indexOf(':');
    const name = line.slice(0, colon).toLowerCase();
    headers[name === 'host' ? ':authority' : name] = line.slice(colon + 1).trim();
  }
  return { headers, body: text.slice(end + 4) };
}

/** Status line and header lines, as HTTP/1.1 would have them. */
function headOf(headers: IncomingHttpHeaders & IncomingHttpStatusHeader): string {
  const lines = Object.entries(headers).flatMap(([name, value]) =>
    name.startsWith(':') || value === undefined ? [] : [value].flat().map((one) => `${name}: ${one}\r\n`),
  );
  return `HTTP/2 ${headers[':status'] ?? 0}\r\n${lines.join('')}`;
}
