/**
 * Monero's key image: what marks an output as spent without saying which. `x · Hp(x · G)`, where `Hp` hashes a public
 * key to a point of the curve, by the map of Monero's own `ge_fromfe_frombytes_vartime`.
 */
import { ed25519 } from '@noble/curves/ed25519.js';
import { bytesToNumberLE } from '@noble/curves/utils.js';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { edwardsKey } from '../public-key.ts';

const { Point } = ed25519;
const { Fp } = Point;

/** The coefficient A of Curve25519 in Montgomery's form. */
const montgomery = 486662n;

/** The key image of the secret scalar of an output. */
export const keyImage = (secret: bigint): Uint8Array =>
  pointOfHash(edwardsKey(secret)).multiplyUnsafe(secret).toBytes();

/** Any 32 bytes, usually a public key, to a point of the subgroup: Monero's `hash_to_ec`. */
export const pointOfHash = (bytes: Uint8Array): InstanceType<typeof Point> =>
  pointOfNumber(Fp.create(bytesToNumberLE(keccak_256(bytes)))).clearCofactor();

/**
 * With `w = 2u² + 1`, the point's y is `(z - w) / (z + w)`. One of two candidates for x² is a square: the first goes
 * with an even x and `z = -2Au²`, the other with an odd x and `z = -A`.
 */
function pointOfNumber(u: bigint): InstanceType<typeof Point> {
  const [v, a] = [Fp.mul(2n, Fp.sqr(u)), montgomery];
  const w = Fp.add(v, 1n);
  const x = Fp.sub(Fp.sqr(w), Fp.mul(Fp.mul(a, a), v));
  const odd = Fp.mul(Fp.mul(a, a + 2n), Fp.div(w, x));
  const even = Fp.mul(2n, odd);
  return isSquare(even)
    ? pointAt(withParity(Fp.mul(u, Fp.sqrt(even)), 0n), Fp.neg(Fp.mul(a, v)), w)
    : pointAt(withParity(Fp.sqrt(odd), 1n), Fp.neg(a), w);
}

const pointAt = (x: bigint, z: bigint, w: bigint): InstanceType<typeof Point> =>
  Point.fromAffine({ x, y: Fp.div(Fp.sub(z, w), Fp.add(z, w)) });

const isSquare = (value: bigint): boolean => value === 0n || Fp.pow(value, (Fp.ORDER - 1n) / 2n) === 1n;

const withParity = (root: bigint, parity: bigint): bigint => ((root & 1n) === parity ? root : Fp.neg(root));
