/** Addresses of Ethereum and Base: the last 20 bytes of a Keccak, written with the checksum of EIP-55. */
import { keccak_256 } from '@noble/hashes/sha3.js';
import { addr } from 'micro-eth-signer';
import { hexOf } from '../bytes.ts';
import { secpPoint } from '../public-key.ts';

/** The 20 bytes that Ethereum, Base and Tron call an account, of a secret key. */
export const accountOf = (secret: Uint8Array): Uint8Array =>
  keccak_256(secpPoint(secret).toBytes(false).subarray(1)).subarray(12);

/** The account with `0x` and the capitals of EIP-55. */
export const evmAddress = (account: Uint8Array): string => addr.addChecksum(hexOf(account));

/**
 * The address as EIP-55 writes it, or undefined where it is none: `0x` and 40 digits, all of them in one case or with
 * the capitals of EIP-55 (gap W23).
 */
export function canonicalEvm(text: string): string | undefined {
  if (!/^0x[0-9a-fA-F]{40}$/.test(text)) return undefined;
  const [digits, checksummed] = [text.slice(2), addr.addChecksum(text)];
  const isOneCase = digits === digits.toLowerCase() || digits === digits.toUpperCase();
  return isOneCase || text === checksummed ? checksummed : undefined;
}
