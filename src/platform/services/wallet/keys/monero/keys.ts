/** The keys of Monero: a spend key and a view key; the view key can read what its address receives. */
import { ed25519 } from '@noble/curves/ed25519.js';
import { assert } from '../../../../../core/base/assert.ts';
import { hexOf, isSame } from '../bytes.ts';
import type { ChainKeys } from '../chain-keys.ts';
import { edwardsKey } from '../public-key.ts';
import { moneroAddress, parseMonero, reduced, scalarBytes, scalarOf, viewKeyOf } from './address.ts';
import { signMonero } from './transfer.ts';

/** Monero's entry in the table of chains; its transfers are simulated (gap W24), and it has no single private key. */
export const moneroKeys: ChainKeys = {
  derivation: {
    path: "m/44'/128'/0'",
    scheme: 'SLIP-10',
    about:
      'ed25519, every step hardened; the secret modulo the order of the curve is the spend key, and Keccak-256 of it modulo the order is the view key',
  },
  hasTokens: false,
  isSimulated: true,
  canonical: (text) => (parseMonero(text) === undefined ? undefined : text),
  addressOf(secret) {
    const spend = reduced(secret);
    assert(spend !== 0n, 'one secret in 2^252 is no key');
    return moneroAddress(viewKeyOf(spend), spend);
  },
  secretsOf(secret) {
    const spend = reduced(secret);
    return { viewKey: hexOf(scalarBytes(viewKeyOf(spend))), spendKey: hexOf(scalarBytes(spend)) };
  },
  sign({ to, amount, keys, context }) {
    assert(
      'spendKey' in keys && context.family === 'monero',
      'a monero transfer has the keys and the context of monero',
    );
    return signMonero({ keys, to, amount, context });
  },
};

/** The standard address of a private view and spend key, or undefined where one is no key. */
export function addressOfMoneroKeys(viewKey: string, spendKey: string): string | undefined {
  const [view, spend] = [scalarOf(viewKey), scalarOf(spendKey)];
  return view === undefined || spend === undefined ? undefined : moneroAddress(view, spend);
}

/**
 * True where a private view key sees what an address receives; the address may be standard, integrated or a subaddress.
 */
export function viewKeyMatches(address: string, viewKey: string): boolean {
  const [parsed, view] = [parseMonero(address), scalarOf(viewKey)];
  if (parsed === undefined || view === undefined) return false;
  if (parsed.kind !== 'subaddress') return isSame(edwardsKey(view), parsed.view);
  return isSame(ed25519.Point.fromBytes(parsed.spend).multiplyUnsafe(view).toBytes(), parsed.view);
}
