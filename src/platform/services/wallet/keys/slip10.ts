/** Hierarchical secrets on ed25519 (SLIP-10), where every step is hardened: an HMAC a step. BIP-32 has a library. */
import { createHmac } from 'node:crypto';
import { assert } from '../../../../core/base/assert.ts';
import { joined } from './bytes.ts';

/** A secret with the chain code its children need. */
interface Branch {
  readonly secret: Uint8Array;
  readonly chainCode: Uint8Array;
}

const hardenedFrom = 0x80000000;

/** The secret at a path such as `m/44'/501'/0'/0'` over a seed of 64 bytes. */
export function secretAt(seed: Uint8Array, path: string): Uint8Array {
  let branch = branchOf('ed25519 seed', seed);
  for (const step of path.split('/').slice(1)) branch = childOf(branch, indexOf(step));
  return branch.secret;
}

function indexOf(step: string): number {
  const number = /^\d{1,10}'$/.test(step) ? Number.parseInt(step, 10) : hardenedFrom;
  assert(number < hardenedFrom, `a path on ed25519 has no step ${step}`);
  return number + hardenedFrom;
}

const childOf = ({ secret, chainCode }: Branch, index: number): Branch =>
  branchOf(chainCode, joined(joined(Uint8Array.of(0), secret), bigEndian32(index)));

function branchOf(key: Uint8Array | string, message: Uint8Array): Branch {
  const digest = new Uint8Array(createHmac('sha512', key).update(message).digest());
  return { secret: digest.subarray(0, 32), chainCode: digest.subarray(32) };
}

function bigEndian32(value: number): Uint8Array {
  return Uint8Array.of(value >>> 24, value >>> 16, value >>> 8, value);
}
