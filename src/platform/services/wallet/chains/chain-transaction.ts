/** One transaction on a simulated chain, and what its sender and its receiver have to do with the platform. */
import type { Micros } from '../../../../core/base/money.ts';
import type { TransferId } from '../../../../core/ledger/ledger.ts';
import type { Instant } from '../../../../core/base/time.ts';
import type { Agent } from '../../ports.ts';
import type { Asset } from './assets.ts';
import type { Network } from './networks.ts';

/** WAL55: the states a poll by hash shows. */
export type TransactionStatus = 'pending' | 'confirmed' | 'failed';

/** What is broadcast. */
export interface Draft {
  readonly hash: string;
  readonly network: Network;
  readonly from: string;
  readonly to: string;
  readonly asset: Asset;
  /** Base units of the asset. */
  readonly amount: bigint;
  readonly fee: bigint;
  readonly feeAsset: Asset;
  /** True where the hash stands for a transaction that nobody signed. */
  readonly simulated: boolean;
  /** The agents whose own deposit addresses it leaves and comes to. */
  readonly sender?: Agent | undefined;
  readonly receiver?: Agent | undefined;
  readonly memo?: string | undefined;
}

export interface ChainTransaction extends Draft {
  readonly sentAtMs: Instant;
  status: TransactionStatus;
  settledAtMs: Instant | null;
}

/** USDC that the ledger holds back until a transaction is settled. */
export interface ChainHold {
  readonly transfer: TransferId;
  readonly amountMicros: Micros;
}

/** What the outcome of a transaction does to the books. */
export interface Effect {
  /** What is held back meanwhile; nothing of native assets. */
  readonly holds: readonly ChainHold[];
  confirm(): void;
  /** Gives everything back that the chain does not keep. */
  fail(): void;
}
