/**
 * Values under names that hold secrets, and values under names that only resemble them: a trace keeps none of the first and all of
 * the second (gap W21). The values say which is which, so that the property needs no table of names.
 */
import type { OperationSource } from '../../../simulation/scenario/schema.ts';
import type { Draw } from './draw.ts';

/** How a value begins that no trace may show, and one that every trace has to show. */
export const [hushed, shown] = ['hush:5e c2/e7+', 'open:5e c2/e7+'] as const;

/** Keys of wallets: a run removes their values from all other text too. */
const keyNames = [
  'private_key', 'privateKey', 'PRIVATE-KEY', 'user private key', 'secret_key', 'viewKey', 'spend-key', 'mnemonic', 'my_mnemonic_2',
  'seedPhrase', 'seed_words', 'recovery phrase', 'recoveryWords', 'backup_phrase', 'privKey', 'xprv', 'wif',
] as const; // prettier-ignore

const credentialNames = [
  'userApiKeyV2', 'access-key', 'authKey', 'signing_key', 'encryptionKey', 'secret_access', 'password', 'Passphrase',
  'passcode', 'credential', 'cookie', 'bearer', 'jwt', 'session_id', 'sessionKey', 'csrf', 'xsrf', 'verification-code', 'refresh_token',
  'client secret', 'secrets', 'signature', 'sig', 'pin', 'pinCode', 'otp', 'totp', 'passwd', 'pwd', 'pass', 'session', 'sid', 'auth',
  'authorization', 'idempotencyKey', 'X-Idempotency-Key', 'mcp session id',
] as const; // prettier-ignore

const plainNames = [
  'token_count', 'spin', 'seedling', 'passenger', 'authority', 'design',
  'signal', 'pinned', 'sidebar', 'note', 'keyring', 'wifi', 'cookbook', 'hotpot', 'secretary', 'session_count', 'idempotency_key_count', 'last_idempotency_key_age',
] as const; // prettier-ignore

/** Credentials in a query, and anything in JSON. */
const inQuery = ['key', 'code', 'access', 'hmac'] as const;

/** Headers in which clients and proxies send credentials. */
const headerNames = [
  'x-api-key', 'api-key', 'cookie', 'proxy-authorization', 'x-auth-token', 'x-access-token', 'x-csrf-token', 'x-amz-security-token',
  'mcp-session-id', 'x-session', 'x-signature', 'x-private-key', 'x-otp',
] as const; // prettier-ignore

/** Fields under such names, in the body, deeper in it, in the query, or in text that is no JSON. */
export function confided(operation: OperationSource, draw: Draw): OperationSource {
  const names = draw.pick<readonly string[]>([keyNames, credentialNames, plainNames]);
  const [name, isSecret] = [draw.pick(names), names !== plainNames];
  const elsewhere = names === keyNames ? (text: string) => spelt(text, draw) : () => 'said';
  const number = 100 + draw.integer(900);
  const value = `${isSecret ? hushed : shown}${number}`;
  const { body, query = {}, headers = {}, raw } = operation;
  if (draw.chance(15))
    return { ...operation, headers: { ...headers, [draw.pick(headerNames)]: `${hushed}${number}` } };
  if (raw !== undefined) return operation;
  if (draw.chance(10))
    return { ...operation, query: { ...query, [draw.pick(inQuery)]: `${hushed}${number}` } };
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    return operation.do.startsWith('GET') ? { ...operation, query: { ...query, [name]: value } } : operation;
  return draw.pick<() => OperationSource>([
    () => ({ ...operation, body: { ...body, [name]: value } }),
    () => ({ ...operation, body: { ...body, [draw.pick(inQuery)]: `${shown}${number}` } }),
    () => ({ ...operation, body: { ...body, [name]: value, remark: `it is ${elsewhere(value)}.` } }),
    () => ({ ...operation, body: { ...body, extra: { list: [1, { [name]: value }] } } }),
    () => ({ ...operation, body: { ...body, [name]: { inner: [value, 7, true, null, ''] } } }),
    () => ({ ...operation, query: { ...query, [name]: value } }),
    () => ({ ...withoutBody(operation), raw: JSON.stringify({ ...body, [name]: value }) }),
    () => ({ ...withoutBody(operation), raw: `a=1&${encodeURIComponent(name)}=${encodeURIComponent(value)}&b=2` }),
    () => ({ ...withoutBody(operation), raw: `{"${name}": "${value}", "broken": ` }),
    () => ({ ...withoutBody(operation), raw: `{"${name}": "${value}", "${name}": "x"}` }),
  ])(); // prettier-ignore
}

/** The same value as it may come back in other text. */
const spelt = (value: string, draw: Draw): string =>
  draw.pick([
    value,
    value.toUpperCase(),
    encodeURIComponent(value),
    encodeURIComponent(value).replaceAll('%20', '+'),
    value.replace('h', String.raw`\u0068`).replace('o', String.raw`\u006f`),
  ]);

export function withoutBody(operation: OperationSource): OperationSource {
  const { body: _, ...rest } = operation;
  return rest;
}
