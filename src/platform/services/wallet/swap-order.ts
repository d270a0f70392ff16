/** One cross-chain swap: what was asked, where its deposit goes, and how far it has got (gaps W12, W13). */
import type { Instant } from '../../../core/base/time.ts';
import type { Agent } from '../ports.ts';
import type { Asset } from './chains/assets.ts';

export const swapStates = [
  'awaiting_deposit',
  'processing',
  'completed',
  'failed',
  'refunded',
  'expired',
] as const;
export type SwapState = (typeof swapStates)[number];

/** From what, to what, how much of it. */
export interface SwapTerms {
  readonly from: Asset;
  readonly to: Asset;
  /** Base units of what is given. */
  readonly amount: bigint;
}

/** WAL12: what comes out, and what of the worth is kept, in micro-USDC. */
export interface SwapQuote extends SwapTerms {
  /** Base units of what is got. */
  readonly out: bigint;
  readonly valueMicros: number;
  readonly fees: SwapFees;
}

export interface SwapFees {
  readonly networkMicros: number;
  readonly providerMicros: number;
  readonly platformMicros: number;
}

export interface SwapOrder extends SwapTerms {
  readonly orderId: string;
  readonly agent: Agent;
  readonly toAddress: string;
  readonly depositAddress: string;
  readonly createdAtMs: Instant;
  readonly expiresAtMs: Instant;
  state: SwapState;
  /** Once it is known. */
  out: bigint | null;
  depositHash: string | null;
  payoutHash: string | null;
  refundHash: string | null;
}
