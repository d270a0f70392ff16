/** What the recording proxy answers by itself: one line of JSON, for a request that the target is not sent. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { isIP } from 'node:net';
import { pathMistake } from '../http/sendable-path.ts';
import { serviceOf } from '../plan/plan.ts';
import { refusalOf } from '../target/permit.ts';
import type { Target } from '../target/target.ts';

/** An answer that the proxy gives without the target. */
export interface OwnAnswer {
  readonly status: number;
  /** Under which the result counts it. */
  readonly reason: string;
  /** For the client: what is wrong and what was expected. */
  readonly message: string;
}

/** Ends the response with one line of JSON; the body of the request is read and dropped. */
export function answerAlone(message: IncomingMessage, response: ServerResponse, own: OwnAnswer): void {
  const line = `${JSON.stringify({ error: `orrery record: ${own.message}`, code: own.reason })}\n`;
  response.writeHead(own.status, {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(line),
    ...(own === recordingOver ? { connection: 'close' } : {}),
  });
  response.end(message.method === 'HEAD' ? undefined : line);
  message.resume();
}

/** Why the target is not sent this request; undefined if it is. */
export function refusalFor(message: IncomingMessage, target: Target): OwnAnswer | undefined {
  const { url = '', method = '', headers } = message;
  if (!isOwnHost(headers.host)) {
    return refused(403, 'OTHER_HOST', 'this proxy is reached by a loopback address or localhost alone');
  }
  if (!url.startsWith('/')) {
    return refused(400, 'NO_PATH', 'this is no forward proxy; expected a path such as /faucet/balance');
  }
  if ((headers.upgrade ?? '').toLowerCase().includes('websocket')) {
    return refused(501, 'NO_UPGRADE', 'a WebSocket is not recorded; expected plain HTTP requests');
  }
  const path = url.split('?', 1)[0] ?? '';
  const mistake = pathMistake(path);
  if (mistake !== undefined) {
    return refused(400, 'UNSAFE_PATH', `this path is not passed on, because ${mistake}`);
  }
  const service = serviceOf(path);
  if (service === undefined || !target.services.has(service)) {
    const known = [...target.services.keys()].map((name) => `/${name === 'control' ? '_sim' : name}`);
    return refused(
      404,
      'NO_SERVICE',
      `this path belongs to no service; expected one below ${known.join(', ')}`,
    );
  }
  const forbidden = refusalOf(target, method);
  return forbidden === undefined ? undefined : refused(403, 'NOT_ALLOWED', forbidden);
}

/** The answer to a request that comes when the recording has ended. */
export const recordingOver: OwnAnswer = {
  status: 503,
  reason: 'RECORDING_OVER',
  message: 'the recording has ended; expected requests before its end',
};

const refused = (status: number, reason: string, message: string): OwnAnswer => ({ status, reason, message });

/** A page in a browser may reach this machine by another name (DNS rebinding); its requests are not passed on. */
function isOwnHost(header: string | undefined): boolean {
  if (header === undefined) return true;
  const name = header
    .toLowerCase()
    .replace(/:\d{1,5}$/, '')
    .replace(/^\[(.*)\]$/, '$1');
  if (isIP(name) === 0) return name === 'localhost' || name.endsWith('.localhost');
  return name === '::1' || name.startsWith('127.');
}

const causes: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'the connection was refused',
  ECONNRESET: 'the connection was closed before an answer came',
  EPIPE: 'the connection was closed before an answer came',
  EHOSTUNREACH: 'there is no route to it',
  ENETUNREACH: 'there is no route to it',
  ETIMEDOUT: 'the connection timed out',
};

/** The answer for a target that gives none. `error` is that of the connection. */
export function unreachable({ name }: Target, error: NodeJS.ErrnoException): OwnAnswer {
  const cause = causes[error.code ?? ''] ?? error.message;
  return { status: 502, reason: 'TARGET_DOWN', message: `no answer from target ${name}: ${cause}` };
}

/** The answer for a target that took longer than the target file allows. */
export const tooLate = ({ name, timeoutMs }: Target): OwnAnswer => ({
  status: 504,
  reason: 'TARGET_LATE',
  message: `no answer from target ${name} within ${timeoutMs} ms`,
});
