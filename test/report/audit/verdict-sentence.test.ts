/** A verdict in words: each sentence against its figures. */
import { describe, expect, it } from 'vitest';
import { Fraction } from '../../../src/core/base/fraction.ts';
import { undecidedFirst, verdictSentence } from '../../../src/report/audit/verdict-sentence.ts';
import { Witness } from '../../../src/verification/audit/verdict/verdict.ts';

const coin = () =>
  new Witness([
    { payout: Fraction.of(49, 25), probability: Fraction.of(1, 2) },
    { payout: Fraction.zero, probability: Fraction.of(1, 2) },
  ]);

const percents = (text: string): number[] =>
  [...text.matchAll(/(\d+(?:\.\d+)?)%/g)].map(([, share]) => Number(share));

describe('consistent', () => {
  it('a coin that keeps 0.2 points more is consistent only with the bounds that are named, and its return is between them', () => {
    const witness = coin();
    // It pays 1.96 with a chance of 97.8 / 196.
    const [rounds, won] = [400_000, Math.round((400_000 * 0.978) / 1.96)];
    witness.add([won, rounds - won, 0]);
    const verdict = witness.verdict();
    expect(verdict.verdict).toBe('consistent');
    const text = verdictSentence(verdict);
    expect(text).toContain('consistent with the claimed return of 98% as far as 400,000 rounds tell');
    expect(text).toContain('is ruled out at a level of 99%');
    expect(text).toContain('would look the same');
    const [, low = 0, high = 0] = percents(text);
    expect(low).toBeCloseTo(100 * verdict.low, 3);
    expect(high).toBeCloseTo(100 * verdict.high, 3);
    expect(low).toBeLessThan(97.8);
    expect(high).toBeGreaterThan(98);
  });
});

describe('undecided', () => {
  const witness = coin();
  witness.add([1000, 1000, 0]);
  const verdict = witness.verdict();

  it('says how many rounds would decide, and on what', () => {
    const text = verdictSentence(verdict);
    expect(text).toContain('undecided: after 2,000 rounds only a return below ');
    const rounds = Number(/about ([\d,]+) more rounds/.exec(text)?.[1]?.replaceAll(',', ''));
    expect(rounds).toBe(verdict.roundsNeeded);
    expect(text).toContain('off by 1 percentage point');
    const later = coin();
    later.add([(2000 + rounds) >> 1, (2000 + rounds) >> 1, 0]);
    expect(later.verdict().verdict).toBe('consistent');
  });

  it('and what that takes at the rate and stake of a target', () => {
    const text = verdictSentence({ ...verdict, roundsNeeded: 200_000 }, { betsPerSecond: 2, stake: 0.05 });
    // 200,000 / 2 / 86,400 = 1.157 days; 200,000 x 0.05 = 10,000, of which 2% are kept.
    expect(text).toContain(
      'at 2 a second take 1.1 days or more, stake 10,000.00 USDC in all and cost 200.00 USDC',
    );
    const short = verdictSentence({ ...verdict, roundsNeeded: 300 }, { betsPerSecond: 1, stake: 0.01 });
    expect(short).toContain('take 5.0 minutes or more, stake 3.00 USDC in all and cost 0.06 USDC');
  });
});

it('contradicted names the claim and the chance of a false alarm', () => {
  const witness = coin();
  witness.add([48_000, 52_000, 0]);
  expect(verdictSentence(witness.verdict())).toBe(
    'contradicted: with the claimed return of 98%, rounds as unlikely as these 100,000 come up at any look with a chance of 1% at most',
  );
});

it('undecided verdicts come first', () => {
  const order = (['consistent', 'undecided', 'contradicted', 'undecided'] as const).map((verdict, id) => ({
    verdict,
    id,
  }));
  expect(undecidedFirst(order).map(({ id }) => id)).toEqual([1, 3, 2, 0]);
});
