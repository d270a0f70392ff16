/** Games of a few payouts, and draws of them, for tests that look at many rounds. */

/** Cheap numbers of the tests' own (xorshift32). */
export function generator(seed: number): () => number {
  let state = seed | 1;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 2 ** 32;
  };
}

export const draw = (chances: readonly number[], uniform: number): number => {
  let rest = uniform;
  const found = chances.findIndex((chance) => (rest -= chance) < 0);
  return found < 0 ? chances.length - 1 : found;
};

export const oneOf = (categories: number, at: number): number[] =>
  Array.from({ length: categories }, (_, category) => (category === at ? 1 : 0));

export const games = [
  { name: 'an even coin', payouts: [1.96, 0], chances: [0.5, 0.5] },
  {
    name: 'a wheel',
    payouts: [0, 0.5, 1, 1.5, 2, 3, 5, 10],
    chances: [0.35, 0.25, 0.15, 0.1, 0.08, 0.04, 0.02, 0.01],
  },
  { name: 'a single number', payouts: [34.3, 0], chances: [1 / 37, 36 / 37] },
];

export const momentsOf = ({ payouts, chances }: { payouts: number[]; chances: number[] }) => {
  const mean = payouts.reduce((sum, payout, index) => sum + payout * chances[index]!, 0);
  const variance = payouts.reduce((sum, payout, index) => sum + (payout - mean) ** 2 * chances[index]!, 0);
  return { payouts, mean, variance };
};
