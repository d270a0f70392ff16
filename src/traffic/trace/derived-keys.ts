/**
 * Keys that a client works out from the words of a wallet. No trace holds such a key, nor the words: it holds where the
 * words stood and which chain's key was made of them, `${12:/mnemonic#base}`, and a replay makes the key anew from the
 * words that its own target gave out.
 */
import { deriveKeys, isMnemonic } from '../../services/wallet/keys/hd-wallet.ts';

/** Stands between the place of the words and the name of the key. */
export const derivationMark = '#';

/**
 * Every key of the words by its name: the chain's, and how it is written where there is more than one way. None of words
 * that are not BIP-39: what a target gives out may be anything.
 */
export function keysOf(mnemonic: string): ReadonlyMap<string, string> {
  const keys = new Map<string, string>();
  const derived = isMnemonic(mnemonic) ? Object.values(deriveKeys(mnemonic)) : [];
  for (const { chain, privateKey, viewKey, spendKey } of derived) {
    if (privateKey !== undefined) keys.set(chain, privateKey);
    // Some write an EVM key without its prefix.
    if (privateKey?.startsWith('0x') === true) keys.set(`${chain}.bare`, privateKey.slice(2));
    if (viewKey !== undefined) keys.set(`${chain}.view`, viewKey);
    if (spendKey !== undefined) keys.set(`${chain}.spend`, spendKey);
  }
  return keys;
}

/** One key; undefined for words that are none, or a name that none has. */
export const keyOf = (mnemonic: string, name: string): string | undefined => keysOf(mnemonic).get(name);
