/** Which deals of video poker are drawn to: all of them, or those that a player chooses where a deal costs nothing. */
import { Fraction } from '../../../core/base/fraction.ts';
import { pokerRanks, type PokerTable } from '../../../platform/games/video-poker.ts';
import type { ExactOutcome } from './figures.ts';
import { drawnOutcomes, paidWorthCount, solveVideoPoker, unitOfValue } from './video-poker-optimum.ts';

/** The outcomes of each policy, with the best holds. */
export interface DealPolicies {
  readonly every: readonly ExactOutcome[];
  /** Only the best deal is drawn to. */
  readonly best: readonly ExactOutcome[];
  /** Deals worth more than the stake are. */
  readonly good: readonly ExactOutcome[];
  /** The share of deals worth more than the stake. */
  readonly goodShare: Fraction;
  /** How many deals bring one of the best. */
  readonly dealsForBest: Fraction;
}

/** By what a table pays: a game takes half a second to be solved, and the shipped table may be the printed one. */
const solved = new Map<string, DealPolicies>();

/** The policies under a pay table. */
export function dealPolicies(table: PokerTable): DealPolicies {
  const pays = pokerRanks.map((rank) => table[rank]).join();
  const policies = solved.get(pays) ?? solvedPolicies(table);
  solved.set(pays, policies);
  return policies;
}

function solvedPolicies(table: PokerTable): DealPolicies {
  const good = { drawn: new Float64Array(paidWorthCount), deals: 0 };
  const best = { drawn: new Float64Array(paidWorthCount), deals: 0, value: -1 };
  const { outcomes, deals: all } = solveVideoPoker(table, (hand) => {
    if (hand.value > unitOfValue) {
      hand.addDraws(good.drawn);
      good.deals += hand.deals;
    }
    if (hand.value > best.value)
      Object.assign(best, { value: hand.value, deals: 0, drawn: new Float64Array(paidWorthCount) });
    if (hand.value === best.value) {
      hand.addDraws(best.drawn);
      best.deals += hand.deals;
    }
  });
  return {
    every: outcomes,
    best: drawnOutcomes(best.drawn, best.deals, table),
    good: drawnOutcomes(good.drawn, good.deals, table),
    goodShare: Fraction.of(good.deals, all),
    dealsForBest: Fraction.of(all, best.deals),
  };
}
