/**
 * The ways in which a house may cheat, as distributions of its outcomes: wins made rarer, profits made rarer, high
 * payouts made rarer (the tilt that loses a given return with the least change), or one outcome made rarer; each in
 * several sizes, and each in favour of the player as well. The weights are a prior and sum to 1.
 */
import { exp, log } from '../../../core/kernel/elementary.ts';

/** What a game claims: the total returns of its outcomes and their chances, which sum to 1. */
export interface ClaimedOutcomes {
  readonly payouts: readonly number[];
  readonly chances: readonly number[];
}

/** One alternative to the claim, with its weight in the prior. */
export interface Alternative {
  readonly weight: number;
  readonly chances: readonly number[];
}

/** How much less the house returns, as a share of the stake, with the weight of each size. */
const sizes: readonly (readonly [lost: number, weight: number])[] = [
  [0.001, 0.08],
  [0.002, 0.22],
  [0.0045, 0.13],
  [0.01, 0.24],
  [0.022, 0.11],
  [0.05, 0.09],
  [0.12, 0.07],
  [0.3, 0.06],
];

const favourWeight = 0.1;
/** Of the two kinds of hit rate, of the tilt, and of all single outcomes together. */
const kindWeights = { hit: 0.4, profit: 0.15, tilt: 0.2, single: 0.25 };

/** The alternatives that the game's outcomes admit; those with the same chances are one. */
export function alternativesOf(claim: ClaimedOutcomes): Alternative[] {
  const found = new Map<string, Alternative>();
  for (const [shape, shapeWeight] of shapesOf(claim)) {
    for (const [size, sizeWeight] of sizes) {
      for (const [lost, signWeight] of [[size, 1 - favourWeight], [-size, favourWeight]] as const) {
        const chances = shape(lost);
        if (chances === undefined || !chances.every((chance) => chance >= 0)) continue;
        const key = chances.map((chance) => chance.toPrecision(9)).join();
        const weight = shapeWeight * sizeWeight * signWeight + (found.get(key)?.weight ?? 0);
        found.set(key, { weight, chances });
      }
    }
  } // prettier-ignore
  const total = [...found.values()].reduce((sum, { weight }) => sum + weight, 0);
  return [...found.values()].map(({ weight, chances }) => ({ weight: weight / total, chances }));
}

/** The chances under which the return is lower by `lost`; undefined where the shape cannot lose that much. */
type Shape = (lost: number) => readonly number[] | undefined;

function shapesOf(claim: ClaimedOutcomes): (readonly [Shape, number])[] {
  const { payouts, chances } = claim;
  const wins = payouts.flatMap((payout, index) => (payout > 0 && (chances[index] ?? 0) > 0 ? [index] : []));
  const single = kindWeights.single / Math.max(1, wins.length);
  return [
    [(lost) => rarer(claim, (payout) => payout > 0, lost), kindWeights.hit],
    [(lost) => rarer(claim, (payout) => payout > 1, lost), kindWeights.profit],
    [(lost) => tilted(claim, lost), kindWeights.tilt],
    ...wins.map(
      (win) => [(lost: number) => rarer(claim, (_, index) => index === win, lost), single] as const,
    ),
  ];
}

/** The sum over the outcomes that are flagged. */
const share = (flags: readonly boolean[], of: (index: number) => number): number =>
  flags.reduce((sum, flag, index) => sum + (flag ? of(index) : 0), 0);

/** Makes the chosen outcomes rarer by one factor; what they lose goes to the outcomes that pay least. */
function rarer(
  { payouts, chances }: ClaimedOutcomes,
  isChosen: (payout: number, index: number) => boolean,
  lost: number,
): readonly number[] | undefined {
  const chosen = payouts.map(isChosen);
  const lowest = Math.min(...payouts.filter((_, index) => !chosen[index]));
  const takes = payouts.map((payout, index) => !chosen[index] && payout <= Math.max(lowest, 0));
  const chance = share(chosen, (index) => chances[index]!);
  const rest = share(takes, (index) => chances[index]!);
  if (chance === 0 || rest === 0) return undefined;
  const paid = share(chosen, (index) => chances[index]! * payouts[index]!);
  const instead = share(takes, (index) => chances[index]! * payouts[index]!) / rest;
  // Taking a share s of the chosen outcomes away loses s (paid - chance x instead) of the return.
  const cut = Math.min(0.99, lost / (paid - chance * instead));
  const scale = 1 + (cut * chance) / rest;
  return chances.map((old, index) => (chosen[index] ? old * (1 - cut) : takes[index] ? old * scale : old));
}

/** The distribution closest to the claim (in relative entropy) that returns less by `lost`. */
function tilted({ payouts, chances }: ClaimedOutcomes, lost: number): readonly number[] | undefined {
  const mean = payouts.reduce((sum, payout, index) => sum + payout * chances[index]!, 0);
  const at = (slope: number): readonly number[] => {
    const highest = Math.max(...payouts.map((payout) => -slope * payout));
    const weights = chances.map((chance, index) => chance * exp(-slope * payouts[index]! - highest));
    const total = weights.reduce((sum, weight) => sum + weight, 0);
    return weights.map((weight) => weight / total);
  };
  const lostAt = (slope: number): number =>
    mean - at(slope).reduce((sum, chance, index) => sum + chance * payouts[index]!, 0);
  const side = Math.sign(lost);
  let [low, high] = [0, 1e-9];
  for (; high < 1e6 && side * lostAt(side * high) < side * lost; high *= 2) low = high;
  if (high >= 1e6) return undefined;
  for (let step = 0; step < 60; step += 1) {
    const middle = (low + high) / 2;
    if (side * lostAt(side * middle) < side * lost) low = middle;
    else high = middle;
  }
  return at(side * high);
}

/** The relative entropy of `actual` against the claim, in nats a round: ln(1/alpha) over it are the rounds that no test can beat by much. */
export function relativeEntropy(actual: readonly number[], claimed: readonly number[]): number {
  return actual.reduce(
    (sum, chance, index) => (chance === 0 ? sum : sum + chance * log(chance / claimed[index]!)),
    0,
  );
}
