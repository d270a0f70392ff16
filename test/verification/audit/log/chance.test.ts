/** The chances that the pooled tests rest on. */
import { describe, expect, it } from 'vitest';
import { HmacLanes } from '../../../../src/core/fairness/hmac-lanes.ts';
import { exp } from '../../../../src/core/kernel/elementary.ts';
import { profiles } from '../../../../src/core/base/profile.ts';
import { pokerRanks } from '../../../../src/platform/games/video-poker.ts';
import {
  countHands,
  eachSet,
  rankTerm,
  setCount,
} from '../../../../src/verification/audit/exact/video-poker-hands.ts';
import { OutcomeLaws } from '../../../../src/verification/audit/log/chance/outcome-law.ts';
import { referenceHands } from '../../../../src/verification/audit/log/chance/reference-hands.ts';
import { logUnit, tiltFactors, tilts } from '../../../../src/verification/audit/log/chance/tilts.ts';
import { chances, singleGames } from '../../../platform/games/chances.ts';

const bits = (mask: number): number => mask.toString(2).replaceAll('0', '').length;
const drawFactors = [5, 43, 473, 7095, 163_185, 7_669_695];

/** Ways to each rank by the rule of the reference hands, over all deals and draws, by inclusion and exclusion. */
function pokerWays(): number[] {
  const { worths, counts } = countHands();
  const sums = Array.from({ length: 10 }, () => 0);
  const numbers = new Int32Array(32);
  eachSet(5, (cards, number) => {
    for (let set = 1; set < 32; set += 1) {
      const highest = 31 - Math.clz32(set);
      numbers[set] = numbers[set ^ (1 << highest)]! + rankTerm(cards[highest]!, sizes[set]!);
    }
    let hold = 0;
    for (let at = 0; at < 5; at += 1)
      for (let other = 0; other < 5; other += 1)
        if (other !== at && cards[at]! >> 2 === cards[other]! >> 2) hold |= 1 << at;
    if (hold === 0 && worths[number]! < 9) hold = 31;
    const weight = drawFactors[sizes[hold]!]!;
    let paid = 0;
    for (let more = 31 & ~hold; ; more = (more - 1) & ~hold & 31) {
      const sign = sizes[more]! % 2 === 0 ? weight : -weight;
      const set = hold | more;
      for (let worth = 0; worth < 9; worth += 1) {
        const hands =
          set === 31
            ? Number(worths[number] === worth)
            : counts[sizes[set]!]![worth * setCounts[sizes[set]!]! + numbers[set]!]!;
        sums[worth]! += sign * hands;
        paid += sign * hands;
      }
      if (more === 0) break;
    }
    sums[9]! += 7_669_695 - paid;
  });
  return sums;
}
const sizes = Array.from({ length: 32 }, (_, mask) => bits(mask));
const setCounts = [0, 1, 2, 3, 4].map(setCount);

describe('reference hands', () => {
  it('of video poker have the chances of all deals and draws', () => {
    const total = 19_933_230_517_200;
    const expected = pokerWays()
      .map((ways) => ways / total)
      .toReversed();
    expect(pokerRanks).toHaveLength(expected.length);
    expect(referenceHands['video_poker']?.chances('published')).toEqual(expected);
  });

  it.each(profiles)('of blackjack come as often as stated, profile %s', (profile) => {
    const { play, chances: of } = referenceHands['blackjack']!;
    const expected = of(profile);
    expect(expected.reduce((sum, chance) => sum + chance, 0)).toBeCloseTo(1, 12);
    const counts = expected.map(() => 0);
    const lanes = new HmacLanes({ serverSeed: 'reference hands', clientSeed: profile });
    const hands = 100_000;
    for (let nonce = 0; nonce < hands; nonce += 1) {
      lanes.select(nonce);
      counts[play(lanes.pick, profile)]! += 1;
    }
    for (const [index, chance] of expected.entries()) {
      const deviation = Math.sqrt(hands * chance * (1 - chance));
      expect(Math.abs(counts[index]! - hands * chance)).toBeLessThan(4 * deviation);
    }
  });
});

describe('tilts', () => {
  it.each(singleGames.map((game) => [game.id, game] as const))(
    'an honest bet of %s wins nothing on average',
    (_, game) => {
      for (const params of Object.values(game.samples)) {
        const choice = game.parseBet(params);
        if (typeof choice === 'string') throw new Error(choice);
        const of = chances(game, choice, 'published')
          .map(({ probability }) => probability.toNumber())
          .toReversed();
        const factors = tiltFactors(of);
        for (let at = 0; at < tilts.length; at += 1) {
          const mean = of.reduce(
            (sum, chance, index) => sum + chance * exp(factors[index * tilts.length + at]! * logUnit),
            0,
          );
          expect(mean).toBeLessThanOrEqual(1);
          expect(mean).toBeGreaterThan(1 - 1e-6);
        }
      }
    },
  );
});

describe('laws', () => {
  it('of bets on a curve, which are not walked, have the chances of the walk', () => {
    const laws = new OutcomeLaws('published');
    for (const game of singleGames.filter(({ id }) => id === 'crash' || id === 'multiplier'))
      for (const params of Object.values(game.samples)) {
        const choice = game.parseBet(params);
        if (typeof choice === 'string') throw new Error(choice);
        const walked = chances(game, choice, 'published').toReversed();
        expect(laws.of(game, choice).chances.map(({ probability }) => String(probability))).toEqual(
          walked.map(({ probability }) => String(probability)),
        );
      }
  });

  it('count keno by how many numbers are picked, whichever they are', () => {
    const laws = new OutcomeLaws('published');
    const keno = singleGames.find(({ id }) => id === 'keno')!;
    const law = (picks: number[]): unknown => laws.of(keno, keno.parseBet({ picks }) as object);
    expect(law([1, 2, 3])).toBe(law([70, 8, 33]));
    expect(law([1, 2, 3])).not.toBe(law([1, 2]));
  });
});
