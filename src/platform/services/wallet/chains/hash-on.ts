/** Hashes of unsigned transactions in the format of their chain. */
import { hash as digestOf } from 'node:crypto';
import { base58 } from '@scure/base';
import { isEvm, type ChainNetwork } from './networks.ts';

/** From a hash of the platform, `0x` and 64 digits. */
export function hashOn(network: ChainNetwork, hash: string): string {
  if (isEvm(network)) return hash;
  if (network !== 'solana') return hash.slice(2);
  return base58.encode(digestOf('sha512', hash, 'buffer'));
}
