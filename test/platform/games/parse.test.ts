import { describe, expect, it } from 'vitest';
import type { Params } from '../../../src/platform/games/params.ts';
import { gameNamed } from '../../../src/platform/games/registry.ts';

/** What no parameter may be, whatever the game. */
const strange = [
  undefined,
  null,
  Number.NaN,
  Infinity,
  -Infinity,
  '',
  '1',
  'constructor',
  '__proto__',
  true,
  {},
  [],
];

interface Row {
  game: string;
  title: string;
  /** A bet that is right. */
  right: Record<string, unknown>;
  /** By parameter: values that are right in its place, and values that are wrong. */
  values: Record<string, { right: unknown[]; wrong: unknown[] }>;
}

const rows: Row[] = [
  {
    game: 'coin_flip',
    title: 'side is heads or tails',
    right: { side: 'heads' },
    values: { side: { right: ['heads', 'tails'], wrong: ['Heads', 'edge', 0, 1] } },
  },
  {
    game: 'dice',
    title: 'GAM06 GAM07 direction is over or under, threshold 1 to 99',
    right: { direction: 'over', threshold: 50 },
    values: {
      direction: { right: ['over', 'under'], wrong: ['Over', 'above', 1] },
      threshold: { right: [1, 50, 99], wrong: [0, 100, -1, 49.5, 1.000001] },
    },
  },
  {
    game: 'multiplier',
    title: 'GAM13 target_multiplier is 1.01 to 1000, two decimals',
    right: { target_multiplier: 2 },
    values: {
      target_multiplier: {
        right: [1.01, 1.1, 2, 1000, 999.99, 8.2],
        wrong: [1, 1.009, 1000.01, 1.234, 0, -2],
      },
    },
  },
  {
    game: 'roulette',
    title: 'GAM19 GAM20 bet_value is 0 to 36 with number',
    right: { bet_type: 'number', bet_value: 17 },
    values: {
      bet_value: { right: [0, 17, 36], wrong: [-1, 37, 0.5, '17'] },
      bet_type: { right: ['number'], wrong: ['Red', 'dozen_0', 'dozen_4', 'column_4', 'green', 1] },
    },
  },
  ...['red', 'black', 'odd', 'even', 'high', 'low'].map(outside('GAM21')),
  ...['dozen_1', 'dozen_2', 'dozen_3'].map(outside('GAM22')),
  ...['column_1', 'column_2', 'column_3'].map(outside('GAM23')),
  {
    game: 'custom',
    title: 'GAM28 win_probability is 1 to 99 percent',
    right: { win_probability: 50 },
    values: { win_probability: { right: [1, 50, 99], wrong: [0, 100, 0.5, 49.5, -1] } },
  },
  {
    game: 'crash',
    title: 'GAM36 cash_out_at is 1.01 to 100, two decimals',
    right: { cash_out_at: 2 },
    values: { cash_out_at: { right: [1.01, 1.15, 2, 99.99, 100], wrong: [1, 100.01, 1.015, 101, 0, -2] } },
  },
  {
    game: 'plinko',
    title: 'GAM40 rows is 8, 12 or 16',
    right: { rows: 8, risk: 'low' },
    values: {
      rows: { right: [8, 12, 16], wrong: [7, 9, 11, 13, 15, 17, '8', 8.5] },
      risk: { right: ['low', 'medium', 'high'], wrong: ['Low', 'none', 1] },
    },
  },
  {
    game: 'simple_dice',
    title: 'GAM49 pick is 1 to 6',
    right: { pick: 3 },
    values: { pick: { right: [1, 6], wrong: [0, 7, 2.5, -1] } },
  },
  {
    game: 'hilo',
    title: 'guess is higher or lower',
    right: { guess: 'higher' },
    values: { guess: { right: ['higher', 'lower'], wrong: ['equal', 'HIGHER', 1] } },
  },
  {
    game: 'keno',
    title: 'GAM58 picks is 1 to 10 distinct numbers of 1 to 80',
    right: { picks: [1, 2, 3] },
    values: {
      picks: {
        right: [[1], [80], [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]],
        wrong: [
          [],
          [0],
          [81],
          [1.5],
          ['1'],
          [Number.NaN],
          [undefined],
          [3, 3],
          5,
          { length: 1, 0: 1 },
          '12',
          eleven(),
        ],
      },
    },
  },
  {
    game: 'mines',
    title: 'GAM73 mines is 1 to 24',
    right: { mines: 3, reveals: 1 },
    values: {
      mines: { right: [1, 24], wrong: [0, 25, 2.5, -1] },
      reveals: { right: [1, 22], wrong: [0, 23, 1.5, -1] },
    },
  },
  {
    game: 'mines',
    title: 'GAM74 reveals is 1 to 25 less the mines: 1 with 24 mines',
    right: { mines: 24, reveals: 1 },
    values: { reveals: { right: [1], wrong: [0, 2] } },
  },
  {
    game: 'mines',
    title: 'GAM74 reveals is 1 to 25 less the mines: 24 with 1 mine',
    right: { mines: 1, reveals: 1 },
    values: { reveals: { right: [1, 24], wrong: [0, 25] } },
  },
  {
    game: 'baccarat',
    title: 'bet_on is player, banker or tie',
    right: { bet_on: 'tie' },
    values: { bet_on: { right: ['player', 'banker', 'tie'], wrong: ['Player', 'both', 1] } },
  },
  {
    game: 'blackjack',
    title: 'action is hit, stand or double',
    right: { action: 'hit' },
    values: { action: { right: ['hit', 'stand', 'double'], wrong: ['split', 'Hit', 1] } },
  },
  {
    game: 'video_poker',
    title: 'holds is at most five cards',
    right: { holds: [] },
    values: {
      holds: {
        right: [['AS'], ['TH', '2C', '7D', 'KS', 'QH']],
        wrong: [['1S'], ['AX'], ['as'], ['AS', 'AS'], [0], 5, 'AS', ['AS', '2S', '3S', '4S', '5S', '6S']],
      },
    },
  },
];

function outside(claim: string) {
  return (type: string): Row => ({
    game: 'roulette',
    title: `${claim} bet_type ${type} goes without a bet_value`,
    right: { bet_type: type },
    values: { bet_value: { right: [undefined], wrong: [0, 1, 37] } },
  });
}

function eleven(): number[] {
  return Array.from({ length: 11 }, (_, index) => index + 1);
}

function parse(name: string, params: Params): unknown {
  const entry = gameNamed(name)!;
  return entry.kind === 'single' ? entry.game.parseBet(params) : entry.game.parseMove(params);
}

describe.each(rows)('$game reads its parameters: $title', ({ game, right, values }) => {
  it('accepts valid parameters', () => {
    for (const [name, { right: good }] of Object.entries(values)) {
      for (const value of good)
        expect(parse(game, { ...right, [name]: value }), `${name} ${String(value)}`).toBeTypeOf('object');
    }
  });

  it.each(Object.keys(values))('explains what is wrong with %s', (name) => {
    const isWrong = (value: unknown): boolean => !values[name]!.right.some((good) => Object.is(good, value));
    const emptyIsRight = game === 'video_poker' && name === 'holds';
    const refused = strange.filter((value) => isWrong(value) && !(emptyIsRight && Array.isArray(value)));
    for (const value of [...values[name]!.wrong, ...refused]) {
      if (value === undefined && right[name] === undefined) continue;
      expect(parse(game, { ...right, [name]: value }), `${name} ${String(value)}`).toBeTypeOf('string');
    }
  });

  it('ignores inherited parameters', () => {
    expect(parse(game, right)).toBeTypeOf('object');
    expect(parse(game, Object.create(right) as Params)).toBeTypeOf('string');
  });
});

describe('parameters', () => {
  it.each(['slots', 'wheel', 'scratch_card'])('%s needs none', (game) => {
    expect(parse(game, {})).toEqual({});
    expect(parse(game, { side: 'heads' })).toEqual({});
  });

  it('dice refuses under 1, which cannot win', () => {
    expect(parse('dice', { direction: 'under', threshold: 1 })).toContain('no roll is under 1');
    expect(parse('dice', { direction: 'over', threshold: 99 })).toEqual({ direction: 'over', threshold: 99 });
  });
});
