/** The parameters of bets as ordinary players place them: which there are, and what a seed draws. */
import { describe, expect, it } from 'vitest';
import { present } from '../../../../../src/core/base/assert.ts';
import { Stream } from '../../../../../src/core/kernel/stream.ts';
import { drawnBet } from '../../../../../src/host/app/audit/live/drawn-bets.ts';
import { gameNamed } from '../../../../../src/platform/games/registry.ts';

const times = <Result>(count: number, draw: (index: number) => Result): Result[] =>
  Array.from({ length: count }, (_, index) => draw(index));
const entryOf = (name: string) => present(gameNamed(name), 'the registry has this game');

describe('the parameters of a bet', () => {
  const drawn = (game: string, count: number): readonly Readonly<Record<string, unknown>>[] => {
    const stream = new Stream('s', game);
    return times(count, () => drawnBet(entryOf(game), stream).params);
  };

  it.each<[string, unknown[]]>([
    ['coin_flip', ['{"side":"heads"}', '{"side":"tails"}']],
    ['simple_dice', [1, 2, 3, 4, 5, 6].map((pick) => JSON.stringify({ pick }))],
    ['hilo', ['{"guess":"higher"}', '{"guess":"lower"}']],
    ['baccarat', ['banker', 'player', 'tie'].map((bet) => JSON.stringify({ bet_on: bet }))],
    ['slots', ['{}']],
    ['blackjack', ['{}']],
  ])('are each of those that there are: %s', (game, values) => {
    expect([...new Set(drawn(game, 60).map((params) => JSON.stringify(params)))].toSorted()).toEqual(values);
  });

  it.each<[string, string, unknown]>([
    ['dice', 'direction', 'over,under'],
    ['plinko', 'rows', '12,16,8'],
    ['plinko', 'risk', 'high,low,medium'],
    ['mines', 'mines', '1,10,3,5'],
    ['mines', 'reveals', '1,2,3,4,5,6'],
    ['roulette', 'bet_type', 'black,dozen_1,dozen_2,dozen_3,even,number,odd,red'],
  ])('%s: %s is each of %s', (game, name, values) => {
    expect([...new Set(drawn(game, 200).map((params) => String(params[name])))].toSorted().join()).toBe(values); // prettier-ignore
  });

  it.each([
    ['dice', 'threshold', 3, 97],
    ['custom', 'win_probability', 2, 97],
    ['multiplier', 'target_multiplier', 1.1, 25],
    ['crash', 'cash_out_at', 1.1, 25],
    ['roulette', 'bet_value', 0, 36],
  ])('%s: %s is from %d to %d', (game, name, low, high) => {
    const values = drawn(game, 9000).flatMap((params) => params[name] ?? []).map(Number);
    expect([Math.min(...values), Math.max(...values)]).toEqual([low, high]);
  }); // prettier-ignore

  it('are of the bet that was drawn for this game', () => {
    const entry = entryOf('keno');
    expect(drawnBet(entry, new Stream('s', 'keno'))).toEqual({
      entry,
      params: { picks: [79, 9, 78, 29, 38] },
    });
  });

  it.each([
    ['dice', 'threshold', '50 75 19 61 82 75 25 46 75 25 25 31 70 16 72 50'],
    ['custom', 'win_probability', '93 10 25 16 10 5 75 50 16 43 52 34 15 50 25 75'],
    ['multiplier', 'target_multiplier', '10 17.98 3 1.5 1.5 10 1.25 10 1.5 1.5 5 2 5 23.54 3 10'],
    ['roulette', 'bet_value', '19 22 - - - 22 - - - - 25 - - 7 - -'],
    ['keno', 'picks', '79,9,78,29,38 24,17,60 79,20,28,2,40,36,23,26,51,74 4,73,51,62,72 68,25,78'],
    [
      'baccarat',
      'bet_on',
      'banker tie tie banker tie player tie banker player banker banker banker player banker banker player',
    ],
  ])('%s: %s is as a seed draws it', (game, name, values) => {
    expect(drawn(game, values.split(' ').length).map((params) => `${(params[name] as number | undefined) ?? '-'}`).join(' ')).toBe(values); // prettier-ignore
  });

  it('of keno are from one to ten different numbers up to 80', () => {
    const picks = drawn('keno', 300).map((params) => params['picks'] as readonly number[]);
    expect([...new Set(picks.map(({ length }) => length))].toSorted((left, right) => left - right)).toEqual([
      1, 2, 3, 4, 5, 6, 7, 8, 9, 10,
    ]);
    expect(picks.every((each) => new Set(each).size === each.length)).toBe(true);
    expect([Math.min(...picks.flat()), Math.max(...picks.flat())]).toEqual([1, 80]);
  });
});
