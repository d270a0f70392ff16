/** Which texts are addresses, chain by chain, checked as far as each chain's format lets them be (gap W23). */
import { canonicalBitcoin } from './bitcoin-address.ts';
import type { Chain } from './chain.ts';
import { canonicalEvm } from './evm-address.ts';
import { parseMonero } from './monero-address.ts';
import { solanaBytes } from './solana-address.ts';
import { tronBytes } from './tron-address.ts';

const unlessMissing = (found: unknown, text: string): string | undefined =>
  found === undefined ? undefined : text;

const canonicalByChain: Readonly<Record<Chain, (text: string) => string | undefined>> = {
  ethereum: canonicalEvm,
  base: canonicalEvm,
  solana: (text) => unlessMissing(solanaBytes(text), text),
  bitcoin: canonicalBitcoin,
  tron: (text) => unlessMissing(tronBytes(text), text),
  monero: (text) => unlessMissing(parseMonero(text), text),
};

/**
 * True for an address of the chain's mainnet, checksum and all. EVM: EIP-55 where the case is mixed. Bitcoin: P2PKH,
 * P2SH, P2WPKH, P2WSH, taproot. Monero: standard, integrated and subaddress. A Solana address has no checksum.
 */
export const isAddress = (chain: Chain, text: string): boolean => canonicalAddress(chain, text) !== undefined;

/** The one spelling of an address to store and compare, or undefined where the text is no address of the chain. */
export const canonicalAddress = (chain: Chain, text: string): string | undefined =>
  canonicalByChain[chain](text);

/** True where both texts are addresses and the same one: case is free on EVM and in bech32, and nowhere else. */
export function sameAddress(chain: Chain, a: string, b: string): boolean {
  const address = canonicalAddress(chain, a);
  return address !== undefined && address === canonicalAddress(chain, b);
}
