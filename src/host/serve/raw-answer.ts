/** A whole HTTP message as text, for a connection on which nothing could be understood. */
import { STATUS_CODES } from 'node:http';
import type { RefusalCode } from '../../core/base/refusal.ts';
import { errorBody, statusOf } from '../../core/http/errors.ts';

/** Says no and that the connection ends here. Only listed codes are used (gap E10). */
export function rawAnswer(code: RefusalCode, message: string): string {
  const status = statusOf[code];
  const body = JSON.stringify(errorBody(code, message));
  return [
    `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}`,
    'content-type: application/json; charset=utf-8',
    `content-length: ${Buffer.byteLength(body)}`,
    'connection: close',
    '',
    body,
  ].join('\r\n');
}
