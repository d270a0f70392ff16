/** From the keys that a caller sends (WAL20, WAL22 to WAL24) back to the address they belong to. Text that is no key is undefined. */
import { ed25519 } from '@noble/curves/ed25519.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { createBase58check } from '@scure/base';
import { bitcoinAddress } from './bitcoin-address.ts';
import { bytes32Of } from './bytes.ts';
import type { Chain } from './chain.ts';
import { accountOf, evmAddress } from './evm-address.ts';
import { moneroAddress, parseMonero, scalarOf } from './monero-address.ts';
import { edwardsKey, isSecpSecret, signingKey } from './public-key.ts';
import { bytesOfLength, solanaAddress } from './solana-address.ts';
import { tronAddress } from './tron-address.ts';

type KeyedChain = Exclude<Chain, 'monero'>;

/**
 * The address a private key belongs to, or undefined where the text is no key of that chain. EVM and Tron:
 * hexadecimal, with or without `0x`. Bitcoin: that, or WIF of a compressed key. Solana: base58 of the 64 bytes that
 * wallets export, or of the 32 bytes of the seed.
 */
export function addressOfKey(chain: KeyedChain, privateKey: string): string | undefined {
  const secret = secretOf(chain, privateKey);
  return secret === undefined ? undefined : addressOf(chain, secret);
}

/** The 32 bytes a chain signs with, or undefined where the text is no key of that chain. */
export function secretOf(chain: KeyedChain, privateKey: string): Uint8Array | undefined {
  if (chain === 'solana') return solanaSecret(privateKey);
  const secret = bytes32Of(privateKey) ?? (chain === 'bitcoin' ? wifSecret(privateKey) : undefined);
  return secret !== undefined && isSecpSecret(secret) ? secret : undefined;
}

/** The standard address of a private view and spend key, or undefined where one is no key. */
export function addressOfMoneroKeys(viewKey: string, spendKey: string): string | undefined {
  const [view, spend] = [scalarOf(viewKey), scalarOf(spendKey)];
  return view === undefined || spend === undefined ? undefined : moneroAddress(view, spend);
}

/** True where a private view key sees what an address receives; the address may be standard, integrated or a subaddress. */
export function viewKeyMatches(address: string, viewKey: string): boolean {
  const [parsed, view] = [parseMonero(address), scalarOf(viewKey)];
  if (parsed === undefined || view === undefined) return false;
  if (parsed.kind !== 'subaddress') return isSame(edwardsKey(view), parsed.view);
  return isSame(ed25519.Point.fromBytes(parsed.spend).multiplyUnsafe(view).toBytes(), parsed.view);
}

function addressOf(chain: KeyedChain, secret: Uint8Array): string {
  switch (chain) {
    case 'ethereum':
    case 'base':
      return evmAddress(accountOf(secret));
    case 'tron':
      return tronAddress(accountOf(secret));
    case 'bitcoin':
      return bitcoinAddress(secret);
    case 'solana':
      return solanaAddress(signingKey(secret));
  }
}

/** Of the 64 bytes the second half is the public key of the first; one that is not would sign for somebody else. */
function solanaSecret(text: string): Uint8Array | undefined {
  if (!/^[1-9A-HJ-NP-Za-km-z]{32,88}$/.test(text)) return undefined;
  const seed = bytesOfLength(text, 32);
  const pair = seed ?? bytesOfLength(text, 64);
  if (pair === undefined || seed !== undefined) return seed;
  return isSame(signingKey(pair.subarray(0, 32)), pair.subarray(32)) ? pair.subarray(0, 32) : undefined;
}

/** A key of mainnet whose public key is compressed, as P2WPKH has to have it: 0x80, 32 bytes, 0x01. */
function wifSecret(text: string): Uint8Array | undefined {
  if (!/^[KL][1-9A-HJ-NP-Za-km-z]{51}$/.test(text)) return undefined;
  try {
    const bytes = createBase58check(sha256).decode(text);
    return bytes.length === 34 && bytes[0] === 0x80 && bytes[33] === 1 ? bytes.slice(1, 33) : undefined;
  } catch {
    return undefined;
  }
}

const isSame = (a: Uint8Array, b: Uint8Array): boolean =>
  a.length === b.length && a.every((byte, index) => byte === b[index]);
