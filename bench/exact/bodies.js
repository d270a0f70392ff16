/** Bets of each game to go round in: the parameters of its call in style A, short odds and long ones. */
const thirds = ['dozen_1', 'dozen_2', 'dozen_3', 'column_1', 'column_2', 'column_3'];
const halves = ['red', 'black', 'odd', 'even', 'low', 'high'];

/** @type {Readonly<Record<string, readonly Readonly<Record<string, unknown>>[]>>} */
export const bodiesOf = {
  coin_flip: [{ side: 'heads' }, { side: 'tails' }],
  dice: [1, 13, 50, 77, 90, 99].flatMap((threshold) => [
    { direction: 'over', threshold },
    { direction: 'under', threshold: Math.max(2, threshold) },
  ]),
  simple_dice: [1, 2, 3, 4, 5, 6].map((pick) => ({ pick })),
  multiplier: [1.01, 1.5, 2, 3.33, 10, 99.99, 1000].map((target) => ({ target_multiplier: target })),
  roulette: [
    ...[...halves, ...thirds].map((bet_type) => ({ bet_type })),
    ...[0, 1, 17, 36].map((value) => ({ bet_type: 'number', bet_value: value })),
  ],
  custom: [1, 7, 33, 50, 98, 99].map((percent) => ({ win_probability: percent })),
  blackjack: ['stand', 'hit', 'double'].map((action) => ({ action })),
  crash: [1.01, 1.37, 2, 5.55, 20, 100].map((at) => ({ cash_out_at: at })),
  plinko: [8, 12, 16].flatMap((rows) => ['low', 'medium', 'high'].map((risk) => ({ rows, risk }))),
  slots: [{}],
  hilo: [{ guess: 'higher' }, { guess: 'lower' }],
  keno: Array.from({ length: 10 }, (_, spots) => ({
    picks: Array.from({ length: spots + 1 }, (__, at) => 1 + ((at * 37 + 11 * spots) % 80)),
  })),
  scratch_card: [{}],
  video_poker: [{}],
  wheel: [{}],
  mines: [
    [1, 1],
    [3, 5],
    [5, 3],
    [10, 4],
    [24, 1],
    [1, 24],
  ].map(([mines, reveals]) => ({ mines, reveals })),
  baccarat: ['player', 'banker', 'tie'].map((side) => ({ bet_on: side })),
};
