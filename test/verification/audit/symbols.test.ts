/** Symbolic outcomes of mines, and paths of draws, whose weights are held against the enumeration. */
import { describe, expect, it } from 'vitest';
import { ratio } from '../../../src/platform/games/ratio.ts';
import { mapGame } from '../../../src/verification/audit/mapping/mapping.ts';
import { singleGame } from '../../platform/games/chances.ts';

describe('the mines', () => {
  const mines = singleGame('mines');
  const bets = [...mines.bets()] as { mines: number; reveals: number }[];
  const some = bets.filter((bet) => [1, 2, 5, 23].includes(bet.mines) && bet.reveals % 9 === 1);

  it('lie anywhere: each first mine stands for what may lie behind it', () => {
    const { outcomes, differences } = mapGame(mines, mines.rules.published, some);
    const firsts = some.reduce((sum, bet) => sum + 26 - bet.mines, 0);
    expect([outcomes, differences]).toEqual([2 * firsts, []]);
  });
});

/** A game that goes on while the least number is drawn, and pays by how far it came. */
const ladderOf = (sizes: readonly number[]) =>
  ({
    ...singleGame('coin_flip'),
    steps: undefined,
    play: (_: object, pick: (n: number) => number) => {
      const reached = sizes.findIndex((size) => pick(size) !== 0);
      return { payout: ratio(reached + 2, 7), detail: {} };
    },
  }) as unknown as ReturnType<typeof singleGame>;

describe('paths of draws', () => {
  const times = (count: number, size: number): number[] => Array.from({ length: count }, () => size);
  const longest = [...times(32, 2), ...times(3, 3), ...times(10, 5), ...times(2, 13), 37];

  it('of any factors of the common total are weighed by their chances', () => {
    const { differences, outcomes } = mapGame(ladderOf(longest), undefined, [{}]);
    expect([differences, outcomes]).toEqual([[], 1 + longest.reduce((sum, size) => sum + size - 1, 0)]);
    const twice = mapGame(ladderOf([4]), undefined, [{}, {}]);
    expect(twice).toEqual({ game: 'coin_flip', outcomes: 8, differences: [] });
  });

  it.each([2, 3, 5, 7, 13, 37])('of a further factor %i are refused', (factor) => {
    expect(() => mapGame(ladderOf([...longest, factor]), undefined, [{}])).toThrow('paths have a common total');
  });

  it('of a curve are not walked', () => {
    for (const id of ['crash', 'multiplier'])
      expect(() => mapGame(singleGame(id), undefined, [])).toThrow('the curve is mapped by its points');
  });
}); // prettier-ignore
