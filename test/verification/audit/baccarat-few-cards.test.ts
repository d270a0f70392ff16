/** Baccarat from so few cards that all orders of them can be listed. */
import { expect, it } from 'vitest';
import { baccaratChances } from '../../../src/verification/audit/exact/baccarat-points.ts';

it('baccarat from a quarter of a pack wins as often as among the 1,235,520 orders of six of its thirteen cards', () => {
  const { player, banker, tie } = baccaratChances(1 / 4);
  expect([player, banker, tie].map(String)).toEqual(['137503/308880', '28439/61776', '14591/154440']);
  expect(String(player.add(banker).add(tie))).toBe('1/1');
});
