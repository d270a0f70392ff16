/** Validation of addresses for each chain, as far as its format allows (gap W23). */
import { chainKeys } from './chain-table.ts';
import type { Chain } from './chain.ts';

/**
 * True for an address of the chain's mainnet, checksum and all. EVM: EIP-55 where the case is mixed. Bitcoin: P2PKH,
 * P2SH, P2WPKH, P2WSH, taproot. Monero: standard, integrated and subaddress. A Solana address has no checksum.
 */
export const isAddress = (chain: Chain, text: string): boolean => canonicalAddress(chain, text) !== undefined;

/** The one spelling of an address to store and compare, or undefined where the text is no address of the chain. */
export const canonicalAddress = (chain: Chain, text: string): string | undefined =>
  chainKeys[chain].canonical(text);

/** True if both texts are the same valid address; only EVM and bech32 ignore case. */
export function sameAddress(chain: Chain, a: string, b: string): boolean {
  const address = canonicalAddress(chain, a);
  return address !== undefined && address === canonicalAddress(chain, b);
}
