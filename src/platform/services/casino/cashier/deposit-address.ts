/**
 * Deposit addresses for USDC. They have the format of their chain, checksums included, but no private key exists for
 * them: only the control call for deposits sends money to them.
 */
import { hash } from 'node:crypto';
import { base58, createBase58check } from '@scure/base';
import type { UsdcChain } from './chains.ts';

/** Chains that share their addresses. */
type Family = 'evm' | 'solana' | 'tron';

const familyOf: Readonly<Record<UsdcChain, Family>> = {
  ethereum: 'evm',
  base: 'evm',
  solana: 'solana',
  tron: 'tron',
};

const sha256 = (bytes: Uint8Array): Uint8Array => hash('sha256', bytes, 'buffer');
const base58check = createBase58check(sha256);

/** The first byte of every Tron address. */
const tronPrefix = 0x41;

/** The address of an agent on a chain: a pure function of the arguments. EVM chains share one address. */
export function depositAddress(chain: UsdcChain, agentId: string, secret: string): string {
  const family = familyOf[chain];
  const digest = hash('sha256', `${secret}/${family}/${agentId}`, 'buffer');
  switch (family) {
    case 'evm':
      return `0x${digest.toString('hex', 0, 20)}`;
    case 'solana':
      return base58.encode(digest);
    case 'tron':
      return base58check.encode(Uint8Array.of(tronPrefix, ...digest.subarray(0, 20)));
  }
}

/** The form in which addresses are stored: hexadecimal digits in lower case, base58 unchanged. */
export const canonicalAddress = (address: string): string =>
  /^0x/i.test(address) ? address.toLowerCase() : address;
