/** The simulation of a bankroll, against plain sums where the outcome is certain and against its definitions otherwise. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { Streams } from '../../../src/core/kernel/stream.ts';
import type { Prospect } from '../../../src/platform/services/casino/play/prospects.ts';
import {
  bankrollMaxMicros,
  simulate,
  type SimulationOrder,
} from '../../../src/platform/services/casino/records/kelly-simulation.ts';

const prospect = (numerator: number, denominator: number, probability = 1): Prospect => ({
  gain: numerator / denominator - 1,
  probability,
  payout: { numerator, denominator },
});

const prospectsOf = (...gains: Prospect[]): SimulationOrder['prospects'] => ({
  top: { numerator: 3, denominator: 1 },
  favours: 0,
  gains,
});

const stakes = { minMicros: 10, minStyleBMicros: 10, maxMicros: 1_000 };
const order = (parts: Partial<SimulationOrder>): SimulationOrder => ({
  prospects: prospectsOf(prospect(1, 1)),
  stakes,
  plan: { amountMicros: 100 },
  bankrollMicros: 1_000,
  rounds: 5,
  paths: 4,
  ...parts,
});
const run = (parts: Partial<SimulationOrder>) => simulate(order(parts), new Streams('7').stream('kelly'));
const everywhere = (micros: number) => [5, 25, 50, 75, 95].map((percent) => ({ percent, micros }));

it.each([
  ['wins half a stake each time', { prospects: prospectsOf(prospect(3, 2)) }, 1_250, 0],
  ['loses all but what no stake is left for', { prospects: prospectsOf(prospect(0, 1)), rounds: 20 }, 0, 1],
  ['ends where the last round leaves too little', { prospects: prospectsOf(prospect(0, 1)), bankrollMicros: 550 }, 50, 1],
  ['ends just above a stake', { prospects: prospectsOf(prospect(0, 1)), bankrollMicros: 600 }, 100, 0],
  ['cannot begin', { bankrollMicros: 99 }, 99, 1],
  ['rounds a win down', { prospects: prospectsOf(prospect(4, 3)), plan: { amountMicros: 10 } }, 1_015, 0],
  ['stakes a share of what is there', { prospects: prospectsOf(prospect(2, 1)), plan: { fraction: 0.1 }, rounds: 2 }, 1_210, 0],
  ['stakes no less than the smallest stake', { prospects: prospectsOf(prospect(2, 1)), plan: { fraction: 0.001 } }, 1_050, 0],
  ['stakes no more than the largest one', { prospects: prospectsOf(prospect(2, 1)), plan: { fraction: 1 }, bankrollMicros: 5_000 }, 10_000, 0],
  ['stops at the highest bankroll', { prospects: prospectsOf(prospect(2, 1)), bankrollMicros: bankrollMaxMicros - 150 }, bankrollMaxMicros + 50, 0],
] as const)('a bet that is certain %s', (_, parts, micros, ruin) => {
  const { percentiles, meanMicros, riskOfRuin, medianGrowth } = run(parts);
  expect(percentiles).toEqual(everywhere(micros));
  expect([meanMicros, riskOfRuin]).toEqual([micros, ruin]);
  const { bankrollMicros, rounds } = order(parts);
  expect(medianGrowth).toBeCloseTo(micros === 0 ? -1 : (micros / bankrollMicros) ** (1 / rounds) - 1, 12);
}); // prettier-ignore

it('draws each outcome by its probability, and finds percentiles by nearest rank', () => {
  const gains = [prospect(3, 1, 0.25), prospect(1, 1, 0.35), prospect(0, 1, 0.4)];
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 40 }), fc.nat(), (paths, seed) => {
      const parts = { prospects: prospectsOf(...gains), rounds: 3, paths };
      const found = simulate(order(parts), new Streams(String(seed)).stream('a'));
      // The same draws once more: a path ends early where the next stake is not covered, and here it always is.
      const stream = new Streams(String(seed)).stream('a');
      const finals = Array.from({ length: paths }, () => {
        let micros = 1_000;
        for (let round = 0; round < 3; round += 1) {
          const unit = stream.unit();
          micros += unit < 0.25 ? 200 : unit < 0.6 ? 0 : -100;
        }
        return micros;
      });
      for (const { percent, micros } of found.percentiles) {
        const share = (holds: (final: number) => boolean): number =>
          (finals.filter(holds).length * 100) / paths;
        expect(share((final) => final <= micros)).toBeGreaterThanOrEqual(percent);
        expect(share((final) => final < micros)).toBeLessThan(percent);
      }
      expect(found.meanMicros).toBe(Math.round(finals.reduce((sum, micros) => sum + micros / paths, 0)));
      expect(found.riskOfRuin).toBe(0);
    }),
    { numRuns: 30 },
  );
});

it('takes the last outcome where the probabilities add up to less than a draw', () => {
  expect(run({ prospects: prospectsOf(prospect(0, 1, 0), prospect(2, 1, 0)), rounds: 1 }).meanMicros).toBe(
    1_100,
  );
});

it('expects the logarithm of growth, unless stakes are fixed or all may be lost', () => {
  const even = prospectsOf(prospect(2, 1, 0.6), prospect(0, 1, 0.4));
  const growth = 0.6 * Math.log(1.2) + 0.4 * Math.log(0.8);
  expect(run({ prospects: even, plan: { fraction: 0.2 } }).expectedLogGrowth).toBeCloseTo(growth, 12);
  expect(run({ prospects: even, plan: { fraction: 1 } }).expectedLogGrowth).toBeNull();
  expect(run({ prospects: even }).expectedLogGrowth).toBeNull();
});
