/** From the keys that a caller sends (WAL20, WAL22 to WAL24) back to the address they belong to. Text that is no key is undefined. */
import { chainKeys } from './chain-table.ts';
import type { Chain } from './chain.ts';

/**
 * The address a private key belongs to, or undefined where the text is no key of that chain. EVM and Tron:
 * hexadecimal, with or without `0x`. Bitcoin: that, or WIF of a compressed key. Solana: base58 of the 64 bytes that
 * wallets export, or of the 32 bytes of the seed. Monero has no single key.
 */
export function addressOfKey(chain: Exclude<Chain, 'monero'>, privateKey: string): string | undefined {
  const keys = chainKeys[chain];
  const secret = keys.parsePrivateKey?.(privateKey);
  return secret === undefined ? undefined : keys.addressOf(secret);
}
