/** Honest runs that are looked at again and again: what follows every round cries wolf no more often than alpha allows. */
import { describe, expect, it } from 'vitest';
import { CategoryProcess } from '../../../src/verification/audit/verdict/category-process.ts';
import { ReturnProcess } from '../../../src/verification/audit/verdict/return-process.ts';
import { attempts } from '../../campaigns.ts';
import { draw, games, generator, momentsOf, oneOf } from './small-games.ts';

describe('honest runs, looked at after every round', () => {
  const [runs, rounds, alpha] = [attempts('looksAtHonestRuns'), 200, 0.05];

  it.each(games)(
    '$name: neither process, nor their mean, cries wolf more often than alpha allows',
    ({ payouts, chances }) => {
      const next = generator(20_260_101);
      const line = Math.log(1 / alpha);
      const alarms = { categories: 0, returns: 0, both: 0, interval: 0 };
      for (let run = 0; run < runs; run += 1) {
        const categories = new CategoryProcess(chances);
        const returns = new ReturnProcess(momentsOf({ payouts, chances }), { alpha, tolerance: 0.05 });
        const seen = { categories: false, returns: false, both: false };
        for (let round = 0; round < rounds; round += 1) {
          const counts = oneOf(payouts.length, draw(chances, next()));
          categories.add(counts);
          returns.add(counts);
          const [one, two] = [categories.logValue(), returns.logValue()];
          seen.categories ||= one >= line;
          seen.returns ||= two >= line;
          seen.both ||= (Math.exp(one) + Math.exp(two)) / 2 >= 1 / alpha;
        }
        if (seen.categories) alarms.categories += 1;
        if (seen.returns) alarms.returns += 1;
        if (seen.both) alarms.both += 1;
      }
      expect(alarms.categories / runs).toBeLessThan(alpha);
      expect(alarms.returns / runs).toBeLessThan(alpha);
      expect(alarms.both / runs).toBeLessThan(alpha);
    },
  );
});

describe('the confidence sequence', () => {
  it('holds the true return at every look in 300 runs of 40 looks, but for alpha of them', () => {
    const [runs, alpha] = [300, 0.05];
    const next = generator(7);
    const { payouts, chances } = games[1]!;
    const claim = momentsOf({ payouts, chances });
    let missed = 0;
    for (let run = 0; run < runs; run += 1) {
      const returns = new ReturnProcess(claim, { alpha, tolerance: 0.05 });
      let isMissed = false;
      for (let look = 0; look < 40; look += 1) {
        const counts = payouts.map(() => 0);
        for (let round = 0; round < 20; round += 1) counts[draw(chances, next())]! += 1;
        returns.add(counts);
        if (look % 4 !== 3) continue;
        const { low, high } = returns.bounds();
        isMissed ||= low > claim.mean || high < claim.mean;
      }
      if (isMissed) missed += 1;
    }
    expect(missed / runs).toBeLessThan(alpha);
  });
});
