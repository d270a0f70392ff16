/** Which bets of a game are proved, and the hands of a small pack of video poker. */
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { baccarat } from '../../../src/platform/games/baccarat.ts';
import { gameNamed } from '../../../src/platform/games/registry.ts';
import type * as hands from '../../../src/verification/audit/exact/video-poker-hands.ts';
import type { CardSet } from '../../../src/verification/audit/exact/video-poker-hands.ts';
import { provePayouts } from '../../../src/verification/audit/mapping/prove.ts';
import { singleGame } from '../../platform/games/chances.ts';

/** The worth that the audit gives to four aces with a deuce, if another than the game. */
const mistaken = vi.hoisted(() => ({ worth: undefined as number | undefined }));

vi.mock('../../../src/verification/audit/mapping/curve-mapping.ts', () => ({
  mapCurve: (...words: unknown[]) => words,
}));

vi.mock('../../../src/verification/audit/exact/video-poker-hands.ts', async (original) => {
  const real = await original<typeof hands>();
  return {
    ...real,
    eachSet: (size: number, visit: (set: CardSet, number: number) => void) => real.eachSet(size, visit, 12),
    worthOf: (hand: CardSet) =>
      hand.join() === '0,1,2,3,4' ? (mistaken.worth ?? real.worthOf(hand)) : real.worthOf(hand),
  };
});

beforeEach(() => {
  mistaken.worth = undefined;
});

describe('a proof', () => {
  it.each([
    ['crash', 'cashOutHundredths', [101, 287, 10_000]],
    ['multiplier', 'targetHundredths', [101, 33_333, 100_000]],
  ])('of %s sends the curve through its lowest, a middle and its highest bet', (id, name, targets) => {
    const game = singleGame(id);
    const bets = targets.map((target) => ({ [name]: target }));
    expect(provePayouts(gameNamed(id)!, 'consistent')).toEqual([game, game.rules.consistent, bets]);
  });

  it('of baccarat plays the bet on the player alone', () => {
    const bets: object[] = [];
    const play: typeof baccarat.play = (bet) => {
      bets.push(bet);
      throw new Error('stopped');
    };
    const entry = { kind: 'single', names: [], game: { ...baccarat, bets: () => [], play } } as never;
    expect(() => provePayouts(entry, 'published')).toThrow('stopped');
    expect(bets).toEqual([{ betOn: 'player' }]);
  });

  it('of another game plays all of its bets', () => {
    const { outcomes } = provePayouts(gameNamed('coin_flip')!, 'published')!;
    expect(outcomes).toBe(4);
  });

  it('of video poker names each hand of the pack that the game values otherwise', () => {
    const poker = gameNamed('video_poker')!;
    expect(provePayouts(poker, 'published')).toEqual({ game: 'video_poker', outcomes: 792, differences: [] });
    mistaken.worth = 0;
    const differences = ['0 1 2 3 4 is worth four_of_a_kind'];
    expect(provePayouts(poker, 'published')).toEqual({ game: 'video_poker', outcomes: 792, differences });
  });

  it('of blackjack there is none', () => {
    expect(provePayouts(gameNamed('blackjack')!, 'published')).toBeUndefined();
  });
});
