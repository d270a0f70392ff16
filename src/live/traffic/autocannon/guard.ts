/**
 * Keeps what a server answers from harming a run of autocannon. Its clients throw on an answer that nobody asked for, gather
 * a body of any length, ignore what their parser refuses, and connect again without end. Here such a connection is given up.
 */
import type autocannon from 'autocannon';
import { bodyBytesMax } from '../http/answer-parser.ts';

/** What autocannon does not declare. */
type Client = autocannon.Client & {
  readonly parser: { execute(chunk: Buffer): unknown; body_bytes?: number | null };
  _connect(): void;
  destroy(): void;
};

/** So often a connection is opened in turn without an answer in between. */
const connectsMax = 20;

/** Calls `broken` for each connection that is given up; what was to go over it is not sent. */
export function guard(declared: autocannon.Client, broken: () => void): void {
  const client = declared as Client;
  const execute = client.parser.execute.bind(client.parser);
  const connect = client._connect.bind(client);
  let [bytes, connects] = [0, 0];
  const abort = (): void => {
    broken();
    client.destroy();
  };
  refuseBadLengths(client.parser);
  client.on('response', () => ([bytes, connects] = [0, 0]));
  client.parser.execute = (chunk) => {
    bytes += chunk.length;
    if (bytes > bodyBytesMax || !isRead(() => execute(chunk))) abort();
  };
  client._connect = () => {
    connects += 1;
    if (connects > connectsMax) abort();
    else connect();
  };
}

/**
 * The parser accepts a negative length of a body or a chunk, goes back in its input and never ends. Throws within `execute`
 * instead.
 */
function refuseBadLengths(parser: Client['parser']): void {
  let left = parser.body_bytes;
  Object.defineProperty(parser, 'body_bytes', {
    get: () => left,
    set: (value: number | null) => {
      if (typeof value === 'number' && !(value >= 0))
        throw new Error('the length of a body is no count of bytes');
      left = value;
    },
  });
}

/** The parser returns an error or throws one. */
function isRead(read: () => unknown): boolean {
  try {
    return !(read() instanceof Error);
  } catch {
    return false;
  }
}
