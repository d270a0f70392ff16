/** Which texts are addresses, chain by chain, checked as far as each chain's format lets them be (gap W23). */
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

/** True where both texts are addresses and the same one: case is free on EVM and in bech32, and nowhere else. */
export function sameAddress(chain: Chain, a: string, b: string): boolean {
  const address = canonicalAddress(chain, a);
  return address !== undefined && address === canonicalAddress(chain, b);
}
