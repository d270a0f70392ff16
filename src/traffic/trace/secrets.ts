/** What must not be in a trace, by the name of the field that carries it: keys of wallets, and those of the API. */
import { redacted, secretNames } from '../../http/secrets.ts';

/** The platform itself keeps these: it has to know who is asking. A trace does not. */
const credentialNames: ReadonlySet<string> = new Set(['api_key', 'authorization']);

export { redacted };

/** True for a field whose text is never kept, whoever sent it. */
export function isSecret(field: string): boolean {
  const name = field.toLowerCase();
  return secretNames.has(name) || credentialNames.has(name);
}

/** A text without keys that no answer of the run gave out. */
export const withoutKeys = (text: string): string => text.replaceAll(/sk_live_\w+/g, redacted);
