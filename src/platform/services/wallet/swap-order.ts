/** A cross-chain swap: its terms, its quote, its order with deposit address and state (gaps W12, W13). */
import type { Instant } from '../../../core/base/time.ts';
import type { RegisteredAgent } from '../ports.ts';
import type { ChainAsset } from './chains/assets.ts';

/** The states of an order; all but the first two are final, except that `failed` may become `refunded`. */
export const swapStates = [
  'awaiting_deposit',
  'processing',
  'completed',
  'failed',
  'refunded',
  'expired',
] as const;
/** One of `swapStates`. */
export type SwapState = (typeof swapStates)[number];

/** The assets of a swap and the amount given. */
export interface SwapTerms {
  readonly from: ChainAsset;
  readonly to: ChainAsset;
  /** Base units of `from`. */
  readonly amount: bigint;
}

/** WAL12: the amount received and the fees; `valueMicros` is the worth of the amount given, in micro-USDC. */
export interface SwapQuote extends SwapTerms {
  /** Base units of `to`. */
  readonly out: bigint;
  readonly valueMicros: number;
  readonly fees: SwapFees;
}

/** The three parts of a fee, in micro-USDC; the amount received is what they leave of the worth. */
export interface SwapFees {
  readonly networkMicros: number;
  readonly providerMicros: number;
  readonly platformMicros: number;
}

/** An order from its creation on; the hashes are null until their transaction exists. */
export interface SwapOrder extends SwapTerms {
  readonly orderId: string;
  readonly agent: RegisteredAgent;
  readonly toAddress: string;
  readonly depositAddress: string;
  readonly createdAtMs: Instant;
  readonly expiresAtMs: Instant;
  state: SwapState;
  /** Null unless a payout has been broadcast. */
  out: bigint | null;
  depositHash: string | null;
  payoutHash: string | null;
  refundHash: string | null;
}
