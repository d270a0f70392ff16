/** Verification of bets: commitments, revealed server seeds, and rounds recomputed from their seeds. */
import { assert } from '../../../../core/base/assert.ts';
import { refuse, type Outcome } from '../../../../core/base/refusal.ts';
import { verify, type RevealedSeed } from '../../../../core/fairness/seed-pair.ts';
import type { Round } from '../../../games/game.ts';
import { totalReturn } from '../../../games/ratio.ts';
import type { RegisteredAgent } from '../../ports.ts';
import type { OpenHands } from '../ports.ts';
import type { BetBook } from './bet-book.ts';
import type { BetRecord } from './bet-record.ts';
import type { SeedSessions, ShownPair } from './seed-sessions.ts';

/**
 * A bet recomputed from its seeds: `verified` when the result pays what was paid; `unrevealed` while the seed is
 * secret.
 */
export type VerifiedBet =
  | { readonly bet: BetRecord; readonly status: 'unrevealed' }
  | {
      readonly bet: BetRecord;
      readonly status: 'verified' | 'mismatch';
      readonly serverSeed: string;
      readonly recomputed: Round;
    };

/** The seeds of one player (FAI09); the pair in use is without its server seed. */
export interface SeedList {
  readonly active: ShownPair;
  /** Oldest first. */
  readonly revealed: readonly RevealedSeed[];
}

/** The calls that verify. Only the player of a bet may verify it. */
export class BetVerification {
  readonly #book: BetBook;
  readonly #seeds: SeedSessions;
  readonly #hands: Pick<OpenHands, 'isOpen'>;

  constructor(parts: { book: BetBook; seeds: SeedSessions; hands: Pick<OpenHands, 'isOpen'> }) {
    this.#book = parts.book;
    this.#seeds = parts.seeds;
    this.#hands = parts.hands;
  }

  /** FAI05: the commitment to the server seed in use. */
  seedHash(_: undefined, caller: RegisteredAgent): Outcome<ShownPair> {
    return this.#seeds.pairOf(caller);
  }

  /**
   * FAI08: reveals the server seed in use and takes the next one. Refuses CONFLICT while a hand or live round is open.
   */
  rotate(
    { clientSeed }: { clientSeed: string | undefined },
    caller: RegisteredAgent,
  ): Outcome<{ revealed: RevealedSeed; next: ShownPair }> {
    return this.#hands.isOpen(caller)
      ? refuse('CONFLICT', 'a hand or a round is open: its cards would be known')
      : this.#seeds.rotate(caller, clientSeed);
  }

  /** FAI09. */
  seeds(_: undefined, caller: RegisteredAgent): Outcome<SeedList> {
    return { active: this.#seeds.pairOf(caller), revealed: this.#seeds.revealedBy(caller) };
  }

  /**
   * FAI06, FAI07, FAI10: recomputes a bet from its seeds. Refuses NOT_FOUND, also for another player's bet (gap A6).
   */
  verifyBet({ betId }: { betId: string }, caller: RegisteredAgent): Outcome<VerifiedBet> {
    const bet = this.#book.byId(betId);
    return bet?.agent === caller
      ? this.#verified(bet)
      : refuse('NOT_FOUND', `you have placed no bet "${betId}"`);
  }

  /** FAI11: the bet of a nonce under a server seed hash of the caller's. Refuses NOT_FOUND (gap C20). */
  verifyRound(round: { commitment: string; nonce: number }, caller: RegisteredAgent): Outcome<VerifiedBet> {
    const bet = this.#book.byRound(round);
    return bet?.agent === caller
      ? this.#verified(bet)
      : refuse('NOT_FOUND', 'there is no bet of yours under that seed hash and nonce');
  }

  #verified(bet: BetRecord): VerifiedBet {
    const { commitment, clientSeed, nonce } = bet;
    const revealed = this.#seeds.revealed(commitment, bet.agent);
    if (revealed === undefined) return { bet, status: 'unrevealed' };
    const { serverSeed } = revealed;
    const verification = verify({ commitment, serverSeed, clientSeed, nonce }, bet.replay);
    assert(verification.status === 'recomputed', 'a revealed seed is the one that was committed to');
    const { outcome } = verification;
    const isSame = totalReturn(bet.stakeMicros, outcome.payout) === bet.payoutMicros;
    return { bet, status: isSame ? 'verified' : 'mismatch', serverSeed, recomputed: outcome };
  }
}
