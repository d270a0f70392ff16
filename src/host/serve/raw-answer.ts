/** A whole HTTP response as text, for a connection whose request could not be parsed. */
import { STATUS_CODES } from 'node:http';
import type { RefusalCode } from '../../core/base/refusal.ts';
import { errorBody, statusOf } from '../../core/http/errors.ts';

/** A refusal with `connection: close`. Only listed codes are used (gap E10). */
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
