/** The chains of the casino's accounts, and the confirmation of deposits on them (gap C26). */
import { secondMs } from '../../../../core/base/time.ts';

/** A chain that carries USDC. */
export type UsdcChain = 'ethereum' | 'base' | 'solana' | 'tron';

/** Milliseconds between blocks. A chain has a block at every whole multiple of it since the Unix epoch. */
export const blockMs: Readonly<Record<UsdcChain, number>> = {
  ethereum: 12 * secondMs,
  base: 2 * secondMs,
  solana: 400,
  tron: 3 * secondMs,
};

/** All six, in the order in which they are listed. */
export const chainNames = ['ethereum', 'base', 'solana', 'bitcoin', 'tron', 'monero'] as const;
/** One of the six chains; two of them, bitcoin and monero, carry no USDC. */
export type ChainName = (typeof chainNames)[number];

/** True for the four chains on which the casino takes USDC (gap C26). */
export const isUsdcChain = (chain: ChainName): chain is UsdcChain => Object.hasOwn(blockMs, chain);

/** How many confirmations a deposit needs. The block that carries it is the first one. */
export const confirmationsNeeded = 2;

/** When a transfer has its confirmations: it enters the next block after `sentAtMs` and waits for those that follow. */
export const confirmedAtMs = (chain: UsdcChain, sentAtMs: number): number =>
  (Math.floor(sentAtMs / blockMs[chain]) + confirmationsNeeded) * blockMs[chain];

/** How many blocks have confirmed a transfer by now: 0 to `confirmationsNeeded`. */
export function confirmationsBy(chain: UsdcChain, sentAtMs: number, nowMs: number): number {
  const blocks = Math.floor(nowMs / blockMs[chain]) - Math.floor(sentAtMs / blockMs[chain]);
  return Math.min(confirmationsNeeded, Math.max(0, blocks));
}
