import { describe, expect, it } from 'vitest';
import { ratio, ratioText, totalReturn } from '../../../src/platform/games/ratio.ts';
import { gameNamed, games } from '../../../src/platform/games/registry.ts';

describe('the registry', () => {
  it('lists the 17 ids of the documents, in their order', () => {
    expect(games.map(({ game }) => game.id).join(', ')).toBe(
      'coin_flip, dice, simple_dice, multiplier, roulette, custom, blackjack, crash, plinko, slots, hilo, keno, ' +
        'scratch_card, video_poker, wheel, mines, baccarat',
    );
  });

  it.each(['coin_flip', 'coin-flip', 'coinflip'])('finds coin_flip as %s (gap C28)', (name) => {
    expect(gameNamed(name)?.game.id).toBe('coin_flip');
  });

  it.each(['', 'poker', 'Coin_Flip', 'constructor', '__proto__'])('knows no game named "%s"', (name) => {
    expect(gameNamed(name)).toBeUndefined();
  });

  it('has each name for one game only', () => {
    const names = games.flatMap((entry) => entry.names);
    expect(new Set(names).size).toBe(names.length);
  });
});

describe('a payout', () => {
  it.each([
    [196, 100, '49/25'],
    [0, 7, '0/1'],
    [7363, 3600, '7363/3600'],
    [5, 1, '5/1'],
  ])('%d over %d is %s', (numerator, denominator, text) => {
    expect(ratioText(ratio(numerator, denominator))).toBe(text);
  });

  it.each([
    [1.5, 1],
    [-1, 1],
    [1, 0],
    [1, -2],
    [Number.NaN, 1],
    [2 ** 53, 1],
  ])('is never %d over %d', (numerator, denominator) => {
    expect(() => ratio(numerator, denominator)).toThrow('a payout is');
  });

  it.each([
    [10_000, ratio(196, 100), 19_600],
    [10_000, ratio(98, 99), 9898],
    [1, ratio(1, 2), 0],
    [10_000_000_000, ratio(250_000), 2_500_000_000_000_000],
    [10_000_000_000, ratio(10_140_585, 2), undefined],
    [10_000_000_000, ratio(1_000_001, 3), 3_333_336_666_666_666],
    [6_004_799_503_160_661, ratio(3, 2), Number.MAX_SAFE_INTEGER],
    [6_004_799_503_160_662, ratio(3, 2), undefined],
  ])('of %d micros at %j returns %s, rounded down', (stake, payout, returned) => {
    expect(totalReturn(stake, payout)).toBe(returned);
  });
});
