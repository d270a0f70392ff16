/** The Date header tells virtual time, like every other instant that is answered. */
import { secondMs, type Instant } from '../../core/base/time.ts';

let last = { second: Number.NaN, text: '' };

/** IMF-fixdate (RFC 9110, 5.6.7); consecutive answers share their second nearly always. */
export function virtualDate(nowMs: Instant): string {
  const second = Math.floor(nowMs / secondMs);
  if (last.second !== second) last = { second, text: new Date(second * secondMs).toUTCString() };
  return last.text;
}
