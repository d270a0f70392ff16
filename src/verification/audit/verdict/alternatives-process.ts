/**
 * An e-process that bets on the ways in which houses cheat: the mean of the likelihood ratios of the alternatives against the
 * claim, by their weights. If the claim is true its expectation stays 1, so that by Ville's inequality it ever reaches
 * 1/alpha with probability alpha at most. It loses ln(1/weight) of the alternative that is true, and needs no estimate.
 */
import { exp, log } from '../../../core/kernel/elementary.ts';
import { alternativesOf, type Alternative, type ClaimedOutcomes } from './alternatives.ts';

/** Below this share of the largest term a term changes no digit of the sum. */
const leastTerm = -40;

/** One process for one game. Add the counts of new rounds only, one count for each outcome. */
export class AlternativesProcess {
  readonly #logWeights: readonly number[];
  /** For each alternative, what one round of each outcome adds. */
  readonly #logRatios: readonly (readonly number[])[];
  readonly #logs: number[];

  /** The alternatives may be computed once for many processes on the same claim. */
  constructor(claim: ClaimedOutcomes, alternatives: readonly Alternative[] = alternativesOf(claim)) {
    this.#logWeights = alternatives.map(({ weight }) => log(weight));
    this.#logRatios = alternatives.map(({ chances }) =>
      chances.map((chance, index) => {
        const claimed = claim.chances[index]!;
        return claimed === 0 ? 0 : log(chance) - log(claimed);
      }),
    );
    this.#logs = alternatives.map(() => 0);
  }

  add(counts: readonly number[]): void {
    for (const [outcome, count] of counts.entries()) {
      if (count === 0) continue;
      for (const [index, ratios] of this.#logRatios.entries()) this.#logs[index]! += count * ratios[outcome]!;
    }
  }

  /** The logarithm of the e-value now; 0 where the game admits no alternative. */
  logValue(): number {
    if (this.#logs.length === 0) return 0;
    const terms = this.#logs.map((value, index) => value + this.#logWeights[index]!);
    const high = Math.max(...terms);
    const sum = terms.reduce(
      (total, term) => (term - high < leastTerm ? total : total + exp(term - high)),
      0,
    );
    return high + log(sum);
  }
}
