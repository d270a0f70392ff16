/** One request on its own connection, for setup before a run and checks after it. */
import { readJson } from '../../../core/base/json-text.ts';
import { hostHeader, wireText } from './wire-request.ts';
import { Connection, type Endpoint } from './connection.ts';
import { assertPermitted } from '../target/permit.ts';
import type { ServiceAddress, Target } from '../target/target.ts';

/** No response came; the message names the request and the reason. */
export class NoAnswer extends Error {
  override readonly name = 'NoAnswer';
}

/** A request to a service; `path` is relative to the address, and `body` is sent as JSON. */
export interface Asked {
  readonly method: string;
  readonly address: ServiceAddress;
  readonly path: string;
  readonly query?: Readonly<Record<string, string>> | undefined;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A complete response with any status. */
export interface HttpReply {
  readonly status: number;
  /** Status line and header lines. */
  readonly head: string;
  /** JSON, or the text where it is none. */
  readonly body: unknown;
}

/** Rejects with `NoAnswer`. Throws `Forbidden` at once for what the target file does not allow. */
export function ask(
  target: Target,
  endpoint: Endpoint,
  { method, address, path, query, body, headers }: Asked,
): Promise<HttpReply> {
  assertPermitted(target, method);
  const text = wireText(
    {
      method,
      path: address.basePath + path,
      query,
      headers,
      ownHeaders: '',
      body: body === undefined ? undefined : JSON.stringify(body),
      isJson: true,
    },
    hostHeader(address),
    target.carried,
  );
  const what = `${method} ${address.basePath}${path} at ${address.host}:${address.port}`;
  if (text === undefined) return Promise.reject(new NoAnswer(`${what}: the request cannot be sent as HTTP`));
  return new Promise((resolve, reject) => {
    const request = { method, sentMs: 0 };
    const late = setTimeout(() => connection.cut('timeout'), target.timeoutMs);
    const connection = new Connection(endpoint, {
      opened: (opened) => opened.send(request, text),
      answered: (answered, _request, { status, head, bytes, start, end }) => {
        const answer = bytes.toString('utf8', start, end);
        resolve({ status, head, body: readJson(answer) ?? answer });
        answered.cut('reset');
      },
      failed: (failed, _request, reason) => reject(new NoAnswer(`${what}: ${failed.cause ?? reason}`)),
      follow: (send) => setTimeout(send, 1000 / target.requestsPerSecondMax),
      closed: (closed, reason) => {
        clearTimeout(late);
        reject(new NoAnswer(`${what}: ${closed.cause ?? reason ?? 'no answer'}`));
      },
    });
  });
}
