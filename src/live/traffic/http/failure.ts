/** Why a request has no response. */

/**
 * Too late, connection refused or reset, an invalid response, a TLS error, no route, a proxy that opens no tunnel.
 */
export type FailureReason = 'timeout' | 'refused' | 'reset' | 'broken' | 'tls' | 'unreachable' | 'proxy';

/** A reason, with a sentence that names cause and remedy where they are known. */
export interface ConnectionFailure {
  readonly reason: FailureReason;
  readonly cause?: string;
}

const unreachable: ReadonlySet<string> = new Set([
  'EADDRNOTAVAIL',
  'EHOSTUNREACH',
  'EMFILE',
  'ENETUNREACH',
  'ETIMEDOUT',
]);

/** The reason of a network error; undefined for an error of TLS. */
export function networkFailure({ code = '' }: NodeJS.ErrnoException): FailureReason | undefined {
  if (code === 'ECONNREFUSED') return 'refused';
  if (code === 'ECONNRESET' || code === 'EPIPE') return 'reset';
  return unreachable.has(code) ? 'unreachable' : undefined;
}
