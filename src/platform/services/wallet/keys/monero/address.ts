/**
 * Addresses of Monero's mainnet: a prefix, the public spend key, the public view key and, in an integrated address, a
 * payment id of 8 bytes; then four bytes of Keccak over all that, in Monero's own base58 of blocks.
 */
import { ed25519 } from '@noble/curves/ed25519.js';
import { bytesToNumberLE, numberToBytesLE } from '@noble/curves/utils.js';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { base58xmr } from '@scure/base';
import { bytes32Of, joined } from '../bytes.ts';
import { edwardsKey } from '../public-key.ts';

/** The parts of an address. The view key of a subaddress depends on its spend key too. */
export interface MoneroAddress {
  readonly kind: 'standard' | 'integrated' | 'subaddress';
  readonly spend: Uint8Array;
  readonly view: Uint8Array;
}

const kinds: Readonly<Record<number, { kind: MoneroAddress['kind']; length: number }>> = {
  18: { kind: 'standard', length: 69 },
  19: { kind: 'integrated', length: 77 },
  42: { kind: 'subaddress', length: 69 },
};

/** The standard address of two secret scalars. */
export function moneroAddress(view: bigint, spend: bigint): string {
  const content = joined(Uint8Array.of(18), edwardsKey(spend), edwardsKey(view));
  return base58xmr.encode(joined(content, checksumOf(content)));
}

/** The parts of a mainnet address, or undefined if the text is not one (gap W23). */
export function parseMonero(text: string): MoneroAddress | undefined {
  if (!/^(?:[1-9A-HJ-NP-Za-km-z]{95}|[1-9A-HJ-NP-Za-km-z]{106})$/.test(text)) return undefined;
  const bytes = decoded(text);
  const row = kinds[bytes?.[0] ?? 0];
  if (bytes === undefined || bytes.length !== row?.length) return undefined;
  const checksum = checksumOf(bytes.subarray(0, -4));
  if (bytes.subarray(-4).some((byte, index) => byte !== checksum[index])) return undefined;
  const [spend, view] = [bytes.subarray(1, 33), bytes.subarray(33, 65)];
  return isPoint(spend) && isPoint(view) ? { kind: row.kind, spend, view } : undefined;
}

/** A secret key of Monero: 64 hexadecimal digits of a number above zero and below the order, least byte first. */
export function scalarOf(text: string): bigint | undefined {
  const bytes = bytes32Of(text);
  if (bytes === undefined) return undefined;
  const scalar = bytesToNumberLE(bytes);
  return ed25519.Point.Fn.isValidNot0(scalar) ? scalar : undefined;
}

/** 32 bytes as a number below the order, which is how Monero makes a key of a hash. */
export const reduced = (bytes: Uint8Array): bigint => ed25519.Point.Fn.create(bytesToNumberLE(bytes));

/** The view key that belongs to a spend key in every wallet with a single seed. */
export const viewKeyOf = (spend: bigint): bigint => reduced(keccak_256(scalarBytes(spend)));

/** A scalar as Monero stores it. */
export const scalarBytes = (scalar: bigint): Uint8Array => numberToBytesLE(scalar, 32);

const checksumOf = (content: Uint8Array): Uint8Array => keccak_256(content).subarray(0, 4);

/** The decoder refuses a block of digits that says more than its bytes hold, so that each address has one spelling. */
function decoded(text: string): Uint8Array | undefined {
  try {
    return base58xmr.decode(text);
  } catch {
    return undefined;
  }
}

function isPoint(bytes: Uint8Array): boolean {
  try {
    ed25519.Point.fromBytes(bytes);
    return true;
  } catch {
    return false;
  }
}
