/**
 * Keys that a client derives from a mnemonic. A trace contains neither; it names the place of the mnemonic and the
 * chain's key, `${12:/mnemonic#base}`, and a replay derives the key from the mnemonic that its own target issued.
 */
import {
  deriveKeys,
  deriveSecrets,
  derivationPaths,
  isMnemonic,
  type ChainKey,
} from '../../platform/services/wallet/keys/hd-wallet.ts';

type Chain = ChainKey['chain'];
type Secrets = Pick<ChainKey, 'privateKey' | 'viewKey' | 'spendKey'>;

/** Separates the place of the mnemonic from the name of the key. */
export const derivationMark = '#';

/** The chain and notation of each key name. */
const names: ReadonlyMap<string, { chain: Chain; written: (secrets: Secrets) => string | undefined }> =
  new Map(
    (Object.keys(derivationPaths) as Chain[]).flatMap((chain) => [
      [chain, { chain, written: ({ privateKey }: Secrets) => privateKey }],
      // Some write an EVM key without its prefix.
      [`${chain}.bare`, { chain, written: ({ privateKey }: Secrets) => bare(privateKey) }],
      [`${chain}.view`, { chain, written: ({ viewKey }: Secrets) => viewKey }],
      [`${chain}.spend`, { chain, written: ({ spendKey }: Secrets) => spendKey }],
    ]),
  );

const bare = (privateKey: string | undefined): string | undefined =>
  privateKey?.startsWith('0x') === true ? privateKey.slice(2) : undefined;

/**
 * Every key of a mnemonic by name: the chain's, once per notation. Empty for words that are not BIP-39, because a
 * target may issue anything.
 */
export function keysOf(mnemonic: string): ReadonlyMap<string, string> {
  const keys = new Map<string, string>();
  if (!isMnemonic(mnemonic)) return keys;
  const derived = deriveKeys(mnemonic);
  for (const [name, { chain, written }] of names) {
    const key = written(derived[chain]);
    if (key !== undefined) keys.set(name, key);
  }
  return keys;
}

/**
 * One key; undefined for an invalid mnemonic or an unknown name. Derives only that chain's key, because a replay on a
 * schedule has no time for the others.
 */
export function keyOf(mnemonic: string, name: string): string | undefined {
  const found = names.get(name);
  return found === undefined || !isMnemonic(mnemonic)
    ? undefined
    : found.written(deriveSecrets(mnemonic, found.chain));
}

const anyWords =
  'abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon about';

/** Derives one key in advance, because the first derivation is a hundred times slower than later ones. */
export const warmKeys = (name: string): string | undefined => keyOf(anyWords, name);
