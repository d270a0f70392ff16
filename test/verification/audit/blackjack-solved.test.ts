/** Blackjack, solved from the start: an endless deck against a small recursion, and one pack with the decisions that books print. */
import { describe, expect, it } from 'vitest';
import { Fraction } from '../../../src/core/base/fraction.ts';
import { blackjack, valueOf } from '../../../src/platform/games/blackjack.ts';
import {
  solveBlackjack,
  type BlackjackAction,
} from '../../../src/verification/audit/exact/blackjack-optimum.ts';
import { figuresOf } from '../../../src/verification/audit/exact/figures.ts';

it('an endless deck returns what a small recursion over totals does, in floating point', () => {
  const { returned } = figuresOf(solveBlackjack(blackjack.rules.consistent).outcomes);
  expect(returned.toNumber()).toBeCloseTo(endlessReturn(), 12);
});

describe('one pack, whose dealer looks for a blackjack and stands on soft seventeen', () => {
  const rules = { packs: 1, hitsSoft17: false, hasHoleCard: true, doubleOn: 'any two' } as const;

  it('is played as books print it, card by card, and every hand is decided once', () => {
    const moves = new Map<string, BlackjackAction>();
    const { outcomes, decisions } = solveBlackjack(rules, ({ player, open, action }) => {
      moves.set(`${player.join()}/${open}`, action);
    });
    expect([decisions, moves.size]).toEqual([15_567, 15_567]);
    // Kinds: 0 an ace, 1 a two, 9 a ten. Soft nineteen is doubled against a six, and eight against a five.
    const printed: Readonly<Record<string, BlackjackAction>> = {
      '0,7/5': 'double', '2,4/4': 'double', '4,5/0': 'double', '3,4/1': 'double', '9,9/5': 'stand', '5,9/9': 'hit',
      '2,4,7/9': 'stand', '1,9/3': 'hit', '4,6/3': 'stand', '0,6/0': 'stand', '0,6/8': 'hit', '0,5/1': 'double',
    };
    expect(Object.fromEntries(Object.keys(printed).map((hand) => [hand, moves.get(hand)]))).toEqual(printed);
    expect(outcomes.map(({ payout }) => String(payout))).toEqual(['3/1', '5/2', '2/1', '1/1', '0/1', '-1/1']);
    // Two cards in both orders, and no blackjack of the dealer from the fifty that are left.
    const natural = Fraction.of(2 * 4 * 16, 52 * 51).mul(Fraction.one.sub(Fraction.of(2 * 3 * 15, 50 * 49)));
    expect(String(outcomes[1]?.probability)).toBe(String(natural));
    const { returned } = figuresOf(outcomes);
    expect(returned.toNumber()).toBeCloseTo(0.99665, 4);
  }); // prettier-ignore
});

/** Draws of an endless deck by points; ace 1, ten 4 in 13. */
const draws = Array.from({ length: 10 }, (_, index) => [index + 1, index === 9 ? 4 / 13 : 1 / 13] as const);

/** Dealer hits soft 17, no hole card, double on hard 11 alone; hands by total and softness. */
function endlessReturn(): number {
  const total = (hard: number, hasAce: boolean) => (hasAce && hard <= 11 ? hard + 10 : hard);
  const dealerEnds = (hard: number, hasAce: boolean, cards: number): Map<string, number> => {
    const points = total(hard, hasAce);
    if (cards === 2 && points === 21) return new Map([['natural', 1]]);
    if (points > 21) return new Map([['over', 1]]);
    if (points > 17 || (points === 17 && !(hasAce && hard <= 11))) return new Map([[String(points), 1]]);
    const ends = new Map<string, number>();
    for (const [card, chance] of draws) {
      for (const [end, share] of dealerEnds(hard + card, hasAce || card === 1, cards + 1)) {
        ends.set(end, (ends.get(end) ?? 0) + chance * share);
      }
    }
    return ends;
  };
  let returned = 0;
  for (const [open, openChance] of draws) {
    const ends = dealerEnds(open, open === 1, 1);
    const stand = (points: number): number => {
      let profit = 0;
      for (const [end, share] of ends) {
        if (end === 'over') profit += share;
        else if (end === 'natural' || Number(end) > points) profit -= share;
        else if (Number(end) < points) profit += share;
      }
      return profit;
    };
    const known = new Map<string, number>();
    const best = (hard: number, hasAce: boolean, isFirst: boolean): number => {
      const points = total(hard, hasAce);
      if (hard > 21) return -1;
      if (points === 21) return stand(21);
      const key = `${hard} ${hasAce} ${isFirst}`;
      const found = known.get(key);
      if (found !== undefined) return found;
      let [hit, double] = [0, 0];
      for (const [card, chance] of draws) {
        const ace = hasAce || card === 1;
        hit += chance * best(hard + card, ace, false);
        double += chance * 2 * (hard + card > 21 ? -1 : stand(total(hard + card, ace)));
      }
      const mayDouble = isFirst && points === 11 && !hasAce;
      const value = Math.max(stand(points), hit, mayDouble ? double : -Infinity);
      known.set(key, value);
      return value;
    };
    for (const [first, firstChance] of draws) {
      for (const [second, secondChance] of draws) {
        const isNatural = first + second === 11 && (first === 1 || second === 1);
        const weight = openChance * firstChance * secondChance;
        const natural = ends.get('natural') ?? 0;
        returned +=
          weight *
          (isNatural ? 1.5 * (1 - natural) : best(first + second, first === 1 || second === 1, true));
      }
    }
  }
  expect(valueOf([0, 9]).points).toBe(21);
  return 1 + returned;
}
