/** Bytes as the chains write them: joined, or as hexadecimal text of a fixed length. */
import { hexToBytes } from '@noble/hashes/utils.js';

export { bytesToHex as hexOf, concatBytes as joined, hexToBytes as bytesOfHex } from '@noble/hashes/utils.js';

/** The 32 bytes of 64 hexadecimal digits in either case, with or without `0x`; undefined for any other text. */
export function bytes32Of(text: string): Uint8Array | undefined {
  return /^(?:0x)?[0-9a-fA-F]{64}$/.test(text) ? hexToBytes(text.slice(-64)) : undefined;
}

/** True where both hold the same bytes. */
export const isSame = (a: Uint8Array, b: Uint8Array): boolean =>
  a.length === b.length && a.every((byte, index) => byte === b[index]);
