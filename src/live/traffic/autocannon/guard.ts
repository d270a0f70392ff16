/**
 * Protects a run of autocannon from a server's responses. Its clients throw on an unexpected response, collect bodies
 * of any length, ignore parser errors and reconnect without limit. This guard closes such a connection.
 */
import type autocannon from 'autocannon';
import { bodyBytesMax } from '../http/answer-parser.ts';

/** Members that autocannon does not declare. */
type Client = autocannon.Client & {
  readonly parser: { execute(chunk: Buffer): unknown; body_bytes?: number | null };
  _connect(): void;
  destroy(): void;
};

/** The most consecutive connects without a response. */
const connectsMax = 20;

/** Calls `broken` for each connection that is closed; its remaining requests are not sent. */
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
