/** The key of an account in the answer to a registration. */
import { isOk, textIn, type LiveCallAnswer } from '../../../../verification/audit/live/call.ts';

/** What can be sent in a header. */
const keyFormat = /^[\x21-\x7e]{1,4096}$/;

/** The key in the answer to a registration that a header can hold; else what was wrong, in words. */
export function keyIn(answer: LiveCallAnswer): { readonly key: string } | { readonly wrong: string } {
  const key = textIn(answer.body, 'api_key');
  if (isOk(answer) && key !== undefined && keyFormat.test(key)) return { key };
  const isStrange = isOk(answer) && key !== undefined;
  return { wrong: `status ${answer.status}${isStrange ? ', a key that no header can hold' : ''}` };
}
