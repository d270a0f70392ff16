/**
 * A Monte Carlo simulation of a bankroll under one repeated bet (KEL07): many paths, drawn from the exact chances of
 * the bet. The draws come from a named stream, so that equal requests have equal answers.
 */
import { present } from '../../../../core/base/assert.ts';
import { exactShare } from '../../../../core/base/exact-share.ts';
import type { Micros } from '../../../../core/base/money.ts';
import type { StakeBounds } from '../play/game-stakes.ts';
import { exp, log } from '../../../../core/kernel/elementary.ts';
import type { Stream } from '../../../../core/kernel/stream.ts';
import type { Prospect, Prospects } from '../play/prospects.ts';

/** A share of the present bankroll (0 to 1), never below the smallest stake; or a fixed stake. */
export type StakePlan = { readonly fraction: number } | { readonly amountMicros: Micros };

/** A simulation: one bet, a plan of stakes, and how many rounds on how many paths. */
export interface SimulationOrder {
  readonly prospects: Prospects;
  readonly stakes: StakeBounds;
  readonly plan: StakePlan;
  readonly bankrollMicros: Micros;
  readonly rounds: number;
  readonly paths: number;
}

/** The outcome over all paths; `riskOfRuin` is a share from 0 to 1. */
export interface Simulation {
  /** Final bankrolls at these percentiles, by nearest rank. */
  readonly percentiles: readonly { readonly percent: number; readonly micros: Micros }[];
  readonly meanMicros: Micros;
  /** The share of paths that ended because the bankroll did not cover the next stake. */
  readonly riskOfRuin: number;
  /** Growth of the median path for each round, as a share of its bankroll; -1 if nothing is left. */
  readonly medianGrowth: number;
  /** The exact expected logarithm of a round's growth; null for a fixed stake, and where all may be lost at once. */
  readonly expectedLogGrowth: number | null;
}

/** A path ends at this bankroll, a thousand million USDC; no simulation starts above it. */
export const bankrollMaxMicros = 1e15;
const shownPercents = [5, 25, 50, 75, 95] as const;

/** Runs all paths with one draw for each round. Time grows with rounds times paths; the caller bounds both. */
export function simulate(order: SimulationOrder, stream: Stream): Simulation {
  const draw = drawOf(order.prospects.gains, stream);
  const finals: Micros[] = [];
  let ruined = 0;
  for (let path = 0; path < order.paths; path += 1) {
    const end = walk(order, draw);
    finals.push(end.bankrollMicros);
    if (end.isRuined) ruined += 1;
  }
  finals.sort((one, other) => one - other);
  const medianMicros = percentile(finals, 50);
  return {
    percentiles: shownPercents.map((percent) => ({ percent, micros: percentile(finals, percent) })),
    meanMicros: Math.round(finals.reduce((sum, micros) => sum + micros / finals.length, 0)),
    riskOfRuin: ruined / order.paths,
    medianGrowth: medianMicros === 0 ? -1 : exp(log(medianMicros / order.bankrollMicros) / order.rounds) - 1,
    expectedLogGrowth: expectedLogGrowth(order),
  };
}

function walk(order: SimulationOrder, draw: () => Prospect): { bankrollMicros: Micros; isRuined: boolean } {
  let { bankrollMicros } = order;
  for (let round = 0; round < order.rounds && bankrollMicros < bankrollMaxMicros; round += 1) {
    const stakeMicros = stakeOf(order, bankrollMicros);
    if (stakeMicros > bankrollMicros) return { bankrollMicros, isRuined: true };
    const { numerator, denominator } = draw().payout;
    bankrollMicros += exactShare(stakeMicros, { numerator, denominator, rounding: 'floor' }) - stakeMicros;
  }
  return { bankrollMicros, isRuined: stakeOf(order, bankrollMicros) > bankrollMicros };
}

function stakeOf({ plan, stakes }: SimulationOrder, bankrollMicros: Micros): Micros {
  if ('amountMicros' in plan) return plan.amountMicros;
  const share = Math.floor(plan.fraction * bankrollMicros);
  return Math.max(stakes.minMicros, Math.min(stakes.maxMicros, share));
}

/** Draws one outcome by its probability. */
function drawOf(gains: readonly Prospect[], stream: Stream): () => Prospect {
  return () => {
    let rest = stream.unit();
    for (const prospect of gains) {
      rest -= prospect.probability;
      if (rest < 0) return prospect;
    }
    // The probabilities as doubles may add up to a little less than 1.
    return present(gains.at(-1), 'a bet has an outcome');
  };
}

/** The least value that N% do not exceed. */
function percentile(sorted: readonly Micros[], percent: number): Micros {
  const rank = Math.max(1, Math.ceil((percent * sorted.length) / 100));
  return present(sorted[rank - 1], 'there is a path');
}

function expectedLogGrowth({ plan, prospects }: SimulationOrder): number | null {
  if ('amountMicros' in plan) return null;
  let sum = 0;
  for (const { gain, probability } of prospects.gains) {
    const left = 1 + plan.fraction * gain;
    if (left <= 0) return null;
    sum += probability * log(left);
  }
  return sum;
}
