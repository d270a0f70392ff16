/** What bets without a result would have come to, and bets before which the house replaced the seed; kept in the evidence. */
import type { Micros } from '../../../core/base/money.ts';
import type { LiveEvidence } from './evidence.ts';
import type { MissedBet } from './missed-bets.ts';
import type { MissedRounds } from './missed-rounds.ts';

/** Of one player. */
export class MissedOutcomes {
  readonly #evidence: LiveEvidence;
  readonly #rounds: MissedRounds;
  /** Where they could be computed. */
  readonly #payouts = new Map<MissedBet, Micros | undefined>();

  constructor(evidence: LiveEvidence, rounds: MissedRounds) {
    this.#evidence = evidence;
    this.#rounds = rounds;
  }

  /** Micros; undefined for a bet that could not be computed. */
  payoutOf(missed: MissedBet): Micros | undefined {
    return this.#payouts.get(missed);
  }

  /** Computes the missed bets of a period; without a seed none can be. */
  compute(bets: readonly MissedBet[], serverSeed: string | undefined): void {
    const nonces = new Set<number>();
    const { nonceShift } = this.#evidence;
    for (const missed of bets) {
      const round =
        serverSeed === undefined ? undefined : this.#rounds.play(missed, { serverSeed, nonceShift });
      this.#payouts.set(missed, round?.payoutMicros);
      // Later bets under the same nonce have the same words, and say nothing new.
      if (round === undefined || nonces.has(round.nonce)) continue;
      nonces.add(round.nonce);
      this.#evidence.availability.add(round.outcomes, { outcome: round.outcome, status: missed.status });
    }
  }

  /** The bet before which the house replaced this seed: an honest house does that whatever the bet would have come to. */
  replaced(bet: MissedBet | undefined, serverSeed: string): void {
    const { nonceShift, replacedBefore } = this.#evidence;
    const round = bet === undefined ? undefined : this.#rounds.play(bet, { serverSeed, nonceShift });
    if (round !== undefined) replacedBefore.add(round.outcomes, { outcome: round.outcome, status: 200 });
  }
}
