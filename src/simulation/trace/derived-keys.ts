/**
 * Keys that a client works out from the words of a wallet. No trace holds such a key, nor the words: it holds where the
 * words stood and which chain's key was made of them, `${12:/mnemonic#base}`, and a replay makes the key anew from the
 * words that its own target gave out.
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

/** Stands between the place of the words and the name of the key. */
export const derivationMark = '#';

/** Which chain's key a name stands for, and how it is written. */
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
 * Every key of the words by its name: the chain's, and how it is written where there is more than one way. None of words
 * that are not BIP-39: what a target gives out may be anything.
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
 * One key; undefined for words that are none, or a name that none has. Works out that chain's alone: a replay that sends
 * by the clock has no time for the others.
 */
export function keyOf(mnemonic: string, name: string): string | undefined {
  const found = names.get(name);
  return found === undefined || !isMnemonic(mnemonic)
    ? undefined
    : found.written(deriveSecrets(mnemonic, found.chain));
}

const anyWords =
  'abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon about';

/** The first key takes a hundred times as long as the next: it is made before the clock runs. */
export const warmKeys = (name: string): string | undefined => keyOf(anyWords, name);
