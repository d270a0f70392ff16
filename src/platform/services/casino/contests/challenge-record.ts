/** What is kept of a challenge between two agents. */
import type { Micros } from '../../../../core/base/money.ts';
import type { Instant } from '../../../../core/base/time.ts';
import type { RegisteredAgent } from '../../ports.ts';
import type { BetRecord } from '../play/bet-record.ts';
import type { Held } from './pot.ts';
import type { SingleEntry } from '../play/schemas.ts';

/** CHA07 to CHA09; `expired` if the challenged agent did not respond in time (gap C22). */
export type ChallengeState = 'pending' | 'resolved' | 'declined' | 'expired';

/** CHA05, CHA06, as the challenger asks for it. */
export interface ChallengeOrder {
  readonly challengedId: string;
  readonly game: SingleEntry;
  /** The bet both sides play. */
  readonly choice: object;
  readonly amountMicros: Micros;
  readonly message: string | null;
}

/** The rounds that decided a challenge; `winner` is null if both had the same multiplier. */
export interface Duel {
  readonly challengerRound: BetRecord;
  readonly challengedRound: BetRecord;
  readonly winner: RegisteredAgent | null;
  /** How often both played; more than once only under policy `challenges.tie: replay`. */
  readonly rounds: number;
}

/** A challenge from its creation on; `duel` is set only when it is resolved, `settledAtMs` by every end. */
export interface Challenge extends ChallengeOrder {
  readonly challengeId: string;
  readonly challenger: RegisteredAgent;
  readonly challenged: RegisteredAgent;
  readonly createdAtMs: Instant;
  readonly expiresAtMs: Instant;
  /** The challenger's stake, until the challenge is settled. */
  readonly held: Held;
  /** Cancels the expiry. */
  cancel: () => void;
  state: ChallengeState;
  duel: Duel | null;
  /** The payout of the winner; 0 without a winner. */
  paidMicros: Micros;
  settledAtMs: Instant | null;
}
