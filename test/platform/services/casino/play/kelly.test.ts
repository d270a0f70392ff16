/** The Kelly rule: shares that nothing near them betters, and limits under each policy. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { ratio } from '../../../../../src/platform/games/ratio.ts';
import { playerShare, stakeLimit } from '../../../../../src/platform/services/casino/play/kelly.ts';
import type { GainChance, Prospects } from '../../../../../src/platform/services/casino/play/prospects.ts';

const meanOf = (chances: readonly GainChance[]): number =>
  chances.reduce((sum, { gain, probability }) => sum + gain * probability, 0);

function prospectsOf(chances: readonly GainChance[]): Prospects {
  const gains = chances.map((chance) => ({ ...chance, payout: ratio(0) }));
  return { top: ratio(3), favours: Math.sign(meanOf(chances)), gains };
}

const growth = (chances: readonly GainChance[], share: number): number =>
  chances.reduce((sum, { gain, probability }) => sum + probability * Math.log(1 + share * gain), 0);

const stakes = { minMicros: 10_000, minStyleBMicros: 10_000, maxMicros: 10_000_000_000 };
const standing = { stakes, playerMicros: 1_000_000, houseMicros: 2_000_000, riskPercent: 25 };

it('no share near that of the player lets money grow faster, for any three outcomes', () => {
  const weights = fc.array(fc.integer({ min: 1, max: 50 }), { minLength: 3, maxLength: 3 });
  const isBest = fc.property(weights, fc.double({ min: 0.2, max: 1, noNaN: true }), (counts, loss) => {
    const total = counts.reduce((sum, count) => sum + count, 0);
    const chances = [2, 0.5, -loss].map((gain, index) => ({ gain, probability: counts[index]! / total }));
    fc.pre(Math.abs(meanOf(chances)) > 1e-6);
    const share = playerShare(prospectsOf(chances));
    if (meanOf(chances) < 0) expect(share).toBe(0);
    else for (const near of [-1e-4, 1e-4]) {
      if (share + near > 0 && share + near < 1 / loss) expect(growth(chances, share + near)).toBeLessThanOrEqual(growth(chances, share) + 1e-12);
    }
    if (meanOf(chances) > 0) expect(share).toBeGreaterThan(0);
  });
  fc.assert(isBest);
}); // prettier-ignore

it('a bet that loses half at worst may be staked beyond what there is', () => {
  const chances = [
    { gain: 1, probability: 0.9 },
    { gain: -0.5, probability: 0.1 },
  ];
  expect(playerShare(prospectsOf(chances))).toBeCloseTo(1.7, 12);
});

it('what cannot be lost has no limit but the highest stake', () => {
  const sure = [
    { gain: 1, probability: 0.5 },
    { gain: 0, probability: 0.5 },
  ];
  const surely = [
    { gain: 1, probability: 0.5 },
    { gain: 0.5, probability: 0.5 },
  ];
  for (const chances of [sure, surely]) {
    expect(playerShare(prospectsOf(chances))).toBe(Infinity);
    expect(stakeLimit({ ...standing, prospects: prospectsOf(chances) }, 'strict')).toBe(stakes.maxMicros);
    const against = chances.map(({ gain, probability }) => ({ gain: -gain, probability }));
    expect(stakeLimit({ ...standing, prospects: prospectsOf(against) }, 'house')).toBe(stakes.maxMicros);
    expect(stakeLimit({ ...standing, prospects: prospectsOf(against) }, 'strict')).toBe(0);
    expect(stakeLimit({ ...standing, prospects: prospectsOf(chances) }, 'house')).toBe(0);
  }
});

it('each policy limits by its own money', () => {
  const good = prospectsOf([
    { gain: 2, probability: 0.4 },
    { gain: -1, probability: 0.6 },
  ]);
  const bad = prospectsOf([
    { gain: 1, probability: 0.4 },
    { gain: -1, probability: 0.6 },
  ]);
  const limits = (prospects: Prospects) =>
    (['strict', 'house', 'odds', 'none'] as const).map((policy) => stakeLimit({ ...standing, prospects }, policy));
  // A tenth of the player's; a fifth of the house's; a quarter over a profit of two.
  expect(limits(good).map((micros) => Math.round(micros / 10) * 10)).toEqual([100_000, 0, 125_000, stakes.maxMicros]);
  expect(limits(bad).map((micros) => Math.round(micros / 10) * 10)).toEqual([0, 400_000, 125_000, stakes.maxMicros]);
}); // prettier-ignore

it('a bet that gives the stake back favours neither side, and neither has a share', () => {
  const prospects = prospectsOf([{ gain: 0, probability: 1 }]);
  expect(playerShare(prospects)).toBe(0);
  for (const policy of ['strict', 'house'] as const)
    expect(stakeLimit({ ...standing, prospects }, policy)).toBe(0);
});
