/** What must not be in a trace, by the name of the field that carries it: keys of wallets, and those of the API. */
import { redacted, secretNames } from '../../http/secrets.ts';

/** The platform itself keeps keys: it has to know who is asking. A trace does not, nor what an imported one may hold. */
const credentialNames: ReadonlySet<string> = new Set([
  'api_key',
  'authorization',
  'x-api-key',
  'access_token',
  'refresh_token',
  'client_secret',
  'password',
  'passphrase',
]);

export { redacted };

/** True for a field whose text is never kept, whoever sent it. */
export function isSecret(field: string): boolean {
  const name = field.toLowerCase();
  return secretNames.has(name) || credentialNames.has(name);
}

/** A text without keys that no answer of the run gave out. */
export const withoutKeys = (text: string): string => text.replaceAll(/sk_live_\w+/g, redacted);
