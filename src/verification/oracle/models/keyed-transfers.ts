/** Transfers that keys have signed, from their answer until a response shows how they ended (docs/wallet-chains.md). */
import { objects, text, type Case } from '../case.ts';
import type { AuditedExchange, Body } from '../exchange.ts';

/** One of them; amounts in units of 10 to the power of -30. */
export interface KeyedTransfer {
  readonly chain: string;
  readonly from: string;
  readonly to: string;
  /** By its symbol; the fee is in the asset of the chain. */
  readonly asset: string | undefined;
  readonly amount: bigint;
  readonly fee: bigint;
}

export type TransferEnd = 'confirmed' | 'failed';

/** Chains on which a transfer that fails costs nothing. */
const dropping: readonly string[] = ['bitcoin', 'monero'];

/** What a failed transfer keeps. */
export const lostFee = ({ chain, fee }: KeyedTransfer): bigint => (dropping.includes(chain) ? 0n : fee);

/** Those that are under way, by hash. */
export class KeyedTransfers {
  readonly #case: Case;
  readonly #pending = new Map<string, KeyedTransfer>();
  readonly #ended = new Map<string, TransferEnd>();

  constructor(file: Case) {
    this.#case = file;
  }

  signed(hash: string, transfer: KeyedTransfer): void {
    this.#pending.set(hash, transfer);
  }

  /** Those that this response is the first to show as over. What has ended once has ended so. */
  endedIn({ answer, operation }: AuditedExchange): readonly (readonly [KeyedTransfer, TransferEnd])[] {
    const rows = operation === 'transaction' ? [answer] : objects(answer, 'transactions');
    return rows.flatMap((row) => this.#endOf(row));
  }

  #endOf(row: Body): readonly (readonly [KeyedTransfer, TransferEnd])[] {
    const hash = text(row, 'tx_hash') ?? '';
    const status = row['status'];
    const before = this.#ended.get(hash);
    if (before !== undefined && typeof status === 'string' && status !== before)
      this.#case.breaks('chain-balances', `transfer ${hash} is ${status}; it was ${before}`);
    const transfer = this.#pending.get(hash);
    if (transfer === undefined || (status !== 'confirmed' && status !== 'failed')) return [];
    this.#pending.delete(hash);
    this.#ended.set(hash, status);
    return [[transfer, status]];
  }
}
