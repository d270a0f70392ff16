/** One escrow, from creation to its end, and what a caller may ask of it. */
import type { Micros } from '../../../core/base/money.ts';
import type { JsonObject } from '../../../core/http/message.ts';
import type { PageRequest } from '../../../core/http/paging.ts';
import type { AccountId, TransferId } from '../../../core/ledger/ledger.ts';
import type { Agent } from '../ports.ts';

export const escrowStates = ['locked', 'released', 'refunded', 'expired', 'disputed'] as const;
export type EscrowState = (typeof escrowStates)[number];

/** Who is paid at release: an agent, or an EVM address outside the platform (gap S12). */
export interface Receiver {
  readonly agent: Agent | null;
  /** As shown: the agent id, or the address. */
  readonly name: string;
  readonly account: AccountId;
}

export interface Dispute {
  readonly openedBy: Agent;
  readonly reason: string;
  readonly evidence: string | null;
  readonly openedAtMs: number;
  readonly resolvesAtMs: number;
}

/** What is held: the part for the receiver and the fee, both out of the sender's account. */
export interface Holding {
  readonly net: TransferId;
  readonly fee: TransferId;
}

export interface Escrow {
  readonly id: string;
  readonly sender: Agent;
  readonly receiver: Receiver;
  readonly amountMicros: Micros;
  readonly feeMicros: Micros;
  readonly description: string | null;
  /** Named in the create call: earns instead of the sender's own referrer (gap X4). */
  readonly referrer: Agent | null;
  readonly conditions: JsonObject | null;
  readonly createdAtMs: number;
  readonly expiresAtMs: number;
  readonly lockTxHash: string;
  state: EscrowState;
  holding: Holding;
  dispute: Dispute | null;
  settledAtMs: number | null;
  settleTxHash: string | null;
  /** Cancels the due event that is set: expiry, or the end of a dispute. */
  cancel: () => void;
}

/** What a create call asks for. */
export interface EscrowOrder {
  /** Style A names the buyer, who must be the caller (gap S13). */
  buyer: string | undefined;
  receiver: string;
  amountMicros: Micros;
  expiresInMs: number;
  description: string | null;
  referrer: string | undefined;
  conditions: JsonObject | null;
}

export type EscrowRole = 'sender' | 'receiver' | 'all';

export interface EscrowFilter {
  role: EscrowRole;
  state: EscrowState | undefined;
  request: PageRequest;
}
