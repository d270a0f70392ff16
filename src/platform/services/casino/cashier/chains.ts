/** The chains of the casino's account, and what comes in on them (gap C26). */
import { secondMs } from '../../../../core/base/time.ts';

/** A chain that carries USDC. */
export type UsdcChain = 'ethereum' | 'base' | 'solana' | 'tron';

/** How far apart blocks are; they stand at whole multiples of it since the Unix epoch. */
export const blockMs: Readonly<Record<UsdcChain, number>> = {
  ethereum: 12 * secondMs,
  base: 2 * secondMs,
  solana: 400,
  tron: 3 * secondMs,
};

/** All six, in the order in which they are listed. */
export const chainNames = ['ethereum', 'base', 'solana', 'bitcoin', 'tron', 'monero'] as const;
export type ChainName = (typeof chainNames)[number];

export const isUsdcChain = (chain: ChainName): chain is UsdcChain => Object.hasOwn(blockMs, chain);

/** The block that carries a deposit is the first confirmation. */
export const confirmationsNeeded = 2;

/** When a transfer that is sent now has its confirmations: it waits for the next block, and for those on top. */
export const confirmedAtMs = (chain: UsdcChain, sentAtMs: number): number =>
  (Math.floor(sentAtMs / blockMs[chain]) + confirmationsNeeded) * blockMs[chain];

/** How many blocks have confirmed it by now, as far as anybody counts. */
export function confirmationsBy(chain: UsdcChain, sentAtMs: number, nowMs: number): number {
  const blocks = Math.floor(nowMs / blockMs[chain]) - Math.floor(sentAtMs / blockMs[chain]);
  return Math.min(confirmationsNeeded, Math.max(0, blocks));
}
