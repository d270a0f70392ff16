/**
 * Hierarchical derivation of secrets: SLIP-10 on both curves, which on secp256k1 is BIP-32. Only secrets are derived;
 * a public key is computed where a step asks for one, which is less than half the work of keeping both throughout.
 */
import { createHmac } from 'node:crypto';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { assert } from '../../../base/assert.ts';
import { joined } from './bytes.ts';
import { compressedKey } from './public-key.ts';

/** A secret with the chain code its children need. */
export interface Branch {
  readonly secret: Uint8Array;
  readonly chainCode: Uint8Array;
}

/** The curve of a tree, by the salt that SLIP-10 has for it. */
const salts = { secp256k1: 'Bitcoin seed', ed25519: 'ed25519 seed' } as const;
export type Curve = keyof typeof salts;

const hardenedFrom = 0x80000000;
const { Fn } = secp256k1.Point;

/** The root of the tree of one curve over a seed of 64 bytes. */
export function rootOf(seed: Uint8Array, curve: Curve): Branch {
  const branch = branchOf(salts[curve], seed);
  assert(curve === 'ed25519' || Fn.isValidNot0(numberOf(branch.secret)), 'one seed in 2^127 has no root');
  return branch;
}

/** Follows a path such as `44'/60'/0'/0/0` from a branch. Every step on ed25519 has to be hardened. */
export function follow(from: Branch, path: string, curve: Curve): Branch {
  let branch = from;
  for (const step of path.split('/')) branch = childOf(branch, indexOf(step), curve);
  return branch;
}

function indexOf(step: string): number {
  const number = /^\d{1,10}'?$/.test(step) ? Number.parseInt(step, 10) : hardenedFrom;
  assert(number < hardenedFrom, `a path has no step ${step}`);
  return number + (step.endsWith("'") ? hardenedFrom : 0);
}

function childOf(parent: Branch, index: number, curve: Curve): Branch {
  assert(curve === 'secp256k1' || index >= hardenedFrom, 'ed25519 has hardened steps alone');
  const key = index >= hardenedFrom ? joined(Uint8Array.of(0), parent.secret) : compressedKey(parent.secret);
  const child = branchOf(parent.chainCode, joined(key, bigEndian32(index)));
  return curve === 'ed25519' ? child : { ...child, secret: sumOf(parent.secret, child.secret) };
}

function branchOf(key: Uint8Array | string, message: Uint8Array): Branch {
  const digest = new Uint8Array(createHmac('sha512', key).update(message).digest());
  return { secret: digest.subarray(0, 32), chainCode: digest.subarray(32) };
}

/** A child's secret is the parent's plus the tweak. The standard skips an index where this fails: one in 2^127. */
function sumOf(secret: Uint8Array, tweak: Uint8Array): Uint8Array {
  const [added, sum] = [numberOf(tweak), Fn.create(numberOf(secret) + numberOf(tweak))];
  assert(Fn.isValid(added) && sum !== 0n, 'one step in 2^127 has no child');
  return Fn.toBytes(sum);
}

const numberOf = (bytes: Uint8Array): bigint => Fn.fromBytes(bytes, true);

function bigEndian32(value: number): Uint8Array {
  return Uint8Array.of(value >>> 24, value >>> 16, value >>> 8, value);
}
