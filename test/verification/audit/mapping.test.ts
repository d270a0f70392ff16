import { isDeepStrictEqual } from 'node:util';
import { describe, expect, it } from 'vitest';
import { provePayouts } from '../../../src/verification/audit/mapping/prove.ts';
import { eachSet, worthOf } from '../../../src/verification/audit/exact/video-poker-hands.ts';
import { profiles } from '../../../src/core/base/profile.ts';
import { ratio } from '../../../src/platform/games/ratio.ts';
import { gameNamed } from '../../../src/platform/games/registry.ts';
import { pokerRank, pokerRanks } from '../../../src/platform/games/video-poker.ts';
import { singleGame, singleGames } from '../../platform/games/chances.ts';
import { fewOutcomes, outcomes, watched } from './watched-game.ts';

const curved = new Set(['crash', 'multiplier']);
describe.each(profiles)('what the code pays (profile %s)', (profile) => {
  // Where both profiles pay by the same rules, one walk is enough.
  const played = singleGames.filter(
    ({ id, rules }) =>
      !curved.has(id) &&
      !fewOutcomes.includes(id) &&
      (profile === 'published' || !isDeepStrictEqual(rules.published, rules[profile])),
  );

  it.each(played.map((game) => [game.id, game] as const))(
    '%s: every symbolic outcome of the generator is paid as the enumeration says',
    (id, game) => {
      const { game: noted, played: bets } = watched(id);
      expect(provePayouts({ kind: 'single', names: [id], game: noted }, profile)).toEqual({
        game: id,
        outcomes: outcomes[id],
        differences: [],
      });
      // The three bets of baccarat differ in what they pay for the same cards; one of them is walked.
      const all = id === 'baccarat' ? [{ betOn: 'player' }] : [...game.bets()];
      expect([...bets]).toEqual(all);
    },
  );
});

describe('the curve', () => {
  it.each([
    ['crash', [{ cashOutHundredths: 101 }, { cashOutHundredths: 287 }, { cashOutHundredths: 10_000 }]],
    ['multiplier', [{ targetHundredths: 101 }, { targetHundredths: 33_333 }, { targetHundredths: 100_000 }]],
  ])('%s: each of the 102,302 ends of the curve, through the play of three bets, returns 199/200', (id, bets) => {
    const { game, played } = watched(id);
    expect(provePayouts({ kind: 'single', names: [id], game }, 'published')).toEqual({
      game: id,
      outcomes: 3 * 102_302,
      differences: [],
    });
    expect([...played]).toEqual(bets);
  }); // prettier-ignore
});

describe('video poker', () => {
  it('is proved by the worth of every hand', () => {
    const proof = provePayouts(gameNamed('video_poker')!, 'published');
    expect(proof).toEqual({ game: 'video_poker', outcomes: 2_598_960, differences: [] });
  });

  it('the game and the audit value all 2,598,960 hands alike, in the known numbers', () => {
    const counts: Record<string, number> = {};
    let different = 0;
    eachSet(5, (hand) => {
      const rank = pokerRank(hand);
      counts[rank] = (counts[rank] ?? 0) + 1;
      if (pokerRanks[worthOf(hand)] !== rank) different += 1;
    });
    expect(different).toBe(0);
    expect(counts).toEqual({
      royal_flush: 4, straight_flush: 36, four_of_a_kind: 624, full_house: 3744, flush: 5108, straight: 10_200,
      three_of_a_kind: 54_912, two_pair: 123_552, jacks_or_better: 337_920, nothing: 2_062_860,
    }); // prettier-ignore
  });
});

describe('a proof that fails', () => {
  it('names the bets on the curve that return another share', () => {
    const crash = singleGame('crash');
    const generous: typeof crash = {
      ...crash,
      play: (bet, pick, rules) => {
        const round = crash.play(bet, pick, rules);
        const { numerator, denominator } = round.payout;
        const isRight = 'cashOutHundredths' in bet && bet.cashOutHundredths === 287;
        return isRight ? round : { ...round, payout: ratio(2 * numerator, denominator) };
      },
    };
    expect(provePayouts({ kind: 'single', names: ['crash'], game: generous }, 'published')).toEqual({
      game: 'crash',
      outcomes: 3 * 102_302,
      differences: [
        'crash {"cashOutHundredths":101} returns 199/100',
        'crash {"cashOutHundredths":10000} returns 199/100',
      ],
    });
  });
});
