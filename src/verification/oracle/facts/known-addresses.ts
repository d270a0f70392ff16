/**
 * Accounts that are published as examples: a platform takes each address for one of its chain, wherever it is asked about it, and each key
 * for that of its address (gaps W6, W23).
 */
import { callOf, text, type Case } from '../case.ts';
import { base58Bytes, base58Checked } from '../decoded-addresses.ts';
import type { AuditedExchange, Body } from '../exchange.ts';

const evm = ['0x9858EfFD232B4033E47d90003D41EC34EcaEda94', '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913'];

/** First accounts of the mnemonic `abandon` (eleven times) `about`, contracts of USDC as its issuer publishes them, the example of BIP-173, and where Monero takes gifts. */
const known: Readonly<Record<string, readonly string[]>> = {
  ethereum: evm,
  base: evm,
  bitcoin: ['bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu', 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'],
  solana: ['HAgk14JpMQLgt6rVgv7cBQFJWFto5Dqxi472uT3DKpqk', 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v'],
  tron: ['TUEZSdKsoDHQMeZwihtdoBiN46zxhGWYdH', 'TEkxiTehnzSmSe2XqrBj4w32RUN966rdz8'],
  monero: [
    '44jKQv6ZKMd5ecLLmkNJGi7azgSptEq8ki7TFiat1TfLfdDQ1tQ7ZYa3cRh7X2uRwvLDjddWh97ajeyhR2seKSECQeDx1WR',
    '888tNkZrPN6JsEgekjMnABU4TBzc2Dt29EPAvkRxbANsAnjyPbb3iQ1YBRk1UXcdRsiKc9dhwMVgN5S9cQUiyoogDavup3H',
  ],
};

const evmKey = { private_key: '0x1ab42cc412b618bdea3a599e3c9bae199ebf030895b039e9db1e30dafb12b727' };

/** By chain, what signs for the first account of that mnemonic. */
export const exampleKeys = {
  ethereum: evmKey,
  base: evmKey,
  bitcoin: { private_key: '4604b4b710fe91f584fff084e1a9159fe4f8408fff380596a604948474ce4fa3' },
  tron: { private_key: 'b5a4cea271ff424d7c31dc12a3e43e401df7a40d7412a15750f3f0b6b5449a28' },
  solana: {
    private_key: '27npWoNE4HfmLeQo1TyWcW7NEA28qnsnDK7kcttDQEWrCWnro83HMJ97rMmpvYYZRwDAvG4KRuB7hTBacvwD7bgi',
  },
  monero: {
    from: known['monero']?.[0] ?? '',
    spend_key: '8f2d521d4334f4d5d174c47aacb346e7633516416fae089d74ecfd0c389a6b08',
    view_key: '84b0087a63854856686f80596a5a1a6090795b4d1311139173262170d7e7180f',
  },
} as const satisfies Readonly<Record<string, Readonly<Record<string, string>>>>;

/** The same keys as wallets export them: of bitcoin with version, mark and checksum, of solana the seed alone. */
export const exportedKeys: Readonly<Record<string, string>> = {
  bitcoin: 'KyZpNDKnfs94vbrwhJneDi77V6jF64PWPF8x5cdJb8ifgg2DUc9d',
  solana: '4m6wvvyb9xdht29bJUwmLgB7r7J3mwEPV4AzHKC4Kg2p',
};

/** True for an address of the chain that is published as an example. */
export const isKnownAddress = (chain: unknown, address: unknown): boolean =>
  known[String(chain)]?.some((one) => isSame(one, address)) === true;

/** True for the account of the chain whose keys are published. */
export const isExample = (chain: unknown, address: unknown): boolean => {
  const [example] = known[String(chain)] ?? [];
  return example !== undefined && isSame(example, address);
};

/** Addresses of EVM chains are also written without their checksum, which is in the case of their letters. */
const isSame = (one: string, other: unknown): boolean =>
  one === other || (one.startsWith('0x') && one.toLowerCase() === other);

/** True where all keys of a request are those of the example of its chain. */
function areExample(chain: string, part: Body): boolean {
  const keys: Readonly<Record<string, string>> = { ...exampleKeys }[chain as keyof typeof exampleKeys] ?? {};
  const exported = exportedKeys[chain] ?? keys['private_key'];
  const sent = ['private_key', 'spend_key', 'view_key', 'from'].filter((name) => part[name] !== undefined);
  return (
    sent.length > 0 &&
    sent.toSorted().join() === Object.keys(keys).toSorted().join() &&
    sent.every((name) => part[name] === keys[name] || (name === 'private_key' && part[name] === exported))
  );
}

const fields = ['to', 'address', 'to_address', 'from'];

/** Checks `forms-admitted`. Give it refusals with BAD_REQUEST that are no repeats. */
export function checkKnownAddresses(file: Case, exchange: AuditedExchange): void {
  const { body, query, params, answer } = exchange;
  const part = { ...params, ...query, ...body };
  const message = text(answer, 'error') ?? '';
  for (const field of fields) {
    const chain = text(part, field === 'to_address' ? 'to_chain' : 'chain') ?? '';
    if (isKnownAddress(chain, part[field]) && message.startsWith(`${field} `) && / address on /.test(message))
      file.breaks(
        'forms-admitted',
        `${callOf(exchange)}: ${field} is an address of ${chain}; it is answered ${JSON.stringify(message)}`,
      );
  }
}

/** Chains that a policy has refused whatever the key is (gap W6). */
const refusing: Readonly<Record<string, string>> = { bitcoin: 'wallet.bitcoinSend', monero: 'wallet.monero' };

/** Private keys of secp256k1 as the EVM chains and tron write them. */
const hexKey = /^(?:0x)?[0-9a-fA-F]{64}$/;
const isHexKey = (key: string): boolean => hexKey.test(key);

/** A version, 32 bytes and the mark of a compressed public key (BIP-178 has the form). */
function isExportedKey(key: string): boolean {
  const bytes = base58Checked(key);
  return bytes?.length === 34 && bytes[0] === 0x80 && bytes[33] === 1;
}

/** By chain, whether a text can be a private key of it. */
const keyForms: Readonly<Record<string, (key: string) => boolean>> = {
  ethereum: isHexKey,
  base: isHexKey,
  tron: isHexKey,
  bitcoin: (key) => isHexKey(key) || isExportedKey(key),
  // The seed, or the seed and the public key that follows from it.
  solana: (key) => [32, 64].includes(base58Bytes(key)?.length ?? 0),
};

/**
 * What is wrong with a refusal of keys that sign for their address, or with a success of keys that are none; undefined where nothing
 * is. Give it bodies in which nothing is hidden.
 */
export function keyMistake(
  sent: Body,
  { status, body: answer }: { status: number; body: Body },
  policies: Readonly<Record<string, string>>,
): string | undefined {
  const [chain, message] = [text(sent, 'chain') ?? '', text(answer, 'error') ?? ''];
  const isKey = keyForms[chain]?.(text(sent, 'private_key') ?? '') ?? true;
  if (status < 300 && !isKey) return `a private_key is taken that is no key of ${chain}`;
  if (status !== 400 || policies[refusing[chain] ?? ''] === 'refused') return undefined;
  return areExample(chain, sent) && /\b(?:private|view|spend)_key\b/.test(message)
    ? `the keys are those of the first account of ${chain}; they are answered ${JSON.stringify(message)}`
    : undefined;
}
