/** One transaction on a simulated chain, and the agents whose deposit addresses it involves. */
import type { Micros } from '../../../../core/base/money.ts';
import type { TransferId } from '../../../../core/ledger/ledger.ts';
import type { Instant } from '../../../../core/base/time.ts';
import type { RegisteredAgent } from '../../ports.ts';
import type { ChainAsset } from './assets.ts';
import type { ChainNetwork } from './networks.ts';

/** WAL55: the states a poll by hash shows. */
export type TransactionStatus = 'pending' | 'confirmed' | 'failed';

/** A transaction before its broadcast; addresses in their stored spelling, amounts in base units. */
export interface Draft {
  readonly hash: string;
  readonly network: ChainNetwork;
  readonly from: string;
  readonly to: string;
  readonly asset: ChainAsset;
  /** Base units of the asset. */
  readonly amount: bigint;
  readonly fee: bigint;
  readonly feeAsset: ChainAsset;
  /** True for a transaction that no key has signed; its hash is a placeholder. */
  readonly simulated: boolean;
  /** The agents whose deposit addresses `from` and `to` are; undefined for other addresses. */
  readonly sender?: RegisteredAgent | undefined;
  readonly receiver?: RegisteredAgent | undefined;
  readonly memo?: string | undefined;
}

/** A transaction on its chain; `settledAtMs` is set when it is confirmed or has failed. */
export interface ChainTransaction extends Draft {
  readonly sentAtMs: Instant;
  status: TransactionStatus;
  settledAtMs: Instant | null;
}

/** USDC that the ledger reserves until a transaction is settled. */
export interface ChainHold {
  readonly transfer: TransferId;
  readonly amountMicros: Micros;
}

/** The effect of a transaction's outcome on the books; exactly one of its functions is called, once. */
export interface TransactionEffect {
  /** USDC reservations until the outcome; native assets have none. */
  readonly holds: readonly ChainHold[];
  confirm(): void;
  /** Gives everything back but the fee that the chain keeps. */
  fail(): void;
}
