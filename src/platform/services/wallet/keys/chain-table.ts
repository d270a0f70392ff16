/** The chains, an entry each: a chain that is added has its folder, and its row here and in `chain.ts`. */
import { bitcoinKeys } from './bitcoin/keys.ts';
import type { ChainKeys } from './chain-keys.ts';
import type { Chain } from './chain.ts';
import { baseKeys, ethereumKeys } from './evm/keys.ts';
import { moneroKeys } from './monero/keys.ts';
import { solanaKeys } from './solana/keys.ts';
import { tronKeys } from './tron/keys.ts';

/**
 * The keys of each chain; callers reach them through `address.ts`, `hd-wallet.ts`, `signing-key.ts` and
 * `transfer.ts`.
 */
export const chainKeys: Readonly<Record<Chain, ChainKeys>> = {
  ethereum: ethereumKeys,
  base: baseKeys,
  solana: solanaKeys,
  bitcoin: bitcoinKeys,
  tron: tronKeys,
  monero: moneroKeys,
};
