/** The e-process on ways to cheat: an exact martingale under the claim, and close to the best possible test against it. */
import { describe, expect, it } from 'vitest';
import {
  alternativesOf,
  relativeEntropy,
  type ClaimedOutcomes,
} from '../../../src/verification/audit/verdict/alternatives.ts';
import { AlternativesProcess } from '../../../src/verification/audit/verdict/alternatives-process.ts';
import { Witness } from '../../../src/verification/audit/verdict/verdict.ts';
import { attempts } from '../../campaigns.ts';
import { bestPlayer } from './best-player.ts';

const names = [
  'coin_flip',
  'dice',
  'roulette',
  'slots',
  'keno',
  'video_poker',
  'blackjack',
  'plinko',
  'baccarat',
];

const claimOf = (game: string): ClaimedOutcomes => {
  const { outcomes } = bestPlayer(game);
  return {
    payouts: outcomes.map(({ payout }) => payout.toNumber()),
    chances: outcomes.map(({ probability }) => probability.toNumber()),
  };
};
const claims = new Map(names.map((name) => [name, claimOf(name)]));
const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);
const meanOf = ({ payouts }: ClaimedOutcomes, chances: readonly number[]): number =>
  sum(payouts.map((payout, index) => payout * chances[index]!));

/** Every paying outcome by one factor rarer. */
function shaved({ payouts, chances }: ClaimedOutcomes, lost: number): number[] {
  const hit = sum(chances.filter((_, index) => payouts[index]! > 0));
  const cut = lost / meanOf({ payouts, chances }, chances);
  return chances.map((chance, index) =>
    payouts[index]! > 0 ? chance * (1 - cut) : chance * (1 + (cut * hit) / (1 - hit)),
  );
}

/** xorshift32, in (0, 1). */
function generator(seed: number): () => number {
  let state = seed | 1;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return ((state >>> 0) + 0.5) / 2 ** 32;
  };
}

/** Counts of many rounds by the normal approximation, the last outcome taking the rest; small counts one by one. */
function drawn(rounds: number, chances: readonly number[], next: () => number): number[] {
  let [left, rest] = [rounds, 1];
  return chances.map((chance, index) => {
    const share = index === chances.length - 1 ? 1 : Math.min(1, chance / rest);
    const mean = left * share;
    let found = 0;
    if (mean * (1 - share) > 30) {
      const normal = Math.sqrt(-2 * Math.log(next())) * Math.cos(2 * Math.PI * next());
      found = Math.min(left, Math.max(0, Math.round(mean + normal * Math.sqrt(mean * (1 - share)))));
    } else if (share === 1) found = left;
    else {
      for (let at = Math.floor(Math.log(next()) / Math.log1p(-share)) + 1; at <= left; found += 1)
        at += Math.floor(Math.log(next()) / Math.log1p(-share)) + 1;
    }
    left -= found;
    rest -= chance;
    return found;
  });
}

describe.each(names)('the alternatives to %s', (name) => {
  const claim = claims.get(name)!;
  const alternatives = alternativesOf(claim);

  it('are distributions with weights that sum to 1, so that the process is a martingale under the claim', () => {
    expect(alternatives.length).toBeGreaterThan(10);
    expect(sum(alternatives.map(({ weight }) => weight))).toBeCloseTo(1, 12);
    for (const { chances } of alternatives) {
      expect(sum(chances)).toBeCloseTo(1, 10);
      expect(Math.min(...chances)).toBeGreaterThanOrEqual(0);
      // The expectation of a likelihood ratio under the claim is the sum of the chances of the outcomes that can occur.
      const ratios = chances.map((chance, index) => {
        const claimed = claim.chances[index]!;
        return claimed === 0 ? 0 : chance / claimed;
      });
      expect(sum(ratios.map((ratio, index) => ratio * claim.chances[index]!))).toBeCloseTo(1, 10);
    }
  });

  it('take from 0.1 to 30 points of the return, or give them', () => {
    const lost = alternatives.map(({ chances }) => meanOf(claim, claim.chances) - meanOf(claim, chances));
    expect(lost.some((value) => Math.abs(value - 0.01) < 1e-6)).toBe(true);
    expect(lost.some((value) => Math.abs(value - 0.002) < 1e-6)).toBe(true);
    expect(lost.some((value) => value < 0)).toBe(true);
    expect(Math.max(...lost)).toBeLessThan(0.31);
  });
});

describe('of many honest runs', () => {
  it.each(['coin_flip', 'keno'])(
    'those of %s pass 1/alpha at any of 60 looks less often than alpha allows',
    (name) => {
      const [runs, alpha] = [attempts('honestRuns'), 0.05];
      const claim = claims.get(name)!;
      const next = generator(20_260_101);
      const alternatives = alternativesOf(claim);
      let alarms = 0;
      for (let run = 0; run < runs; run += 1) {
        const process = new AlternativesProcess(claim, alternatives);
        let isAlarm = false;
        for (let rounds = 10; rounds < 1_000_000 && !isAlarm; rounds = Math.ceil(rounds * 1.2)) {
          process.add(drawn(Math.ceil(rounds * 0.2), claim.chances, next));
          isAlarm = process.logValue() >= -Math.log(alpha);
        }
        if (isAlarm) alarms += 1;
      }
      expect(alarms / runs).toBeLessThan(alpha);
      expect(alarms).toBeGreaterThan(0);
    },
  );
});

describe('power', () => {
  it.each(
    ['coin_flip', 'dice', 'roulette', 'slots', 'keno', 'video_poker'].flatMap((name) =>
      [0.01, 0.002].map((lost) => [name, lost] as const),
    ),
  )('%s that pays out less often by %d of the stake: within 1.5 times ln(1/alpha)/KL', (name, lost) => {
    const claim = claims.get(name)!;
    const actual = shaved(claim, lost);
    const best = Math.log(100) / relativeEntropy(actual, claim.chances);
    const { outcomes } = bestPlayer(name);
    const needed = Array.from({ length: 301 }, (_, run) => {
      const next = generator(Math.imul(run + 1, 0x9e37_79b1));
      const witness = new Witness(outcomes, { alpha: 0.01, tolerance: 0.01 });
      const step = Math.round(best / 60);
      for (let rounds = step; rounds < 40 * best; rounds += step) {
        witness.add(drawn(step, actual, next));
        if (witness.logValue() >= Math.log(100)) return rounds;
      }
      return Infinity;
    }).toSorted((left, right) => left - right);
    expect(needed[150]! / best).toBeLessThan(1.5);
  });
});
