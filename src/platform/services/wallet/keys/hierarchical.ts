/**
 * Hierarchical secrets: BIP-32 on secp256k1, and SLIP-10 on ed25519, where every step is hardened. An HMAC a step, and a public key
 * for each step that is not hardened: libraries work one out for every step, which took two thirds of the time of a new wallet.
 */
import { createHmac } from 'node:crypto';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { bytesToNumberBE, numberToBytesBE } from '@noble/curves/utils.js';
import { assert } from '../../../../core/base/assert.ts';
import { joined } from './bytes.ts';
import type { Derivation } from './chain-keys.ts';
import { compressedKey } from './public-key.ts';

/** A secret with the chain code its children need. */
interface Branch {
  readonly secret: Uint8Array;
  readonly chainCode: Uint8Array;
}

/** One of the two schemes. */
interface Scheme {
  readonly root: string;
  /** The bytes that stand for a parent at a step that is not hardened; undefined where there is no such step. */
  readonly openly: ((secret: Uint8Array) => Uint8Array) | undefined;
  /** The secret of a child. */
  readonly added: (parent: Uint8Array, left: Uint8Array) => Uint8Array;
}

const schemes: Readonly<Record<Derivation['scheme'], Scheme>> = {
  'BIP-32': { root: 'Bitcoin seed', openly: compressedKey, added: sumOf },
  'SLIP-10': { root: 'ed25519 seed', openly: undefined, added: (_, left) => left },
};

const hardenedFrom = 0x80000000;

/** The secret at a path such as `m/44'/501'/0'/0'` over a seed of 16 to 64 bytes. */
export function secretAt(
  seed: Uint8Array,
  { path, scheme }: Pick<Derivation, 'path' | 'scheme'>,
): Uint8Array {
  const { root, openly, added } = schemes[scheme];
  let { secret, chainCode } = branchOf(root, seed);
  for (const step of path.split('/').slice(1)) {
    const index = indexOf(step, openly !== undefined);
    const parent =
      index < hardenedFrom && openly !== undefined ? openly(secret) : joined(Uint8Array.of(0), secret);
    const branch = branchOf(chainCode, joined(parent, bigEndian32(index)));
    [secret, chainCode] = [added(secret, branch.secret), branch.chainCode];
  }
  return secret;
}

function indexOf(step: string, mayBeOpen: boolean): number {
  const number = /^\d{1,10}'?$/.test(step) ? Number.parseInt(step, 10) : hardenedFrom;
  const isHardened = step.endsWith("'");
  assert(number < hardenedFrom && (isHardened || mayBeOpen), `a path has no step ${step}`);
  return isHardened ? number + hardenedFrom : number;
}

function branchOf(key: Uint8Array | string, message: Uint8Array): Branch {
  const digest = new Uint8Array(createHmac('sha512', key).update(message).digest());
  return { secret: digest.subarray(0, 32), chainCode: digest.subarray(32) };
}

/** Modulo the order of the curve. One sum of 2^127 is no secret: BIP-32 has the next index taken then. */
function sumOf(parent: Uint8Array, left: Uint8Array): Uint8Array {
  const { ORDER: order } = secp256k1.Point.Fn;
  const added = bytesToNumberBE(left);
  const sum = (bytesToNumberBE(parent) + added) % order;
  assert(added < order && sum > 0n, 'a step has a secret');
  return numberToBytesBE(sum, 32);
}

function bigEndian32(value: number): Uint8Array {
  return Uint8Array.of(value >>> 24, value >>> 16, value >>> 8, value);
}
