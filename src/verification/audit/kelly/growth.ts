/**
 * Growth of a bankroll that stakes the same share of itself on a bet again and again (Kelly 1956): the expected
 * logarithm of one bet's growth, from the exact chances. The chances and gains are exact; logarithms are doubles.
 */
import { exp, expm1Over, log1pOver } from '../../../core/kernel/elementary.ts';
import type { ExactOutcome } from '../exact/figures.ts';

/** What one unit of stake gains, and how likely that is. */
export interface Gain {
  readonly gain: number;
  readonly probability: number;
}

/** The gains of the player. */
export const gainsOf = (outcomes: readonly ExactOutcome[]): Gain[] =>
  outcomes
    .filter(({ probability }) => probability.numerator > 0n)
    .map(({ payout, probability }) => ({
      gain: Number(payout.numerator - payout.denominator) / Number(payout.denominator),
      probability: probability.toNumber(),
    }));

/** The same bet from the other side of the table. */
export const inverseBet = (gains: readonly Gain[]): Gain[] =>
  gains.map(({ gain, probability }) => ({ gain: -gain, probability }));

/** The expected logarithm of a bet's growth at that share; -Infinity where all may be lost at once. */
export function growthAt(gains: readonly Gain[], share: number): number {
  let growth = 0;
  for (const { gain, probability } of gains) {
    if (share * gain <= -1) return Number.NEGATIVE_INFINITY;
    growth += probability * share * gain * log1pOver(share * gain);
  }
  return growth;
}

/**
 * Growth of a bankroll per bet as a function of the share staked; shares are of the bankroll, growth is a natural
 * logarithm.
 */
export interface GrowthCurve {
  /** The share at which a bankroll grows fastest; 0 without an edge, Infinity where nothing can be lost. */
  readonly optimal: number;
  /** The growth there. */
  readonly growth: number;
  /** Above this share the bankroll shrinks although the edge is its own: twice the optimum for an even coin alone. */
  readonly vanishes: number;
  /** One bad outcome takes the whole bankroll at this share. */
  readonly ruin: number;
}

const halvings = 64;

/** Optimum, zero and ruin of the growth curve of a player with these gains. */
export function curveOf(gains: readonly Gain[]): GrowthCurve {
  const worst = gains.reduce((low, { gain }) => Math.min(low, gain), 0);
  const ruin = worst < 0 ? -1 / worst : Number.POSITIVE_INFINITY;
  const edge = gains.reduce((sum, { gain, probability }) => sum + gain * probability, 0);
  if (ruin === Number.POSITIVE_INFINITY) return { optimal: ruin, growth: ruin, vanishes: ruin, ruin };
  // An exact zero comes out of the doubles as some 1e-17.
  if (edge <= 1e-15) return { optimal: 0, growth: 0, vanishes: 0, ruin };
  const optimal = optimumOf(gains, { edge, ruin });
  return { optimal, growth: growthAt(gains, optimal), vanishes: rootBetween(gains, optimal, ruin), ruin };
}

/** Of two outcomes the edge over the product of what is won and what is lost; else where the slope passes zero. */
function optimumOf(gains: readonly Gain[], { edge, ruin }: { edge: number; ruin: number }): number {
  const [one, other] = gains;
  if (gains.length === 2 && one !== undefined && other !== undefined) return -edge / (one.gain * other.gain);
  let [low, high] = [0, ruin];
  for (let step = 0; step < halvings; step += 1) {
    const middle = (low + high) / 2;
    let slope = 0;
    for (const { gain, probability } of gains) slope += (probability * gain) / (1 + middle * gain);
    if (slope > 0) low = middle;
    else high = middle;
  }
  return low;
}

const stepsMax = 100;
const closeEnough = 1e-9;

/** Where growth has fallen to nothing again. It is concave, so that Newton's steps from above come down to it. */
function rootBetween(gains: readonly Gain[], optimal: number, ruin: number): number {
  let share = Math.min(2 * optimal, (optimal + ruin) / 2);
  for (let step = 0; step < stepsMax && growthAt(gains, share) > 0; step += 1) share = (share + ruin) / 2;
  for (let step = 0; step < stepsMax; step += 1) {
    const growth = growthAt(gains, share);
    let slope = 0;
    for (const { gain, probability } of gains) slope += (probability * gain) / (1 + share * gain);
    const change = growth / slope;
    if (!(change > closeEnough * share)) return share;
    share -= change;
  }
  return share;
}

/**
 * Lundberg's rate R of a player with these gains: with a bankroll of n stakes, all bets of one stake, the chance
 * of ruin is at most exp(-R n) against an opponent of any means. 0 where ruin is certain, Infinity where nothing
 * can be lost.
 */
export function ruinRate(gains: readonly Gain[]): number {
  const worst = gains.reduce((low, { gain }) => Math.min(low, gain), 0);
  const edge = gains.reduce((sum, { gain, probability }) => sum + gain * probability, 0);
  if (worst === 0) return Number.POSITIVE_INFINITY;
  if (edge <= 1e-15) return 0;
  const squares = gains.reduce((sum, { gain, probability }) => sum + gain * gain * probability, 0);
  // The excess is convex: from a rate that is too high, Newton's steps come down to the root.
  let rate = (2 * edge) / squares;
  for (let step = 0; step < stepsMax && excessAt(gains, rate) <= 0; step += 1) rate *= 1.5;
  for (let step = 0; step < stepsMax; step += 1) {
    let slope = 0;
    for (const { gain, probability } of gains) slope -= probability * gain * exp(-rate * gain);
    const change = excessAt(gains, rate) / slope;
    if (!(change > closeEnough * rate)) return rate;
    rate -= change;
  }
  return rate;
}

/** E[exp(-R gain)] - 1. */
function excessAt(gains: readonly Gain[], rate: number): number {
  let excess = 0;
  for (const { gain, probability } of gains) excess -= probability * rate * gain * expm1Over(-rate * gain);
  return excess;
}
