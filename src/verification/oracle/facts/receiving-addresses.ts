/**
 * Addresses that money can be sent to, in every form that bitcoin and monero have (BIP-173, BIP-350, base58check; standard,
 * integrated and sub-addresses): more than those that the wallet derives.
 */
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

/** Pay to a public key's hash, and to a script's. */
const base58Versions: readonly (number | undefined)[] = [0x00, 0x05];

function isBase58Check(address: string): boolean {
  const bytes = decoded(() => base58.decode(address));
  if (bytes?.length !== 25 || !base58Versions.includes(bytes[0])) return false;
  return sha256(sha256(bytes.subarray(0, 21)))
    .subarray(0, 4)
    .equals(bytes.subarray(21));
}

/** A witness program: of version 0 it has 20 or 32 bytes, of the later ones 2 to 40 and the newer checksum. */
function isWitness(address: string): boolean {
  const text = address as `bc1${string}`;
  const [older, newer] = [bech32, bech32m].map((form) => decoded(() => form.decode(text)));
  const { prefix, words } = older ?? newer ?? { prefix: '', words: [] };
  const size = decoded(() => bech32.fromWords(words.slice(1)).length) ?? 0;
  if (prefix !== 'bc') return false;
  if (older !== undefined) return words[0] === 0 && (size === 20 || size === 32);
  return (words[0] ?? 0) >= 1 && (words[0] ?? 0) <= 16 && size >= 2 && size <= 40;
}

/** By the first byte, the bytes before the checksum. */
const moneroSizes = new Map([
  [0x12, 65],
  [0x13, 73],
  [0x2a, 65],
]);

function isMonero(address: string): boolean {
  const bytes = decoded(() => base58xmr.decode(address));
  const size = moneroSizes.get(bytes?.[0] ?? -1);
  if (bytes === undefined || size === undefined || bytes.length !== size + 4) return false;
  const sum = keccak_256(bytes.subarray(0, size)).subarray(0, 4);
  return Buffer.from(sum).equals(bytes.subarray(size));
}

/** The two chains that have more forms than one. */
export const receivers: Readonly<Record<string, (address: string) => boolean>> = {
  bitcoin: (address) => isBase58Check(address) || isWitness(address),
  monero: isMonero,
};
