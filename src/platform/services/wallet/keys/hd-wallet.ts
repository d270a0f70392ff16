/**
 * Wallets from twelve words (BIP-39, no passphrase), one key a chain (gaps W4, W5). Everything follows from the
 * entropy: the caller draws it from a stream, and nothing here keeps the words.
 */
import { pbkdf2Sync } from 'node:crypto';
import { base58 } from '@scure/base';
import { HDKey } from '@scure/bip32';
import { entropyToMnemonic, validateMnemonic } from '@scure/bip39';
import { wordlist } from '@scure/bip39/wordlists/english.js';
import { assert, present } from '../../../../core/base/assert.ts';
import { bitcoinAddress } from './bitcoin-address.ts';
import { hexOf, joined } from './bytes.ts';
import type { Chain } from './chain.ts';
import { accountOf, evmAddress } from './evm-address.ts';
import { moneroAddress, reduced, scalarBytes, viewKeyOf } from './monero-address.ts';
import { signingKey } from './public-key.ts';
import { secretAt } from './slip10.ts';
import { solanaAddress } from './solana-address.ts';
import { tronAddress } from './tron-address.ts';

/** What one chain gives its owner to hold. Nobody but the caller of `wallet/create` may ever see the keys (WAL03). */
export interface ChainKey {
  readonly chain: Chain;
  readonly path: string;
  readonly address: string;
  /** EVM, Tron and Bitcoin: 32 bytes in hexadecimal (EVM with `0x`). Solana: base58 of the secret's 64 bytes. */
  readonly privateKey?: string;
  /** Monero alone: 32 bytes in hexadecimal. */
  readonly viewKey?: string;
  readonly spendKey?: string;
}

/** Where each chain's key is found from the seed, and how to say so to somebody who derives it locally (WAL13). */
export const derivationPaths: Readonly<
  Record<Chain, { path: string; scheme: 'BIP-32' | 'SLIP-10'; about: string }>
> = {
  ethereum: {
    path: "m/44'/60'/0'/0/0",
    scheme: 'BIP-32',
    about:
      'secp256k1; the address is the last 20 bytes of Keccak-256 of the public key, with EIP-55 capitals',
  },
  base: {
    path: "m/44'/60'/0'/0/0",
    scheme: 'BIP-32',
    about: 'secp256k1; the key and the address are those of ethereum',
  },
  solana: {
    path: "m/44'/501'/0'/0'",
    scheme: 'SLIP-10',
    about: 'ed25519, every step hardened; the address is the public key in base58',
  },
  bitcoin: {
    path: "m/84'/0'/0'/0/0",
    scheme: 'BIP-32',
    about: 'secp256k1; the address is P2WPKH in bech32 (BIP-84)',
  },
  tron: {
    path: "m/44'/195'/0'/0/0",
    scheme: 'BIP-32',
    about: 'secp256k1; the address is the byte 0x41 and the last 20 bytes of Keccak-256, in base58check',
  },
  monero: {
    path: "m/44'/128'/0'",
    scheme: 'SLIP-10',
    about:
      'ed25519, every step hardened; the secret modulo the order of the curve is the spend key, and Keccak-256 of it modulo the order is the view key',
  },
};

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
  const secretOf = secretsOf(seedOf(mnemonic));
  const evm = evmKey(secretOf('ethereum'));
  return {
    ethereum: keyOf('ethereum', evm),
    base: keyOf('base', evm),
    solana: keyOf('solana', solanaKey(secretOf('solana'))),
    bitcoin: keyOf('bitcoin', bitcoinKey(secretOf('bitcoin'))),
    tron: keyOf('tron', tronKey(secretOf('tron'))),
    monero: keyOf('monero', moneroKey(secretOf('monero'))),
  };
}

/** What a client works out from its words for one chain: the secret parts alone, without the address. */
export function deriveSecrets(
  mnemonic: string,
  chain: Chain,
): Pick<ChainKey, 'privateKey' | 'viewKey' | 'spendKey'> {
  assert(isMnemonic(mnemonic), 'a mnemonic is BIP-39 words with a right checksum');
  const secret = secretsOf(seedOf(mnemonic))(chain);
  if (chain === 'monero') return moneroSecrets(secret);
  if (chain === 'solana') return { privateKey: solanaSecret(secret, signingKey(secret)) };
  return { privateKey: chain === 'ethereum' || chain === 'base' ? `0x${hexOf(secret)}` : hexOf(secret) };
}

/** The addresses of all six chains. */
export function deriveAddresses(mnemonic: string): Readonly<Record<Chain, string>> {
  const { ethereum, base, solana, bitcoin, tron, monero } = deriveKeys(mnemonic);
  return {
    ethereum: ethereum.address,
    base: base.address,
    solana: solana.address,
    bitcoin: bitcoin.address,
    tron: tron.address,
    monero: monero.address,
  };
}

type Key = Omit<ChainKey, 'chain' | 'path'>;

const keyOf = (chain: Chain, key: Key): ChainKey => ({ chain, path: derivationPaths[chain].path, ...key });

/** BIP-39's seed; the words are ASCII, so that normalising them changes nothing. Node's PBKDF2 is six times as fast. */
const seedOf = (mnemonic: string): Uint8Array =>
  new Uint8Array(pbkdf2Sync(mnemonic, 'mnemonic', 2048, 64, 'sha512'));

/** The secret of each chain under a seed. */
function secretsOf(seed: Uint8Array): (chain: Chain) => Uint8Array {
  let root: HDKey | undefined;
  return (chain) => {
    const { path, scheme } = derivationPaths[chain];
    if (scheme === 'SLIP-10') return secretAt(seed, path);
    root ??= HDKey.fromMasterSeed(seed);
    return present(root.derive(path).privateKey, 'a root is private');
  };
}

const evmKey = (secret: Uint8Array): Key => ({
  address: evmAddress(accountOf(secret)),
  privateKey: `0x${hexOf(secret)}`,
});

const tronKey = (secret: Uint8Array): Key => ({
  address: tronAddress(accountOf(secret)),
  privateKey: hexOf(secret),
});

const bitcoinKey = (secret: Uint8Array): Key => ({
  address: bitcoinAddress(secret),
  privateKey: hexOf(secret),
});

function solanaKey(secret: Uint8Array): Key {
  const publicKey = signingKey(secret);
  return { address: solanaAddress(publicKey), privateKey: solanaSecret(secret, publicKey) };
}

const solanaSecret = (secret: Uint8Array, publicKey: Uint8Array): string =>
  base58.encode(joined(secret, publicKey));

function moneroSecrets(secret: Uint8Array): Pick<ChainKey, 'viewKey' | 'spendKey'> {
  const spend = reduced(secret);
  return { viewKey: hexOf(scalarBytes(viewKeyOf(spend))), spendKey: hexOf(scalarBytes(spend)) };
}

function moneroKey(secret: Uint8Array): Key {
  const spend = reduced(secret);
  assert(spend !== 0n, 'one secret in 2^252 is no key');
  const view = viewKeyOf(spend);
  return { address: moneroAddress(view, spend), ...moneroSecrets(secret) };
}
