/** Why a session is not kept any more. */
import { refuse } from '../../../core/base/refusal.ts';
import { Redactor } from '../../../core/http/secrets/redact.ts';
import type { SessionEntry } from './entry.ts';

/** The refusal of a session beyond the bound. */
export const isTooLong = refuse(
  'CONFLICT',
  'the session is too long to be kept; expected a reset, which begins a new one',
);
/** Keys of addresses are kept nowhere (WAL04), and without them a request has another answer. */
export const hasKey = refuse(
  'CONFLICT',
  'a request had a private key, which no session keeps; expected a reset, which begins a new one',
);
const keys = new Redactor({ kinds: ['private-key'] });
/** True for a request with a private key. */
export const holdsKey = ({ request, tool }: SessionEntry): boolean =>
  keys.request(request) !== request || keys.value(tool?.input) !== tool?.input;
