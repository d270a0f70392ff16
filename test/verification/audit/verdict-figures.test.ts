/** The figures of verdicts against their formulas in docs/audit-method.md, and digests of them for drawn runs. */
import { describe, expect, it } from 'vitest';
import { Fraction } from '../../../src/core/base/fraction.ts';
import { outcomesOf, figuresOf, type ExactOutcome } from '../../../src/verification/audit/exact/figures.ts';
import { AlternativesProcess } from '../../../src/verification/audit/verdict/alternatives-process.ts';
import { alternativesOf, relativeEntropy } from '../../../src/verification/audit/verdict/alternatives.ts';
import { CategoryProcess } from '../../../src/verification/audit/verdict/category-process.ts';
import { logGamma } from '../../../src/verification/audit/verdict/log-gamma.ts';
import { ReturnProcess } from '../../../src/verification/audit/verdict/return-process.ts';
import {
  defaultRule,
  logMean,
  rejectedOf,
  Witness,
} from '../../../src/verification/audit/verdict/verdict.ts';
import { describeKept, drawFrom, oneOf, type DrawBelow } from '../../kept-digests.ts';
import { chances, singleGame } from '../../platform/games/chances.ts';

const outcomesFor = (id: string, params: Readonly<Record<string, unknown>>): ExactOutcome[] => {
  const game = singleGame(id);
  return outcomesOf(chances(game, game.parseBet(params) as object, 'published'));
};
const bets: Readonly<Record<string, ExactOutcome[]>> = {
  coin: outcomesFor('coin_flip', { side: 'heads' }),
  wheel: outcomesFor('wheel', {}),
  number: outcomesFor('roulette', { bet_type: 'number', bet_value: 7 }),
  hilo: outcomesFor('hilo', { guess: 'higher' }),
  certain: [{ payout: Fraction.one, probability: Fraction.one }],
  winning: [{ payout: Fraction.of(2), probability: Fraction.of(1, 2) }, { payout: Fraction.of(1, 2), probability: Fraction.of(1, 2) }],
}; // prettier-ignore

const claimOf = (outcomes: readonly ExactOutcome[]) => ({
  payouts: outcomes.map(({ payout }) => payout.toNumber()),
  chances: outcomes.map(({ probability }) => probability.toNumber()),
});
const momentsOf = (outcomes: readonly ExactOutcome[]) => {
  const { returned, variance } = figuresOf(outcomes);
  return {
    payouts: claimOf(outcomes).payouts,
    mean: returned.toNumber(),
    variance: variance.toNumber(),
  };
};

/** Counts of some rounds, of which a part goes to one outcome. */
function countsOf(draw: DrawBelow, size: number): number[] {
  const [most, rounds] = [draw(size), oneOf(draw, [1, 2, 20, 500, 20_000])];
  return Array.from({ length: size }, (_, at) => draw(rounds) + (at === most ? draw(rounds) : 0));
}

function* runsOf(name: string, outcomes: ExactOutcome[]): Iterable<unknown> {
  const draw = drawFrom(name);
  const claim = claimOf(outcomes);
  yield alternativesOf(claim);
  for (let run = 0; run < 6; run += 1) {
    const rule = oneOf(draw, [defaultRule, { alpha: 0.05, tolerance: 0.002 }, { alpha: 0.0001, tolerance: 0.05 }]);
    const witness = new Witness(outcomes, rule);
    const parts = [
      new AlternativesProcess(claim),
      new CategoryProcess(claim.chances),
      new ReturnProcess(momentsOf(outcomes), rule),
    ] as const;
    yield [witness.claimed, witness.verdict(), parts[2].roundsToSettle()];
    for (let look = 0; look < 5; look += 1) {
      const counts = countsOf(draw, outcomes.length);
      witness.add([...counts, draw(40) === 0 ? 1 : 0]);
      for (const part of parts) part.add(counts);
      yield [parts.map((part) => part.logValue()), parts[2].rounds, parts[2].bounds(), parts[2].roundsToSettle()];
      yield [witness.rounds, witness.logValue(), witness.verdict(), witness.verdict(false), witness.verdict(true)];
    }
  }
} // prettier-ignore

describe('drawn runs of', () => {
  describeKept(
    new URL('verdict-figures.json', import.meta.url),
    Object.entries(bets).map(([name, outcomes]) => ({ name, made: () => runsOf(name, outcomes) })),
  );
});

describe('the evidence', () => {
  it('of the categories is the Jeffreys mixture against the chances', () => {
    const draw = drawFrom('categories');
    for (let run = 0; run < 30; run += 1) {
      const { chances: of } = claimOf(oneOf(draw, [bets['coin']!, bets['wheel']!, bets['hilo']!]));
      const process = new CategoryProcess(of);
      const sums = of.map(() => 0);
      for (let look = 0; look < 3; look += 1) {
        const counts = countsOf(draw, of.length);
        process.add(counts);
        for (const [at, count] of counts.entries()) sums[at]! += count;
      }
      const all = sums.reduce((sum, count) => sum + count, 0);
      const half = of.length / 2;
      const parts = sums.map(
        (count, at) => logGamma(count + 0.5) - logGamma(0.5) - count * Math.log(of[at]!),
      );
      const expected = logGamma(half) - logGamma(all + half) + parts.reduce((sum, part) => sum + part, 0);
      expect(process.logValue()).toBeCloseTo(expected, 5);
    }
  });

  it('is 0.8 of the alternatives and a tenth of each of the others', () => {
    const outcomes = bets['hilo']!;
    const witness = new Witness(outcomes);
    const parts = [new AlternativesProcess(claimOf(outcomes)), new CategoryProcess(claimOf(outcomes).chances), new ReturnProcess(momentsOf(outcomes), defaultRule)];
    const draw = drawFrom('weights');
    for (let look = 0; look < 20; look += 1) {
      const counts = outcomes.map(() => draw(30));
      witness.add(counts);
      for (const part of parts) part.add(counts);
      const [one, two, three] = parts.map((part) => part.logValue()) as [number, number, number];
      const high = Math.max(one, two, three);
      const mean = 0.8 * Math.exp(one - high) + 0.1 * Math.exp(two - high) + 0.1 * Math.exp(three - high);
      expect(witness.logValue()).toBeCloseTo(high + Math.log(mean), 9);
    }
  }); // prettier-ignore

  it('is a logarithm of means: of one, of several, and of a proof', () => {
    expect(logMean([3])).toBeCloseTo(3, 12);
    expect(logMean([0, Math.log(3)])).toBeCloseTo(Math.log(2), 12);
    expect(logMean([1_000, 1_000 + Math.log(3)])).toBeCloseTo(1_000 + Math.log(2), 9);
    expect(logMean([1, Infinity])).toBe(Infinity);
    expect(relativeEntropy([0.5, 0.5, 0], [0.25, 0.5, 0.25])).toBeCloseTo(0.5 * Math.log(2), 12);
  });
});

describe('what is rejected of many', () => {
  it('are the largest k that reach m/(alpha k)', () => {
    const draw = drawFrom('e-BH');
    for (let run = 0; run < 300; run += 1) {
      const alpha = oneOf(draw, [0.05, 0.01, 0.3]);
      const logs = Array.from({ length: 1 + draw(6) }, () => draw(80) / 10);
      const k = logs.map((_, at) => at + 1).findLast((count) =>
        logs.filter((value) => Math.exp(value) >= logs.length / (alpha * count) - 1e-9).length >= count) ?? 0;
      expect(rejectedOf(logs, alpha).filter(Boolean).length).toBe(k);
      const least = Math.min(...logs.filter((_, at) => rejectedOf(logs, alpha)[at]!));
      for (const [at, value] of logs.entries()) expect(rejectedOf(logs, alpha)[at]).toBe(value >= least);
    }
    for (const [count, alpha] of [[1, 0.01], [4, 0.05]] as const) {
      const others = Array.from({ length: count - 1 }, () => 0);
      const needed = Math.log(count / alpha);
      expect(rejectedOf([needed + 1e-9, ...others], alpha)[0]).toBe(true);
      expect(rejectedOf([needed - 1e-9, ...others], alpha)[0]).toBe(false);
    }
  }); // prettier-ignore
});
