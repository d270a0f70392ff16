/** Verdicts at their bounds: what is settled, how stakes are cut far from the claim, and outcomes that cannot occur. */
import { describe, expect, it } from 'vitest';
import { Fraction } from '../../../src/core/base/fraction.ts';
import { alternativesOf } from '../../../src/verification/audit/verdict/alternatives.ts';
import { ReturnProcess } from '../../../src/verification/audit/verdict/return-process.ts';
import { defaultRule, Witness } from '../../../src/verification/audit/verdict/verdict.ts';

const outcomes = [
  { payout: Fraction.of(2), probability: Fraction.of(1, 2) },
  { payout: Fraction.zero, probability: Fraction.of(1, 2) },
];

describe('a verdict', () => {
  it('is consistent where the bounds hold the claim and nothing that is off by the tolerance, and else open', () => {
    const seen = new Set<string>();
    for (const half of [40_000, 80_000, 120_000, 200_000, 1_000_000])
      for (let step = -40; step <= 40; step += 1) {
        const witness = new Witness(outcomes, { alpha: 0.01, tolerance: 0.01 });
        const more = Math.round((step / 10) * Math.sqrt(half));
        witness.add([half + more, half - more, 0]);
        const { low, high, verdict } = witness.verdict(false);
        const holds = [low > 0.99, high < 1.01, low <= 1, high >= 1];
        expect(verdict).toBe(holds.includes(false) ? 'undecided' : 'consistent');
        expect(witness.verdict(true).verdict).toBe('contradicted');
        seen.add(holds.join());
      }
    // Each of the four alone keeps a verdict open.
    for (const at of [0, 1, 2, 3]) expect(seen).toContain([true, true, true, true].with(at, false).join());
  });

  it('needs a count for every outcome, and is given at a level of 99% and to 1% of the stake', () => {
    expect(() => { new Witness(outcomes).add([1]); }).toThrow('every outcome has a count');
    expect(defaultRule).toEqual({ alpha: 0.01, tolerance: 0.01 });
    expect(new Witness(outcomes).verdict()).toMatchObject({ level: 0.99, tolerance: 0.01, mean: 0, rounds: 0, claimed: 1 });
  }); // prettier-ignore
});

describe('the bounds of a return', () => {
  const rule = { alpha: 0.05, tolerance: 0.5 };
  const line = Math.log(2 / rule.alpha);
  /** The stake that one batch of so many rounds has, and its cut where the return is far away. */
  const share = (variance: number, rounds: number): number =>
    Math.min(rule.tolerance / variance, Math.sqrt((2 * line) / (variance * rounds)));

  it.each([[60, 40], [90, 10], [30, 70]])('lie where the capital comes to 2/alpha, with %i wins in 100: far from the claim the stake is cut', (wins, losses) => {
    const claim = { payouts: [10, 0], mean: 0.1, variance: 0.99 };
    const process = new ReturnProcess(claim, rule);
    process.add([wins, losses]);
    const { low } = process.bounds();
    const stake = Math.min(share(0.99, 100), 0.75 / low);
    expect(wins * Math.log(1 + stake * (10 - low)) + losses * Math.log(1 - stake * low)).toBeCloseTo(line, 6);
    const mirrored = new ReturnProcess({ payouts: [10, 0], mean: 9.9, variance: 0.99 }, rule);
    mirrored.add([losses, wins]);
    expect(mirrored.bounds().high).toBeCloseTo(10 - low, 9);
  }); // prettier-ignore

  it('are the payouts themselves where nothing is ruled out', () => {
    const process = new ReturnProcess({ payouts: [3, -1], mean: 0.9, variance: 4 }, rule);
    process.add([1, 1]);
    expect(process.bounds()).toEqual({ low: -1, high: 3 });
  });

  it('need as many rounds as the slower of both bettors', () => {
    const settled = (mean: number): number =>
      new ReturnProcess({ payouts: [10, 0], mean, variance: 1 }, { alpha: 0.05, tolerance: 1 }).roundsToSettle();
    // One may stake all that is best, 1, and the other no more than half of what a round may lose: 0.5 / 9.9.
    const slow = 0.5 / 9.9;
    const rounds = Math.ceil(line / (slow - slow ** 2 / 2));
    expect([settled(0.1), settled(9.9)]).toEqual([rounds, rounds]);
  }); // prettier-ignore
});

it('an outcome that cannot occur is no way to cheat', () => {
  const plain = alternativesOf({ payouts: [2, 0], chances: [0.5, 0.5] });
  const more = alternativesOf({ payouts: [2, 5, 0], chances: [0.5, 0, 0.5] });
  expect(more).toHaveLength(plain.length);
  for (const [at, { weight, chances }] of more.entries()) {
    expect(weight).toBeCloseTo(plain[at]!.weight, 12);
    expect(chances).toEqual([expect.closeTo(plain[at]!.chances[0]!, 12), 0, expect.closeTo(plain[at]!.chances[1]!, 12)]);
  }
}); // prettier-ignore
