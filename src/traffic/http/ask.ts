/** One request on a connection of its own, for what has to be settled before and after a run. */
import { hostHeader, wireText } from './wire-request.ts';
import { Connection, type Place } from './connection.ts';
import { assertPermitted } from '../target/permit.ts';
import type { ServiceAddress, Target } from '../target/target.ts';

export interface Asked {
  readonly method: 'GET' | 'POST';
  readonly address: ServiceAddress;
  readonly path: string;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface Told {
  readonly status: number;
  readonly body: unknown;
}

/** Rejects with an `Error` that says what was asked where there is no answer. */
export function ask(
  target: Target,
  place: Place,
  { method, address, path, body, headers }: Asked,
): Promise<Told> {
  assertPermitted(target, method);
  const text = wireText(
    {
      method,
      path: address.basePath + path,
      query: undefined,
      headers,
      ownHeaders: '',
      body: body === undefined ? undefined : JSON.stringify(body),
      isJson: true,
    },
    hostHeader(address),
  );
  const what = `${method} ${address.basePath}${path} at ${address.host}:${address.port}`;
  return new Promise((resolve, reject) => {
    const request = { method, sentMs: 0 };
    const connection = new Connection(place, {
      opened: (opened) => opened.send(request, text ?? ''),
      answered: (answered, _request, { status, bytes, start, end }) => {
        const answer = bytes.toString('utf8', start, end);
        resolve({ status, body: parsed(answer) });
        answered.cut('reset');
      },
      failed: (_connection, _request, reason) => reject(new Error(`${what}: ${reason}`)),
      closed: (_connection, reason) => reject(new Error(`${what}: ${reason ?? 'no answer'}`)),
    });
    setTimeout(() => connection.cut('timeout'), target.timeoutMs).unref();
  });
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}
