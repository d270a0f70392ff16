/** Bets of games that one call settles: a game, and parameters of it, some of them beside their range. */
import type { Draw } from '../draw.ts';

/** The edges of a range and what lies beside them, or anything within. */
export const within = (draw: Draw, least: number, most: number): number =>
  draw.chance(30)
    ? draw.pick([least, most, least - 1, most + 1, least + 1, most - 1])
    : least + draw.integer(most - least + 1);
const rouletteBets = [
  'red', 'black', 'odd', 'even', 'high', 'low', 'dozen_1', 'dozen_2', 'dozen_3', 'column_1', 'column_2', 'column_3',
] as const; // prettier-ignore
/** Different numbers from 1 to 80, up to ten. */
const picks = (draw: Draw): number[] => [
  ...new Set(Array.from({ length: 1 + draw.integer(10) }, () => 1 + draw.integer(80))),
];

const tenPicks = [1, 9, 17, 25, 33, 41, 49, 57, 65, 73];

export const bets: readonly ((draw: Draw) => readonly [string, object])[] = [
  (draw) => ['coin-flip', { side: draw.pick(['heads', 'tails']) }],
  (draw) => ['dice', { direction: draw.pick(['over', 'under']), threshold: within(draw, 1, 99) }],
  (draw) => ['simple-dice', { pick: within(draw, 1, 6) }],
  (draw) => [
    'roulette',
    draw.chance(60)
      ? { bet_type: draw.pick(rouletteBets) }
      : { bet_type: 'number', bet_value: within(draw, 0, 36) },
  ],
  (draw) => ['custom', { win_probability: within(draw, 1, 99) }],
  (draw) => [
    'multiplier',
    { target_multiplier: draw.pick([1.01, 2, 1000, 1, 1000.01, within(draw, 101, 900) / 100]) },
  ],
  (draw) => ['crash', { cash_out_at: draw.pick([1.01, 2, 100, 1, 100.01, within(draw, 101, 900) / 100]) }],
  (draw) => ['plinko', { rows: draw.pick([8, 12, 16]), risk: draw.pick(['low', 'medium', 'high']) }],
  () => ['slots', {}],
  // Under one reading the first call of two has no guess.
  (draw) => ['hilo', draw.chance(80) ? { guess: draw.pick(['higher', 'lower']) } : {}],
  (draw) => [
    'keno',
    {
      picks: draw.pick([
        [1],
        [1, 2, 3],
        [5, 6, 7, 8, 80],
        picks(draw),
        picks(draw),
        tenPicks,
        [0],
        [81],
        [2, 2],
      ]),
    },
  ],
  () => ['wheel', {}],
  () => ['scratch-card', {}],
  (draw) => ['mines', { mines: within(draw, 1, 24), reveals: draw.chance(60) ? 1 : within(draw, 1, 24) }],
  (draw) => ['baccarat', { bet_on: draw.pick(['player', 'banker', 'tie']) }],
];

/** A game, as it draws parameters. */
export const betOf = (draw: Draw): (typeof bets)[number] => draw.pick(bets);

/** A game and parameters of it, some of them beside their range. */
export const anyBet = (draw: Draw): readonly [string, object] => draw.pick(bets)(draw);
