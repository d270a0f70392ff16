import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Fraction } from '../../../src/core/base/fraction.ts';
import { CategoryProcess } from '../../../src/verification/audit/verdict/category-process.ts';
import { logGamma } from '../../../src/verification/audit/verdict/log-gamma.ts';
import { ReturnProcess } from '../../../src/verification/audit/verdict/return-process.ts';
import { rejectedOf, Witness } from '../../../src/verification/audit/verdict/verdict.ts';
import type { ExactOutcome } from '../../../src/verification/audit/exact/figures.ts';
import { games, generator, momentsOf, oneOf } from './small-games.ts';

const coin = (win: [number, number], chance: [number, number]): ExactOutcome[] => [
  { payout: Fraction.of(...win), probability: Fraction.of(...chance) },
  { payout: Fraction.zero, probability: Fraction.one.sub(Fraction.of(...chance)) },
];

describe('how sure a verdict is', () => {
  /** Rounds of one outcome until the verdict, and the evidence then and a round earlier. */
  function evidenceAtVerdict(outcomes: readonly ExactOutcome[], alpha: number, at: number) {
    const witness = new Witness(outcomes, { alpha, tolerance: 0.01 });
    let before = 0;
    for (let round = 0; round < 5_000; round += 1) {
      witness.add(oneOf(outcomes.length, at));
      const { verdict, logEvidence } = witness.verdict();
      if (verdict === 'contradicted') return { before, after: logEvidence };
      before = logEvidence;
    }
    return undefined;
  }

  it('is that of alpha to the round: contradicted with the first evidence of 1/alpha (Ville), and not before', () => {
    const coins = fc.constantFrom(coin([2, 1], [1, 2]), coin([10, 1], [1, 12]), coin([3, 2], [3, 5]));
    const levels = fc.double({ min: 0.0005, max: 0.3, noNaN: true });
    fc.assert(
      fc.property(coins, levels, fc.constantFrom(0, 1), (outcomes, alpha, at) => {
        const found = evidenceAtVerdict(outcomes, alpha, at);
        // A house that always pays, or never, is contradicted under any rule.
        expect(found).toBeDefined();
        expect(found?.after).toBeGreaterThanOrEqual(-Math.log(alpha) - 1e-9);
        expect(found?.before).toBeLessThan(-Math.log(alpha) + 1e-9);
      }),
      { numRuns: 60 },
    );
  });

  it('leaves the returns that neither of two bettors has ruled out, each with half of alpha', () => {
    const levels = fc.double({ min: 0.001, max: 0.3, noNaN: true });
    fc.assert(
      fc.property(levels, fc.integer({ min: 20, max: 400 }), fc.nat(100), (alpha, rounds, percent) => {
        const claim = { payouts: [2, 0], mean: 1, variance: 1 };
        const process = new ReturnProcess(claim, { alpha, tolerance: 0.05 });
        const wins = Math.round((rounds * percent) / 100);
        process.add([wins, rounds - wins]);
        const { low, high } = process.bounds();
        // One batch, so that both bettors staked one share: their capitals can be computed once more.
        const share = Math.min(0.05, Math.sqrt((2 * Math.log(2 / alpha)) / rounds), 0.5);
        const capital = (mean: number, sign: number): number =>
          wins * Math.log(1 + sign * share * (2 - mean)) +
          (rounds - wins) * Math.log(1 + sign * share * (0 - mean));
        if (low > 0.0001) expect(capital(low, 1)).toBeCloseTo(Math.log(2 / alpha), 4);
        if (high < 1.9999) expect(capital(high, -1)).toBeCloseTo(Math.log(2 / alpha), 4);
      }),
      { numRuns: 200 },
    );
  });
});

describe('the confidence sequence', () => {
  it('closes in on the return', () => {
    const claim = momentsOf(games[0]!);
    const returns = new ReturnProcess(claim, { alpha: 0.01, tolerance: 0.01 });
    const widths = [1000, 10_000, 100_000, 1_000_000].map((rounds) => {
      returns.add([rounds / 2, rounds / 2]);
      const { low, high } = returns.bounds();
      expect(low).toBeLessThan(claim.mean);
      expect(high).toBeGreaterThan(claim.mean);
      return high - low;
    });
    expect(widths).toEqual(widths.toSorted((a, b) => b - a));
    expect(widths.at(-1)).toBeLessThan(0.02);
  });
});

describe('power', () => {
  it('0.5% is distinguished from 2% at 1.96x: half of the runs are settled within some 100,000 rounds', () => {
    // The house claims 199/392 to win 1.96x; it gives 1/2.
    const claimed = [199 / 392, 193 / 392];
    const needed = Array.from({ length: 21 }, (_, run) => {
      const next = generator(991 + run);
      const process = new CategoryProcess(claimed);
      for (let rounds = 1000; rounds <= 1_000_000; rounds += 1000) {
        let won = 0;
        for (let round = 0; round < 1000; round += 1) if (next() < 0.5) won += 1;
        process.add([won, 1000 - won]);
        if (process.logValue() >= Math.log(100)) return rounds;
      }
      return Infinity;
    }).toSorted((a, b) => a - b);
    expect(needed[10]).toBeGreaterThan(40_000);
    expect(needed[10]).toBeLessThan(160_000);
  });
});

describe('a witness', () => {
  it('is undecided at first, says how many rounds it needs, and is consistent then', () => {
    const first = new Witness(coin([199, 100], [1, 2]));
    first.add([5000, 5000, 0]);
    const early = first.verdict();
    expect(early).toMatchObject({ verdict: 'undecided', rounds: 10_000, mean: 0.995 });
    const later = new Witness(coin([199, 100], [1, 2]));
    const rounds = 2 * Math.ceil((10_000 + early.roundsNeeded) / 2);
    later.add([rounds / 2, rounds / 2, 0]);
    expect(later.verdict().verdict).toBe('consistent');
    expect(later.verdict().roundsNeeded).toBe(0);
  });

  it('contradicts a house that pays out less often than it says', () => {
    const witness = new Witness(coin([199, 100], [1, 2]));
    witness.add([48_000, 52_000, 0]);
    expect(witness.verdict().verdict).toBe('contradicted');
  });

  it('one impossible payout is a proof', () => {
    const witness = new Witness(coin([199, 100], [1, 2]));
    witness.add([50, 50, 1]);
    expect(witness.verdict()).toMatchObject({ verdict: 'contradicted', logEvidence: Infinity });
  });

  it('a contradiction is not taken back by honest rounds after it', () => {
    const witness = new Witness(coin([199, 100], [1, 2]));
    witness.add([47_000, 53_000, 0]);
    for (let look = 0; look < 50; look += 1) witness.add([500_000, 500_000, 0]);
    expect(witness.verdict().verdict).toBe('contradicted');
  });
});

describe('many games at once', () => {
  it('are judged by e-BH: what is 1 in 100 for one game is chance among 17', () => {
    const logs = Array.from({ length: 17 }, () => 0);
    expect(rejectedOf([...logs.slice(1), Math.log(101)], 0.01)).not.toContain(true);
    expect(rejectedOf([...logs.slice(1), Math.log(1701)], 0.01).filter(Boolean)).toHaveLength(1);
    // Two games need less each: 17 / (0.01 x 2).
    expect(rejectedOf([...logs.slice(2), Math.log(851), Math.log(900)], 0.01).filter(Boolean)).toHaveLength(
      2,
    );
    expect(rejectedOf([Infinity, 0], 0.01)).toEqual([true, false]);
    expect(rejectedOf([], 0.01)).toEqual([]);
  });
});

describe('log gamma', () => {
  it.each([
    [0.5, 0.5723649429247001],
    [1, 0],
    [4, 1.791759469228055],
    [10.5, 13.940625219403763],
    [1000.5, 5908.674175848213],
    [1e9, 19_723_265_827.503716],
  ])('of %d is %d', (x, value) => {
    expect(logGamma(x)).toBeCloseTo(value, value > 1e6 ? 4 : 9);
  });
});
