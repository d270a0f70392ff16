/** What addresses of chains hold, once their checksums are right: base58check, witness programs (BIP-173, BIP-350), base58 of Monero. */
import { createHash } from 'node:crypto';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { base58, base58xmr, bech32, bech32m } from '@scure/base';

const sha256 = (bytes: Uint8Array): Buffer => createHash('sha256').update(bytes).digest();

/** Undefined for what the decoder does not read. */
function decoded<Read>(read: () => Read): Read | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}

/** The bytes of a text in base58; undefined for another text. */
export const base58Bytes = (text: string): Uint8Array | undefined => decoded(() => base58.decode(text));

/** What base58check holds before its checksum; undefined for another text. */
export function base58Checked(text: string): Uint8Array | undefined {
  const bytes = base58Bytes(text);
  if (bytes === undefined || bytes.length < 5) return undefined;
  const sum = sha256(sha256(bytes.subarray(0, -4))).subarray(0, 4);
  return sum.equals(bytes.subarray(-4)) ? bytes.subarray(0, -4) : undefined;
}

/** The version byte of an address with 20 bytes and a checksum; undefined for what is none. */
export function base58Version(address: string): number | undefined {
  const bytes = base58Checked(address);
  return bytes?.length === 21 ? bytes[0] : undefined;
}

/** A witness program of the main net: its version, and how many bytes it has. */
export function witnessProgram(address: string): { version: number; size: number } | undefined {
  const text = address as `bc1${string}`;
  const [older, newer] = [bech32, bech32m].map((form) => decoded(() => form.decode(text)));
  const { prefix, words } = older ?? newer ?? { prefix: '', words: [] };
  const [version = -1, ...program] = words;
  const size = decoded(() => bech32.fromWords(program).length);
  // Version 0 has the older checksum, all others the newer one.
  const isRight = prefix === 'bc' && (older !== undefined) === (version === 0);
  return isRight && size !== undefined ? { version, size } : undefined;
}

/** By the first byte, the bytes before the checksum: of standard, integrated and sub-addresses. */
const moneroSizes = new Map([
  [0x12, 65],
  [0x13, 73],
  [0x2a, 65],
]);

/** The first byte of an address of Monero; undefined for what is none. */
export function moneroKind(address: string): number | undefined {
  const bytes = decoded(() => base58xmr.decode(address));
  const size = moneroSizes.get(bytes?.[0] ?? -1);
  if (bytes === undefined || size === undefined || bytes.length !== size + 4) return undefined;
  const sum = Buffer.from(keccak_256(bytes.subarray(0, size))).subarray(0, 4);
  return sum.equals(bytes.subarray(size)) ? bytes[0] : undefined;
}
