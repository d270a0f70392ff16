/** Bets on the ranks of outcomes: factors that are fair to an honest house, for every bet. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { logUnit, tiltFactors, tilts } from '../../../../src/verification/audit/log/chance/tilts.ts';

const strengths = [0.01, 0.02, 0.04, 0.08, 0.16, 0.32, 0.64];

/** Chances of two outcomes or more, some of them rare. */
const someChances = fc
  .array(fc.integer({ min: 1, max: 1_000 }), { minLength: 2, maxLength: 8 })
  .map((weights) => {
    const total = weights.reduce((sum, weight) => sum + weight, 0);
    return weights.map((weight) => weight / total);
  });

/** Ranks by their definition: the middle of each outcome's share, less their mean, over their deviation. */
function ranksOf(chances: readonly number[]): number[] {
  const middles = chances.map(
    (chance, at) => chances.slice(0, at).reduce((sum, other) => sum + other, 0) + chance / 2,
  );
  const mean = middles.reduce((sum, middle, at) => sum + middle * chances[at]!, 0);
  const deviation = Math.sqrt(
    middles.reduce((sum, middle, at) => sum + chances[at]! * (middle - mean) ** 2, 0),
  );
  return middles.map((middle) => Math.max(-12, Math.min(12, (middle - mean) / deviation)));
}

it('tilt both ways, each strength twice the one before', () => {
  expect(tilts).toEqual([...strengths.map((strength) => -strength), ...strengths]);
});

it('are the chance under the tilt over the chance by the rules, and expect 1 or a trifle less', () => {
  fc.assert(
    fc.property(someChances, (chances) => {
      const factors = tiltFactors(chances);
      const ranks = ranksOf(chances);
      expect(factors).toHaveLength(chances.length * tilts.length);
      for (const [at, tilt] of tilts.entries()) {
        const logs = chances.map((_, outcome) => factors[outcome * tilts.length + at]! * logUnit);
        const expected = chances.reduce((sum, chance, outcome) => sum + chance * Math.exp(logs[outcome]!), 0);
        expect(expected).toBeLessThanOrEqual(1 + 1e-12);
        expect(expected).toBeGreaterThan(1 - 1e-6);
        const total = chances.reduce(
          (sum, chance, outcome) => sum + chance * Math.exp(tilt * ranks[outcome]!),
          0,
        );
        for (const [outcome, rank] of ranks.entries())
          expect(logs[outcome]).toBeCloseTo(tilt * rank - Math.log(total), 6);
      }
      expect([...factors].every(Number.isInteger)).toBe(true);
    }),
  );
});

it('say nothing of a bet with one outcome, and cut the rank of a rare one', () => {
  expect([...tiltFactors([1])].every((factor) => factor === 0)).toBe(true);
  const [rare] = [tiltFactors([1 - 1e-6, 1e-6])];
  const strongest = tilts.length - 1;
  expect(rare[tilts.length + strongest]! * logUnit).toBeCloseTo(0.64 * 12, 2);
  const other = tiltFactors([1e-6, 1 - 1e-6]);
  expect(other[strongest]! * logUnit).toBeCloseTo(-0.64 * 12, 2);
});
