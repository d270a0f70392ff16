/** Addresses of Tron's mainnet: Ethereum's account after the byte 0x41, in base58check. */
import { sha256 } from '@noble/hashes/sha2.js';
import { createBase58check } from '@scure/base';
import { joined } from '../bytes.ts';

const base58check = createBase58check(sha256);
const mainnet = 0x41;

/** An account of 20 bytes as Tron writes it. */
export const tronAddress = (account: Uint8Array): string =>
  base58check.encode(joined(Uint8Array.of(mainnet), account));

/** The 21 bytes of an address, the first of them 0x41, or undefined where the text is none (gap W23). */
export function tronBytes(text: string): Uint8Array | undefined {
  // 34 digits that begin with a T are 25 bytes, of which the last four are the checksum.
  if (!/^T[1-9A-HJ-NP-Za-km-z]{33}$/.test(text)) return undefined;
  try {
    const bytes = base58check.decode(text);
    return bytes[0] === mainnet ? bytes : undefined;
  } catch {
    return undefined;
  }
}
