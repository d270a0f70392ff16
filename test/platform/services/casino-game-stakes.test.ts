import { describe, expect, it } from 'vitest';
import { casinoGames } from '../../../src/platform/services/casino/play/game-stakes.ts';

describe('the casino', () => {
  it('takes 0.01 to 10000, slots to 1000 and in style B from 0.10', () => {
    for (const { game, stakes } of casinoGames) {
      expect(stakes).toEqual({
        minMicros: 10_000,
        minStyleBMicros: game.id === 'slots' ? 100_000 : 10_000,
        maxMicros: game.id === 'slots' ? 1_000_000_000 : 10_000_000_000,
      });
    }
  });
});
