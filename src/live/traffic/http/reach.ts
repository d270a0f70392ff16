/** Opens one connection and sends nothing over it: for engines that cannot say themselves why TLS fails. */
import { Connection } from './connection.ts';
import type { Endpoint } from './endpoint.ts';

/** Cause and remedy where the connection fails for a known reason; undefined otherwise, also if none answers. */
export function causeOfNoConnection(endpoint: Endpoint, timeoutMs: number): Promise<string | undefined> {
  return new Promise((resolve) => {
    const late = setTimeout(() => connection.cut('timeout'), timeoutMs);
    const connection = new Connection(endpoint, {
      opened: (opened) => opened.cut('reset'),
      answered: () => undefined,
      failed: () => undefined,
      closed: (closed) => {
        clearTimeout(late);
        resolve(closed.cause);
      },
    });
  });
}
