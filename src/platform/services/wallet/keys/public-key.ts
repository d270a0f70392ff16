/**
 * From secret to public key on the two curves. The multiplication is the fast one, whose time depends on the secret:
 * a client cannot time a simulated wallet, and a wallet needs nine of these. Signatures are made by the libraries' own
 * constant-time code.
 */
import { ed25519 } from '@noble/curves/ed25519.js';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { bytesToNumberBE } from '@noble/curves/utils.js';

/** The point of a secret below the order of secp256k1 and above zero; the caller has checked the range. */
export const secpPoint = (secret: Uint8Array): InstanceType<typeof secp256k1.Point> =>
  secp256k1.Point.BASE.multiplyUnsafe(bytesToNumberBE(secret));

/** The 33 bytes of a compressed secp256k1 public key. */
export const compressedKey = (secret: Uint8Array): Uint8Array => secpPoint(secret).toBytes(true);

/** The 32 bytes of the public key that Monero has to a scalar: no hashing, no clamping. */
export const edwardsKey = (scalar: bigint): Uint8Array => ed25519.Point.BASE.multiplyUnsafe(scalar).toBytes();

/** The 32 bytes of the public key of a seed of Ed25519 (RFC 8032). */
export function signingKey(seed: Uint8Array): Uint8Array {
  return ed25519.getPublicKey(seed);
}

/** True for a secret that secp256k1 has a public key for: 32 bytes, above zero, below the order. */
export const isSecpSecret = (secret: Uint8Array): boolean => secp256k1.utils.isValidSecretKey(secret);
