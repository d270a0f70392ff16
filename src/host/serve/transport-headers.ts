/** The headers of a response as node:http takes them, with those that HTTP adds. */
import type { Instant } from '../../core/base/time.ts';
import type { Response } from '../../core/http/message.ts';
import type { HeaderPairs } from './connection.ts';
import { virtualDate } from './virtual-date.ts';

/** `isLast`: the connection ends with this response. */
export function transportHeaders(headers: Response['headers'], nowMs: Instant, isLast: boolean): HeaderPairs {
  const pairs: HeaderPairs = [];
  for (const name in headers) pairs.push(name, headers[name] ?? '');
  pairs.push('date', virtualDate(nowMs));
  if (isLast) pairs.push('connection', 'close');
  return pairs;
}
