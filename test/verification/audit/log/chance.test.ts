/** The chances that the pooled tests rest on. */
import { describe, expect, it } from 'vitest';
import { HmacLanes } from '../../../../src/core/fairness/hmac-lanes.ts';
import { exp } from '../../../../src/core/kernel/elementary.ts';
import { profiles } from '../../../../src/core/base/profile.ts';
import { pokerRanks } from '../../../../src/platform/games/video-poker.ts';
import { OutcomeLaws } from '../../../../src/verification/audit/log/chance/outcome-law.ts';
import { referenceHands } from '../../../../src/verification/audit/log/chance/reference-hands.ts';
import { logUnit, tiltFactors, tilts } from '../../../../src/verification/audit/log/chance/tilts.ts';
import { chances, singleGames } from '../../../platform/games/chances.ts';
import { pokerWays } from './poker-ways.ts';

describe('reference hands', () => {
  it('of video poker have the chances of all deals and draws', () => {
    const total = 19_933_230_517_200;
    const expected = pokerWays.map((ways) => ways / total).toReversed();
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
