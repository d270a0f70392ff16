/**
 * Names of fields that hold secrets: one table for traces, HAR files, reports and every display. A name matches in
 * any spelling (`privateKey`, `Private-Key`, `private key`, `PRIVATE_KEY`); the parser of the text resolves escapes.
 */
import { policyNames } from '../../policy/policies.ts';

/** Private keys of addresses; credentials of a caller; keys that mark a repeated request. */
export type SecretKind = 'private-key' | 'credential' | 'repeat';

/** The placeholder of a secret. */
export const redacted = '[redacted]';

/**
 * Each name once, as words. `anywhere`: the name contains the words (`user_api_key_v2`). `last`: it ends with them
 * (`refresh_token`, but not `token_count`). `whole`: it equals them.
 */
const table: readonly {
  readonly kind: SecretKind;
  readonly at: 'anywhere' | 'last' | 'whole';
  readonly names: string;
}[] = [
  {
    kind: 'private-key',
    at: 'anywhere',
    names:
      'private key, secret key, view key, spend key, mnemonic, ' +
      'seed phrase, seed words, recovery phrase, recovery words, backup phrase',
  },
  { kind: 'private-key', at: 'last', names: 'priv key, xprv, wif' },
  { kind: 'repeat', at: 'whole', names: 'idempotency key, x idempotency key, mcp session id' },
  {
    kind: 'credential',
    at: 'anywhere',
    names:
      'api key, access key, auth key, signing key, encryption key, secret access, ' +
      'password, passphrase, passcode, credential, authorization, cookie, bearer, jwt, ' +
      'session id, session key, csrf, xsrf, verification code',
  },
  {
    kind: 'credential',
    at: 'last',
    names:
      'token, secret, secrets, seed, signature, sig, pin, pin code, otp, totp, ' +
      'passwd, pwd, pass, session, sid, auth',
  },
];

/** Documented data with names that resemble secrets: revealed or chosen seeds, names of assets, policies. */
const documented: ReadonlySet<string> = new Set(
  ['client seed', 'server seed', 'from token', 'to token', ...policyNames].map(joinedName),
);
/** In a query string or a form, `key` is a credential as well; in JSON it may be anything. */
const secretInQuery: ReadonlySet<string> = new Set(['key', 'code', 'access', 'hmac']);

/** Names of fields that hold no secret in requests to a path and their responses. */
export type PublicNames = (path: string) => ReadonlySet<string>;

const nothing: ReadonlySet<string> = new Set();
/** No exceptions: every name is judged by the table. */
export const noNames: PublicNames = () => nothing;

/** Longer names are not cached: callers may invent any number of names. */
const keptLengthMax = 64;
const keptMax = 4_096;

/** True for a name that a cache of so many names may take in. */
export const mayKeep = (name: string, keptCount: number): boolean =>
  name.length <= keptLengthMax && keptCount < keptMax;

/** Looks up names with a bounded cache, because a few hundred names recur. */
export class SecretNames {
  readonly #known = new Map<string, SecretKind | null>();
  readonly #judge: (name: string) => SecretKind | null;

  /** `judge` decides about a name that is not in the cache: by the table of names unless given. */
  constructor(judge = kindOfName) {
    this.#judge = judge;
  }

  kindOf(name: string): SecretKind | null {
    const known = this.#known.get(name);
    if (known !== undefined) return known;
    const kind = this.#judge(name);
    if (mayKeep(name, this.#known.size)) this.#known.set(name, kind);
    return kind;
  }
}

/** The kind of secret that a field of this name holds; null where it holds none. */
export function kindOfName(name: string): SecretKind | null {
  const words = wordsOf(name);
  const joined = words.join('');
  if (documented.has(joined)) return null;
  for (const { kind, at, names } of lookup) {
    if (names.some((each) => isNamed(words, joined, { at, each }))) return kind;
  }
  return null;
}

/** The same for a name in a query string or a form. */
export const kindInQuery = (name: string): SecretKind | null =>
  secretInQuery.has(joinedName(name)) ? 'credential' : kindOfName(name);

const lookup = table.map(({ kind, at, names }) => ({ kind, at, names: names.split(', ').map(joinedName) }));

function isNamed(
  words: readonly string[],
  joined: string,
  { at, each }: { at: 'anywhere' | 'last' | 'whole'; each: string },
): boolean {
  if (at === 'whole') return joined === each;
  if (at === 'anywhere') return joined.includes(each);
  // A short name must be a separate word: "spin" ends with "pin".
  if (each.length <= 4) return words.at(-1) === each;
  return joined.endsWith(each);
}

function joinedName(name: string): string {
  return wordsOf(name).join('');
}

/**
 * The words of a name: equal for `userApiKey`, `user-api-key` and `User API key`. Only the first 1,024 characters
 * count.
 */
function wordsOf(name: string): string[] {
  return name
    .slice(0, 1_024)
    .normalize('NFKC')
    .replaceAll(/([a-z0-9])(?=[A-Z])/g, '$1 ')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '');
}
