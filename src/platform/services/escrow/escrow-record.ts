/** An escrow from its creation on, and the requests of callers. */
import type { Micros } from '../../../core/base/money.ts';
import type { JsonObject } from '../../../core/http/message.ts';
import type { PageRequest } from '../../../core/http/paging.ts';
import type { AccountId, TransferId } from '../../../core/ledger/ledger.ts';
import type { RegisteredAgent } from '../ports.ts';

/** The states (ESC29, gap S2); `locked` and `disputed` hold money, the others are final. */
export const escrowStates = ['locked', 'released', 'refunded', 'expired', 'disputed'] as const;
/** One of `escrowStates`. */
export type EscrowState = (typeof escrowStates)[number];

/** The party paid at release: an agent, or an EVM address outside the platform (gap S12). */
export interface Receiver {
  readonly agent: RegisteredAgent | null;
  /** As shown: the agent id, or the address. */
  readonly name: string;
  readonly account: AccountId;
}

/** The dispute of an escrow; `resolvesAtMs` is the end of the 48 hours, the ruling may come earlier. */
export interface Dispute {
  readonly openedBy: RegisteredAgent;
  readonly reason: string;
  readonly evidence: string | null;
  readonly openedAtMs: number;
  readonly resolvesAtMs: number;
}

/** The reservations on the sender's account: the part for the receiver, and the fee. */
export interface EscrowHold {
  readonly net: TransferId;
  readonly fee: TransferId;
}

/** An escrow from its creation on; net part and fee add up to `amountMicros`. */
export interface Escrow {
  readonly id: string;
  readonly sender: RegisteredAgent;
  readonly receiver: Receiver;
  readonly amountMicros: Micros;
  readonly feeMicros: Micros;
  readonly description: string | null;
  /** Named in the create call; earns the share in place of the sender's own referrer (gap X4). */
  readonly referrer: RegisteredAgent | null;
  readonly conditions: JsonObject | null;
  readonly createdAtMs: number;
  readonly expiresAtMs: number;
  readonly lockTxHash: string;
  state: EscrowState;
  holding: EscrowHold;
  dispute: Dispute | null;
  settledAtMs: number | null;
  settleTxHash: string | null;
  /** Cancels the due event that is set: expiry, or the end of a dispute. */
  cancel: () => void;
}

/** A request to create an escrow. */
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

/** A request to dispute an escrow. */
export interface DisputeOrder {
  readonly id: string;
  readonly reason: string;
  readonly evidence: string | null;
}

/** ESC25: the caller's side of the escrows to list. */
export type EscrowRole = 'sender' | 'receiver' | 'all';

/** A page of the caller's escrows; `state` undefined means all. */
export interface EscrowFilter {
  role: EscrowRole;
  state: EscrowState | undefined;
  request: PageRequest;
}
