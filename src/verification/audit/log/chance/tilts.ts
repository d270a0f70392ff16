/**
 * Bets on the outcomes of bets, whatever their game: an outcome is a rank among the outcomes of its bet, scaled to
 * variance 1, and a tilt of strength t says that the mean rank is off by t standard deviations. The factor of an outcome
 * is its chance under the tilt over its chance by the rules. Its expectation is 1 for an honest house, for every bet,
 * so that factors of different bets can be multiplied: bets of one kind need not be many.
 */
import { exp, log } from '../../../../core/kernel/elementary.ts';

/** Strengths of tilts; a house is tested against each of them, in both directions. */
const strengths = [0.01, 0.02, 0.04, 0.08, 0.16, 0.32, 0.64];

/** All tilts; negative ones favour the house. */
export const tilts = [...strengths.map((strength) => -strength), ...strengths];

/** Logarithms are whole multiples of this, so that their sums do not depend on an order. */
export const logUnit = 2 ** -24;

/**
 * The logarithms of the factors in `logUnit`: of outcome i under tilt k at `i * tilts.length + k`. The chances are of
 * the outcomes from the worst to the best and sum to 1. Rounded down: that cannot accuse.
 */
export function tiltFactors(chances: readonly number[]): Float64Array {
  const factors = new Float64Array(chances.length * tilts.length);
  const ranks = scaledRanks(chances);
  for (const [at, tilt] of tilts.entries()) {
    const total = chances.reduce((sum, chance, index) => sum + chance * exp(tilt * ranks[index]!), 0);
    const logTotal = log(total);
    for (const [index, rank] of ranks.entries())
      factors[index * tilts.length + at] = Math.floor((tilt * rank - logTotal) / logUnit);
  }
  return factors;
}

/**
 * A win of one in a million has a rank of a thousand deviations, and a tilt would expect it in every bet. Any score of
 * an outcome gives a fair factor, so that ranks may be cut.
 */
const rankMax = 12;

/** Ranks of mean 0 and variance 1, cut at `rankMax`; all 0 for a bet with one outcome. */
function scaledRanks(chances: readonly number[]): number[] {
  let below = 0;
  const ranks = chances.map((chance) => {
    const rank = below + chance / 2 - 0.5;
    below += chance;
    return rank;
  });
  const variance = ranks.reduce((sum, rank, index) => sum + chances[index]! * rank * rank, 0);
  return variance < 1e-12
    ? ranks.map(() => 0)
    : ranks.map((rank) => Math.min(rankMax, Math.max(-rankMax, rank / Math.sqrt(variance))));
}
