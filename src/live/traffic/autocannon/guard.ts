/**
 * Protects a run of autocannon from a server's responses. Its clients throw on an unexpected response, collect bodies
 * of any length, ignore parser errors and reconnect without limit. This guard closes such a connection.
 */
import type autocannon from 'autocannon';
import { bodyBytesMax } from '../http/answer-parser.ts';

/** Members that autocannon does not declare. */
type Client = autocannon.Client & {
  readonly parser: { execute(chunk: Buffer): unknown };
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

/** The parser returns an error or throws one. */
function isRead(read: () => unknown): boolean {
  try {
    return !(read() instanceof Error);
  } catch {
    return false;
  }
}
