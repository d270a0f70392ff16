import { singleGame } from '../../platform/games/chances.ts';

/** Symbolic outcomes of all bets of a game together. */
export const outcomes: Readonly<Record<string, number>> = {
  coin_flip: 2 * 2, dice: 197 * 100, simple_dice: 6 * 6, roulette: 49 * 37, custom: 99 * 100,
  plinko: 3 * (2 ** 8 + 2 ** 12 + 2 ** 16), slots: 8000, hilo: 2 * 169, keno: 2 * (2 + 3 + 4 + 5 + 6 + 7 + 8 + 9 + 10 + 11),
  scratch_card: 8 + 20 + 40 + 60 + 120 + 260 + 2310 * 90 + 7182 * 120, wheel: 100, mines: 10_400, baccarat: 339_400,
}; // prettier-ignore

/** A game that notes the bets that it plays. */
export function watched(id: string) {
  const game = singleGame(id);
  const played = new Set<object>();
  const noted: typeof game = {
    ...game,
    play: (bet, pick, rules) => {
      played.add(bet);
      return game.play(bet, pick, rules);
    },
  };
  return { game: noted, played };
}

/** Games that are mapped in no time. */
export const fewOutcomes: readonly string[] = [
  'coin_flip',
  'simple_dice',
  'roulette',
  'wheel',
  'slots',
  'custom',
  'hilo',
  'keno',
  'mines',
];
