/** What follows from the documents by formula: a martingale, a guess that waits, scratch cards, and the money at risk. */
import { describe, expect, it } from 'vitest';
import { Fraction } from '../../../src/core/base/fraction.ts';
import { informedHilo } from '../../../src/verification/audit/best-policies.ts';
import {
  leastScratchReturn,
  scratchReturn,
} from '../../../src/verification/audit/documents/scratch-bound.ts';
import { highestStake, lossOfBet } from '../../../src/verification/audit/money-at-risk.ts';
import { martingale } from './martingale.ts';

const fractions = [Fraction.of(1, 2), Fraction.of(18, 37), Fraction.of(1, 6)];

it('a martingale wins minus the edge of all that it wagers, and doubles after each loss', () => {
  for (const probability of fractions)
    for (const payout of [Fraction.of(49, 25), Fraction.of(2), Fraction.of(11, 2)])
      for (const steps of [0, 1, 2, 5]) {
        const { expectedProfit, expectedWagered, ruin } = martingale({ payout, probability }, steps);
        const lose = Fraction.one.sub(probability);
        let [wagered, alive] = [Fraction.zero, Fraction.one];
        for (let step = 0; step < steps; step += 1) {
          wagered = wagered.add(alive.mul(Fraction.of(2 ** step)));
          alive = alive.mul(lose);
        }
        const edge = Fraction.one.sub(payout.mul(probability));
        expect([String(expectedWagered), String(ruin), String(expectedProfit)]).toEqual([
          String(wagered),
          String(alive),
          String(Fraction.zero.sub(edge.mul(wagered))),
        ]);
      }
});

it('a guess that may wait for the card takes the better side', () => {
  const payouts = Array.from({ length: 12 }, (_, at) => Fraction.of(12, at + 1));
  // Every guess returns 12/13 and a push; with no rank that wins, the other side is taken.
  expect(String(informedHilo(payouts))).toBe('1/1');
  expect(String(informedHilo(payouts.map((payout) => payout.mul(Fraction.of(2)))))).toBe('25/13');
});

describe('a scratch card', () => {
  const triples = [Fraction.of(50), Fraction.of(20), Fraction.of(5)];
  const pair = Fraction.of(2);

  it('pays triples by symbol and any pair', () => {
    const third = Fraction.of(1, 3);
    const even = [third, third, third];
    // 27 cards: three triples, eighteen pairs, six without two alike.
    expect(String(scratchReturn([even, even, even], triples, pair))).toBe(String(Fraction.of(50 + 20 + 5 + 18 * 2, 27)));
    expect(String(scratchReturn([[Fraction.one], [Fraction.zero, Fraction.one], [Fraction.zero, Fraction.zero, Fraction.one]], triples, pair))).toBe('0/1');
  }); // prettier-ignore

  it('returns no less than the bound, whatever one distribution its places share', () => {
    const least = leastScratchReturn(triples, pair);
    for (let a = 0; a <= 10; a += 1)
      for (let b = 0; a + b <= 10; b += 1) {
        const weights = [a, b, 10 - a - b].map((part) => Fraction.of(part, 10));
        expect(scratchReturn([weights, weights, weights], triples, pair).compare(least)).toBeGreaterThanOrEqual(0);
      }
    expect(least.toNumber()).toBeGreaterThan(1.3);
    expect(() => leastScratchReturn([Fraction.one], pair)).toThrow('a triple pays no less than a pair');
  }); // prettier-ignore
});

describe('the money at risk', () => {
  it('is counted at the highest stake and the requests of a day', () => {
    expect([String(highestStake('slots').amount), highestStake('slots').line, String(highestStake('wheel').amount), highestStake('wheel').line]).toEqual(['1000/1', 'CAS38', '10000/1', 'CAS25']);
    const of = (edge: Fraction, stated: Fraction | undefined) => {
      const { worstCase, expectedPerDay, shortfallPerDay, arithmetic } = lossOfBet({ game: 'wheel', edge, stated, highest: Fraction.of(10) });
      return [worstCase, expectedPerDay, shortfallPerDay].map((amount) => amount.toNumber()).concat(Number(arithmetic.includes('a gain of')));
    };
    expect(of(Fraction.of(-1, 100), undefined)).toEqual([90_000, 1_000_000, 0, 1]);
    expect(of(Fraction.of(1, 100), Fraction.of(3, 100))).toEqual([90_000, 0, 2_000_000, 0]);
    expect(of(Fraction.of(3, 100), Fraction.of(1, 100))).toEqual([90_000, 0, 0, 0]);
    expect(lossOfBet({ game: 'wheel', edge: Fraction.of(-1, 100), stated: undefined, highest: Fraction.of(1, 2), isShipped: false })).toMatchObject({
      worstCase: Fraction.zero,
      arithmetic: 'paid as printed, and not as shipped: the highest stake is 10,000 USDC (CAS25), so that a win of 0.5x costs 0 USDC; 10,000 bets a day (LIM04, LIM29) with a gain of 1% cost 1,000,000 USDC a day',
    });
  }); // prettier-ignore
});
