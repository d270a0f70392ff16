/** What the server refuses by itself, without the world. */
import { refuse, type Refusal } from '../../core/base/refusal.ts';
import { errorBody, statusOf } from '../../core/http/errors.ts';
import type { Served } from './sandbox.ts';

export const controlFromAfar = refuse(
  'FORBIDDEN',
  'control calls are answered to programs on this machine alone',
);
export const broken = refuse('INTERNAL_ERROR', 'internal error');
export const wasCancelled = refuse(
  'SERVICE_UNAVAILABLE',
  'the clock did not arrive at X-Sim-At; nothing was done',
);
export const wasReset = refuse(
  'CONFLICT',
  'another world is served now, by a reset or a rewind; expected that to come later',
);
export const wasAbandoned = refuse('SERVICE_UNAVAILABLE', 'the world was not rewound; nothing was done');

export const refused = ({ code, message }: Refusal): Served => ({
  response: { status: statusOf[code], headers: {}, body: errorBody(code, message) },
  delayMs: 0,
});

/** What is wrong with a message that node:http could not parse. */
export function whatWasWrong(code: string | undefined): string {
  if (code === 'HPE_HEADER_OVERFLOW') return 'the headers are too large';
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return 'the request was not complete in time';
  return 'this is no valid HTTP request';
}
