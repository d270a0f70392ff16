/**
 * Transfers on Monero, simulated (gap W24). A real one mixes the spent output with others that only a node knows.
 * What is real here is the output's one-time key, as its sender would have made it, and the key image of it; the rest
 * is a text that says what it is, and its hash.
 */
import { ed25519 } from '@noble/curves/ed25519.js';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { utf8ToBytes } from '@noble/hashes/utils.js';
import { assert, present } from '../../../../../core/base/assert.ts';
import { hexOf, joined } from '../bytes.ts';
import type { MoneroContext, SignedTransfer } from '../chain-context.ts';
import { keyImage } from './key-image.ts';
import { moneroAddress, reduced, scalarOf } from './address.ts';

interface MoneroTransfer {
  readonly keys: { readonly from: string; readonly viewKey: string; readonly spendKey: string };
  readonly to: string;
  readonly amount: bigint;
  readonly context: MoneroContext;
}

/** The hash is Keccak-256 of the text, the raw transfer the text itself in hexadecimal. No key is in either. */
export function signMonero({ keys, to, amount, context }: MoneroTransfer): Omit<SignedTransfer, 'simulated'> {
  const view = present(scalarOf(keys.viewKey), 'a view key of monero');
  const spend = present(scalarOf(keys.spendKey), 'a spend key of monero');
  assert(moneroAddress(view, spend) === keys.from, 'the keys are those of the sender');
  assert(amount < 2n ** 64n, 'piconero fit 64 bits');
  const image = keyImage(oneTimeKey(view, spend, context.ringSeed));
  const lines = ['simulated monero transfer 1', keys.from, to, String(amount), hexOf(image)];
  const content = utf8ToBytes(lines.join('\n'));
  return { hash: hexOf(keccak_256(content)), raw: hexOf(content) };
}

/**
 * The secret of the output that is spent: `Hs(8 r A, 0) + b`, where the seed stands for the `r` that the sender of the
 * output once drew, `A` is the public view key and `b` the secret spend key. `A` is `a G`.
 */
function oneTimeKey(view: bigint, spend: bigint, ringSeed: string): bigint {
  const { BASE, Fn } = ed25519.Point;
  const random = reduced(keccak_256(utf8ToBytes(ringSeed)));
  const shared = BASE.multiplyUnsafe(Fn.mul(Fn.mul(8n, random), view)).toBytes();
  const secret = Fn.add(reduced(keccak_256(joined(shared, Uint8Array.of(0)))), spend);
  assert(secret !== 0n, 'one output in 2^252 has no key');
  return secret;
}
