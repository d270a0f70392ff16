/**
 * Wallets from twelve words (BIP-39, no passphrase), one key a chain (gaps W4, W5). Everything follows from the
 * entropy: the caller draws it from a stream, and nothing here keeps the words.
 */
import { pbkdf2Sync } from 'node:crypto';
import { entropyToMnemonic, validateMnemonic } from '@scure/bip39';
import { wordlist } from '@scure/bip39/wordlists/english.js';
import { assert } from '../../../../core/base/assert.ts';
import type { ChainSecrets, Derivation } from './chain-keys.ts';
import { chainKeys } from './chain-table.ts';
import { chains, type Chain } from './chain.ts';
import { secretAt } from './hierarchical.ts';

/** The keys and the address of one chain. Only the caller of `wallet/create` may ever see the keys (WAL03). */
export interface ChainKey extends ChainSecrets {
  readonly chain: Chain;
  readonly path: string;
  readonly address: string;
}

/** Where each chain's key is found from the seed (WAL13). */
export const derivationPaths = byChain((chain): Derivation => chainKeys[chain].derivation);

/** The twelve words of 16 bytes of entropy (WAL01, gap W4). */
export function newMnemonic(entropy: Uint8Array): string {
  assert(entropy.length === 16, 'twelve words are 16 bytes of entropy');
  return entropyToMnemonic(entropy, wordlist);
}

/** True for English BIP-39 words with a right checksum: those that `deriveKeys` takes. */
export const isMnemonic = (words: string): boolean => validateMnemonic(words, wordlist);

/** The keys of all six chains. Throws where the words are not English BIP-39 with a right checksum. */
export function deriveKeys(mnemonic: string): Readonly<Record<Chain, ChainKey>> {
  assert(isMnemonic(mnemonic), 'a mnemonic is BIP-39 words with a right checksum');
  const seed = seedOf(mnemonic);
  // Chains that share a path share the key: working out a public key takes most of the time.
  const known = new Map<string, Omit<ChainKey, 'chain'>>();
  return byChain((chain) => {
    const derivation = derivationPaths[chain];
    const key = known.get(derivation.path) ?? keyAt(chain, secretAt(seed, derivation));
    known.set(derivation.path, key);
    return { chain, ...key };
  });
}

/** The secret keys of one chain, without the address; for clients that derive them from their words. */
export function deriveSecrets(mnemonic: string, chain: Chain): ChainSecrets {
  assert(isMnemonic(mnemonic), 'a mnemonic is BIP-39 words with a right checksum');
  return chainKeys[chain].secretsOf(secretAt(seedOf(mnemonic), derivationPaths[chain]));
}

/** The addresses of all six chains. */
export function deriveAddresses(mnemonic: string): Readonly<Record<Chain, string>> {
  const keys = deriveKeys(mnemonic);
  return byChain((chain) => keys[chain].address);
}

function keyAt(chain: Chain, secret: Uint8Array): Omit<ChainKey, 'chain'> {
  const address = chainKeys[chain].addressOf(secret);
  return { path: derivationPaths[chain].path, address, ...chainKeys[chain].secretsOf(secret, address) };
}

function byChain<Value>(valueOf: (chain: Chain) => Value): Readonly<Record<Chain, Value>> {
  return Object.fromEntries(chains.map((chain) => [chain, valueOf(chain)])) as Record<Chain, Value>;
}

/** BIP-39's seed; the words are ASCII, so that normalising them changes nothing. Node's PBKDF2 is six times as fast. */
const seedOf = (mnemonic: string): Uint8Array =>
  new Uint8Array(pbkdf2Sync(mnemonic, 'mnemonic', 2048, 64, 'sha512'));
